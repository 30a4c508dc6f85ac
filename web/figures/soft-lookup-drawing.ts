import { svg } from "lit";

import { CELL, type Drawing, label, type Label, LINE, short, widest } from "../draw/drawing.js";
import { fixed, significant } from "../draw/number.js";
import { type LookupPicture, row } from "./soft-lookup-picture.js";
import { texts as t } from "./texts/soft-lookup.js";

const BAR = 120;
const GAP = 36;
const LEAST = 560; // The readouts need it.

/** The table of Figure 1 as one drawing, the readouts below it: an image wherever images are shown. */
export function lookupDrawing(picture: LookupPicture): Drawing {
  const { tokens, tensors, query, temperature } = picture;
  const d_v = row(tensors.v!, 0).length;
  const key = Math.max(widest(tokens), CELL);
  // Where the columns end: score, weight, its bar, the values, the products.
  const score = key + CELL;
  const weight = score + CELL;
  const values = weight + BAR + GAP;
  const products = values + d_v * CELL + GAP;
  const width = Math.max(products + d_v * CELL, LEAST);
  const line = (i: number) => (i + 1) * LINE - 8;
  const end = (x: number, i: number, text: string, idea = "") => label({ x, y: line(i), text, idea, end: true });
  const start = (x: number, i: number, text: string, idea: Label["idea"] = "") => label({ x, y: line(i), text, idea });
  const numbers = (x: number, i: number, data: Float32Array, idea = "") =>
    Array.from(data, (value, c) => end(x + (c + 1) * CELL, i, fixed(value), idea));
  const rule = (i: number) => svg`<rect class="rule" y=${i * LINE - 1} width=${width} height="1" />`;
  const weights = row(tensors.weights!, query);
  const first = 3; // Above the keys: what is asked, and the heads of the columns.
  const keys = tokens.map((token, j) => {
    const i = first + j;
    const share = weights[j]! || 0;
    return [
      start(0, i, short(token), "key"),
      end(score, i, fixed(row(tensors.scores!, query)[j]!)),
      end(weight, i, fixed(weights[j]!), "weight"),
      svg`<rect class="fill" x=${weight + 12} y=${line(i) - 9} width=${(share * BAR).toFixed(1)} height="9" />`,
      end(values - 4, i, "×", "faint"),
      numbers(values, i, row(tensors.v!, j), "value"),
      end(products - 12, i, "=", "faint"),
      numbers(products, i, row(tensors.products!, j)),
    ];
  });
  const last = first + tokens.length;
  return {
    width,
    height: (last + 4) * LINE,
    body: [
      start(0, 0, `${t.query}: ${short(tokens[query]!)}, ${t.temperature} = ${significant(temperature)}`),
      start(0, 2, t.columns.key, "key"),
      end(score, 2, t.columns.score, "faint"),
      start(score + CELL - 30, 2, t.columns.weight, "weight"),
      start(values + CELL - 30, 2, t.columns.value, "value"),
      start(products + CELL - 30, 2, t.columns.product, "faint"),
      rule(first),
      keys,
      rule(last),
      end(products, last, t.sum, "strong"),
      numbers(products, last, row(tensors.output!, query), "strong"),
      ...readouts(picture).map((text, i) => start(0, last + 2 + i, text, "faint")),
    ],
  };
}

function readouts({ tensors, query, tokens }: LookupPicture): string[] {
  const scalar = (name: string) => tensors[name]!.data[query]!;
  const r = t.readouts;
  return [
    `${r.entropy} ${t.bits(scalar("entropy"))}, ${r.keys}ᴴ ${fixed(scalar("effective_keys"))} ${r.ofKeys(tokens.length)}`,
    `${r.hard} ${fixed(scalar("distance_to_hard"))}, ${r.mean} ${fixed(scalar("distance_to_mean"))}`,
  ];
}
