// Models from JavaScript: against plain loops in double precision, their training, files, and what they refuse.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { decoderTwin, softmax, sum } from "../figures/decoder-twin.mjs";
import { equal, holds, near, refused } from "../helpers.mjs";

const attn = await load();
const SIZES = { vocab_size: 12, d_model: 8, n_heads: 2, d_ff: 16, n_tokens: 10 };
const DECODER = { ...SIZES, n_layers: 2, position: "rope", init: "gpt2", seed: 4 };
const TOKENS = [3, 1, 4, 1, 5, 9, 2, 6];
const decoder = (more = {}) => attn.decoder({ ...DECODER, ...more });

/** The mean loss of a decoder in double precision, with one number of one parameter changed. */
function twinLoss(model, tokens, name, index, change) {
  const weights = (wanted) => {
    const { data, shape } = model.read(wanted);
    if (wanted !== name) return { data, shape };
    const exact = Float64Array.from(data);
    exact[index] += change;
    return { data: exact, shape };
  };
  const { logits } = decoderTwin(weights, { tokens: tokens.slice(0, -1), n_layers: 2, n_heads: 2, causal: true });
  return sum(logits.map((row, i) => -Math.log(softmax(row)[tokens[i + 1]]))) / logits.length;
}

const close = (found, expected, most, what) =>
  holds(Math.abs(found - expected) <= most, `${what}: ${found}, not ${expected}`);

/** A model whose weights are all different from 0, so that no gradient vanishes for a wrong reason. */
function noisy(model) {
  let state = 1;
  for (const name of model.parameters()) {
    const { data, shape } = model.read(name);
    const noise = data.map((x) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return x + 0.4 * (state / 2 ** 32 - 0.5);
    });
    model.write(name, { data: noise, shape });
  }
  return model;
}

test("forward and loss equal a decoder in double precision", () => {
  const model = noisy(decoder());
  const twin = decoderTwin((name) => model.read(name), { tokens: TOKENS, n_layers: 2, n_heads: 2, causal: true });
  near(model.forward(TOKENS).logits, twin.logits, 1e-5, "logits");
  twin.weights.forEach((weights, i) =>
    near(model.read(`layers.${i}.attention.weights`), weights, 2e-6, `weights ${i}`),
  );
  close(model.loss(TOKENS), twinLoss(model, TOKENS, "", 0, 0), 1e-5, "loss");
  close(model.loss({ tokens: TOKENS.slice(0, -1), targets: TOKENS.slice(1) }), model.loss(TOKENS), 0, "targets given");
  model.dispose();
});

test("gradients of every parameter equal central differences in double precision", () => {
  const model = noisy(decoder());
  const gradients = model.gradients(TOKENS);
  equal(Object.keys(gradients).join(), model.parameters().join(), "the names");
  for (const [name, { data }] of Object.entries(gradients)) {
    for (const index of [0, Math.floor(data.length / 2), data.length - 1]) {
      const step = 1e-4;
      const slope =
        (twinLoss(model, TOKENS, name, index, step) - twinLoss(model, TOKENS, name, index, -step)) / (2 * step);
      holds(
        Math.abs(data[index] - slope) <= 1e-3 * Math.abs(slope) + 2e-6,
        `${name}[${index}]: ${data[index]}, not ${slope}`,
      );
    }
  }
  model.dispose();
});

test("a block's gradients equal differences of its output, and its wiring is the placement's", () => {
  for (const norm of ["pre", "post"]) {
    const block = attn.block({ d_model: 8, n_heads: 2, norm, cross: true, mask: "causal", seed: 2 });
    const at = (rows, seed) =>
      Array.from({ length: rows }, (_, i) => Array.from({ length: 8 }, (_, j) => Math.sin(seed + 8 * i + j)));
    const [x, memory, cotangent] = [at(3, 1), at(5, 2), at(3, 3)];
    const { output } = block.forward(x, { memory });
    equal(output.shape.join(), "3,8");
    equal(block.read("cross_attention.weights").shape.join(), "2,3,5");
    const gradients = block.gradients(x, cotangent, { memory });
    const objective = (x, memory) =>
      sum([...block.forward(x, { memory }).output.data].map((y, i) => y * cotangent.flat()[i]));
    for (const [name, input] of Object.entries({ x, memory })) {
      const moved = (by) => input.map((row, i) => row.map((value, j) => (i === 1 && j === 3 ? value + by : value)));
      const values = [1e-2, -1e-2].map((by) => (name === "x" ? objective(moved(by), memory) : objective(x, moved(by))));
      const slope = (values[0] - values[1]) / 2e-2;
      const found = gradients[name].data[8 + 3];
      holds(Math.abs(found - slope) < 0.02 * Math.abs(slope) + 2e-3, `${norm}, d${name}: ${found}, not ${slope}`);
    }
    const [first] = block.read(norm === "pre" ? "residual_3" : "norm_3.output").data;
    equal(first, block.read("output").data[0], "the output is the sum's, or the norm's");
    block.dispose();
  }
});

test("layer norm and cross-entropy", () => {
  const x = [
    [10_000, 10_000.01, 9_999.99, 10_000.02],
    [1, 2, 3, 4],
  ];
  const [gamma, beta] = [
    [1, 2, 3, 4],
    [0, 1, 0, -1],
  ];
  const exact = x.map((row) => {
    const floats = row.map(Math.fround);
    const mean = sum(floats) / 4;
    const variance = sum(floats.map((a) => (a - mean) ** 2)) / 4;
    return floats.map((a, j) => (gamma[j] * (a - mean)) / Math.sqrt(variance + 1e-5) + beta[j]);
  });
  near(attn.layerNorm(x, { gamma, beta }), exact, 5e-3, "layer norm");
  near(attn.layerNorm([[7, 7, 7]], { beta: [1, 2, 3] }), [[1, 2, 3]], 0, "a constant row");
  const { loss, losses, probs } = attn.crossEntropy(
    [
      [0, Math.log(1e-30)],
      [1, 1],
    ],
    [1, -1],
  );
  close(loss, 69.0776, 1e-3, "a probability of 1e-30");
  close(attn.crossEntropy([[1, 2]], [-1]).loss, 0, 0, "no target that counts");
  near(losses, [[69.0776, 0]], 1e-3, "losses");
  near(
    probs,
    [
      [1, 0],
      [0.5, 0.5],
    ],
    1e-6,
    "probs",
  );
});

test("training learns, evaluates on other examples, and generates what it learned", () => {
  const model = attn.transformer({
    vocab_size: 28,
    d_model: 16,
    n_heads: 2,
    n_tokens: 5,
    n_encoder_layers: 1,
    n_decoder_layers: 1,
  });
  const data = { data: "reversal", shortest: 4 };
  const before = model.evaluate({ ...data, seed: 7 });
  const steps = [...model.train({ ...data, steps: 400, batch_size: 16, learning_rate: 0.01, warmup_steps: 20 })];
  equal(steps.map(({ step }) => step).join(), Array.from({ length: 400 }, (_, i) => i + 1).join());
  const { loss, accuracy } = model.evaluate({ ...data, seed: 7 });
  holds(
    before.accuracy < 0.2 && accuracy > 0.97 && loss < 0.2,
    `accuracy ${before.accuracy}, then ${accuracy}, loss ${loss}`,
  );
  equal(model.generate([26], { n: 5, source: [0, 1, 2, 3], temperature: 0 }).join(), "3,2,1,0,27");
  for (const { grad_norm, learning_rate, tokens_per_second } of steps)
    holds(grad_norm > 0 && learning_rate > 0 && tokens_per_second > 0);
  model.dispose();
});

test("other calls between the parts of a step change no bit of a training", () => {
  const options = { data: "markov", steps: 6, batch_size: 3, seed: 1 };
  const [plain, disturbed] = [decoder(), decoder()];
  for (const step of plain.train(options)) holds(step.loss > 0);
  const training = disturbed.train(options);
  for (let i = 0, done = 0; done < 6; i++) {
    done = training.advance()?.step ?? done;
    if (i % 7 === 0) disturbed.gradients(TOKENS); // which begins a step anew
    if (i % 3 === 0) disturbed.generate([1], { n: 3 });
    disturbed.evaluate({ data: "markov", n: 1 });
  }
  equal(disturbed.save().join(), plain.save().join(), "the weights");
  const norms = training.gradientNorms();
  equal(Object.keys(norms).join(), disturbed.parameters().join());
  close(Math.hypot(...Object.values(norms)), disturbed.read("grad_norm").data[0], 1e-5, "the norm of norms");
  disturbed.train(options);
  return refused(() => training.advance(), "invalid_argument", "ended");
});

test("a gradient is that of the tensor whose name it has", () => {
  const learned = noisy(decoder({ position: "learned", init: "xavier" }));
  const gradients = learned.gradients(TOKENS);
  // Its input is positions + factor x embedding, so both are one.
  const [doutput, dpositions] = [learned.read("embedding.doutput").data, gradients["embedding.positions"].data];
  doutput.forEach((x, i) => equal(dpositions[i], x, `embedding.doutput[${i}]`));

  const rotated = noisy(decoder({ position: "rope" }));
  rotated.gradients(TOKENS);
  const [q, k, dq, dk, dscores] = ["q", "k", "dq", "dk", "dscores"].map((name) =>
    rotated.read(`layers.0.attention.${name}`),
  );
  const [n_heads, n] = dscores.shape;
  const width = q.shape[1] / n_heads;
  // scores_ij = q_i . k_j / sqrt(width), in every head.
  for (let i = 0; i < n; i++)
    for (let c = 0; c < q.shape[1]; c++) {
      const head = Math.floor(c / width);
      const at = (row, column) => dscores.data[(head * n + row) * n + column] / Math.sqrt(width);
      const others = Array.from({ length: n }, (_, j) => j);
      const [by_q, by_k] = [
        sum(others.map((j) => at(i, j) * k.data[j * q.shape[1] + c])),
        sum(others.map((j) => at(j, i) * q.data[j * q.shape[1] + c])),
      ];
      close(dq.data[i * q.shape[1] + c], by_q, 1e-5, `dq[${i}][${c}]`);
      close(dk.data[i * q.shape[1] + c], by_k, 1e-5, `dk[${i}][${c}]`);
    }
});

test("weights that are not numbers generate a sentence, not tokens", async () => {
  const model = decoder();
  const name = "layers.0.attention.w_q";
  const { data, shape } = model.read(name);
  model.write(name, { data: data.map(() => NaN), shape });
  for (const temperature of [0, 1])
    await refused(() => model.generate([1], { n: 2, temperature }), "invalid_argument", "logits", "NaN");
  model.write(name, { data, shape });
  equal(model.generate([1], { n: 2 }).length, 2, "tokens of the weights as they were");
});

test("a block of GPT-2's initialisation needs no position", () =>
  equal(
    attn
      .block({ d_model: 8, n_heads: 2, init: "gpt2" })
      .forward([Array(8).fill(1)])
      .output.shape.join(),
    "1,8",
  ));

test("keys of GPT-2's config.json that say nothing here are passed over, whatever they hold", () => {
  const n_embd = 8;
  const unknown = [[], [true], [null], [{ a: [1] }], [[1, 2], [3]], ["a", 1], { b: [] }, null, "text"];
  const all = Object.fromEntries(unknown.map((value, i) => [`key_${i}_${"z".repeat(40)}`, value]));
  const sizes = { n_embd, n_head: 2, n_layer: 1, n_positions: 8, vocab_size: 12 };
  equal(
    attn
      .decoder({ ...all, ...sizes, ...{ last: [1, []] } })
      .forward([1, 2])
      .logits.shape.join(),
    "2,12",
  );
});

test("norms of the gradients by layer", async () => {
  const model = noisy(decoder());
  model.train({ data: TOKENS.concat(TOKENS), steps: 1, batch_size: 1 }).step();
  const training = model.train({ data: TOKENS.concat(TOKENS), batch_size: 1, clip: 0 });
  await refused(() => training.gradientNorms(), "invalid_argument", "gradientNorms must come after a step");
  training.step();
  const layers = { embedding: [], "layers.0": [], "layers.1": [], norm_final: [] };
  for (const name of model.parameters()) {
    const layer = Object.keys(layers).find((layer) => name.startsWith(`${layer}.`));
    layers[layer].push(...model.read(name.replace(/\w+$/, "d$&")).data);
  }
  const norms = training.gradientNorms("layer");
  equal(Object.keys(norms).sort().join(), Object.keys(layers).sort().join());
  for (const [layer, numbers] of Object.entries(layers))
    close(norms[layer], Math.sqrt(sum(numbers.map((x) => x * x))), 1e-6 * norms[layer], layer);
  await refused(() => training.gradientNorms("head"), "invalid_argument", '"head"', '"layer"');
});

test("a second training counts from 1", () => {
  const model = decoder();
  const data = { data: TOKENS.concat(TOKENS), batch_size: 3 };
  const counted = (steps) => [...model.train({ ...data, steps })].map(({ step }) => step).join();
  equal(counted(3), "1,2,3");
  equal(counted(5), "1,2,3,4,5");
  const before = model.save();
  equal(counted(2), "1,2");
  holds(String(model.save()) !== String(before), "the third training changed nothing");
  equal(`${model.trainStep(data).step}, ${model.trainStep().step}`, "1, 2");
});

test("trainStep takes one step of the training that train began", () => {
  const [one, other] = [decoder(), decoder()];
  const options = { data: TOKENS.concat(TOKENS), batch_size: 2, seed: 3 };
  const losses = [one.trainStep(options).loss, one.trainStep().loss];
  equal(losses.join(), [...other.train({ ...options, steps: 2 })].map(({ loss }) => loss).join());
  one.dispose();
  other.dispose();
});

test("generation: temperature 0 is the most probable token, top_k 1 as well; a seed draws the same again", () => {
  const model = noisy(decoder());
  const first = model.forward([3]).logits.data;
  equal(model.generate([3], { n: 1, temperature: 0 })[0], first.indexOf(Math.max(...first)));
  equal(model.generate([3], { n: 9, top_k: 1, seed: 5 }).join(), model.generate([3], { n: 9, temperature: 0 }).join());
  const drawn = (options) => model.generate([3], { n: 30, ...options }).join();
  equal(drawn({ seed: 1 }), drawn({ seed: 1 }));
  holds(drawn({ seed: 1 }) !== drawn({ seed: 2 }), "another seed draws others");
  equal(drawn({ seed: 1, top_k: 0 }), drawn({ seed: 1, top_k: 500 }), "beyond the vocabulary top_k is all");
  equal(model.generate(new Int32Array(40).fill(2), { n: 3 }).length, 3, "a prompt longer than n_tokens");
  model.dispose();
});

test("weights go through a file; a file that does not fit is refused and changes nothing", async () => {
  const [from, to, smaller] = [noisy(decoder()), decoder({ seed: 9 }), decoder({ n_layers: 1 })];
  const file = from.save();
  to.load(file);
  equal(to.save().join(), file.join());
  equal(to.forward(TOKENS).logits.data.join(), from.forward(TOKENS).logits.data.join());
  const before = smaller.save().join();
  await refused(() => smaller.load(file), "invalid_argument", "layers.1");
  await refused(() => smaller.load(file.slice(0, 100)), "invalid_argument", "header");
  await refused(() => smaller.load(new Uint8Array(0)), "invalid_argument", "8 bytes");
  await refused(() => smaller.load("text"), "invalid_argument", "Uint8Array");
  equal(smaller.save().join(), before);
});

test("what cannot be is refused with a sentence", async () => {
  const model = decoder();
  const seq2seq = attn.transformer({ ...SIZES, n_encoder_layers: 1, n_decoder_layers: 1 });
  for (const [task, ...words] of [
    [() => model.forward([]), "tokens", "at least one"],
    [() => model.forward([12]), "tokens[0] (12)", "from 0 to 11"],
    [() => model.forward([1, -1]), "tokens[1] (-1)"],
    [() => model.forward([1.5]), "tokens[0] (1.5)"],
    [() => model.forward([NaN]), "tokens[0]"],
    [() => model.forward("text"), "tokens"],
    [() => model.forward(Array(11).fill(1)), "tokens (11 numbers)", "n_tokens (10)"],
    [() => model.loss([1]), "at least two"],
    [() => model.loss({ tokens: [1, 2], targets: [1] }), "targets (1 numbers)", "tokens (2)"],
    [() => model.generate([], { n: 1 }), "tokens"],
    [() => model.generate([1], { n: 0 }), "n (0)"],
    [() => model.generate([1], { n: 1, top_k: -1 }), "top_k (-1)"],
    [() => model.generate([1], { n: 1, temperature: -1 }), "temperature (-1)"],
    [() => model.generate([1]), "n (undefined)"],
    [() => model.generate([1], null), "n (undefined)"],
    [() => model.generate([1], { n: 1, tokens: [5] }), 'no option "tokens"'],
    [() => model.generate([1], { n: 1, action: "train" }), 'no option "action"'],
    [() => model.loss({ tokens: [1, 2], targts: [2, 1] }), 'no option "targts"'],
    [() => model.loss({ tokens: [1, 2], targets: 0 }), "targets (0)"],
    [() => model.train(), "data (null)"],
    [() => model.evaluate(), "data is missing"],
    [() => model.train({ data: "markov", learning_rate: Symbol("x") }), "learning_rate (a symbol)"],
    [() => attn.decoder(), "the config (null) must be one JSON object"],
    [() => model.train({ data: "poems" }), 'data ("poems")', "induction"],
    [() => model.train({ data: [1, 2] }), "data (2 tokens)", "n_tokens (10)"],
    [() => model.train({ data: "markov", momentum: 1 }), "momentum is not a known key"],
    [() => model.train({ data: "markov", learning_rate: -1 }), "learning_rate (-1)"],
    [() => model.train({ data: "reversal" }), "data", "no encoder"],
    [() => seq2seq.forward([1]), "source is missing"],
    [() => seq2seq.train({ data: "reversal" }), "vocab_size (12)", "28"],
    [() => decoder().trainStep(), "trainStep"],
    [() => decoder({ n_heads: 3 }), "d_model (8)", "n_heads (3)"],
    [() => decoder({ norm: "middle" }), 'norm ("middle")', "pre, post"],
    [() => attn.block({ d_model: 8, position: "learned" }), "position"],
    [() => model.write("embedding.tokens", [[1]]), "embedding.tokens (shape [1, 1])", "[12, 8]"],
    [() => model.read("layers.9"), 'no tensor "layers.9"'],
    [() => attn.layerNorm([[1, 2]], { gamma: [1] }), "gamma"],
    [() => attn.layerNorm([[1, 2]], { eps: 0 }), "eps (0)"],
    [() => attn.layerNorm([[1, 2]], { eps: 1e-60 }), "eps (", "more than 0"],
    [() => attn.crossEntropy([[1, 2]], [2]), "targets[0] (2)"],
    [() => attn.crossEntropy([[1, 2]], [0, 1]), "targets"],
    [() => attn.crossEntropy([[1, 2]], 0), "targets (0) must be"],
    [() => attn.crossEntropy([[1, 2]]), "targets (undefined) must be"],
    [() => model.forward([1, NaN]), "tokens[1] (NaN) must be a finite number"],
    [() => model.forward([1, Infinity]), "tokens[1] (Infinity)"],
    [() => model.forward([1, 2n]), "tokens[1] (2n, a BigInt) must be a number"],
    [() => model.forward(new BigInt64Array(1)), "tokens[0] (0n, a BigInt)"],
    [() => model.generate([, 1], { n: 1 }), "tokens[0] (undefined) must be a number"], // eslint-disable-line no-sparse-arrays
    [() => attn.experiment("soft_lookup", { tokens: ["a"], q: [[NaN]], k: [[1]], v: [[1]] }), "q[0][0] (NaN)"],
    [() => model.loss([8]), "tokens (an array of 1) must have at least two entries"],
    [() => model.load(null), "bytes (null) must be a Uint8Array"],
    [() => attn.block({ d_model: 4, position: "learned" }), "position (learned) must be none, rope or alibi"],
    [() => model.evaluate({ data: "markov", n: 2 ** 32 }), "n (4294967296)", "from 1 to 2147483647"],
  ]) {
    await refused(task, "invalid_argument", ...words);
  }
  model.dispose();
  await refused(() => model.forward([1]), "invalid_argument", "disposed");
});

test("a training without data does not go on with the one before", async () => {
  const model = decoder();
  model.trainStep({ data: "markov", batch_size: 1 });
  await refused(() => model.train({}), "invalid_argument", "data (null)");
  await refused(() => model.trainStep({ steps: 4 }), "invalid_argument", "data (null)");
  equal(model.trainStep().step, 2);
  model.dispose();
});

test("cross-attention has a memory in every call, and only cross-attention", async () => {
  const x = [[1, 2, 3, 4]];
  const cross = attn.block({ d_model: 4, cross: true });
  const plain = attn.block({ d_model: 4 });
  cross.forward(x, { memory: [[4, 3, 2, 1]] });
  await refused(() => cross.forward(x), "invalid_argument", "memory (undefined) must be given");
  await refused(() => cross.gradients(x, x, {}), "invalid_argument", "memory (undefined) must be given");
  await refused(() => plain.forward(x, { memory: x }), "invalid_argument", "memory (an array of 1)");
  await refused(() => plain.forward(x, { memry: x }), "invalid_argument", 'no option "memry"');
  await refused(() => plain.forward(x, null), "invalid_argument", "forward (null)");
  cross.dispose();
  plain.dispose();
});

test("a trained parameter takes four numbers, and no step takes more than the first", () => {
  attn.softmax([1]);
  const before = attn.liveBytes();
  for (const options of [{}, { norm: "post" }, { keep: true }]) {
    for (const optimizer of ["adamw", "sgd"]) {
      // Of 8 tokens, so that what passes through is a small part.
      const sizes = { vocab_size: 100, n_layers: 4, d_model: 128, n_heads: 4, n_tokens: 8 };
      const model = attn.decoder({ ...sizes, keep: false, ...options });
      const n_parameters = model.parameters().reduce((sum, name) => sum + model.read(name).data.length, 0);
      const data = Array.from({ length: 100 }, (_, i) => i);
      const training = model.train({ data, batch_size: 2, optimizer });
      training.step();
      const first = attn.liveBytes();
      const wanted = 4 * 4 * n_parameters;
      holds(first - before > wanted && first - before < 1.1 * wanted, `${first - before} bytes for ${n_parameters}`);
      for (let i = 0; i < 20; i++) training.step();
      equal(attn.liveBytes(), first);
      model.dispose();
    }
  }
});

test("everything is given back", () => {
  attn.softmax([1]);
  const before = attn.liveBytes();
  for (let i = 0; i < 300; i++) {
    const model = decoder({ keep: i % 2 === 0 });
    model.trainStep({ data: "markov", batch_size: 1 });
    model.generate([1], { n: 2 });
    model.save();
    model.dispose();
    model.dispose();
    attn.block({ d_model: 4 }).dispose();
  }
  equal(attn.liveBytes(), before);
});
