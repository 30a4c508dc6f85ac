import { html, type TemplateResult } from "lit";

import { bar } from "../draw/bar.js";
import { cell } from "../draw/matrix.js";
import { fixed, significant } from "../draw/number.js";
import { type LookupPicture, row } from "./soft-lookup-picture.js";
import type { LookupControls } from "./soft-lookup-view.js";
import { texts as t } from "./texts/soft-lookup.js";

type Controls = Pick<LookupControls, "editing" | "pointed" | "locked" | "point" | "lock" | "edit">;

/** The table of Figure 1: a row per key, from its score to its share of the output, and their sum. */
export function lookupTable(picture: LookupPicture, controls: Controls): TemplateResult {
  const { tokens, tensors, query } = picture;
  const components = Array.from(row(tensors.v!, 0), (_, c) => c + 1);
  const headings = (idea: string) => components.map((c) => html`<th scope="col" class="number ${idea}">${c}</th>`);
  const worked = workedKey(picture, controls.pointed);
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t.tableLabel(tokens[query]!)}>
      <table class="lookup-table">
        <thead>
          <tr>
            <th scope="col" rowspan="2" class="key">${t.columns.key}</th>
            <th scope="col" rowspan="2" class="number score">${t.columns.score}</th>
            <th scope="col" rowspan="2" class="weight">${t.columns.weight}</th>
            <td rowspan="2" class="sign"></td>
            <th scope="colgroup" colspan=${components.length} class="value">${t.columns.value}</th>
            <td rowspan="2" class="sign"></td>
            <th scope="colgroup" colspan=${components.length} class="product">${t.columns.product}</th>
          </tr>
          <tr>
            ${headings("value")} ${headings("product")}
          </tr>
        </thead>
        <tbody>
          ${tokens.map((_, key) => keyRow(picture, controls, key, worked))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colspan=${5 + components.length}>${t.sum}</th>
            ${Array.from(row(tensors.output!, query), (x) => html`<td class="number product">${fixed(x)}</td>`)}
          </tr>
        </tfoot>
      </table>
    </div>
    ${workedOut(picture, worked)}`;
}

/** The key whose numbers are worked out: the pointed one, else the one with the largest weight. */
function workedKey({ tensors, query }: LookupPicture, pointed: number | undefined): number {
  if (pointed !== undefined && pointed < tensors.k!.shape[0]!) return pointed;
  const scores = row(tensors.scores!, query);
  return scores.indexOf(Math.max(...scores));
}

function keyRow(picture: LookupPicture, controls: Controls, key: number, worked: number): TemplateResult {
  const { tokens, tensors, query } = picture;
  const weight = row(tensors.weights!, query)[key]!;
  const token = tokens[key]!;
  const { editing, locked, point, lock, edit } = controls;
  const values = Array.from(row(tensors.v!, key), (_, c) =>
    cell(tensors.v!, key, c, "v", token, editing ? edit : undefined),
  );
  // The tint of a product follows its weight, in twenty steps: of the cell, as a row's would style all its cells anew.
  const strength = Math.round(20 * (weight || 0));
  return html`<tr
    class=${key === worked ? "worked" : ""}
    @pointerenter=${() => point(key)}
    @pointerleave=${() => point(undefined)}
  >
    <th scope="row" class="key">
      <button
        type="button"
        class="key"
        title=${token}
        aria-pressed=${locked === key ? "true" : "false"}
        @click=${() => lock(key)}
        @focus=${() => point(key)}
        @blur=${() => point(undefined)}
      >
        <bdi class="token">${token}</bdi>
      </button>
    </th>
    <td class="number score">${fixed(row(tensors.scores!, query)[key]!)}</td>
    <td class="weight"><div>${fixed(weight)} ${bar(weight)}</div></td>
    <td class="sign">×</td>
    ${values}
    <td class="sign">=</td>
    ${Array.from(row(tensors.products!, key), (x) => html`<td class="number product" data-strength=${strength}>${fixed(x)}</td>`)}
  </tr>`;
}

/** One row spelled out: the dot product, the score, the weight. */
function workedOut({ tokens, tensors, query, temperature }: LookupPicture, key: number): TemplateResult {
  const q = row(tensors.q!, query);
  const k = row(tensors.k!, key);
  const bracketed = (x: number) => (x < 0 && fixed(x) !== "0.00" ? `(${fixed(x)})` : fixed(x));
  const terms = Array.from(q, (x, c) => {
    const plus = c > 0 ? " + " : "";
    return html`${plus}<span class="term"
        ><span class="query">${bracketed(x)}</span>·<span class="key">${bracketed(k[c]!)}</span></span
      >`;
  });
  const score = row(tensors.scores!, query)[key]!;
  const weight = row(tensors.weights!, query)[key]!;
  return html`<p class="worked-out">
    <span class="hidden">${t.worked}</span>
    <bdi class="query token">${tokens[query]}</bdi> → <bdi class="key token">${tokens[key]}</bdi>:
    <span class="step">score = (${terms}) / √${q.length} = ${fixed(score)}</span>,
    <span class="step"
      >weight = softmax(score / ${significant(temperature)}) = <span class="weight">${fixed(weight)}</span></span
    >
  </p>`;
}
