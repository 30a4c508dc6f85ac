import { html, type TemplateResult } from "lit";

import { fixed } from "../draw/number.js";
import { weightMap } from "../draw/weight-map.js";
import { N_HEADS, N_LAYERS } from "./next-token-model.js";
import { type NextTokenPicture, weightsName } from "./next-token-picture.js";
import { named, printed } from "./next-token-rows.js";
import { texts as t } from "./texts/next-token.js";

interface Head {
  name: string;
  /** [n, n] */
  weights: Float32Array;
}

/** The mask as a matrix, filled with the weights of each head, and the proof that one pass is as good as many. */
export function masksPart(picture: NextTokenPicture, compare: () => void): TemplateResult {
  const { state, characters } = picture;
  const n = characters.length - 1;
  return html`<section class="part" aria-label=${t.maskTitle}>
    <p class="part-title">${t.maskTitle}</p>
    <p class="rule">${t.maskRule[state.mask]}</p>
    <div class="maps">
      ${heads(picture).map(
        (head) =>
          html`<div class="map">
            ${weightMap(head.weights, n, {
              label: headMeaning(picture, head),
              masked: (i, j) => state.mask === "causal" && j > i,
              marked: state.position - 1,
            })}
            <span>${head.name}</span>
          </div>`,
      )}
    </div>
    <p class="comparison">
      <button type="button" class="push" @click=${compare}>${t.compare(n)}</button>
      <span>${comparison(picture)}</span>
    </p>
  </section>`;
}

/** What the separate passes showed, in words; "" if they were not asked for. */
export function comparison({ passes, state }: NextTokenPicture): string {
  if (!passes) return "";
  const [n] = passes.logits.shape;
  return `${t.compared(n!, passes.logits.data.length, passes.largestDifference)} ${t.comparedMeaning[state.mask]}`;
}

/** The chosen row of every matrix. */
export function weightsTable(picture: NextTokenPicture): TemplateResult {
  const { characters, state } = picture;
  const n = characters.length - 1;
  const all = heads(picture);
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t.weightsTable}>
    <table class="plain">
      <thead>
        <tr>
          <td></td>
          ${characters.slice(0, n).map((character) => html`<th scope="col">${printed(character)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${all.map(
          ({ name, weights }) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${Array.from(rowOf(weights, n, state.position - 1), (weight) => html`<td>${fixed(weight)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function heads({ tensors, characters }: NextTokenPicture): Head[] {
  const size = (characters.length - 1) ** 2;
  return Array.from({ length: N_LAYERS * N_HEADS }, (_, i) => {
    const [layer, head] = [Math.floor(i / N_HEADS), i % N_HEADS];
    const weights = tensors[weightsName(layer)]!.data.subarray(head * size, (head + 1) * size);
    return { name: t.head(layer + 1, head + 1), weights };
  });
}

const rowOf = (weights: Float32Array, n: number, i: number) => weights.subarray(i * n, (i + 1) * n);

function headMeaning({ characters, state }: NextTokenPicture, { name, weights }: Head): string {
  const row = rowOf(weights, characters.length - 1, state.position - 1);
  const weight = Math.max(...row);
  const place = (i: number) => t.position(i + 1, named(characters[i]!));
  return t.headMeaning(name, place(state.position - 1), place(row.indexOf(weight)), weight);
}
