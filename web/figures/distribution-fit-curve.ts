import { html, type TemplateResult } from "lit";

import { type ChartLine, logChart } from "../draw/log-chart.js";
import { type FitPicture, ofModel, scalar } from "./distribution-fit-picture.js";
import { MOST_SAMPLES, weather } from "./distribution-fit-source.js";
import { texts as t } from "./texts/distribution-fit.js";

/** Cross-entropy over samples: the fit to those seen so far, what is expected, the floor, and the transformer. */
export function curvePart(picture: FitPicture): TemplateResult {
  const { state, tensors } = picture;
  const entropy = scalar(picture, "entropy");
  const guess = Math.log(weather.length); // What a model that knows nothing has.
  const n = tensors.curve_n!.data;
  const curve = (name: string) => Array.from(n, (x, i) => [x, tensors[name]!.data[i]!] as const);
  const level = (y: number) => [[0, y] as const, [MOST_SAMPLES, y] as const];
  const fitted = tensors.cross_entropy!.data[0]!;
  const lines: ChartLine[] = [
    { look: "floor", points: level(entropy) },
    { look: "dotted", points: curve("curve_expected") },
    { look: "solid", points: [[0, guess], ...curve("curve_cross_entropy"), [state.samples, fitted]] },
  ];
  const learned = state.model === "transformer";
  if (learned) lines.push({ look: "dashed", points: level(ofModel(picture, "cross_entropy")[0]!) });
  const low = entropy - 0.12;
  const ticks = [1.2, 1.4, 1.6, 1.8, 2].filter((tick) => tick > low);
  return html`<section class="curve" aria-label=${t.curve.title}>
    <p class="title">${t.curve.title}</p>
    <p class="legend">
      <span class="line solid">${t.curve.fitted}</span>
      ${learned ? html`<span class="line dashed">${t.curve.transformer}</span>` : ""}
      <span class="line dotted">${t.curve.expected}</span>
      <span class="line floor">${t.curve.floor}</span>
    </p>
    ${logChart({
      most: MOST_SAMPLES,
      low,
      high: guess + 0.3,
      ticks: ticks.map((tick) => [tick, tick.toFixed(1)]),
      lines,
      mark: [state.samples, fitted],
      label: t.curve.meaning(t.whole(state.samples), fitted, entropy),
      power: t.whole,
    })}
    <p class="axis">${t.samples}</p>
  </section>`;
}
