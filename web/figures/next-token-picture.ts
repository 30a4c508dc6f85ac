import { fixed } from "../draw/number.js";
import type { Tensor } from "../engine/experiment.js";
import { N_LAYERS, type Sample, type Trainings } from "./next-token-model.js";
import type { Mask, NextTokenState } from "./next-token-state.js";
import { encode } from "./next-token-text.js";
import type { Progress } from "./training.js";

/** The result of one pass for each prefix, beside the single pass. */
export interface PrefixPasses {
  /** Row i from a pass over the first i + 1 tokens, [n, vocab_size]. */
  logits: Tensor;
  /** The logits of the one pass, and how far they are from those. */
  of: Tensor;
  largestDifference: number;
}

/** Everything that one drawing of Figure 10 shows. */
export interface NextTokenPicture {
  state: NextTokenState;
  /** All of the text: n that the model reads, and the last one, which it is only to predict. */
  characters: readonly string[];
  /** tokens, targets, logits, probs, losses, loss, and the attention's weights, of the chosen model. */
  tensors: Record<string, Tensor>;
  progress: Progress;
  /** The training losses of both models, one for each step. */
  curves: Record<Mask, readonly number[]>;
  samples: Record<Mask, Sample>;
  passes: PrefixPasses | undefined;
}

/** The attention weights of a layer, [n_heads, n, n]. */
export const weightsName = (layer: number): string => `layers.${layer}.attention.weights`;

const SHOWN = ["tokens", "targets", "logits", "probs", "losses", "loss"];

/** Reads what the chosen model makes of the text. */
export function readPicture(
  trainings: Trainings,
  state: NextTokenState,
  samples: Record<Mask, Sample>,
): NextTokenPicture {
  const characters = [...state.text];
  const tokens = encode(characters);
  const layers = Array.from({ length: N_LAYERS }, (_, layer) => weightsName(layer));
  const tensors = trainings[state.mask].use((experiment) => {
    experiment.configure({ action: "loss", tokens: tokens.slice(0, -1), targets: tokens.slice(1) });
    experiment.run();
    return Object.fromEntries([...SHOWN, ...layers].map((name) => [name, experiment.read(name)]));
  });
  const curves = { causal: [...trainings.causal.progress.losses], none: [...trainings.none.progress.losses] };
  return { state, characters, tensors, progress: trainings.causal.progress, curves, samples, passes: undefined };
}

/** The one pass beside its prefixes. */
export function comparePasses(logits: Tensor, prefixes: Tensor): PrefixPasses {
  const differences = prefixes.data.map((x, i) => Math.abs(x - logits.data[i]!));
  return { logits: prefixes, of: logits, largestDifference: Math.max(...differences) };
}

/** The tensors that are drawn, by their names in the core; those that are of no single pass by names of our own. */
export function shownTensors({ tensors, curves, passes }: NextTokenPicture): Record<string, Tensor> {
  const vector = (values: readonly number[]) => ({ data: Float32Array.from(values), shape: [values.length] });
  const shown: Record<string, Tensor> = {
    ...tensors,
    "training.causal.losses": vector(curves.causal),
    "training.none.losses": vector(curves.none),
  };
  if (passes) shown.prefix_logits = passes.logits;
  return shown;
}

/** Row `i` of the last axis. */
export function row({ data, shape }: Tensor, i: number): Float32Array {
  const width = shape.at(-1)!;
  return data.subarray(i * width, (i + 1) * width);
}

/** The mean over the last steps of a training; NaN before the first. */
export function recentLoss(losses: readonly number[], steps = 20): number {
  const last = losses.slice(-steps);
  return last.reduce((sum, loss) => sum + loss, 0) / last.length;
}

/** A probability with four digits, enough for its logarithm to be found again. */
export function probabilityText(p: number): string {
  const exponent = p > 0 ? Math.floor(Math.log10(p)) : 0;
  if (exponent >= -4) return fixed(p, Math.max(4, 3 - exponent));
  const digits = Array.from(String(-exponent), (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return `${fixed(p / 10 ** exponent, 3)}·10⁻${digits.join("")}`;
}
