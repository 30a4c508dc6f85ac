import { html, noChange, type TemplateResult } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";

/** Longer than the pauses of a hand that drags, or of a held key. */
const REST_MS = 500;

/** A sentence that screen readers speak when it has rested: one after the last change, not one a step. */
export const status = (sentence: string): TemplateResult =>
  html`<p class="hidden" role="status">${rested(sentence)}</p>`;

class Rested extends AsyncDirective {
  #latest: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  render(sentence: string): string {
    return sentence;
  }

  override update(_part: unknown, [sentence]: [string]): unknown {
    if (sentence === this.#latest) return noChange;
    const isFirst = this.#latest === undefined;
    this.#latest = sentence;
    if (isFirst) return sentence;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.setValue(sentence), REST_MS);
    return noChange;
  }
}

const rested = directive(Rested);
