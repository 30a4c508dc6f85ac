import type { Difference } from "./base.js";
import { type LookupPicture, row } from "./soft-lookup-picture.js";

/**
 * Recomputes a lookup from the queries, keys and values that are shown: plain loops, double precision, nothing of the
 * core. Gives the largest difference for each tensor that is shown.
 */
export function checkLookup({ tensors, query, temperature }: LookupPicture): Difference[] {
  const rows = (name: string) =>
    Array.from({ length: tensors[name]!.shape[0]! }, (_, i) => Array.from(row(tensors[name]!, i)));
  const [q, keys, values] = [rows("q")[query]!, rows("k"), rows("v")];
  const scores = keys.map((k) => dot(q, k) / Math.sqrt(q.length));
  const weights = softmax(scores, temperature);
  const products = values.map((v, j) => v.map((component) => weights[j]! * component));
  const output = values[0]!.map((_, c) => sum(products.map((product) => product[c]!)));
  const entropy = sum(weights.map((w) => (w > 0 ? -w * Math.log2(w) : 0)));
  const shown = (name: string) => Array.from(row(tensors[name]!, query));
  return [
    difference("scores", scores, shown("scores")),
    difference("weights", weights, shown("weights")),
    difference("products", products.flat(), rows("products").flat()),
    difference("output", output, shown("output")),
    difference("entropy", [entropy], shown("entropy")),
    difference("sum of weights", [1], [sum(shown("weights"))]),
  ];
}

function softmax(scores: number[], temperature: number): number[] {
  const largest = Math.max(...scores);
  const unnormalised = scores.map((score) => {
    if (temperature === 0) return score === largest ? 1 : 0;
    return Math.exp((score - largest) / temperature);
  });
  const total = sum(unnormalised);
  return unnormalised.map((e) => e / total);
}

const sum = (numbers: number[]) => numbers.reduce((total, x) => total + x, 0);
const dot = (a: number[], b: number[]) => sum(a.map((x, i) => x * b[i]!));

function difference(name: string, expected: number[], shown: number[]): Difference {
  return { name, largest: Math.max(...expected.map((x, i) => Math.abs(x - shown[i]!))) };
}
