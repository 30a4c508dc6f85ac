// Experiments: names, lifetimes, memory that grows or runs out.

import { test } from "node:test";

import { load } from "../../../dist/index.js";
import { attention, equal, holds, inputs, kernels, near, refused, softmax } from "../helpers.mjs";

const attn = await load({ wasm: kernels() });
const pair = () => attn.experiment("softmax", { n_rows: 1, n_columns: 2 });
const ones = (n, d) => ({ data: new Float32Array(n * d).fill(1), shape: [n, d] });

test("what is no number is not written, and what is no count of steps leaves the instance alive", async () => {
  const experiment = pair();
  for (const [values, ...words] of [
    ["ab", 'x ("ab")', "a number or a list of numbers"],
    [null, "x (null)"],
    [undefined, "x (undefined)"],
    [[1, "2"], 'x[1] ("2") must be a number'],
    [[[1, 2]], "x[0] (an array of 2)"],
    [[1n, 2n], "x[0] (1)"],
    [new BigInt64Array(2), "x (BigInt64Array)"],
    [{ length: 2 }, "x (Object)"],
  ]) {
    await refused(() => experiment.write("x", values), "invalid_argument", ...words);
  }
  for (const steps of [0, -1, 1.5, NaN, "1", 1n, Symbol("one"), 2 ** 31, 2 ** 32]) {
    await refused(() => experiment.run(steps), "invalid_argument", "steps (", "from 1");
  }
  for (const kind of [undefined, 5, Symbol("kind")]) {
    await refused(() => attn.experiment(kind, {}), "invalid_argument", "kind (", "softmax");
  }
  experiment.write("x", new Int16Array([1, 1]));
  experiment.run();
  equal([...experiment.read("weights").data].join(), "0.5,0.5");
  experiment.dispose();
});

test("tensors by name", async () => {
  const experiment = attn.experiment("attention", { n_q: 2, n_k: 3, d_k: 4, d_v: 5, mask: "given" });
  equal(experiment.tensors().join(), "q,k,v,temperature,output,mask,scores,weights");
  equal(experiment.shape("weights").join(), "2,3");
  equal(experiment.read("temperature").data[0], 1, "the first temperature");
  const unknown = ['there is no tensor "wieghts"', "q, k, v, temperature, output, mask, scores, weights"];
  for (const use of ["read", "shape"]) await refused(() => experiment[use]("wieghts"), "invalid_argument", ...unknown);
  await refused(() => experiment.write("wieghts", [1]), "invalid_argument", ...unknown);
  for (const name of ["__proto__", "constructor", "", "toString"]) {
    await refused(() => experiment.read(name), "invalid_argument", `no tensor "${name}"`);
  }
  await refused(() => experiment.write("q", [1, 2]), "invalid_argument", "q (2 numbers) must have 8", "[2, 4]");
  await refused(() => experiment.write("q", 1), "invalid_argument", "q (1 numbers) must have 8");
  experiment.dispose();
});

test("reads are copies, and shapes too", () => {
  const experiment = pair();
  experiment.write("x", [1, 2]);
  const { data, shape } = experiment.read("x");
  data[0] = 9;
  shape[0] = 9;
  experiment.shape("x")[1] = 9;
  equal(experiment.read("x").data.join(), "1,2");
  equal(experiment.shape("x").join(), "1,2");
  holds(data.buffer.byteLength === 8, "its buffer holds the two numbers alone");
  experiment.dispose();
});

test("the disposed cannot be used, and disposing twice does nothing", async () => {
  const start = attn.liveBytes();
  const experiment = pair();
  experiment.dispose();
  const other = pair();
  experiment.dispose();
  for (const use of [
    (e) => e.run(),
    (e) => e.read("x"),
    (e) => e.write("x", [1, 2]),
    (e) => e.shape("x"),
    (e) => e.tensors(),
    (e) => e.readNumber("temperature"),
    (e) => e.configure({}),
    (e) => e.save(),
    (e) => e.load(new Uint8Array(8)),
  ]) {
    await refused(() => use(experiment), "invalid_argument", "softmax experiment was disposed");
  }
  other.run();
  other.dispose();
  equal(attn.liveBytes(), start);
});

test("10,000 experiments, calls and refusals leave liveBytes() where it was", () => {
  attn.softmax([1, 2]);
  const start = attn.liveBytes();
  for (let i = 0; i < 10_000; i++) {
    const experiment = attn.experiment("soft_lookup", {
      tokens: ["a", "b"],
      q: [[1], [2]],
      k: [[1], [2]],
      v: [[1], [2]],
    });
    if (i % 10 === 0) experiment.run();
    experiment.dispose();
    if (i % 100 !== 0) continue;
    attn.attention(inputs(1 + (i % 700) / 100, 3, 4, 4));
    try {
      attn.experiment("softmax", { n_rows: -i });
    } catch {
      // As it should; whether it holds memory is asked below.
    }
  }
  equal(attn.liveBytes(), start);
});

// Looking up a name fetches the directory, and that text may be what makes the memory grow.
test("a number is found wherever the memory grows", () => {
  const config = { vocab_size: 25, n_tokens: 32, n_layers: 2, d_model: 32 };
  const models = Array.from({ length: 60 }, () => {
    const model = attn.experiment("decoder", config);
    equal(model.readNumber("step"), 0, "the step of a model that was never trained");
    return model;
  });
  models.forEach((model) => model.dispose());
});

test("memory that grows between write and read moves nothing", () => {
  const small = pair();
  small.write("x", [1, 2]);
  const start = attn.liveBytes();
  const large = Array.from({ length: 4 }, () => attn.experiment("softmax", { n_rows: 1000, n_columns: 2000 }));
  holds(attn.liveBytes() - start > 60e6, "the memory grew");
  small.run();
  near(small.read("weights"), softmax([1, 2], 1), 1e-6, "weights");
  small.write("x", [2, 1]);
  large.forEach((experiment) => experiment.dispose());
  small.run();
  near(small.read("weights"), softmax([2, 1], 1), 1e-6, "weights");
  small.dispose();
});

test("out of memory is an error, and the next call works", async () => {
  const start = attn.liveBytes();
  const given = inputs(3, 3, 2, 2);
  // Too large for an address, and too large for the 2 GB that the memory may grow to.
  for (const n of [60_000, 16_500]) {
    const long = { q: ones(n, 1), k: ones(n, 1), v: ones(n, 1) };
    await refused(() => attn.attention(long), "out_of_memory", "not enough memory", "attention");
    near(attn.attention(given).output, attention(given).output, 5e-6, "the next output");
  }
  await refused(() => attn.experiment("softmax", { n_rows: 1 << 28, n_columns: 1 << 28 }), "out_of_memory", "softmax");
  equal(attn.liveBytes(), start);
});

test("extents beyond every bound are refused by name", () =>
  refused(
    () => attn.experiment("softmax", { n_rows: 2 ** 29, n_columns: 1 }),
    "invalid_argument",
    "n_rows (536870912)",
  ));

test("hostile keys in a config and unwritable ones change nothing", async () => {
  const config = JSON.parse('{"n_rows": 1, "n_columns": 1, "__proto__": {"polluted": 1}}');
  await refused(() => attn.experiment("softmax", config), "invalid_argument", "__proto__");
  equal({}.polluted, undefined);
  equal(attn.softmax([3]).data[0], 1);
  const circular = { n_rows: 1 };
  circular.n_columns = circular;
  await refused(() => attn.experiment("softmax", circular), "invalid_argument", "config", "JSON");
  await refused(
    () => attn.experiment("softmax", { n_rows: 1n, n_columns: 1 }),
    "invalid_argument",
    "n_rows (1n, a BigInt)",
  );
  await refused(() => attn.experiment("softmax", undefined), "invalid_argument", "config");
  await refused(() => attn.experiment("constructor", {}), "invalid_argument", 'kind ("constructor")', "softmax");
});
