import { html, nothing, type TemplateResult } from "lit";

import { matrix } from "../draw/matrix.js";
import type { LookupPicture } from "./soft-lookup-picture.js";
import type { LookupControls } from "./soft-lookup-view.js";
import { texts } from "./texts.js";

const t = texts.softLookup;
const ideas = ["query", "key", "value"] as const;

/** To unfold: X times the three projections, and the queries, keys and values of all tokens. */
export function projections(
  { tokens, tensors, query }: LookupPicture,
  { editing, edit }: Pick<LookupControls, "editing" | "edit">,
): TemplateResult {
  const projected = "x" in tensors;
  const editable = editing ? edit : undefined;
  const letter = (idea: string) => idea[0]!;
  return html`<details class="unfold">
    <summary>${t.unfold}</summary>
    <p>${projected ? t.projected : t.notProjected}</p>
    <div class="matrices">
      ${projected ? matrix(tensors.x!, { name: "x", title: "X", rows: tokens, marked: query, edit: editable }) : nothing}
      ${ideas.map((idea) => {
        const name = letter(idea);
        const formula = html`${name.toUpperCase()}${projected ? html` = X W<sub>${name}</sub><sup>⊤</sup>` : nothing}`;
        const weights = tensors[`w_${name}`];
        return html`<div class="pair">
          ${
            weights
              ? matrix(weights, { name: `w_${name}`, title: html`W<sub>${name}</sub>`, idea, edit: editable })
              : nothing
          }
          ${matrix(tensors[name]!, { name, title: formula, rows: tokens, idea, marked: idea === "query" ? query : -1, edit: editable })}
        </div>`;
      })}
    </div>
  </details>`;
}

/** To unfold: the derivative of each component of the output with respect to each score. */
export function derivatives({ tokens, tensors }: LookupPicture): TemplateResult {
  return html`<details class="unfold">
    <summary>${t.derivatives}</summary>
    <p>${t.derivativeRule}</p>
    <div class="matrices">
      ${matrix(tensors.doutput_dscores!, { name: "doutput_dscores", title: "∂ output / ∂ score", rows: tokens, idea: "weight" })}
    </div>
  </details>`;
}
