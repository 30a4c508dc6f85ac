import { html, type TemplateResult } from "lit";

export interface NumberFieldOptions {
  label: string;
  text: string;
  /** Called with what was typed. */
  enter: (text: string) => void;
}

/** A short text field for typed numbers; Enter or leaving it takes the value. */
export function numberField({ label, text, enter }: NumberFieldOptions): TemplateResult {
  return html`<input
    class="typed"
    inputmode="decimal"
    autocomplete="off"
    aria-label=${label}
    .value=${text}
    value=${text}
    @change=${(event: Event) => {
      const input = event.target as HTMLInputElement;
      const typed = input.value;
      input.value = text;
      enter(typed);
    }}
  />`;
}
