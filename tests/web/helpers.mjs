// What the tests under Node share. The oracle and the comparisons are those of the page tests.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../../web/tools/setup.mjs";
import { attention, matrix } from "../page/in-page/oracle.mjs";

export { equal, holds, near, refused } from "../page/in-page/checks.mjs";
export { attention, matrix, rows, softmax } from "../page/in-page/oracle.mjs";

/** The bits of a tensor's numbers, to be compared. */
export const bits = ({ data }) => String(new Uint32Array(data.buffer));

export const dist = join(root, "dist");
export const kernels = () => readFileSync(join(dist, "kernels.wasm"));

/** The sizes around the widths of SIMD registers and of the kernels' tiles. */
export const SIZES = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33];

/** q, k, v of these sizes, different in every number. */
export const inputs = (n_q, n_k, d_k, d_v) => ({
  q: matrix(n_q, d_k, 1),
  k: matrix(n_k, d_k, 2),
  v: matrix(n_k, d_v, 3),
});

/** Multiples of 1/2 in [-2, 2]: their products and sums are exact in float32, so that no score has an error. */
export const halves = (rows, columns, seed) =>
  matrix(rows, columns, seed).map((row) => row.map((x) => Math.round(2 * x) / 2));

/** Who sees whom under a mask, as the oracle wants it. */
export const visible = (mask, n_q, n_k) => {
  if (mask === "none") return () => true;
  return mask === "causal" ? (i, j) => j <= i + n_k - n_q : (i, j) => mask[i][j] === 1;
};

/** A mask of 0 and 1 with a row that sees nothing, where there are several rows. */
export const someMask = (n_q, n_k) =>
  Array.from({ length: n_q }, (_, i) =>
    Array.from({ length: n_k }, (_, j) => (i === 1 || (3 * i + 5 * j) % 4 === 0 ? 0 : 1)),
  );

/** The oracle for several heads, from one attention for each on its own columns. */
export function multiHead({ q, k, v, n_heads, ...options }) {
  const part = (rows, head) => {
    const width = rows[0].length / n_heads;
    return rows.map((row) => row.slice(head * width, (head + 1) * width));
  };
  const heads = Array.from({ length: n_heads }, (_, head) =>
    attention({ q: part(q, head), k: part(k, head), v: part(v, head), ...options }),
  );
  return {
    scores: heads.map(({ scores }) => scores),
    weights: heads.map(({ weights }) => weights),
    output: q.map((_, i) => heads.flatMap(({ output }) => output[i])),
  };
}
