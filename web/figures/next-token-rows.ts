import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";

import { column } from "../draw/column.js";
import { fixed } from "../draw/number.js";
import { lossHere } from "./next-token-here.js";
import type { NextTokenPicture } from "./next-token-picture.js";
import { vocabulary } from "./next-token-text.js";
import { texts as t } from "./texts/next-token.js";

/** A character as it is printed, and as it is said. */
export const printed = (character: string): string => (character === " " ? t.space : character);
export const named = (character: string): string => (character === " " ? t.spaceName : character);

/**
 * The four rows, a column for each character of the text. The model stands at one position; the loss of that position
 * is drawn where the character is that it predicts.
 */
export function positionTable(picture: NextTokenPicture, choose: (position: number) => void): TemplateResult {
  const { characters, state } = picture;
  const n = characters.length;
  const columns = (cell: (i: number) => TemplateResult) => characters.map((_, i) => cell(i));
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t.tableLabel}>
    <table class="positions" data-mask=${state.mask}>
      <tbody>
        <tr class="sequence">
          <th scope="row">${t.rows.sequence}</th>
          ${columns((i) => (i < n - 1 ? sequenceCell(picture, i, choose) : html`<td>${printed(characters[i]!)}</td>`))}
          <td class="end-of-row"></td>
        </tr>
        <tr class="sees">
          <th scope="row">${t.rows.sees}</th>
          ${columns((i) => seenCell(picture, i))}
          <td class="end-of-row"></td>
        </tr>
        <tr class="here">
          <th scope="row">${t.rows.here}</th>
          <td colspan=${n + 1}>${lossHere(picture)}</td>
        </tr>
        <tr class="losses">
          <th scope="row">${t.rows.losses}</th>
          ${columns((i) => lossCell(picture, i, choose))}
          <td class="end-of-row">${t.meanOfRow(picture.tensors.loss!.data[0]!)}</td>
        </tr>
      </tbody>
    </table>
  </div>`;
}

function sequenceCell({ characters, state }: NextTokenPicture, i: number, choose: (position: number) => void) {
  const character = characters[i]!;
  const chosen = state.position === i + 1;
  return html`<td class=${chosen ? "chosen" : nothing}>
    <label>
      <input
        type="radio"
        name="position"
        value=${i + 1}
        aria-label=${t.position(i + 1, named(character))}
        .checked=${live(chosen)}
        ?checked=${chosen}
        @change=${() => choose(i + 1)}
      />
      <span aria-hidden="true">${printed(character)}</span>
    </label>
  </td>`;
}

/** What the attention lets the model see: up to its position with the mask, all that is read without. */
function seenCell({ characters, state }: NextTokenPicture, i: number): TemplateResult {
  const next = i === state.position;
  const seen = state.mask === "causal" ? i < state.position : i < characters.length - 1;
  if (seen) {
    return next
      ? html`<td class="next answer" title=${t.answer}>
          ${printed(characters[i]!)}<span class="hidden">, ${t.answer}</span>
        </td>`
      : html`<td>${printed(characters[i]!)}</td>`;
  }
  const [mark, name] = next ? [t.next, t.nextName] : ["", t.masked];
  return html`<td class=${next ? "next" : "unseen"}>
    <span aria-hidden="true">${mark}</span><span class="hidden">${name}</span>
  </td>`;
}

/** The loss with which the model at the position before predicts character i. Pressing it chooses that position. */
function lossCell(picture: NextTokenPicture, i: number, choose: (position: number) => void): TemplateResult {
  if (i === 0) return html`<td>${t.noLoss}</td>`;
  const losses = picture.tensors.losses!.data;
  const loss = losses[i - 1]!;
  const top = lossTop(picture);
  return html`<td class=${picture.state.position === i ? "next" : nothing} data-position=${i} @click=${() => choose(i)}>
    ${column(loss / top, picture.tensors.loss!.data[0]! / top)} ${fixed(loss, 1)}
  </td>`;
}

/** The loss that fills a column: that of guessing, or the largest. */
const lossTop = ({ tensors }: NextTokenPicture) =>
  Math.max(Math.log(vocabulary.length), ...Array.from(tensors.losses!.data));
