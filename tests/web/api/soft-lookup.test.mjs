// The experiment behind Figure 1 against double precision: every tensor, every query, and temperatures to both limits.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { attention, equal, halves, holds, matrix, near, refused, softmax } from "../helpers.mjs";

const attn = await load();
const TEMPERATURES = [0, 0.01, 0.1, 1, 10, 100, Infinity];
const tokens = ["the", "cat", "sat", "on", "the", "mat"];
// Scores without an error and some that are equal; values of any kind.
const data = { q: halves(6, 4, 1), k: halves(6, 4, 2), v: matrix(6, 3, 3) };

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
const entropyOf = (weights) => sum(weights.map((w) => (w > 0 ? -w * Math.log2(w) : 0)));
const distance = (a, b) => Math.hypot(...a.map((x, c) => x - b[c]));
const combine = (weights, v) => v[0].map((_, c) => sum(weights.map((w, j) => w * v[j][c])));

/** d output_c / d score_j as [j][c], by central differences. */
function differences(scores, v, temperature) {
  const step = 1e-4 * Math.min(temperature, 1);
  const output = (j, change) =>
    combine(
      softmax(
        scores.map((x, i) => (i === j ? x + change : x)),
        temperature,
      ),
      v,
    );
  return scores.map((_, j) => {
    const [above, below] = [output(j, step), output(j, -step)];
    return above.map((x, c) => (x - below[c]) / (2 * step));
  });
}

/** Everything the experiment computes, for one query where only one is worked out. */
function expected({ q, k, v }, temperature, query) {
  const soft = attention({ q, k, v, temperature });
  const [hard, mean] = [0, Infinity].map((limit) => attention({ q, k, v, temperature: limit }));
  const limits = temperature === 0 || temperature === Infinity;
  const entropy = soft.weights.map(entropyOf);
  return {
    ...soft,
    hard_weights: hard.weights,
    mean_weights: mean.weights,
    hard_output: hard.output,
    mean_output: mean.output,
    products: v.map((row, j) => row.map((x) => soft.weights[query][j] * x)),
    doutput_dscores: limits ? v.map((row) => row.map(() => 0)) : differences(soft.scores[query], v, temperature),
    entropy,
    effective_keys: entropy.map((bits) => 2 ** bits),
    distance_to_hard: soft.output.map((row, i) => distance(row, hard.output[i])),
    distance_to_mean: soft.output.map((row, i) => distance(row, mean.output[i])),
  };
}

function compare(experiment, given, temperature, query) {
  experiment.write("temperature", temperature);
  experiment.write("query", query);
  experiment.run();
  for (const [name, numbers] of Object.entries(expected(given, temperature, query))) {
    // A derivative is divided by the temperature, and so is its error.
    const bound = name === "doutput_dscores" ? 5e-6 * Math.max(1, 1 / temperature) : 5e-6;
    near(experiment.read(name), numbers, bound, `temperature ${temperature}, query ${query}: ${name}`);
  }
}

for (const temperature of TEMPERATURES) {
  test(`every query at temperature ${temperature}`, () => {
    const experiment = attn.experiment("soft_lookup", { tokens, ...data });
    for (const query of tokens.keys()) compare(experiment, data, temperature, query);
    experiment.dispose();
  });
}

test("from x and the projections", () => {
  const weights = { w_q: halves(4, 5, 4), w_k: halves(4, 5, 5), w_v: halves(3, 5, 6) };
  const x = halves(6, 5, 7);
  const project = (w) => x.map((row) => w.map((column) => sum(column.map((value, c) => value * row[c]))));
  const given = { q: project(weights.w_q), k: project(weights.w_k), v: project(weights.w_v) };
  const experiment = attn.experiment("soft_lookup", { tokens, x, ...weights, temperature: 0.5, query: 3 });
  experiment.run();
  for (const name of ["q", "k", "v"]) near(experiment.read(name), given[name], 0, name);
  compare(experiment, given, 0.5, 3);
  experiment.dispose();
});

test("an edited cell moves everything that depends on it", () => {
  const experiment = attn.experiment("soft_lookup", { tokens, ...data });
  const k = data.k.map((row, j) => (j === 2 ? row.map((x) => x + 1) : row));
  experiment.write("k", k.flat());
  compare(experiment, { ...data, k }, 1, 0);
  experiment.dispose();
});

test("temperature_for_entropy is the inverse of entropy", () => {
  const experiment = attn.experiment("soft_lookup", { tokens, ...data });
  const temperatureFor = (bits, query) => {
    experiment.write("target_entropy", bits);
    experiment.write("query", query);
    experiment.run();
    return experiment.read("temperature_for_entropy").data[0];
  };
  for (const query of tokens.keys()) {
    const { scores } = attention(data);
    const ties = scores[query].filter((x) => x === Math.max(...scores[query])).length;
    const [least, most] = [Math.log2(ties), Math.log2(tokens.length)];
    for (const part of [0.02, 0.25, 0.5, 0.75, 0.98]) {
      const bits = Math.fround(least + part * (most - least));
      const temperature = temperatureFor(bits, query);
      near({ data: [entropyOf(softmax(scores[query], temperature))] }, [bits], 1e-5, `entropy at ${temperature}`);
    }
    for (const bits of [-1, 0, least]) equal(temperatureFor(bits, query), 0, `temperature for ${bits} bits`);
    for (const bits of [Math.fround(most), most + 1e-3, 99])
      equal(temperatureFor(bits, query), Infinity, `temperature for ${bits} bits`);
  }
  experiment.dispose();
});

test("numbers near the ends of float32", () => {
  const run = (q, v, bits) => {
    const experiment = attn.experiment("soft_lookup", { tokens: ["a", "b"], q, k: q, v });
    experiment.write("target_entropy", bits);
    experiment.run();
    const [temperature, distance] = ["temperature_for_entropy", "distance_to_hard"].map(
      (name) => experiment.read(name).data[0],
    );
    experiment.dispose();
    return { temperature, distance };
  };
  for (const size of [1e15, 1e-15]) {
    const { temperature } = run([[size], [0]], [[1], [2]], 0.5);
    const bits = entropyOf(softmax([Math.fround(size) ** 2, 0], temperature));
    holds(Math.abs(bits - 0.5) < 1e-5, `${bits} bits at temperature ${temperature}`);
  }
  const { distance } = run([[1], [0]], [[1e20], [-1e20]], 0.5);
  const expected = 2e20 * softmax([1, 0], 1)[1];
  holds(Math.abs(distance / expected - 1) < 1e-6, `the distance is ${distance}, not ${expected}`);
});

test("one token", () => {
  const given = { q: [[3]], k: [[5]], v: [[7, 0.5]] };
  const experiment = attn.experiment("soft_lookup", { tokens: ["alone"], ...given });
  for (const temperature of TEMPERATURES) compare(experiment, given, temperature, 0);
  experiment.dispose();
});

test("what run() refuses, and the run after it", async () => {
  const experiment = attn.experiment("soft_lookup", { tokens, ...data });
  const refuse = async (name, value, ...words) => {
    const before = experiment.read(name).data[0];
    experiment.write(name, value);
    await refused(() => experiment.run(), "invalid_argument", ...words);
    experiment.write(name, before);
    experiment.run();
  };
  await refuse("temperature", -1, "temperature (-1)", "0 or more");
  await refuse("temperature", NaN, "temperature (nan)");
  for (const query of [-1, 6, 0.5, NaN, Infinity]) await refuse("query", query, "query (", "whole number from 0 to 5");
  holds(experiment.read("output").data.every(Number.isFinite), "the output is there");
  experiment.dispose();
});
