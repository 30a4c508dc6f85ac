import type { Experiment, Tensor } from "../engine/experiment.js";
import { transitions } from "./distribution-fit-source.js";
import type { FitState } from "./distribution-fit-state.js";
import type { Progress, Training } from "./training.js";

/** Everything that one drawing of the fit shows, read from the core. */
export interface FitPicture {
  state: FitState;
  tensors: Record<string, Tensor>;
  /** Where the training of the transformer stands. */
  progress: Progress;
}

const SHOWN = [
  ..."p counts q entropy cross_entropy kl loss expected_excess cross_entropy_terms kl_terms".split(" "),
  ..."curve_n curve_cross_entropy curve_expected".split(" "),
];

/** The config of the experiment that a state needs. */
export const fitConfig = ({ seed }: FitState) => ({ transitions, seed });

/** Fits both models in a state, and reads what is to be shown. */
export function readPicture(experiment: Experiment, training: Training, state: FitState): FitPicture {
  const learned = training.use((model) => {
    // A pass with a loss, for the probabilities; the loss of this target is of no interest.
    model.configure({ action: "loss", tokens: [state.context], targets: [0] });
    model.run();
    return model.read("probs").data;
  });
  const n = learned.length;
  const q = new Float32Array(2 * n);
  q.set(learned, n);
  experiment.write("q", q);
  experiment.write("context", state.context);
  experiment.write("n_samples", state.samples);
  experiment.run();
  return {
    state,
    tensors: Object.fromEntries(SHOWN.map((name) => [name, experiment.read(name)])),
    progress: training.progress,
  };
}

/** What a tensor has for the model that is shown: one number of [2], or a row of [2, K]. */
export function ofModel({ state, tensors }: FitPicture, name: string): Float32Array {
  const { data } = tensors[name]!;
  const width = data.length / 2;
  const row = state.model === "counts" ? 0 : 1;
  return data.subarray(row * width, (row + 1) * width);
}

/** The number of a tensor that has one. */
export const scalar = ({ tensors }: FitPicture, name: string): number => tensors[name]!.data[0]!;
