// attention() against double loops: sizes, masks, temperatures, scales, heads.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { attention, equal, halves, holds, inputs, multiHead, near, SIZES, someMask, visible } from "../helpers.mjs";

const attn = await load();
const TEMPERATURES = [0, 1e-30, 0.01, 0.1, 0.5, 1, 3, 100, 1e30, Infinity];
/** Bounds for float32: for inputs of about unit variance, and where single weights are close to 1. */
const [USUAL, PEAKY] = [5e-6, 5e-5];
const MASKS = [() => "none", () => "causal", someMask];

/** Checks all results, with the intermediates and without, to `bound`. */
function agrees(given, expected, what, bound = USUAL) {
  const { scores, weights, output } = attn.attention(given);
  near(scores, expected.scores, bound, `${what} scores`);
  near(weights, expected.weights, bound, `${what} weights`);
  near(output, expected.output, bound, `${what} output`);
  const alone = attn.attention({ ...given, keep: false });
  equal(Object.keys(alone).join(), "output");
  near(alone.output, expected.output, bound, `${what} output alone`);
}

for (const makeMask of MASKS) {
  test(`all sizes of n_q and n_k, mask: ${makeMask.name || makeMask()}`, () => {
    for (const n_q of SIZES) {
      for (const n_k of SIZES) {
        const mask = makeMask(n_q, n_k);
        const given = inputs(n_q, n_k, 7, 3);
        agrees({ ...given, mask }, attention({ ...given, allowed: visible(mask, n_q, n_k) }), `[${n_q}, ${n_k}]:`);
      }
    }
  });
}

test("all sizes of d_k and d_v", () => {
  for (const d_k of SIZES) {
    for (const d_v of SIZES) {
      const given = inputs(3, 5, d_k, d_v);
      agrees(given, attention(given), `d_k ${d_k}, d_v ${d_v}:`);
    }
  }
});

for (const temperature of TEMPERATURES) {
  test(`temperature ${temperature}`, () => {
    for (const makeMask of MASKS) {
      for (const [n_q, n_k] of [
        [1, 16],
        [3, 7],
        [5, 2],
        [17, 33],
      ]) {
        const mask = makeMask(n_q, n_k);
        // Scores without an error, ties among them, so that a small temperature has nothing to magnify.
        const given = { q: halves(n_q, 4, 1), k: halves(n_k, 4, 2), v: halves(n_k, 5, 3), temperature };
        const expected = attention({ ...given, allowed: visible(mask, n_q, n_k) });
        agrees({ ...given, mask }, expected, `[${n_q}, ${n_k}]:`, temperature < 0.1 ? PEAKY : USUAL);
      }
    }
  });
}

test("every scale, by name and as a number", () => {
  const given = inputs(5, 7, 9, 4);
  const length = (row) => Math.hypot(...row);
  const unit = (rows) => rows.map((row) => row.map((x) => x / length(row)));
  const named = { sqrt_d_k: 1 / 3, none: 1, d_k: 1 / 9 };
  for (const [scale, factor] of Object.entries(named))
    agrees({ ...given, scale }, attention({ ...given, scale: factor }), scale);
  for (const scale of [0.25, -0.5, 0]) agrees({ ...given, scale }, attention({ ...given, scale }), `scale ${scale}`);
  const normed = { q: unit(given.q), k: unit(given.k), v: given.v };
  agrees({ ...given, scale: "unit_norm" }, attention({ ...normed, scale: 1 }), "unit_norm");
});

test("heads are attentions on their own columns", () => {
  for (const n_heads of [1, 2, 3, 6]) {
    for (const mask of ["none", "causal"]) {
      const given = { ...inputs(5, 9, 12, 6), n_heads };
      const expected = multiHead({ ...given, allowed: visible(mask, 5, 9) });
      agrees({ ...given, mask }, expected, `${n_heads} heads, ${mask}:`);
      const { scores, weights, output } = attn.attention({ ...given, mask });
      equal(weights.shape.join(), n_heads === 1 ? "5,9" : `${n_heads},5,9`);
      equal(scores.shape.join(), weights.shape.join());
      equal(output.shape.join(), "5,6");
    }
  }
});

test("unit_norm, sqrt_d_k and d_k are a head's", () => {
  const given = { ...inputs(3, 4, 8, 2), n_heads: 2 };
  agrees(given, multiHead({ ...given, scale: 0.5 }), "sqrt_d_k:");
  agrees({ ...given, scale: "d_k" }, multiHead({ ...given, scale: 0.25 }), "d_k:");
  const unit = (rows) =>
    rows.map((row) => {
      const lengths = [Math.hypot(...row.slice(0, 4)), Math.hypot(...row.slice(4))];
      return row.map((x, c) => x / lengths[c < 4 ? 0 : 1]);
    });
  const normed = { ...given, q: unit(given.q), k: unit(given.k) };
  agrees({ ...given, scale: "unit_norm" }, multiHead({ ...normed, scale: 1 }), "unit_norm:");
});

test("weights above the diagonal are exactly 0, whatever is there", () => {
  for (const [n_q, n_k] of [
    [1, 16],
    [3, 7],
    [5, 2],
    [6, 6],
  ]) {
    for (const bad of [NaN, Infinity, -Infinity, 3e38]) {
      const given = inputs(n_q, n_k, 4, 3);
      const clean = attn.attention({ ...given, mask: "causal" });
      // The last key and value are seen by the last query alone.
      given.k[n_k - 1] = given.k[n_k - 1].map(() => bad);
      given.v[n_k - 1] = given.v[n_k - 1].map(() => bad);
      const spoilt = attn.attention({ ...given, mask: "causal" });
      for (let i = 0; i < n_q - 1; i++) {
        for (let j = 0; j < n_k; j++) {
          if (j > i + n_k - n_q) equal(spoilt.weights.data[i * n_k + j], 0, `weight [${i}, ${j}] beside ${bad}`);
          equal(spoilt.weights.data[i * n_k + j], clean.weights.data[i * n_k + j], `weight [${i}, ${j}]`);
        }
        for (let c = 0; c < 3; c++)
          equal(spoilt.output.data[i * 3 + c], clean.output.data[i * 3 + c], `output [${i}, ${c}]`);
      }
    }
  }
});

test("where there are more queries than keys, the first see none", () => {
  const { scores, weights, output } = attn.attention({ ...inputs(5, 2, 3, 4), mask: "causal" });
  holds(
    scores.data.subarray(0, 6).every((x) => x === -Infinity),
    "scores are -Infinity",
  );
  holds(
    weights.data.subarray(0, 6).every((x) => Object.is(x, 0)),
    "weights are 0",
  );
  holds(
    output.data.subarray(0, 12).every((x) => Object.is(x, 0)),
    "outputs are 0",
  );
  equal(weights.data[6], 1, "the fourth query's weight of the first key");
});
