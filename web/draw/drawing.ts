import { svg, type SVGTemplateResult } from "lit";

import type { Tensor } from "../engine/experiment.js";
import { fixed } from "./number.js";

/** SVG with a size, in px. */
export interface Drawing {
  width: number;
  height: number;
  body: unknown;
}

/** A text of a drawing: `x` is its start or, with `end`, its end; `y` the line it stands on; `idea` its colour. */
export interface Label {
  x: number;
  y: number;
  text: string;
  idea?: string;
  end?: boolean;
}

export const LINE = 24;
export const CELL = 56;
const LETTER = 7.5; // The width of a letter at 14 px, generously.
const MOST = { rows: 24, columns: 12, letters: 14 };

export const label = ({ x, y, text, idea = "", end = false }: Label): SVGTemplateResult =>
  svg`<text class=${idea} x=${x} y=${y} text-anchor=${end ? "end" : "start"}>${text}</text>`;

/** A word cut to a length that a column can be planned for. */
export const short = (word: string): string => {
  const letters = Array.from(word);
  return letters.length > MOST.letters ? `${letters.slice(0, MOST.letters - 1).join("")}…` : word;
};

/** The room that the longest of some words needs. */
export const widest = (words: readonly string[]): number =>
  Math.ceil(LETTER * Math.max(0, ...words.map((word) => Array.from(short(word)).length)));

/** Drawings one below the other. */
export function stacked(drawings: readonly Drawing[]): Drawing {
  let height = 0;
  const body = drawings.map((drawing) => {
    const placed = svg`<g transform="translate(0 ${height})">${drawing.body}</g>`;
    height += drawing.height;
    return placed;
  });
  return { width: Math.max(...drawings.map(({ width }) => width)), height, body };
}

/** Tensors one below the other, each under its name and shape; of large ones the first rows and columns. */
export const numbersDrawing = (numbers: Record<string, Tensor>): Drawing =>
  stacked(Object.entries(numbers).flatMap(([name, tensor]) => matrices(name, tensor).map((one) => block(...one))));

/** The matrices that a tensor of more than two dimensions is made of, `weights[0]`, `weights[1]`, ... */
function matrices(name: string, { data, shape }: Tensor): [string, Tensor][] {
  if (shape.length <= 2) return [[name, { data, shape }]];
  const inner = shape.slice(1);
  const size = data.length / shape[0]!;
  const part = (i: number): Tensor => ({ data: data.subarray(i * size, (i + 1) * size), shape: inner });
  return Array.from({ length: Math.min(shape[0]!, MOST.rows) }, (_, i) => matrices(`${name}[${i}]`, part(i))).flat();
}

function block(name: string, { data, shape }: Tensor): Drawing {
  const n_columns = shape.at(-1)!;
  const n_rows = data.length / n_columns;
  const rows = Math.min(n_rows, MOST.rows);
  const columns = Math.min(n_columns, MOST.columns);
  const line = (i: number) => (i + 2) * LINE - 8;
  const row = (_: unknown, i: number) => [
    ...Array.from({ length: columns }, (_, j) =>
      label({ x: (j + 1) * CELL, y: line(i), text: fixed(data[i * n_columns + j]!), end: true }),
    ),
    columns < n_columns ? label({ x: columns * CELL + 8, y: line(i), text: "…" }) : "",
  ];
  const title = `${name} [${shape.join(", ")}]`;
  return {
    width: Math.max((columns + 1) * CELL, Math.ceil(title.length * LETTER)),
    height: (rows + (rows < n_rows ? 3 : 2)) * LINE,
    body: [
      label({ x: 0, y: LINE - 8, text: title, idea: "faint" }),
      ...Array.from({ length: rows }, row).flat(),
      rows < n_rows ? label({ x: CELL, y: line(rows), text: "…", end: true }) : "",
    ],
  };
}
