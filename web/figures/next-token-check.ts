import type { Tensor } from "../engine/experiment.js";
import type { Difference } from "./base.js";
import { type NextTokenPicture, row } from "./next-token-picture.js";

/**
 * Recomputes what is shown from the logits and the true tokens: plain loops, double precision, nothing of the core.
 * Gives the largest difference for each tensor.
 */
export function checkNextToken({ tensors, state, passes }: NextTokenPicture): Difference[] {
  const { logits, probs, losses, loss, targets } = tensors as Record<string, Tensor>;
  const n = targets!.data.length;
  const positions = Array.from({ length: n }, (_, t) => t);
  const expected = positions.map((t) => softmax(row(logits!, t)));
  const surprises = positions.map((t) => -Math.log(expected[t]![targets!.data[t]!]!));
  const weights = Object.values(tensors).filter(({ shape }) => shape.length === 3);
  const differences = [
    difference("probs", expected.flat(), probs!.data),
    difference("losses", surprises, losses!.data),
    difference("loss", [sum(surprises) / n], loss!.data),
    {
      name: "sums of weights",
      largest: Math.max(...weights.flatMap((w) => rowsOf(w).map((weights) => Math.abs(sum(weights) - 1)))),
    },
  ];
  if (state.mask === "causal") {
    const masked = weights.flatMap((w) => rowsOf(w).flatMap((weights, i) => weights.slice((i % n) + 1)));
    differences.push({ name: "masked weights", largest: Math.max(0, ...masked) });
  }
  if (passes) differences.push(difference("logits pass by pass", Array.from(passes.logits.data), logits!.data));
  return differences;
}

function softmax(scores: Float32Array): number[] {
  const largest = Math.max(...scores);
  const terms = Array.from(scores, (score) => Math.exp(score - largest));
  const total = sum(terms);
  return terms.map((term) => term / total);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);
const rowsOf = (tensor: Tensor) =>
  Array.from({ length: tensor.data.length / tensor.shape.at(-1)! }, (_, i) => Array.from(row(tensor, i)));

function difference(name: string, expected: readonly number[], shown: Float32Array): Difference {
  return { name, largest: Math.max(...expected.map((x, i) => Math.abs(x - shown[i]!))) };
}
