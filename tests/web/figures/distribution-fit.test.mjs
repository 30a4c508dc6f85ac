// Figure 11: its numbers against formulas in double precision, the expected excess, the transformer, what it refuses.

import { test } from "node:test";

import { equal, holds, near, refused } from "../helpers.mjs";
import { figureModules } from "./modules.mjs";

const files = ["source", "state", "picture", "check", "still"].map((part) => `figures/distribution-fit-${part}.ts`);
const f = await figureModules("distribution-fit", ...files, "figures/training.ts");
const K = f.weather.length;
const contexts = [...f.weather.keys()];
const ignore = () => {};

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
const row = ({ data, shape }, i) => [...data.subarray(i * shape[1], (i + 1) * shape[1])];

/** What follows a context: the float32 numbers that the core gets, scaled to sum to 1. */
function truth(context) {
  const p = f.transitions[context].map(Math.fround);
  return p.map((x) => x / sum(p));
}

/** PCG32 of stream i, begun where SplitMix64 says: written from the papers, with BigInt. */
function random(seed, i) {
  const bits = (x) => BigInt.asUintN(64, x);
  let x = bits(BigInt(seed) + 0x9e3779b97f4a7c15n * BigInt(i + 1));
  x = bits((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = bits((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  const increment = (BigInt(i) << 1n) | 1n;
  const advance = (state) => bits(state * 6364136223846793005n + increment);
  let state = advance(increment + (x ^ (x >> 31n)));
  return () => {
    const mixed = Number(BigInt.asUintN(32, ((state >> 18n) ^ state) >> 27n));
    const turn = Number(state >> 59n);
    state = advance(state);
    return (((mixed >>> turn) | (mixed << ((32 - turn) % 32))) >>> 0) / 2 ** 32;
  };
}

/** The counts of the first n samples, for every n asked for, which must not fall. */
function counts(p, seed, context, asked) {
  const next = random(seed, context);
  const found = Array(K).fill(0);
  let drawn = 0;
  return asked.map((n) => {
    for (; drawn < n; drawn++) {
      let u = next();
      let j = 0;
      while (j < K - 1 && (u -= p[j]) >= 0) j++;
      found[j]++;
    }
    return [...found];
  });
}

/** Everything that is shown of a fit by counts. */
function expected(p, found, n) {
  const q = found.map((count) => (count + 0.5) / (n + K / 2));
  const terms = p.map((x, j) => -x * Math.log(q[j]));
  const klTerms = p.map((x, j) => x * Math.log(x / q[j]));
  const loss = sum(found.map((count, j) => -count * Math.log(q[j]))) / n;
  return { q, terms, klTerms, crossEntropy: sum(terms), kl: sum(klTerms), loss };
}

/** An experiment for a seed; `fit(context, n)` runs it and gives a reader of its tensors. */
function fitting(seed) {
  const experiment = f.engine.create("distribution_fit", f.fitConfig({ seed }));
  const fit = (context, n) => {
    experiment.write("context", context);
    experiment.write("n_samples", n);
    experiment.run();
    return (name) => experiment.read(name);
  };
  return { experiment, fit };
}

test("every number equals the formulas in double precision", () => {
  const asked = [0, 1, 2, 10, 100, 1000, 100_000];
  for (const seed of [0, 7]) {
    const { experiment, fit } = fitting(seed);
    for (const context of contexts) {
      const p = truth(context);
      const entropy = -sum(p.map((x) => x * Math.log(x)));
      counts(p, seed, context, asked).forEach((found, i) => {
        const [n, place] = [asked[i], `seed ${seed}, ${f.weather[context]}, n = ${asked[i]}:`];
        const read = fit(context, n);
        const want = expected(p, found, n);
        near(read("counts"), found, 0, `${place} counts`);
        near(read("p"), p, 6e-8, `${place} p`);
        near(read("entropy"), [entropy], 1e-7, `${place} entropy`);
        near({ data: row(read("q"), 0) }, want.q, 6e-8, `${place} q`);
        near({ data: row(read("cross_entropy_terms"), 0) }, want.terms, 1e-7, `${place} cross_entropy_terms`);
        near({ data: row(read("kl_terms"), 0) }, want.klTerms, 1e-7, `${place} kl_terms`);
        const first = (name) => ({ data: [read(name).data[0]] });
        near(first("cross_entropy"), [want.crossEntropy], 2e-7, `${place} cross_entropy`);
        near(first("kl"), [want.kl], 1e-6 * want.kl, `${place} kl`); // Also where it is millionths of a nat.
        near(first("loss"), [want.loss], 2e-7, `${place} loss`);
        near(read("expected_excess"), [(K - 1) / (2 * n)], 2e-7, `${place} expected_excess`);
      });
    }
    experiment.dispose();
  }
});

test("the curve is what the fit was after each number of samples, and ends with the samples", () => {
  const { experiment, fit } = fitting(7);
  const n = [...fit(0, 100_000)("curve_n").data];
  equal(n[0], 1);
  equal(n.at(-1), 100_000);
  holds(
    n.every((x, i) => i === 0 || (x > n[i - 1] && (x <= 16 || x / n[i - 1] < 1.13))),
    `the points are ${n}`,
  );
  for (const context of contexts) {
    const whole = [...fit(context, 100_000)("curve_cross_entropy").data];
    const entropy = experiment.read("entropy").data[0];
    near(
      experiment.read("curve_expected"),
      n.map((x) => entropy + (K - 1) / (2 * x)),
      3e-7,
      "curve_expected",
    );
    for (const i of [0, 5, 20, 50, n.length - 1]) {
      const read = fit(context, n[i]);
      equal(read("cross_entropy").data[0], whole[i], `cross-entropy after ${n[i]}`);
      const curve = [...read("curve_cross_entropy").data];
      equal(curve.slice(0, i + 1).join(), whole.slice(0, i + 1).join(), `the curve to ${n[i]}`);
      holds(curve.slice(i + 1).every(Number.isNaN), `the curve past ${n[i]}`);
    }
  }
  experiment.dispose();
});

test("over 200 seeds the excess is (K - 1) / 2n on average, from n = 100 on", (t) => {
  const least = 100;
  const most = 10_000;
  const total = contexts.map(() => new Map());
  for (let seed = 1; seed <= 200; seed++) {
    const { experiment, fit } = fitting(seed);
    for (const context of contexts) {
      const read = fit(context, most);
      const [n, curve, entropy] = [read("curve_n").data, read("curve_cross_entropy").data, read("entropy").data[0]];
      const points = [...n].flatMap((x, i) => (x >= least && x <= most ? [[x, curve[i] - entropy]] : []));
      for (const [x, excess] of [...points, [most, read("kl").data[0]]]) {
        total[context].set(x, (total[context].get(x) ?? 0) + excess / 200);
      }
    }
    experiment.dispose();
  }
  const ratios = total.flatMap((means) => [...means].map(([n, mean]) => mean / ((K - 1) / (2 * n))));
  t.diagnostic(`mean excess / expected: ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`);
  holds(ratios.length > 200, `${ratios.length} means`);
  for (const [context, means] of total.entries()) {
    for (const [n, mean] of means) {
      const ratio = mean / ((K - 1) / (2 * n));
      holds(Math.abs(ratio - 1) < 0.15, `${f.weather[context]}, n = ${n}: ${ratio} of the expected excess`);
    }
  }
});

test("the transformer comes within 0.02 nats of every floor, and of the entropy rate on other days", (t) => {
  const training = f.Training.of(f.engine, f.plan(f.defaults.steps), ignore);
  const { experiment } = fitting(7);
  const state = { ...f.readState({}), model: "transformer" };
  const excesses = () =>
    contexts.map((context) => {
      const picture = f.readPicture(experiment, training, { ...state, context });
      const q = row(picture.tensors.q, 1);
      holds(Math.abs(sum(q) - 1) < 1e-6, `q sums to ${sum(q)}`);
      const kl = sum(truth(context).map((x, j) => x * Math.log(x / q[j])));
      near({ data: [...f.ofModel(picture, "kl")] }, [kl], 1e-6, "kl");
      for (const { name, largest } of f.checkFit(picture)) holds(largest < 1e-6, `check: ${name} ${largest}`);
      return kl;
    });
  const untrained = excesses();
  holds(Math.max(...untrained) > 0.2, `untrained, it is within ${Math.max(...untrained)} nats`);
  const start = performance.now();
  while (training.progress.step < f.defaults.steps) training.advance();
  const ms = performance.now() - start;
  const trained = excesses();
  t.diagnostic(`largest excess ${Math.max(...trained).toFixed(4)} nats after ${ms.toFixed(0)} ms of training`);
  holds(Math.max(...trained) < 0.02, `excesses ${trained}`);

  // The stationary distribution, by letting days pass.
  let pi = Array(K).fill(1 / K);
  for (let day = 0; day < 200; day++) pi = pi.map((_, j) => sum(pi.map((x, i) => x * truth(i)[j])));
  const rate = -sum(pi.map((x, i) => x * sum(truth(i).map((p) => p * Math.log(p)))));
  const heldOut = training.use((model) => {
    model.configure({ action: "evaluate", data: "markov", transitions: f.transitions, seed: 1000 });
    model.run(1000);
    return model.readNumber("loss");
  });
  holds(Math.abs(heldOut - rate) < 0.02, `held out ${heldOut}, entropy rate ${rate}`);
  training.leave(ignore);
  experiment.dispose();
});

test("no samples: q is uniform; the check finds no difference in any state", async () => {
  for (const samples of ["0", "1", "100", "100000"]) {
    for (const context of f.weather) {
      const { numbers, view } = await f.still.draw(f.engine, { samples, context });
      holds(view, "there is a view");
      const [q, kl, entropy] = [row(numbers.q, 0), numbers.kl.data[0], numbers.entropy.data[0]];
      if (samples === "0") {
        holds(
          q.every((x) => x === Math.fround(1 / K)),
          `q is ${q}`,
        );
        near({ data: [kl] }, [Math.log(K) - entropy], 2e-7, "kl");
        equal(numbers.expected_excess.data[0], Infinity);
      }
      const picture = { state: f.readState({ samples, context }), tensors: numbers };
      for (const { name, largest } of f.checkFit(picture)) holds(largest < 1e-6, `check: ${name} ${largest}`);
    }
  }
});

test("the check finds a wrong number", async () => {
  const { numbers } = await f.still.draw(f.engine, {});
  numbers.kl.data[0] += 0.01;
  const found = f.checkFit({ state: f.readState({}), tensors: numbers }).find(({ name }) => name === "kl");
  holds(found.largest > 0.009, `${found.largest}`);
});

test("what is refused, in sentences", async () => {
  const { experiment, fit } = fitting(7);
  for (const [context, n, ...words] of [
    [6, 0, "context (6)", "from 0 to 5"],
    [-1, 0, "context (-1)"],
    [0.5, 0, "context (0.5)"],
    [0, -1, "n_samples (-1)", "from 0 to 100000"],
    [0, 100_001, "n_samples (100001)"],
    [0, NaN, "n_samples (nan)"],
  ]) {
    await refused(() => fit(context, n), "invalid_argument", ...words);
  }
  fit(0, 1);
  experiment.dispose();
  const create = (config) => () => f.engine.create("distribution_fit", config);
  await refused(create({}), "invalid_argument", "transitions is missing");
  await refused(create({ transitions: [[0.5, 0.5]] }), "invalid_argument", "[1, 2]", "[1, 1]");
  await refused(create({ transitions: f.transitions, seed: -1 }), "invalid_argument", "seed (-1)");
  for (const [attributes, ...words] of [
    [{ context: "hail" }, 'context ("hail")', "sun, cloud, rain, storm, fog, snow"],
    [{ samples: "100001" }, 'samples ("100001")', "from 0 to 100000"],
    [{ samples: "" }, 'samples ("")'],
    [{ model: "both" }, 'model ("both")', "counts, transformer"],
    [{ steps: "0" }, 'steps ("0")', "from 1 to 10000"],
    [{ seed: "1.5" }, 'seed ("1.5")'],
  ]) {
    await refused(() => f.readState(attributes), "invalid_argument", ...words);
  }
});

test("numbers of samples as readers type them", () => {
  for (const [text, samples] of [
    ["250", "250"],
    ["10,000", "10000"],
    ["10 000", "10000"],
    ["100.000", "100000"],
    ["2.5", "2.5"],
    ["many", "many"],
  ]) {
    equal(f.parseSamples(text), samples);
  }
});
