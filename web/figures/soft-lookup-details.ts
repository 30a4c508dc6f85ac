import { html, nothing, type TemplateResult } from "lit";

import { matrix } from "../draw/matrix.js";
import type { LookupPicture } from "./soft-lookup-picture.js";
import type { LookupControls } from "./soft-lookup-view.js";
import { texts as t } from "./texts/soft-lookup.js";

const ideas = ["query", "key", "value"] as const;

type Controls = Pick<LookupControls, "editing" | "edit">;

/** X times the three projections, and the queries, keys and values of all tokens. */
export function projections({ tokens, tensors, query }: LookupPicture, { editing, edit }: Controls): TemplateResult {
  const projected = "x" in tensors;
  const editable = editing ? edit : undefined;
  const pair = (idea: (typeof ideas)[number]) => {
    const name = idea[0]!;
    const title = html`${name.toUpperCase()}${projected ? html` = X W<sub>${name}</sub><sup>⊤</sup>` : nothing}`;
    const marked = idea === "query" ? query : undefined;
    const w = tensors[`w_${name}`];
    return html`<div class="pair">
      ${w ? matrix(w, { name: `w_${name}`, title: html`W<sub>${name}</sub>`, idea, edit: editable }) : nothing}
      ${matrix(tensors[name]!, { name, title, rows: tokens, idea, marked, edit: editable })}
    </div>`;
  };
  const x = tensors.x;
  return html`<p>${projected ? t.projected : t.notProjected}</p>
    <div class="matrices">
      ${x ? matrix(x, { name: "x", title: "X", rows: tokens, marked: query, edit: editable }) : nothing}
      ${ideas.map(pair)}
    </div>`;
}

/** The derivative of each component of the output with respect to each score. */
export function derivatives({ tokens, tensors }: LookupPicture): TemplateResult {
  const name = "doutput_dscores";
  return html`<p>${t.derivativeRule}</p>
    <div class="matrices">
      ${matrix(tensors[name]!, { name, title: "∂ output / ∂ score", rows: tokens, idea: "weight" })}
    </div>`;
}
