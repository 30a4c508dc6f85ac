// attention() with `out`: the arrays of an earlier call are filled anew.

import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { attention, inputs, near } from "../helpers.mjs";

const attn = await load();
const NAMES = ["scores", "weights", "output"];

test("the result of one call takes that of the next, which is computed from the new input", () => {
  const out = attn.attention(inputs(5, 7, 8, 3));
  const arrays = NAMES.map((name) => out[name].data);
  const other = { ...inputs(5, 7, 8, 3), temperature: 0.5 };
  assert.equal(attn.attention({ ...other, out }), out);
  NAMES.forEach((name, i) => assert.equal(out[name].data, arrays[i]));
  const expected = attention(other);
  for (const name of NAMES) near(out[name], expected[name], 5e-6, name);
});

test("bits are those of a call without it, with several heads, masks and sizes one after the other", () => {
  const held = attn.liveBytes();
  for (const [n_q, n_k] of [
    [3, 3],
    [16, 16],
    [2, 9],
  ]) {
    for (const keep of [true, false]) {
      const given = { ...inputs(n_q, n_k, 8, 4), n_heads: 2, mask: "causal", keep };
      const out = attn.attention({ ...given, temperature: 3 });
      assert.deepEqual(attn.attention({ ...given, out }), attn.attention(given));
    }
  }
  assert.equal(attn.liveBytes(), held);
});

test("what is left out is made; without `keep` the rest of it stays", () => {
  const given = inputs(4, 4, 4, 4);
  const output = { data: new Float32Array(16), shape: [4, 4] };
  const fresh = attn.attention(given);
  const made = attn.attention({ ...given, out: { output } });
  assert.deepEqual(made, fresh);
  assert.equal(made.output, output);
  assert.deepEqual(attn.attention({ ...given, out: Object.freeze(attn.attention(given)) }), fresh);
  const marked = attn.attention(given);
  marked.weights.data.fill(-1);
  attn.attention({ ...given, keep: false, out: marked });
  assert.deepEqual(marked.output, attn.attention({ ...given, keep: false }).output);
  assert.ok(marked.weights.data.every((x) => x === -1));
});

test("its array may be that of an input", () => {
  const given = inputs(6, 6, 6, 6);
  const expected = attn.attention({ ...given, keep: false }).output;
  const q = { data: Float32Array.from(given.q.flat()), shape: [6, 6] };
  assert.deepEqual(attn.attention({ ...given, q, keep: false, out: { output: q } }).output, expected);
});

test("what cannot be filled is refused by name, and nothing is written", () => {
  const given = inputs(3, 3, 2, 2);
  const tensor = (length, shape) => ({ data: new Float32Array(length), shape });
  const weights = tensor(9, [3, 3]);
  for (const [out, sentence] of [
    [null, "out (null) takes an object with scores, weights, output"],
    [{ result: weights }, 'out has no option "result"; it has scores, weights, output'],
    [{ weights, output: tensor(4, [2, 2]) }, "out.output (shape [2, 2]) must have the shape of output (shape [3, 2])"],
    [{ weights, output: tensor(6, [6]) }, "out.output (shape [6]) must have 2 axes"],
    [{ weights, output: tensor(5, [3, 2]) }, "out.output.data (5 numbers) must have 6, for its shape is [3, 2]"],
    [
      { weights, output: { data: new Float64Array(6), shape: [3, 2] } },
      "out.output.data (Float64Array) must be a Float32Array",
    ],
    [
      {
        weights,
        output: [
          [1, 2],
          [1, 2],
          [1, 2],
        ],
      },
      "out.output.data (undefined) must be a Float32Array",
    ],
    [{ weights, scores: weights }, "out.weights.data must have a buffer of its own: it is another's as well"],
    [Object.freeze({ weights }), "out.scores (undefined) must be given: out is frozen and takes no more"],
    [{ weights, output: null }, "out.output (null) must be nested arrays of numbers or { data, shape }"],
  ]) {
    assert.throws(() => attn.attention({ ...given, out }), { code: "invalid_argument", message: sentence });
    assert.ok(weights.data.every((x) => x === 0));
  }
});
