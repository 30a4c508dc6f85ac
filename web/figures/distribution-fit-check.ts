import type { Difference } from "./base.js";
import { type FitPicture, ofModel, scalar } from "./distribution-fit-picture.js";
import { transitions } from "./distribution-fit-source.js";

/**
 * Recomputes what is shown from the transitions, the counts and, for the transformer, its probabilities: plain loops in
 * double precision, nothing of the core. Gives the largest difference for each number that is shown.
 */
export function checkFit(picture: FitPicture): Difference[] {
  const { state, tensors } = picture;
  const p = transitions[state.context]!;
  const counts = [...tensors.counts!.data];
  const shown = [...ofModel(picture, "q")];
  const q =
    state.model === "counts" ? counts.map((count) => (count + 0.5) / (state.samples + 0.5 * counts.length)) : shown;
  const entropy = sum(p.map((x) => -x * Math.log(x)));
  const crossEntropy = sum(p.map((x, j) => -x * Math.log(q[j]!)));
  const kl = sum(p.map((x, j) => x * Math.log(x / q[j]!)));
  const loss = sum(counts.map((count, j) => -count * Math.log(q[j]!))) / state.samples;
  const differences = [
    difference("p", p, [...tensors.p!.data]),
    difference("q", q, shown),
    difference("sum of q", [1], [sum(shown)]),
    difference("entropy", [entropy], [scalar(picture, "entropy")]),
    difference("cross_entropy", [crossEntropy], [...ofModel(picture, "cross_entropy")]),
    difference("kl", [kl], [...ofModel(picture, "kl")]),
  ];
  if (state.samples > 0) {
    differences.push(difference("counts", [state.samples], [sum(counts)]));
    differences.push(difference("loss", [loss], [...ofModel(picture, "loss")]));
  }
  return differences;
}

const sum = (numbers: number[]) => numbers.reduce((total, x) => total + x, 0);

function difference(name: string, expected: number[], shown: number[]): Difference {
  return { name, largest: Math.max(...expected.map((x, i) => Math.abs(x - shown[i]!))) };
}
