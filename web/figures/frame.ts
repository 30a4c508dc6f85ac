import { html, nothing, type TemplateResult } from "lit";

import { texts } from "./texts.js";

export interface FrameActions {
  check: () => void;
  copyLink: () => void;
}

/** What surrounds every picture: the sentence on what is wrong, and the small controls at the end. */
export function frame(
  view: TemplateResult | undefined,
  tools: unknown,
  sentence: string,
  note: string,
  actions: FrameActions,
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
            </p>
            <p class="note" role="status">${note}</p>`
        : nothing
    }
  </div>`;
}
