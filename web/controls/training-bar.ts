import { html, type TemplateResult } from "lit";

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
    <button type="button" class="push" @click=${options.toggle}>
      ${options.running ? options.pause : options.train}
    </button>
    <button type="button" class="push" ?disabled=${step === 0} @click=${options.startAgain}>${options.restart}</button>
    <progress aria-label=${label} max=${steps} value=${step} .value=${step}></progress>
    <span class="readout">${meaning}</span>
  </div>`;
}
