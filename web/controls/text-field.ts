import { html, type TemplateResult } from "lit";

export interface TextFieldOptions {
  label: string;
  text: string;
  /** What is wrong with what was typed, in a sentence; "" if nothing. */
  fault: string;
  /** Called with the whole text at every keystroke. */
  type: (text: string) => void;
}

/** A labelled line of text. */
export function textField({ label, text, fault, type }: TextFieldOptions): TemplateResult {
  return html`<div class="control text-field">
    <label>
      <span class="label">${label}</span>
      <input
        type="text"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        .value=${text}
        value=${text}
        aria-invalid=${fault ? "true" : "false"}
        @input=${(event: Event) => type((event.target as HTMLInputElement).value)}
      />
    </label>
    <p class="problem" role="status" ?hidden=${!fault}>${fault}</p>
  </div>`;
}
