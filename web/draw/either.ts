import { html, type TemplateResult } from "lit";

/** One of two texts, in the room of the longer one: nothing moves when the other takes its place. */
export const either = (shown: string, other: string): TemplateResult =>
  html`<span class="either" data-other=${other}><span>${shown}</span></span>`;
