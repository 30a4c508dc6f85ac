import { html, type TemplateResult } from "lit";

import { curves } from "../draw/curves.js";
import { fixed } from "../draw/number.js";
import { type NextTokenPicture, recentLoss } from "./next-token-picture.js";
import { type Mask, masks } from "./next-token-state.js";
import { texts as t } from "./texts/next-token.js";

const TOP = 3.5;
const TICKS = [0, 1, 2, 3];
const TABLE_ROWS = 12;

/** Both trainings: their losses, and what the models write by themselves. */
export function trainingPart(picture: NextTokenPicture): TemplateResult {
  return html`<section class="part trainings" aria-label=${t.lossTitle}>
    <div class="losses-over-steps">
      <p class="part-title">${t.lossTitle}</p>
      <div class="chart">
        ${TICKS.map((tick) => html`<span class="tick" data-tick=${tick}>${tick}</span>`)}
        ${curves(
          masks.map((mask) => ({ values: picture.curves[mask], dashed: mask === "none" })),
          picture.progress.steps,
          TOP,
          TICKS,
        )}
        <span class="axis"><span>0</span><span>${t.curveAxis(picture.progress.steps)}</span></span>
      </div>
      <p class="legend">${masks.map((mask) => legend(picture, mask))}</p>
    </div>
    <div class="samples">${masks.map((mask) => sample(picture, mask))}</div>
  </section>`;
}

const legend = ({ curves }: NextTokenPicture, mask: Mask) =>
  html`<span class="key-line ${mask === "none" ? "dashed" : ""}"
    >${t.curve[mask]} <b>${fixed(recentLoss(curves[mask]))}</b></span
  > `;

function sample({ samples }: NextTokenPicture, mask: Mask): TemplateResult {
  const { prompt, text, words, step } = samples[mask];
  return html`<div class="sample">
    <p class="part-title">${t.sampleTitle[mask]}</p>
    <p class="written"><span class="prompt">${prompt}</span>${text}</p>
    <p class="words">${t.sampleWords(words.known, words.all, step)}</p>
  </div>`;
}

/** Mean training losses over stretches of the training. */
export function lossTable({ curves, progress }: NextTokenPicture): TemplateResult {
  const length = Math.ceil(progress.step / TABLE_ROWS) || 1;
  const ends = Array.from({ length: Math.ceil(progress.step / length) }, (_, i) =>
    Math.min((i + 1) * length, progress.step),
  );
  return html`<table class="plain">
    <thead>
      <tr>
        <th scope="col">${t.step}</th>
        ${masks.map((mask) => html`<th scope="col">${t.curve[mask]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${ends.map(
        (end, i) =>
          html`<tr>
            <th scope="row">${i * length + 1}–${end}</th>
            ${masks.map((mask) => html`<td>${fixed(recentLoss(curves[mask].slice(0, end), end - i * length))}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
