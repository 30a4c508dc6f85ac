import { html, type TemplateResult } from "lit";

import { push } from "./push.js";

export interface TrainingBarOptions {
  label: string;
  /** On the button that starts, and on the one that pauses. */
  train: string;
  pause: string;
  restart: string;
  running: boolean;
  step: number;
  steps: number;
  /** Steps done, rate and remaining time, in words. */
  meaning: string;
  toggle: () => void;
  startAgain: () => void;
}

/** Starts, pauses and restarts a training, and tells how far it is. */
export function trainingBar(options: TrainingBarOptions): TemplateResult {
  const { label, step, steps, meaning } = options;
  return html`<div class="control training-bar">
    ${push(options.running ? options.pause : options.train, false, options.toggle)}
    ${push(options.restart, step === 0, options.startAgain)}
    <progress aria-label=${label} max=${steps} value=${step} .value=${step}></progress>
    <span class="readout">${meaning}</span>
  </div>`;
}
