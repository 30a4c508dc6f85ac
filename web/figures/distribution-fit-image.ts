import { svg } from "lit";

import { CELL, type Drawing, label, LINE } from "../draw/drawing.js";
import { fixed } from "../draw/number.js";
import { type FitPicture, ofModel } from "./distribution-fit-picture.js";
import { weather } from "./distribution-fit-source.js";
import { texts as t } from "./texts/distribution-fit.js";

const BARS = { x: 2 * CELL, width: 4 * CELL };
const ENDS = [BARS.x + BARS.width + 1.25 * CELL, BARS.x + BARS.width + 2.5 * CELL] as const;

/** Figure 11 as an image: p* and q of every weather as bars and numbers, then entropy, cross-entropy and divergence. */
export function fitImage(picture: FitPicture): Drawing {
  const truth = Array.from(picture.tensors.p!.data);
  const fitted = ofModel(picture, "q");
  const most = Math.max(...truth, ...fitted);
  const rows = truth.map((p, i) => {
    const y = (2 * i + 2) * LINE;
    const width = (share: number) => (BARS.width * share) / most;
    return [
      label({ x: 0, y: y + 20, text: weather[i]! }),
      svg`<rect class="fill" x=${BARS.x} y=${y} width=${width(p)} height="14"></rect>`,
      svg`<rect class="value" x=${BARS.x} y=${y + 18} width=${width(fitted[i]!)} height="14"
        fill="none" stroke="currentColor" stroke-dasharray="4 2"></rect>`,
      ...[p, fitted[i]!].map((share, c) => label({ x: ENDS[c]!, y: y + 20, text: fixed(share, 3), end: true })),
    ];
  });
  const below = (truth.length * 2 + 3) * LINE;
  const sums = [
    ["H(p*)", picture.tensors.entropy!.data[0]!],
    ["H(p*, q)", ofModel(picture, "cross_entropy")[0]!],
    ["KL(p* ‖ q)", ofModel(picture, "kl")[0]!],
  ] as const;
  return {
    width: ENDS[1],
    height: below + sums.length * LINE,
    body: [
      label({ x: 0, y: LINE - 8, text: t.tomorrow(weather[picture.state.context]!) }),
      ...["p*", "q"].map((text, c) => label({ x: ENDS[c]!, y: 2 * LINE - 8, text, idea: "faint", end: true })),
      ...rows,
      ...sums.map(([name, value], i) => [
        label({ x: BARS.x, y: below + i * LINE, text: name, idea: "faint" }),
        label({ x: ENDS[1], y: below + i * LINE, text: `${fixed(value, 4)} nats`, end: true }),
      ]),
    ],
  };
}
