import { html, nothing, type TemplateResult } from "lit";

export interface ChoiceOptions {
  label: string;
  /** A name for the group of radio buttons, unique within its figure. */
  name: string;
  choices: readonly string[];
  chosen: number;
  choose: (index: number) => void;
  /** Whether they are called by their numbers too, as letters of a word that may be the same. */
  numbered?: boolean;
}

/** One of a few: native radio buttons in a row. Arrow keys move through them. */
export function choice({ label, name, choices, chosen, choose, numbered = false }: ChoiceOptions): TemplateResult {
  return html`<fieldset class="control choice">
    <legend>${label}</legend>
    <div class="choices">
      ${choices.map(
        (text, i) =>
          html`<label>
            <input
              type="radio"
              name=${name}
              aria-label=${numbered ? `${i + 1}: ${text}` : nothing}
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
