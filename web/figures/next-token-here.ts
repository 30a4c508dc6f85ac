import { html, type TemplateResult } from "lit";

import { bar } from "../draw/bar.js";
import { fixed } from "../draw/number.js";
import { type NextTokenPicture, probabilityText, row } from "./next-token-picture.js";
import { printed } from "./next-token-rows.js";
import { vocabulary } from "./next-token-text.js";
import { texts as t } from "./texts/next-token.js";

const MOST_CANDIDATES = 5;

/** The chosen position in numbers: logits, softmax, probability of the true next token, and its loss. */
export function lossHere({ tensors, state }: NextTokenPicture): TemplateResult {
  const i = state.position - 1;
  const [logits, probs] = [row(tensors.logits!, i), row(tensors.probs!, i)];
  const target = tensors.targets!.data[i]!;
  const shown = candidates(logits, target);
  const name = (token: number) => printed(vocabulary[token]!);
  const power = (token: number) => html`<span class="term">e<sup>${fixed(logits[token]!)}</sup></span>`;
  return html`<div class="worked">
    <table class="candidates">
      <thead>
        <tr>
          <th scope="col">${t.candidates.token}</th>
          <th scope="col" class="number">${t.candidates.logit}</th>
          <th scope="col" colspan="2">${t.candidates.probability}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (token) =>
            html`<tr class=${token === target ? "true" : ""}>
              <th scope="row">${name(token)}${token === target ? html` <small>${t.trueNext}</small>` : ""}</th>
              <td class="number">${fixed(logits[token]!)}</td>
              <td class="number">${probabilityText(probs[token]!)}</td>
              <td class="share">${bar(probs[token]!)}</td>
            </tr>`,
        )}
        <tr class="others">
          <th scope="row" colspan="4">${t.others(vocabulary.length - shown.length)}</th>
        </tr>
      </tbody>
    </table>
    <p class="worked-out">
      <span class="step"
        >p(${name(target)}) = ${power(target)} / (${shown.slice(0, 2).map((token) => html`${power(token)} + `)}…,
        ${t.terms(vocabulary.length)}) = ${probabilityText(probs[target]!)}</span
      >
      <span class="step"
        >−ln p(${name(target)}) = −ln ${probabilityText(probs[target]!)} =
        <b>${t.readouts.nats(tensors.losses!.data[i]!)}</b></span
      >
    </p>
  </div>`;
}

/** The tokens with the largest logits, in their order, and the true one if it is not among them. */
function candidates(logits: Float32Array, target: number): number[] {
  const sorted = Array.from(logits.keys()).sort((a, b) => logits[b]! - logits[a]! || a - b);
  const first = sorted.slice(0, MOST_CANDIDATES);
  return first.includes(target) ? first : [...first.slice(0, -1), target];
}
