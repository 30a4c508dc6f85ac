import { html, type TemplateResult } from "lit";

/** A button. While it is off it does nothing, but stays where Tab and the focus are. */
export const push = (text: string, off: boolean, act: () => void): TemplateResult =>
  html`<button type="button" class="push" aria-disabled=${off ? "true" : "false"} @click=${() => off || act()}>
    ${text}
  </button>`;
