import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";

import { type Box, type Layout, layoutOf, type Side, type Wire } from "./transformer-layout.js";
import type { TransformerPicture } from "./transformer-model.js";
import { texts as t } from "./texts/transformer.js";

const sides: readonly Side[] = ["encoder", "decoder"];
const LINE = 15;

/** Opens a box or a wire. */
export type Open = (id: string) => void;

/** Encoder left, decoder right, as in Vaswani et al. 2017, Figure 1. Every box and wire is a button. */
export function drawing(picture: TransformerPicture, open: Open): TemplateResult {
  const layout = layoutOf(picture.state.norm);
  const { width, height } = layout;
  return html`<svg
    class="drawing"
    viewBox="-20 0 ${width + 40} ${height}"
    role="group"
    aria-label=${t.drawingLabel}
    @keydown=${(event: KeyboardEvent) => walk(event, layout, picture.state.open, open)}
  >
    ${sides.map((side) => frame(layout, side))} ${sides.map((side) => ends(layout, side, picture))}
    ${layout.wires.map((one) => wire(one, picture.state.open === one.id, open))}
    ${layout.boxes.map((one) => box(one, picture.state.open === one.id, open))}
  </svg>`;
}

function frame({ frames, columns }: Layout, side: Side): SVGTemplateResult {
  const [x, y, width, height] = frames[side];
  const outside = side === "encoder" ? x - 17 : x + width + 17;
  return svg`<rect class="repeated" x=${x} y=${y} width=${width} height=${height} rx="10"></rect>
    <text class="times" x=${outside} y=${y + height / 2}>N×</text>
    <text class="side" x=${columns[side].x} y=${columns[side].bottom + 20}>${t.sides[side]}</text>`;
}

// What goes in at the bottom, and what comes out at the top.
function ends({ columns }: Layout, side: Side, { rows, said, wanted }: TransformerPicture): SVGTemplateResult {
  const { x, bottom, top } = columns[side];
  const input = side === "encoder" ? rows.encoder.filter((token) => token !== "end").join("") : word(rows.decoder);
  const right = said.every((token, i) => token === wanted[i]);
  return svg`<text class="data" x=${x} y=${bottom}>${input}</text>
    <path class="wire" d=${withHead(`M${x} ${bottom - 17}V${bottom - 22}`)}></path>
    ${
      side === "decoder"
        ? svg`<text class="data ${right ? "right" : "wrong"}" x=${x} y=${top - 8}>${word(said)} ${right ? "✓" : "✗"}</text>
            <text class="side" x=${x} y=${top - 26}>${t.output}</text>`
        : nothing
    }`;
}

const signs: Record<string, string> = { start: "›", end: "·" };
const word = (tokens: string[]) => tokens.map((token) => signs[token] ?? token).join("");

function box(one: Box, opened: boolean, open: Open): SVGTemplateResult {
  const { x, y, width, height, label } = one;
  const shape =
    label.length > 0
      ? svg`<rect class="shape" x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx="4"></rect>`
      : svg`<circle class="shape" cx=${x} cy=${y} r=${width / 2}></circle>${sign(one)}`;
  const first = y - ((label.length - 1) * LINE) / 2 + 5;
  return svg`<g class="box ${one.kind} ${opened ? "open" : ""}"
      role="button" tabindex=${opened ? 0 : -1} data-id=${one.id}
      aria-pressed=${opened ? "true" : "false"} aria-label=${t.nameOf(one)}
      @click=${() => open(one.id)}>
    ${shape}
    <text>${label.map((line, i) => svg`<tspan x=${x} y=${first + i * LINE}>${line}</tspan> `)}</text>
  </g>`;
}

function sign({ kind, x, y, side }: Box): SVGTemplateResult {
  if (kind === "add") return svg`<path class="sign" d="M${x - 6} ${y}h12M${x} ${y - 6}v12"></path>`;
  const label = x + (side === "encoder" ? -14 : 14);
  const anchor = side === "encoder" ? "end" : "start";
  return svg`<path class="sign" d="M${x - 7} ${y}q3.5-9 7 0t7 0"></path>
    <text class="aside" text-anchor=${anchor} x=${label} y=${y - 3}>${t.positional[0]}</text>
    <text class="aside" text-anchor=${anchor} x=${label} y=${y + 11}>${t.positional[1]}</text>`;
}

function wire(one: Wire, opened: boolean, open: Open): SVGTemplateResult {
  const end = /V([\d.]+)$/.exec(one.path);
  return svg`<g class="connection ${one.idea ?? ""} ${opened ? "open" : ""}" role="button" tabindex=${opened ? 0 : -1}
      data-id=${one.id} aria-pressed=${opened ? "true" : "false"} aria-label=${t.nameOf(one)}
      @click=${() => open(one.id)}>
    <path class="reach" d=${one.path}></path>
    <path class="wire" d=${withHead(one.path)}></path>
    ${one.idea && end ? svg`<text class="idea" x=${lastX(one.path) + 6} y=${Number(end[1]) + 14}>${one.idea[0]!.toUpperCase()}</text>` : nothing}
  </g>`;
}

// The path and the two strokes of its arrow.
function withHead(path: string): string {
  const x = lastX(path);
  const [, last, value] = /([VH])([\d.]+)$/.exec(path)!;
  const y = Number(last === "V" ? value : [...path.matchAll(/(?:V|M[\d.]+ )([\d.]+)/g)].at(-1)![1]);
  if (last === "V") return `${path}m-4 6l4-6l4 6`;
  const before = Number([...path.matchAll(/[MH]([\d.]+)/g)].at(-2)![1]);
  const back = before < x ? -6 : 6;
  return `${path}M${x + back} ${y - 4}L${x} ${y}l${back} 4`;
}

const lastX = (path: string) => Number([...path.matchAll(/[MH]([\d.]+)/g)].at(-1)![1]);

// Arrow keys go to the next box or wire in the order of the drawing, Home and End to the first and last.
function walk(event: KeyboardEvent, layout: Layout, opened: string, open: Open): void {
  const all = [...layout.boxes, ...layout.wires].map(({ id }) => id);
  const at = all.indexOf(opened);
  const steps: Record<string, number> = { ArrowUp: at + 1, ArrowRight: at + 1, ArrowDown: at - 1, ArrowLeft: at - 1 };
  const to = { ...steps, Home: 0, End: all.length - 1, Enter: at, " ": at }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const id = all[(to + all.length) % all.length]!;
  open(id);
  const target = (event.currentTarget as Element).querySelector<SVGElement>(`[data-id="${id}"]`);
  target?.focus();
}
