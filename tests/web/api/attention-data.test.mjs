// attention(): what goes in and comes out, long inputs, and what each option changes.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { attention, equal, holds, inputs, matrix, near, rows, softmax } from "../helpers.mjs";

const attn = await load();
const entropy = (weights) => weights.reduce((sum, w) => (w > 0 ? sum - w * Math.log2(w) : sum), 0);

test("every array type gives the same", () => {
  const whole = [
    [1, 2, 3],
    [0, 4, 1],
  ];
  const expected = attn.attention({ q: whole, k: whole, v: whole }).output.data.join();
  for (const Type of [Array, Float64Array, Float32Array, Int32Array, Uint8Array, Int16Array]) {
    const x = { data: Type.from(whole.flat()), shape: [2, 3] };
    equal(attn.attention({ q: x, k: x, v: x }).output.data.join(), expected, Type.name);
  }
  const part = new Float32Array([9, 9, ...whole.flat(), 9]).subarray(2, 8);
  const x = { data: part, shape: [2, 3] };
  equal(attn.attention({ q: x, k: x, v: x }).output.data.join(), expected, "a part of a larger array");
});

test("a mask may be a tensor of any type", () => {
  const given = inputs(2, 3, 4, 4);
  const mask = [
    [1, 0, 1],
    [0, 1, 1],
  ];
  const expected = attn.attention({ ...given, mask }).output.data.join();
  equal(
    attn.attention({ ...given, mask: { data: Uint8Array.from(mask.flat()), shape: [2, 3] } }).output.data.join(),
    expected,
  );
});

test("inputs stay as they are and results are copies", () => {
  const given = inputs(5, 5, 4, 4);
  const before = JSON.stringify(given);
  const { output } = attn.attention(given);
  const kept = output.data.slice();
  attn.attention({ ...inputs(5, 5, 4, 4), temperature: 9 });
  attn.attention(inputs(500, 500, 64, 64));
  equal(output.data.join(), kept.join());
  equal(JSON.stringify(given), before);
  output.data.fill(0);
  equal(attn.attention(given).output.data.join(), kept.join(), "a result that was written to");
});

test("a call after one with another mask or temperature starts afresh", () => {
  const given = inputs(3, 3, 4, 4);
  const mask = [
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ];
  const causal = attn.attention({ ...given, mask: "causal" }).weights.data.join();
  attn.attention({
    ...given,
    mask: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    temperature: 0,
  });
  equal(attn.attention({ ...given, mask }).weights.data.join(), causal, "a given mask");
});

test("long inputs: without intermediates the same, in memory O(n d)", () => {
  const [n, d] = [4096, 16];
  const { q, k, v } = inputs(n, n, d, d);
  const tensor = (x) => ({ data: Float32Array.from(x.flat()), shape: [n, d] });
  const given = { q: tensor(q), k: tensor(k), v: tensor(v), mask: "causal" };
  const { output } = attn.attention({ ...given, keep: false });
  const plain = attn.attention(given);
  near(output, rows(plain.output), 2e-6, "both ways");
  for (const i of [0, 1000, n - 1]) {
    const seen = { q: [q[i]], k: k.slice(0, i + 1), v: v.slice(0, i + 1) };
    near({ data: output.data.subarray(i * d, (i + 1) * d) }, attention(seen).output, 5e-6, `output of query ${i}`);
  }
  const start = attn.liveBytes();
  const alone = attn.experiment("attention", { n_q: n, n_k: n, d_k: d, d_v: d, keep: false });
  holds(attn.liveBytes() - start < 4 * 8 * n * d, `${attn.liveBytes() - start} bytes are held`);
  alone.dispose();
});

test("temperature: the weights spread as it rises", () => {
  const entropies = [0, 0.1, 1, 10, Infinity].map((temperature) =>
    entropy(rows(attn.attention({ ...inputs(1, 9, 4, 4), temperature }).weights)[0]),
  );
  for (let i = 1; i < entropies.length; i++) holds(entropies[i] > entropies[i - 1], `entropies ${entropies}`);
});

test("scale: scores in proportion; mask: the unseen scores alone", () => {
  const given = inputs(4, 4, 4, 4);
  const [one, two] = [1, 2].map((scale) => attn.attention({ ...given, scale }).scores.data);
  holds(
    one.every((x, i) => two[i] === 2 * x),
    "twice the scale, twice the scores",
  );
  const causal = attn.attention({ ...given, scale: 1, mask: "causal" }).scores.data;
  holds(
    one.every((x, i) => causal[i] === (i % 4 <= Math.floor(i / 4) ? x : -Infinity)),
    "causal scores",
  );
});

test("the average of all values at temperature Infinity is exact", () => {
  const { weights, output } = attn.attention({
    ...inputs(2, 4, 3, 3),
    v: [
      [1, 2, 3],
      [3, 2, 1],
      [1, 1, 1],
      [3, 3, 3],
    ],
    temperature: Infinity,
  });
  holds(
    weights.data.every((w) => w === 0.25),
    "weights",
  );
  equal(output.data.join(), "2,2,2,2,2,2");
});

test("weights agree with softmax() of the scores", () => {
  const { scores, weights } = attn.attention({
    q: matrix(3, 4, 5),
    k: matrix(8, 4, 6),
    v: matrix(8, 1, 7),
    temperature: 0.5,
  });
  near(
    weights,
    rows(scores).map((row) => softmax(row, 0.5)),
    1e-6,
    "weights",
  );
  near(attn.softmax(scores, { temperature: 0.5 }), rows(weights), 1e-7, "softmax");
});
