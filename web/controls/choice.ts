import { html, type TemplateResult } from "lit";

export interface ChoiceOptions {
  label: string;
  /** A name for the group of radio buttons, unique within its figure. */
  name: string;
  choices: readonly string[];
  chosen: number;
  choose: (index: number) => void;
}

/** One of a few: native radio buttons in a row. Arrow keys move through them. */
export function choice({ label, name, choices, chosen, choose }: ChoiceOptions): TemplateResult {
  return html`<fieldset class="control choice">
    <legend>${label}</legend>
    <div class="choices">
      ${choices.map(
        (text, i) =>
          html`<label>
            <input
              type="radio"
              name=${name}
              value=${i}
              .checked=${i === chosen}
              ?checked=${i === chosen}
              @change=${() => choose(i)}
            />
            <bdi class="token">${text}</bdi>
          </label>`,
      )}
    </div>
  </fieldset>`;
}
