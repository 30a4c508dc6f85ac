import { html, type TemplateResult } from "lit";

import { barPair } from "../draw/bar.js";
import { fixed } from "../draw/number.js";
import { type FitPicture, ofModel, scalar } from "./distribution-fit-picture.js";
import { weather } from "./distribution-fit-source.js";
import { texts as t } from "./texts/distribution-fit.js";

/** The probability that a bar of full width stands for, unless there is a larger one. */
const WIDEST = 0.6;

/** One row for each weather of tomorrow: both distributions as bars and numbers, and its terms of the two sums. */
export function fitTable(picture: FitPicture): TemplateResult {
  const { state, tensors } = picture;
  const [p, counts] = [tensors.p!.data, tensors.counts!.data];
  const [q, terms, klTerms] = ["q", "cross_entropy_terms", "kl_terms"].map((name) => ofModel(picture, name));
  const most = Math.max(WIDEST, ...p, ...q!);
  const total = (values: Float32Array) => values.reduce((sum, x) => sum + x, 0);
  const c = t.columns;
  const row = (name: string, j: number) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td class="bars">${barPair(p[j]!, q![j]!, most)}</td>
      <td class="p">${fixed(p[j]!, 3)}</td>
      ${state.model === "counts" ? html`<td class="count">${counts[j]}</td>` : ""}
      <td class="q">${fixed(q![j]!, 3)}</td>
      <td class="term">${fixed(terms![j]!, 3)}</td>
      <td class="term">${fixed(klTerms![j]!, 4)}</td>
    </tr>`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t.tableLabel(weather[state.context]!)}>
    <table class="fit-table">
      <thead>
        <tr>
          <th scope="col">${c.tomorrow}</th>
          <td class="bars"></td>
          <th scope="col" class="p">p*</th>
          ${state.model === "counts" ? html`<th scope="col">${c.count}</th>` : ""}
          <th scope="col" class="q">q</th>
          <th scope="col">−p* ln q</th>
          <th scope="col">p* ln(p*/q)</th>
        </tr>
      </thead>
      <tbody>
        ${weather.map(row)}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${c.sum}</th>
          <td class="bars"></td>
          <td>${fixed(total(p), 3)}</td>
          ${state.model === "counts" ? html`<td>${total(counts)}</td>` : ""}
          <td>${fixed(total(q!), 3)}</td>
          <td>${fixed(ofModel(picture, "cross_entropy")[0]!, 3)}</td>
          <td>${fixed(ofModel(picture, "kl")[0]!, 4)}</td>
        </tr>
      </tfoot>
    </table>
  </div>`;
}

/** The curves at every fifth of their points, as numbers. */
export function curveTable(picture: FitPicture): TemplateResult {
  const { tensors } = picture;
  const [n, crossEntropy, expected] = ["n", "cross_entropy", "expected"].map((name) => tensors[`curve_${name}`]!.data);
  const points = Array.from({ length: Math.ceil(n!.length / 5) }, (_, i) => 5 * i);
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t.curveTable}>
    <table class="curve-table">
      <thead>
        <tr>
          ${[t.samples, t.curve.fitted, t.curve.expected, t.curve.floor].map(
            (head) => html`<th scope="col">${head}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${points.map(
          (i) =>
            html`<tr>
              <th scope="row">${t.whole(n![i]!)}</th>
              ${[crossEntropy![i]!, expected![i]!, scalar(picture, "entropy")].map(
                (value) => html`<td>${fixed(value, 5)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
