import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";

export interface SliderOptions {
  label: string;
  /** Positions are whole numbers from 0 to `max`. */
  max: number;
  position: number;
  /** What the position means, for screen readers. */
  meaning: string;
  /** What is printed beside it: text, or an input for typed values. */
  readout: unknown;
  /** Printed at the ends of the track; pressing one goes there. */
  ends: readonly [string, string];
  move: (position: number) => void;
}

/** A labelled native range input. */
export function slider({ label, max, position, meaning, readout, ends, move }: SliderOptions): TemplateResult {
  const end = (text: string, at: number) =>
    html`<button type="button" class="end" aria-label="${label}: ${text}, the limit" @click=${() => move(at)}>
      ${text}
    </button>`;
  return html`<div class="control slider">
    <label>
      <span class="label">${label}</span>
      <input
        type="range"
        min="0"
        max=${max}
        step="1"
        .value=${live(String(position))}
        value=${position}
        aria-valuetext=${meaning}
        @change=${(event: Event) => dragging(event, false)}
        @input=${(event: Event) => {
          dragging(event, true);
          move(Number((event.target as HTMLInputElement).value));
        }}
      />
    </label>
    ${end(ends[0], 0)} ${end(ends[1], max)}
    <span class="readout">${readout}</span>
  </div>`;
}

// Between `input` and `change` a hand drags, and the picture follows it without transitions. A key, or a press on the
// track, gives both at once.
function dragging(event: Event, on: boolean): void {
  (event.target as Element).closest(".figure")?.classList.toggle("dragging", on);
}

/** The positions of a logarithmic slider with both limits: 0, then `low` to `high`, then Infinity. */
export class LogScale {
  readonly max: number;

  constructor(
    readonly low: number,
    readonly high: number,
    readonly stepsPerDecade: number,
  ) {
    this.max = Math.round(Math.log10(high / low) * stepsPerDecade) + 2;
  }

  value(position: number): number {
    if (position <= 0) return 0;
    if (position >= this.max) return Infinity;
    return Number((this.low * 10 ** ((position - 1) / this.stepsPerDecade)).toPrecision(3));
  }

  position(value: number): number {
    if (!(value > 0)) return 0;
    if (value === Infinity) return this.max;
    const steps = Math.round(Math.log10(value / this.low) * this.stepsPerDecade);
    return Math.min(this.max - 1, Math.max(1, steps + 1));
  }
}
