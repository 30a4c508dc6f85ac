// Experiments by requests: what one run leaves for the next, what evaluation and training give, what is refused.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { sum } from "../figures/decoder-twin.mjs";
import { bits, equal, holds, near, refused, rows } from "../helpers.mjs";

const attn = await load();
const SIZES = { vocab_size: 9, d_model: 8, n_heads: 2, n_tokens: 6, seed: 3 };
const TEXT = { data: [0, 1, 2, 3, 4, 5, 6, 7, 8, 3, 1, 4, 1, 5, 2, 6, 5, 3] };
const decoder = (more) => attn.experiment("decoder", { ...SIZES, n_layers: 2, ...more });
/** `layers.0.norm_1.gamma` -> `layers.0.norm_1.dgamma` */
const gradientOf = (name) => name.replace(/([^.]+)$/, "d$1");
const ask = (experiment, request, runs = 1) => {
  experiment.configure(request);
  for (let i = 0; i < runs; i++) experiment.run();
};

test("gradients asked for again are the same: nothing is left of those before", () => {
  const model = decoder();
  const request = { action: "gradients", tokens: [1, 2, 3], targets: [2, 3, 4] };
  const names = model.parameters().map(gradientOf);
  ask(model, request);
  const first = names.map((name) => bits(model.read(name)));
  ask(model, { ...request, tokens: [5, 5, 5] });
  ask(model, request, 2);
  names.forEach((name, i) => equal(bits(model.read(name)), first[i], name));
  model.dispose();

  const block = attn.block({ d_model: 8, n_heads: 2, cross: true });
  const at = (n, seed) =>
    Array.from({ length: n }, (_, i) => Array.from({ length: 8 }, (_, j) => Math.sin(seed + i * j)));
  const gradients = () => block.gradients(at(3, 1), at(3, 3), { memory: at(5, 2) });
  const [one, other] = [gradients(), gradients()];
  holds("memory" in one && "x" in one, Object.keys(one).join());
  for (const name of Object.keys(one)) equal(bits(other[name]), bits(one[name]), name);
  block.dispose();
});

test("evaluate: the mean loss and the share of right tokens over all sequences so far", () => {
  const [model, judge] = [decoder(), decoder()];
  const total = { loss: 0, right: 0, targets: 0 };
  model.configure({ action: "evaluate", ...TEXT, seed: 4 });
  const seen = [];
  for (let i = 0; i < 5; i++) {
    model.run();
    const { tokens, targets, loss } = judged(judge, model);
    seen.push(tokens.join(""));
    total.loss += loss * targets.length;
    total.targets += targets.length;
    total.right += rows(judge.read("logits")).filter((row, j) => row.indexOf(Math.max(...row)) === targets[j]).length;
    near(model.read("loss"), [total.loss / total.targets], 1e-6, "loss");
    near(model.read("accuracy"), [total.right / total.targets], 1e-7, "accuracy");
  }
  holds(new Set(seen).size > 1, "the sequences differ");
  holds(total.right > 0, "some are right");
  ask(model, { action: "evaluate", ...TEXT, seed: 4 });
  equal([...model.read("tokens").data].join(""), seen[0], "the first sequence of the same seed");
  near(model.read("loss"), [judged(judge, model).loss], 1e-6, "the loss, counted anew");
  model.configure({ action: "evaluate", ...TEXT, seed: 5 });
  const others = seen.map(() => {
    model.run();
    return [...model.read("tokens").data].join("");
  });
  holds(String(others) !== String(seen), "another seed has other sequences");
  for (const one of [model, judge]) one.dispose();
});

/** The sequence that a model has before it, and the loss that another with the same weights finds. */
function judged(judge, model) {
  const [tokens, targets] = ["tokens", "targets"].map((name) => [...model.read(name).data]);
  ask(judge, { action: "loss", tokens, targets });
  return { tokens, targets, loss: judge.readNumber("loss") };
}

test("training leaves the sequence that it learned from, with its source", () => {
  const sizes = { vocab_size: 28, d_model: 8, n_tokens: 7, n_encoder_layers: 1, n_decoder_layers: 1 };
  const model = attn.experiment("transformer", sizes);
  model.configure({ action: "train", data: "reversal", shortest: 2 });
  for (let i = 0; i < 4; i++) {
    model.run();
    const [source, tokens, targets] = ["source", "tokens", "targets"].map((name) => [...model.read(name).data]);
    const letters = source.filter((token) => token < 26);
    const known = targets.filter((token) => token >= 0);
    equal(known.join(), [...letters].reverse().concat(27).join(), "the letters backwards, and the end");
    equal(tokens.slice(0, known.length).join(), [26, ...[...letters].reverse()].join(), "the start, and the letters");
  }
  model.dispose();
});

test("three steps of AdamW with the betas, the eps and the decay that are its defaults", () => {
  const model = decoder({ n_layers: 1 });
  const names = model.parameters();
  const read = () => names.map((name) => Float64Array.from(model.read(name).data));
  const expected = read();
  const [m, v] = [0, 1].map(() => expected.map((weights) => weights.map(() => 0)));
  const rate = 0.01;
  model.configure({ action: "train", ...TEXT, learning_rate: rate, warmup_steps: 0, batch_size: 2, clip: 0 });
  for (let step = 1; step <= 3; step++) {
    for (let i = 0; i < 2; i++) model.run();
    equal(model.readNumber("step"), step);
    names.forEach((name, p) => {
      const decay = model.shape(name).length > 1 ? 0.01 : 0;
      const gradient = model.read(gradientOf(name)).data;
      gradient.forEach((g, i) => {
        m[p][i] = 0.9 * m[p][i] + 0.1 * g;
        v[p][i] = 0.999 * v[p][i] + 0.001 * g * g;
        const change = m[p][i] / (1 - 0.9 ** step) / (Math.sqrt(v[p][i] / (1 - 0.999 ** step)) + 1e-8);
        expected[p][i] -= rate * (change + decay * expected[p][i]);
      });
    });
  }
  read().forEach((found, p) => near({ data: found }, [...expected[p]], 1e-6, names[p]));
  model.dispose();
});

test("a refused request leaves the one before", async () => {
  const model = decoder();
  ask(model, { action: "loss", tokens: [1, 2], targets: [2, 3] });
  const loss = model.readNumber("loss");
  const wrong = { action: "forward", tokens: [1, 99] };
  await refused(() => model.configure(wrong), "invalid_argument", "tokens[1] (99) must be a whole number from 0 to 8");
  model.write("loss", [7]);
  model.run();
  equal(model.readNumber("loss"), loss);
  equal([...model.read("tokens").data].join(), "1,2");
  model.dispose();
});

test("what cannot be asked of an experiment", async () => {
  const model = decoder();
  await refused(() => model.run(), "invalid_argument", "there are no tokens yet");
  model.dispose();
  const softmax = attn.experiment("softmax", { n_rows: 1, n_columns: 2 });
  const noRequests = "an experiment of this kind takes no requests";
  await refused(() => softmax.configure({ action: "forward" }), "invalid_argument", noRequests);
  await refused(() => softmax.load(new Uint8Array(9)), "invalid_argument", "an experiment of this kind has no weights");
  softmax.dispose();
});

test("after logits that are no numbers a run goes on with mended weights", async () => {
  const [model, other] = [decoder(), decoder()];
  const name = "layers.1.attention.w_q";
  const weights = model.read(name).data;
  const request = { action: "generate", tokens: [1, 2], temperature: 0 };
  ask(other, request, 4);
  model.configure(request);
  model.write(
    name,
    weights.map(() => NaN),
  );
  for (let i = 0; i < 2; i++) await refused(() => model.run(), "invalid_argument", "the logits are not numbers (NaN)");
  model.write(name, weights);
  for (let i = 0; i < 4; i++) model.run();
  equal(model.readNumber("next_token"), other.readNumber("next_token"));
  equal(bits(model.read("logits")), bits(other.read("logits")), "logits");
  for (const one of [model, other]) one.dispose();
});

test("a block has 256 tokens, unless it is told otherwise", async () => {
  const block = attn.block({ d_model: 2 });
  const ones = (n) => Array(n).fill([1, 0]);
  equal(block.forward(ones(256)).output.shape.join(), "256,2");
  await refused(() => block.forward(ones(257)), "invalid_argument", "257", "256");
  block.dispose();
});

/** 1 for what the only sample is, 0 for all else. */
function rowOfOne(fit) {
  fit.run();
  return fit.read("counts").data;
}

test("what a model thinks impossible has an infinite cross-entropy, and a loss where it happened", () => {
  const transitions = [
    [0.5, 0.25, 0.25],
    [0.25, 0.5, 0.25],
    [0.25, 0.25, 0.5],
  ];
  const fit = attn.experiment("distribution_fit", { transitions, seed: 2 });
  fit.write("n_samples", 50);
  fit.write("q", [0, 0, 0, 0.5, 0.5, 0]);
  fit.run();
  const counts = fit.read("counts").data;
  holds(counts[2] > 0, "the third happened");
  for (const name of ["cross_entropy", "kl", "loss"]) equal(fit.read(name).data[1], Infinity, name);
  equal(fit.read("cross_entropy_terms").data[5], Infinity, "its term");
  near({ data: fit.read("kl_terms").data.subarray(3, 5) }, [0, 0.25 * Math.log(0.5)], 1e-7, "the other terms");
  fit.write("q", [0, 0, 0, 0.25, 0.25, 0.5]);
  fit.run();
  const loss =
    -(counts[0] * Math.log(0.25) + counts[1] * Math.log(0.25) + counts[2] * Math.log(0.5)) / sum([...counts]);
  near({ data: [fit.read("loss").data[1]] }, [loss], 1e-6, "loss");
  fit.write("n_samples", 1);
  fit.write("q", [0, 0, 0, ...rowOfOne(fit)]);
  fit.run();
  near({ data: [fit.read("loss").data[1]] }, [0], 0, "the loss of who thinks nothing else possible");
  fit.dispose();
});
