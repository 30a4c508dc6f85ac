// Each choice turned alone, all else the same: the tensor it is about moves in the direction that its definition says.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { bits, equal, holds, inputs, rows } from "../helpers.mjs";

const attn = await load();
const SIZES = { vocab_size: 11, n_layers: 3, d_model: 16, n_heads: 2, n_tokens: 8, mask: "none", position: "none" };
const TOKENS = [3, 1, 4, 1, 5, 9, 2, 6];
const EQUAL = Array(8).fill(3);

const mean = (row) => row.reduce((sum, x) => sum + x, 0) / row.length;
const square = (row) => mean(row.map((x) => x * x));
const entropy = (row) => -row.reduce((sum, w) => (w > 0 ? sum + w * Math.log(w) : sum), 0);

/** A decoder of these choices after a pass over tokens. */
function passed(choices, tokens = TOKENS) {
  const model = attn.decoder({ ...SIZES, ...choices });
  model.forward(tokens);
  return model;
}

test("temperature: the hotter, the more even is every row of weights", () => {
  const entropies = [0, 0.1, 0.5, 1, 3, 30, Infinity].map((temperature) =>
    rows(attn.attention({ ...inputs(5, 7, 6, 3), temperature }).weights).map(entropy),
  );
  for (let t = 1; t < entropies.length; t++)
    entropies[t].forEach((e, i) => holds(e > entropies[t - 1][i], `row ${i}: ${e} after ${entropies[t - 1][i]}`));
});

test("scale: none makes scores sqrt(d_k) times as large, and rows less even", () => {
  const [scaled, plain] = ["sqrt_d_k", "none"].map((scale) => attn.attention({ ...inputs(5, 7, 16, 3), scale }));
  scaled.scores.data.forEach((x, i) => equal(plain.scores.data[i], 4 * x, "a score"));
  const [even, uneven] = [scaled, plain].map(({ weights }) => rows(weights).map(entropy));
  even.forEach((e, i) => holds(e > uneven[i], `row ${i}: ${e}, without a scale ${uneven[i]}`));
});

test("mask: causal takes the weights of later keys and gives them to the others", () => {
  const [all, causal] = ["none", "causal"].map((mask) => rows(attn.attention({ ...inputs(6, 6, 8, 3), mask }).weights));
  causal.forEach((row, i) =>
    row.forEach((w, j) => {
      if (j > i) equal(w, 0, `weight ${i}, ${j}`);
      else if (i < 5) holds(w > all[i][j], `weight ${i}, ${j}: ${w}, without a mask ${all[i][j]}`);
    }),
  );
});

test("norm: what layers hand on has mean square 1 with post, and grows from layer to layer with pre", () => {
  const [pre, post] = ["pre", "post"].map((norm) => passed({ norm }));
  for (const name of post.parameters()) equal(bits(pre.read(name)), bits(post.read(name)), `${name} at the start`);
  // What layer l gets is its first residual sum without what its attention adds.
  const got = (model, l) => {
    const [sum, added] = ["residual_1", "attention.output"].map((name) => rows(model.read(`layers.${l}.${name}`)));
    return mean(sum.map((row, i) => square(row.map((x, c) => x - added[i][c]))));
  };
  for (const l of [1, 2]) holds(Math.abs(got(post, l) - 1) < 1e-3, `layer ${l} gets ${got(post, l)} with post`);
  const sizes = [0, 1, 2].map((l) => got(pre, l));
  holds(sizes[0] < sizes[1] && sizes[1] < sizes[2], `the layers get ${sizes} with pre`);
});

test("norm_kind: layer takes the mean away, rms keeps it; both leave mean squares of 1", () => {
  const [layer, rms] = ["layer", "rms"].map((norm_kind) => rows(passed({ norm_kind }).read("norm_final.output")));
  for (const row of [...layer, ...rms]) holds(Math.abs(square(row) - 1) < 1e-3, `mean square ${square(row)}`);
  for (const row of layer) holds(Math.abs(mean(row)) < 1e-5, `mean ${mean(row)} of layer`);
  holds(Math.max(...rms.map((row) => Math.abs(mean(row)))) > 0.01, "rms keeps a mean");
});

test("position: without any, tokens exchanged exchange their logits; with one, they do not", () => {
  const exchanged = [3, 9, 4, 1, 5, 1, 2, 6]; // Those at 1 and 5.
  const distance = (position) => {
    const [before, after] = [TOKENS, exchanged].map((tokens) => rows(passed({ position }, tokens).read("logits")));
    const moved = before.map((_, i) => before[{ 1: 5, 5: 1 }[i] ?? i]);
    return Math.max(...moved.flatMap((row, i) => row.map((x, c) => Math.abs(x - after[i][c]))));
  };
  holds(distance("none") < 1e-5, `${distance("none")} without positions`);
  for (const position of ["sinusoidal", "learned", "rope", "alibi"])
    holds(distance(position) > 1e-3, `${distance(position)} with ${position}`);
});

test("position: among equal tokens, weights are even without, fall with distance with ALiBi, repeat with RoPE", () => {
  const weights = (position) => {
    const { data, shape } = passed({ position }, EQUAL).read("layers.0.attention.weights");
    return rows({ data: data.subarray(0, 64), shape }); // Those of the first head.
  };
  for (const w of weights("none").flat()) holds(Math.abs(w - 1 / 8) < 1e-6, `weight ${w} without positions`);
  weights("alibi").forEach((row, i) => {
    for (let j = 0; j < i; j++) holds(row[j] < row[j + 1], `ALiBi: key ${j} before query ${i}`);
    for (let j = i; j < 7; j++) holds(row[j] > row[j + 1], `ALiBi: key ${j} behind query ${i}`);
  });
  const rope = passed({ position: "rope" }, EQUAL).read("layers.0.attention.scores").data;
  const score = (i, j) => rope[i * 8 + j];
  for (let offset = -6; offset <= 6; offset++) {
    const along = Array.from({ length: 8 }, (_, i) => i).filter((i) => i - offset >= 0 && i - offset < 8);
    const scores = along.map((i) => score(i, i - offset));
    holds(Math.max(...scores) - Math.min(...scores) < 1e-5, `RoPE: scores at offset ${offset} are ${scores}`);
  }
  holds(Math.abs(score(0, 0) - score(0, 3)) > 1e-3, "RoPE: offsets 0 and 3 have one score");
});

test("seed: the same one gives the same parameters, another one others", () => {
  const [one, same, other] = [1, 1, 2].map((seed) => passed({ seed }));
  for (const name of one.parameters().filter((name) => /\.w_|embedding/.test(name))) {
    equal(bits(same.read(name)), bits(one.read(name)), name);
    holds(bits(other.read(name)) !== bits(one.read(name)), `${name} is the same with another seed`);
  }
});
