// Every wrong input has a sentence that names it, and the call after it works.

import { afterEach, test } from "node:test";

import { load } from "../../../dist/index.js";
import { equal, inputs, matrix, refused } from "../helpers.mjs";

const attn = await load();
const good = inputs(3, 7, 4, 2);
const tensor = (data, ...shape) => ({ data, shape });
const deep = [
  [
    [1, 2],
    [3, 4],
  ],
  [
    [5, 6],
    [7, 8],
  ],
];
const changed = (change) => {
  const copy = structuredClone(deep);
  change(copy);
  return copy;
};

afterEach(() => equal(attn.attention(good).output.shape.join(), "3,2", "the shape after a refusal"));

/** What is wrong, the options that have it, and words of the sentence. */
const ATTENTION = [
  ["q is missing", { q: undefined }, "q (undefined)", "nested arrays of numbers"],
  ["q is null", { q: null }, "q (null)"],
  ["q is a number", { q: 5 }, "q (5)"],
  ["q is text", { q: "abc" }, 'q ("abc")'],
  ["q is a function", { q: () => [] }, "q (a function)"],
  ["q is empty", { q: [] }, "q", "an empty array"],
  ["a row of q is empty", { q: [[], [1, 2, 3, 4]] }, "q[0]", "an empty array"],
  [
    "q is ragged",
    {
      q: [
        [1, 2, 3, 4],
        [1, 2, 3],
      ],
    },
    "q[1]",
    "3 entries",
    "4",
    "equally long",
  ],
  ["a row is too long", { v: [[1], [1], [1], [1], [1], [1], [1, 2]] }, "v[6]", "2 entries"],
  ["a number stands for a row", { q: [[1, 2, 3, 4], 5] }, "q[1] (5)", "must be an array"],
  ["a row stands for a number", { q: [[1, 2, 3, [4]]] }, "q[0][3] (an array of 1)", "must be a number"],
  ["a text among numbers", { k: [[1, "2", 3, 4]] }, 'k[0][1] ("2")', "must be a number"],
  ["null among numbers", { k: [[1, null, 3, 4]] }, "k[0][1] (null)"],
  ["a hole among numbers", { k: [[1, , 3, 4]] }, "k[0][1] (undefined)"], // eslint-disable-line no-sparse-arrays
  ["a BigInt among numbers", { k: [[1n, 2, 3, 4]] }, "k[0][0] (1)", "must be a number"],
  ["BigInt data", { q: tensor(new BigInt64Array(4), 1, 4) }, "q", "nested arrays of numbers"],
  ["text as data", { q: tensor("1234", 1, 4) }, "q"],
  ["text in data", { q: tensor([1, 2, "3", 4], 1, 4) }, 'q.data[2] ("3")'],
  [
    "arrays in data",
    {
      q: tensor(
        [
          [1, 2],
          [3, 4],
        ],
        2,
        2,
      ),
    },
    "q.data",
  ],
  ["a buffer without numbers", { q: tensor(new ArrayBuffer(16), 1, 4) }, "q"],
  ["data without a shape", { q: { data: new Float32Array(4) } }, "q"],
  ["data too short for its shape", { q: tensor(new Float32Array(5), 2, 3) }, "q.data (5 numbers)", "6", "[2, 3]"],
  ["a shape of nothing", { q: tensor(new Float32Array(1)) }, "q.shape ([])", "whole numbers from 1"],
  ["a shape with 0", { q: tensor(new Float32Array(0), 0, 4) }, "q.shape ([0, 4])"],
  ["a shape with a fraction", { q: tensor(new Float32Array(6), 1.5, 4) }, "q.shape ([1.5, 4])"],
  ["a negative shape", { q: tensor(new Float32Array(4), -1, -4) }, "q.shape ([-1, -4])"],
  ["a shape of text", { q: tensor(new Float32Array(4), "1", "4") }, "q.shape"],
  ["one axis", { q: [1, 2, 3, 4] }, "q (shape [4])", "2 axes"],
  ["three axes", { q: deep }, "q (shape [2, 2, 2])", "2 axes"],
  ["k of another width", { k: matrix(7, 5, 1) }, "k (shape [7, 5])", "as many columns as q", "[3, 4]"],
  ["v of another length", { v: matrix(6, 2, 1) }, "v (shape [6, 2])", "as many rows as k", "[7, 4]"],
  ["n_heads that does not divide d_k", { n_heads: 3 }, "d_k (4)", "divisible by n_heads (3)"],
  ["n_heads that does not divide d_v", { n_heads: 4 }, "d_v (2)", "divisible by n_heads (4)"],
  ["n_heads 0", { n_heads: 0 }, "n_heads (0)", "whole number from 1"],
  ["n_heads 1.5", { n_heads: 1.5 }, "n_heads (1.5)", "whole number"],
  ["n_heads as text", { n_heads: "2" }, 'n_heads ("2")', "whole number"],
  ["n_heads NaN", { n_heads: NaN }, "n_heads (NaN)", "finite number"],
  ["a mask of another name", { mask: "casual" }, 'mask ("casual") must be "none", "causal", or 0 and 1 as [n_q, n_k]'],
  ["a mask that only the module knows", { mask: "given" }, 'mask ("given")'],
  ["a mask of another shape", { mask: matrix(7, 3, 1) }, "mask (shape [7, 3])", "[3, 7]"],
  ["a mask with 0.5", { mask: [1, 1, 1].map(() => [1, 1, 0.5, 1, 1, 1, 1]) }, "mask[0][2] (0.5)", "0 or 1"],
  ["a mask with -Infinity", { mask: [1, 0, -Infinity].map((x) => Array(7).fill(x)) }, "mask[2][0] (-inf)", "0 or 1"],
  ["a mask with NaN", { mask: [1, NaN, 1].map((x) => Array(7).fill(x)) }, "mask[1][0] (nan)", "0 or 1"],
  ["a mask of booleans", { mask: [1, 1, 1].map(() => Array(7).fill(true)) }, "mask[0][0] (true)", "must be a number"],
  ["a negative temperature", { temperature: -1 }, "temperature (-1)", "0 or more"],
  ["temperature -Infinity", { temperature: -Infinity }, "temperature (-inf)", "0 or more"],
  ["temperature NaN", { temperature: NaN }, "temperature (nan)", "0 or more"],
  ["temperature as text", { temperature: "0.5" }, 'temperature ("0.5")', "must be a number"],
  ["temperature null", { temperature: null }, "temperature (null)", "must be a number"],
  ["a scale of another name", { scale: "sqrt" }, 'scale ("sqrt")', "sqrt_d_k, none, d_k, unit_norm"],
  ["n_heads as a BigInt", { n_heads: 1n }, "n_heads (1n, a BigInt) must be a number"],
  ["a function for a scale", { scale: () => 1 }, "scale (a function)"],
  ["scale NaN", { scale: NaN }, "scale (NaN)", "finite number"],
  ["scale Infinity", { scale: Infinity }, "scale (Infinity)", "finite number"],
  ["scale 1e39", { scale: 1e39 }, "scale (1e+39)", "float32"],
  ["keep as text", { keep: "no" }, 'keep ("no")', "true or false"],
  ["an unknown option", { masks: "causal" }, '"masks"', "mask, temperature"],
];

for (const [what, change, ...words] of ATTENTION) {
  test(what, () => refused(() => attn.attention({ ...good, ...change }), "invalid_argument", ...words));
}

const endless = [];
endless[0] = endless;
const SOFTMAX = [
  ["ragged at the first depth", [[1], 2], "x[1] (2)", "must be an array"],
  ["ragged at the second depth", changed((x) => x[1].pop()), "x[1] has 1 entries", "2"],
  ["ragged at the third depth", changed((x) => x[1][0].push(9)), "x[1][0] has 3 entries", "2"],
  ["too deep in the middle", changed((x) => (x[0][1] = [[3], [4]])), "x[0][1][0] (an array of 1)", "must be a number"],
  ["an array that holds itself", endless, "x must have at most 8 axes"],
  ["empty at the third depth", changed((x) => (x[1][1] = [])), "x[1][1] (an empty array)"],
];

for (const [what, x, ...words] of SOFTMAX)
  test(what, () => refused(() => attn.softmax(x), "invalid_argument", ...words));

test("no options at all", async () => {
  for (const input of [undefined, null, 5, "q"])
    await refused(() => attn.attention(input), "invalid_argument", "attention", "q, k, v");
});

test("long values are cut in the sentence", () =>
  refused(() => attn.attention({ ...good, mask: "x".repeat(10_000) }), "invalid_argument", `"${"x".repeat(40)}..."`));
