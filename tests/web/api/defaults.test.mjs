// What is left out means what the documentation says, and what comes back is the caller's own.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { equal, holds, near, refused, softmax } from "../helpers.mjs";

const attn = await load();
const SMALL = { vocab_size: 28, d_model: 4, n_heads: 1, d_ff: 4, n_tokens: 6, seed: 3 };
const REVERSAL = { data: "reversal", shortest: 3 };
const sequence = () => attn.transformer({ ...SMALL, n_encoder_layers: 1, n_decoder_layers: 1 });
const decoder = () => attn.decoder({ ...SMALL, n_layers: 1 });
const same = (one, other, what) => equal(String(one.save()), String(other.save()), what);

test("layer norm without gamma, beta and eps", () => {
  const variance = 1.25 + 1e-5;
  const expected = [-1.5, -0.5, 0.5, 1.5].map((x) => x / Math.sqrt(variance));
  near(attn.layerNorm([[1, 2, 3, 4]]), [expected], 1e-6, "output");
});

test("shapes of results are not those of the inputs", () => {
  const x = { data: Float32Array.of(1, 2), shape: [1, 2] };
  for (const result of [attn.softmax(x), attn.layerNorm(x), attn.crossEntropy(x, [0]).probs]) {
    equal(result.shape.join(), "1,2");
    holds(result.shape !== x.shape, "the shape is the input's own");
  }
});

test("calls of different kinds with the same sizes", () => {
  const x = [[1, 3]];
  const expected = [softmax([1, 3], 1)];
  const normed = 1 / Math.sqrt(1 + 1e-5);
  for (let i = 0; i < 2; i++) {
    near(attn.layerNorm(x), [[-normed, normed]], 1e-6, "layer norm");
    near(attn.softmax(x), expected, 1e-6, "softmax after layer norm");
    near(attn.crossEntropy(x, [1]).probs, expected, 1e-6, "probs after softmax");
    near(attn.softmax(x), expected, 1e-6, "softmax after cross-entropy");
  }
});

test("a vector with two axes", () =>
  refused(() => attn.layerNorm([[1]], { gamma: [[1]] }), "invalid_argument", "gamma (shape [1, 1]) must have 1 axis"));

test("evaluate takes 64 examples", () => {
  const model = sequence();
  const of = (n) => JSON.stringify(model.evaluate({ ...REVERSAL, seed: 5, n }));
  equal(of(undefined), of(64));
  holds(of(32) !== of(64), "32 examples have the mean of 64");
});

test("training takes 1,000 steps of 8 examples", () => {
  const [plain, said] = [decoder(), decoder()];
  const data = { data: "markov" };
  equal([...plain.train(data)].length, 1000);
  equal([...said.train({ ...data, steps: 1000, batch_size: 8 })].length, 1000);
  same(plain, said, "the weights");
});

test("tokens per second are those of the steps themselves", () => {
  const model = attn.decoder({ ...SMALL, d_model: 32, n_tokens: 32, n_layers: 2 });
  const started = performance.now();
  let counted = 0; // seconds, by the rates
  for (const { tokens_per_second } of model.train({ data: "markov", steps: 20 }))
    counted += (8 * model.read("tokens").shape[0]) / tokens_per_second;
  const seconds = (performance.now() - started) / 1000;
  holds(counted < 1.001 * seconds && counted > 0.2 * seconds, `${counted} s by the rates, ${seconds} s by the clock`);
});

test("without targets those of a sequence with a source are the next tokens", () => {
  const model = sequence();
  const source = [3, 1, 2];
  const given = model.loss({ source, tokens: [26, 2, 1], targets: [2, 1, 3] });
  equal(model.loss({ source, tokens: [26, 2, 1, 3] }), given);
  holds(model.loss({ source: [9, 9, 9], tokens: [26, 2, 1, 3] }) !== given, "the source changes nothing");
});

test("norms by layer tell encoder from decoder", () => {
  const training = sequence().train(REVERSAL);
  training.step();
  const layers = Object.keys(training.gradientNorms("layer")).filter((name) => name.includes("layers"));
  equal(layers.join(), "encoder.layers.0,decoder.layers.0");
});

test("tensors are as long as what was read last", () => {
  const experiment = attn.experiment("decoder", { ...SMALL, n_layers: 1 });
  experiment.configure({ action: "generate", tokens: [1] });
  for (const length of [1, 2, 3, 4, 5, 6]) {
    experiment.run();
    equal(experiment.read("logits").shape.join(), `${length},28`);
  }
  experiment.dispose();
});

test("weights from an ArrayBuffer", () => {
  const [from, to] = [sequence(), attn.transformer({ ...SMALL, n_encoder_layers: 1, n_decoder_layers: 1, seed: 9 })];
  to.load(from.save().buffer);
  same(to, from, "the weights");
});

test("`using` gives the memory back", () => {
  const start = attn.liveBytes();
  const model = decoder();
  holds(attn.liveBytes() > start, "a model holds memory");
  model[Symbol.dispose ?? Symbol.for("dispose")]();
  equal(attn.liveBytes(), start);
});
