import { invalid, wholeNumber } from "./attributes.js";
import { MOST_SAMPLES, weather } from "./distribution-fit-source.js";
import type { FigureState } from "./types.js";

/** What q is: counts of the samples, or what a transformer learned. */
export type Fit = "counts" | "transformer";
export const fits: readonly Fit[] = ["counts", "transformer"];

/** The state of Figure 11, checked. */
export interface FitState {
  /** Today's weather, by its number. */
  context: number;
  /** Samples seen. */
  samples: number;
  model: Fit;
  /** When the training of the transformer stops by itself. */
  steps: number;
  /** Of the samples. */
  seed: number;
}

export const defaults = { context: "sun", samples: 100, model: "counts", steps: 1000, seed: 7 } as const;

/** The state that attributes give; throws a sentence on the first that cannot be. */
export function readState(attributes: FigureState): FitState {
  const { context = defaults.context, model = defaults.model } = attributes;
  return {
    context: oneOf("context", context, weather),
    samples: wholeNumber("samples", attributes.samples, 0, MOST_SAMPLES, defaults.samples),
    model: fits[oneOf("model", model, fits)]!,
    steps: wholeNumber("steps", attributes.steps, 1, 10_000, defaults.steps),
    seed: wholeNumber("seed", attributes.seed, 0, 2 ** 30, defaults.seed),
  };
}

/** A number of samples as a reader may type it, with or without separators of thousands. */
export const parseSamples = (text: string): string =>
  /^\d{1,3}([,. ’']\d{3})+$/.test(text.trim()) ? text.replace(/\D/g, "") : text;

function oneOf(name: string, text: string, names: readonly string[]): number {
  const index = names.indexOf(text);
  if (index >= 0) return index;
  throw invalid(`${name} ("${text}") must be one of ${names.join(", ")}`);
}
