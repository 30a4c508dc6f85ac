// The functions one by one against TensorFlow.js, within 2e-6 of the largest finite entry of each result.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { inputs, matrix, someMask } from "../helpers.mjs";
import { agrees, tf } from "../tfjs.mjs";
import { causal, crossEntropy, heads, joined, normed, split } from "./tfjs-twin.mjs";

const BOUND = 2e-6;
const attn = await load();
const [N_Q, N_K] = [6, 9];

for (const [name, { visible, ...options }] of Object.entries({
  "no mask": {},
  "causal, three heads": { mask: "causal", n_heads: 3, visible: () => causal(N_Q, N_K) },
  "temperature and a scale by number": { temperature: 0.5, scale: 0.25 },
  // A query that sees nothing is NaN there and 0 here: the first row, which sees some, takes the second's place.
  "a given mask": { mask: seeing(), visible: () => tf.tensor2d(seeing(), [N_Q, N_K], "bool") },
}))
  test(`attention: ${name}`, () => {
    const given = inputs(N_Q, N_K, 12, 6);
    const { n_heads = 1, temperature, scale = 1 / Math.sqrt(12 / n_heads) } = options;
    const [q, k, v] = [given.q, given.k, given.v].map((rows) => split(tf.tensor2d(rows), n_heads));
    const expected = heads({ q, k, v, scale, temperature, visible: visible?.() });
    const found = attn.attention({ ...given, ...options });
    agrees(found.scores, expected.scores, BOUND, "scores");
    agrees(found.weights, expected.weights, BOUND, "weights");
    agrees(found.output, joined(expected.output), BOUND, "output");
    agrees(attn.attention({ ...given, ...options, keep: false }).output, joined(expected.output), BOUND, "alone");
  });

test("softmax", () => {
  for (const temperature of [0.1, 1, 3]) {
    const x = matrix(5, 33, 4);
    const expected = tf.softmax(tf.div(tf.tensor2d(x), temperature));
    agrees(attn.softmax(x, { temperature }), expected, BOUND, `temperature ${temperature}`);
  }
});

test("layer norm", () => {
  const [x, [gamma], [beta]] = [matrix(5, 33, 5), matrix(1, 33, 6), matrix(1, 33, 7)];
  const weights = (name) => tf.tensor1d(name === "gamma" ? gamma : beta);
  for (const eps of [1e-5, 0.5]) {
    const expected = normed({ norm_kind: "layer", eps, weights, note() {} }, "", tf.tensor2d(x));
    agrees(attn.layerNorm(x, { gamma, beta, eps }), expected, BOUND, `eps ${eps}`);
  }
});

test("cross-entropy", () => {
  const [logits, targets] = [matrix(5, 17, 8), [3, 0, -1, 16, 9]];
  const { loss, losses, probs } = attn.crossEntropy(logits, targets);
  const expected = crossEntropy(tf.tensor2d(logits), targets);
  agrees({ data: [loss] }, expected.loss, BOUND, "loss");
  agrees(losses, expected.losses, BOUND, "losses");
  agrees(probs, tf.softmax(tf.tensor2d(logits)), BOUND, "probs");
});

function seeing() {
  return someMask(N_Q, N_K).map((row, i, all) => (i === 1 ? all[0] : row));
}
