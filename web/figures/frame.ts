import { html, nothing, type TemplateResult } from "lit";

import { texts } from "./texts/common.js";

export interface FrameActions {
  check: () => void;
  copyLink: () => void;
  embed: () => void;
}

/**
 * What surrounds every picture: the sentence on what is wrong, and the small controls at the end, with the panel of
 * *embed* below them while it is open.
 */
export function frame(
  view: TemplateResult | undefined,
  tools: unknown,
  sentence: string,
  note: string,
  actions: FrameActions,
  panel?: TemplateResult,
): TemplateResult {
  return html`<div class="attn" lang=${texts.language} dir=${texts.direction}>
    ${view ?? nothing}
    <p class="problem" role="alert" ?hidden=${!sentence}>${sentence}</p>
    ${
      view
        ? html`<p class="tools">
              ${tools}
              <button type="button" @click=${actions.check}>${texts.check}</button>
              <button type="button" @click=${actions.copyLink}>${texts.copyLink}</button>
              <button type="button" aria-expanded=${panel ? "true" : "false"} @click=${actions.embed}>
                ${texts.embed}
              </button>
            </p>
            ${panel ?? nothing}
            <p class="note" role="status">${note}</p>`
        : nothing
    }
  </div>`;
}
