import { html, type TemplateResult } from "lit";

import { fixed } from "../draw/number.js";
import { type FitPicture, ofModel } from "./distribution-fit-picture.js";
import { texts as t } from "./texts/distribution-fit.js";

// q_j = e^{z_j} / Σ_k e^{z_k}
// prettier-ignore
const softmax = html`<math displaystyle="true">
  <msub><mi>q</mi><mi>j</mi></msub><mo>=</mo>
  <mfrac>
    <msup><mi>e</mi><msub><mi>z</mi><mi>j</mi></msub></msup>
    <mrow><msub><mo>∑</mo><mi>k</mi></msub><msup><mi>e</mi><msub><mi>z</mi><mi>k</mi></msub></msup></mrow>
  </mfrac>
</math>`;

// −Σ_j y_j ln q_j = −ln q_true
// prettier-ignore
const one = html`<math displaystyle="true">
  <mo>−</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>y</mi><mi>j</mi></msub>
  <mi>ln</mi><mspace width="0.17em"></mspace><msub><mi>q</mi><mi>j</mi></msub>
  <mo>=</mo><mo>−</mo><mi>ln</mi><mspace width="0.17em"></mspace><msub><mi>q</mi><mtext>true</mtext></msub>
</math>`;

// −1/N Σ_i Σ_j y_ij ln q_j = loss
// prettier-ignore
const mean = (loss: string) => html`<math displaystyle="true">
  <mo>−</mo><mfrac><mn>1</mn><mi>N</mi></mfrac>
  <msub><mo>∑</mo><mi>i</mi></msub><msub><mo>∑</mo><mi>j</mi></msub>
  <msub><mi>y</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>
  <mi>ln</mi><mspace width="0.17em"></mspace><msub><mi>q</mi><mi>j</mi></msub>
  <mo>=</mo><mn>${loss}</mn>
</math>`;

/** How a model makes q, and what a loss is: of one sample, and averaged over all, with its number. */
export function formulas(picture: FitPicture): TemplateResult {
  const { samples, model } = picture.state;
  const f = t.formulas;
  return html`<p class="formulas">
    <span>${softmax} <small>${f.softmax[model]}</small></span>
    <span>${one} <small>${f.one}</small></span>
    <span>${mean(fixed(ofModel(picture, "loss")[0]!, 4))} <small>${f.mean(t.whole(samples))}</small></span>
  </p>`;
}
