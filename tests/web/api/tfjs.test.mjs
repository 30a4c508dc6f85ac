// Whole models against TensorFlow.js: every intermediate of a pass, the loss, and the gradient of every parameter.
// All differences are relative to the tensor's largest finite entry; those of the gradient of b_k to that of w_k's,
// since the same number added to all scores of a query changes no weight: without RoPE that gradient is 0.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { equal, holds } from "../helpers.mjs";
import { agrees, tf } from "../tfjs.mjs";
import { block, crossEntropy, decoder, transformer } from "./tfjs-twin.mjs";

const FORWARD = 2e-6;
const BACKWARD = 1e-5;
const SIZES = { vocab_size: 13, d_model: 24, n_heads: 3, d_ff: 40, n_tokens: 11, eps: 1e-3, seed: 5 };
const DEFAULTS = { norm_kind: "layer", activation: "gelu", init: "xavier", bias: true };
const TOKENS = [3, 1, 4, 1, 5, 9, 2, 6, 12];
const TARGETS = [1, 4, -1, 5, 9, 2, 6, 12, 0];
const SOURCE = [7, 7, 0, 11, 8];

const attn = await load();

for (const [name, more] of Object.entries({
  "pre-norm, sinusoidal, tied": {},
  "post-norm, learned positions, ReLU": { norm: "post", position: "learned", activation: "relu" },
  "RMS norm, RoPE, exact GELU, free unembedding": {
    norm_kind: "rms",
    position: "rope",
    activation: "gelu_exact",
    tied: false,
  },
  "ALiBi, GPT-2's initialisation, no biases": { position: "alibi", init: "gpt2", bias: false },
  "no mask": { mask: "none", position: "rope" },
}))
  test(`a decoder: ${name}`, () => {
    const config = { ...SIZES, n_layers: 2, norm: "pre", position: "sinusoidal", mask: "causal", ...DEFAULTS, ...more };
    compareModel(attn.decoder(config), config, decoder, { tokens: TOKENS, targets: TARGETS }, 20);
  });

for (const norm of ["post", "pre"])
  test(`an encoder-decoder, ${norm}-norm`, () => {
    const config = { ...SIZES, n_encoder_layers: 1, n_decoder_layers: 1, norm, position: "sinusoidal", ...DEFAULTS };
    const input = { tokens: TOKENS, targets: TARGETS, source: SOURCE };
    compareModel(attn.transformer(config), config, transformer, input, 20);
  });

for (const norm of ["post", "pre"])
  test(`a block with cross-attention, ${norm}-norm`, () => {
    const config = { ...SIZES, norm, mask: "causal", position: "none", cross: true, ...DEFAULTS };
    const { vocab_size: _none, ...ours } = config;
    const model = noisy(attn.block(ours));
    const [x, memory, doutput] = [randoms(7, 24, 1), randoms(5, 24, 2), randoms(7, 24, 3)];
    const inputs = { x: tensor(x), memory: tensor(memory) };
    const found = model.forward(x, { memory }).output;
    tf.tidy(() => {
      const names = ["x", "memory", ...model.parameters()];
      const run = (...all) => {
        const given = Object.fromEntries(names.map((name, i) => [name, all[i]]));
        return block({ ...config, note() {}, weights: (name) => given[name] }, "", given.x, given.memory);
      };
      const all = [inputs.x, inputs.memory, ...model.parameters().map((name) => tensor(model.read(name)))];
      agrees(found, run(...all), FORWARD, "output");
      const gradients = model.gradients(x, doutput, { memory });
      const expected = tf.grads((...all) => tf.sum(tf.mul(run(...all), tensor(doutput))))(all);
      compareGradients(names, gradients, expected);
    });
    model.dispose();
  });

/** A pass with all its intermediates (at least `least` of them), the loss and all gradients. */
function compareModel(model, config, twin, { tokens, targets, source }, least) {
  noisy(model);
  const names = model.parameters();
  model.forward(source ? { tokens, source } : tokens);
  tf.tidy(() => {
    const values = names.map((name) => tensor(model.read(name)));
    let compared = 0;
    const graph = (note) => (all) => {
      const weights = (name) => all[names.indexOf(name)];
      return twin({ ...config, note, weights }, { tokens, source });
    };
    graph((name, expected) => {
      agrees(model.read(name), expected, FORWARD, name);
      compared++;
    })(values);
    holds(compared >= least, `only ${compared} intermediates were compared`);
    const lossOf = (...all) => crossEntropy(graph(() => {})(all), targets).loss;
    const input = { tokens, targets, ...(source && { source }) };
    agrees({ data: [model.loss(input)], shape: [] }, lossOf(...values), FORWARD, "loss");
    const gradients = model.gradients(input);
    const expected = tf.grads(lossOf)(values);
    equal(Object.keys(gradients).join(), names.join(), "names of the gradients");
    compareGradients(names, gradients, expected);
  });
  model.dispose();
}

function compareGradients(names, found, expected) {
  names.forEach((name, i) => {
    const scale = expected[names.indexOf(name.replace(/b_k$/, "w_k"))];
    agrees(found[name], expected[i], BACKWARD, `gradient of ${name}`, scale);
  });
}

/** Weights that are all different from what they start as, so that nothing agrees because it is 0 or 1. */
function noisy(model) {
  model.parameters().forEach((name, seed) => {
    const { data, shape } = model.read(name);
    const noise = randoms(1, data.length, seed + 10).data;
    model.write(name, { data: data.map((x, i) => x + 0.2 * noise[i]), shape });
  });
  return model;
}

/** Numbers between -1 and 1. */
function randoms(n_rows, n_columns, seed) {
  let state = seed;
  const data = Float32Array.from({ length: n_rows * n_columns }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  return { data, shape: [n_rows, n_columns] };
}

function tensor({ data, shape }) {
  return tf.tensor(data, shape);
}
