// Figure 10: its numbers against a decoder in double precision, the mask's promises, what it refuses.

import { test } from "node:test";

import { equal, holds, near, refused, rows } from "../helpers.mjs";
import { decoderTwin, softmax, sum } from "./decoder-twin.mjs";
import { figureModules } from "./modules.mjs";

const files = ["model", "state", "text", "picture", "check", "still"].map((part) => `figures/next-token-${part}.ts`);
const f = await figureModules("next-token", ...files);
const MASKS = ["causal", "none"];
const TEXTS = ["the wind turns the stone.", "it", f.trainingText.slice(100, 197)];

/** Both models after some steps of training. */
function trained(steps, attributes = {}) {
  const state = f.readState({ ...attributes, steps: String(Math.max(1, steps)) });
  const trainings = f.trainingsOf(f.engine, state, ignore);
  for (const mask of MASKS) while (trainings[mask].progress.step < steps) trainings[mask].advance();
  return { trainings, state, leave: () => MASKS.forEach((mask) => trainings[mask].leave(ignore)) };
}
const ignore = () => {};
const picture = ({ trainings, state }, attributes) => f.readPicture(trainings, { ...state, ...attributes }, {});

for (const steps of [0, 60]) {
  test(`every number equals a decoder in double precision, after ${steps} steps`, () => {
    const all = trained(steps);
    for (const mask of MASKS) {
      for (const text of TEXTS) {
        const { tensors } = picture(all, { mask, text });
        const tokens = [...text].map((character) => f.vocabulary.indexOf(character));
        equal(tensors.tokens.data.join(), tokens.slice(0, -1).join(), "tokens");
        equal(tensors.targets.data.join(), tokens.slice(1).join(), "targets");
        const twin = all.trainings[mask].use((experiment) =>
          decoderTwin((name) => experiment.read(name), {
            tokens: tokens.slice(0, -1),
            n_layers: 2,
            n_heads: 2,
            causal: mask === "causal",
          }),
        );
        const what = `${mask}, "${text}": `;
        near(tensors.logits, twin.logits, 1e-4, `${what}logits`);
        const probs = twin.logits.map(softmax);
        near(tensors.probs, probs, 2e-5, `${what}probs`);
        const losses = probs.map((row, t) => -Math.log(row[tokens[t + 1]]));
        near(tensors.losses, losses, 1e-4, `${what}losses`);
        near(tensors.loss, [sum(losses) / losses.length], 1e-4, `${what}loss`);
        twin.weights.forEach((weights, layer) =>
          near(tensors[`layers.${layer}.attention.weights`], weights, 2e-5, `${what}weights of layer ${layer}`),
        );
      }
    }
    all.leave();
  });
}

test("softmax and -log p by hand from the logits shown", () => {
  const all = trained(60);
  const { logits, probs, losses, loss, targets } = picture(all).tensors;
  const expected = rows(logits).map(softmax);
  near(probs, expected, 1e-6, "probs");
  const surprises = expected.map((row, t) => -Math.log(row[targets.data[t]]));
  near(losses, surprises, 1e-6, "losses");
  near(loss, [sum(surprises) / surprises.length], 1e-6, "loss");
  all.leave();
});

test("with the mask one pass equals a pass for each prefix, to the bit; without it, it does not", () => {
  for (const steps of [0, 60]) {
    const all = trained(steps);
    for (const text of TEXTS) {
      for (const mask of MASKS) {
        const { tensors } = picture(all, { mask, text });
        const prefixes = f.prefixLogits(all.trainings[mask], [...tensors.tokens.data]);
        equal(prefixes.shape.join(), tensors.logits.shape.join(), "shape");
        const { largestDifference } = f.comparePasses(tensors.logits, prefixes);
        if (mask === "causal") equal(largestDifference, 0, `${steps} steps, "${text}"`);
        else if (text.length > 2) holds(largestDifference > 1e-3, `without the mask it is ${largestDifference}`);
      }
    }
    all.leave();
  }
});

test("a prefix is all that its pass is given", () => {
  const all = trained(60);
  const tokens = f.encode("the wind turns");
  const weights = (name) => all.trainings.none.use((experiment) => experiment.read(name));
  const expected = tokens.map((_, t) => {
    const { logits } = decoderTwin(weights, { tokens: tokens.slice(0, t + 1), n_layers: 2, n_heads: 2, causal: false });
    return logits[t];
  });
  near(f.prefixLogits(all.trainings.none, tokens), expected, 1e-4, "logits");
  all.leave();
});

test("masked weights are exactly 0, and each row sums to 1", () => {
  const all = trained(60);
  const weights = picture(all).tensors["layers.1.attention.weights"];
  const n = weights.shape[1];
  weights.data.forEach((w, at) => {
    const [i, j] = [Math.floor(at / n) % n, at % n];
    if (j > i) equal(w, 0, `the weight of ${j} for ${i}`);
  });
  all.leave();
});

test("one seed, one training: asking in between changes no bit", () => {
  const one = trained(30);
  const other = trained(0); // With other steps to go, so that it is a training of its own.
  const otherSeed = trained(0, { seed: "8" });
  for (const mask of MASKS) {
    equal(other.trainings[mask] === one.trainings[mask], false, "they share a training");
    for (let part = 0; part < 120; part++) {
      other.trainings[mask].advance();
      if (part % 7 === 0) f.sampleOf(other.trainings[mask], 7);
      if (part % 11 === 0) picture(other, { mask });
    }
    equal(other.trainings[mask].progress.losses.join(), one.trainings[mask].progress.losses.join(), mask);
    for (let part = 0; part < 4; part++) otherSeed.trainings[mask].advance();
    holds(otherSeed.trainings[mask].progress.losses[0] !== one.trainings[mask].progress.losses[0], "the seed counts");
  }
  [one, other, otherSeed].forEach(({ leave }) => leave());
});

test("without the mask the loss is a tenth and the writing worse", (t) => {
  const all = trained(600);
  const [masked, cheating] = MASKS.map((mask) => ({
    loss: f.recentLoss(all.trainings[mask].progress.losses),
    sample: f.sampleOf(all.trainings[mask], all.state.seed),
  }));
  for (const { loss, sample } of [masked, cheating]) t.diagnostic(`loss ${loss.toFixed(4)}: ${sample.text}`);
  holds(cheating.loss < masked.loss / 10, `the losses are ${masked.loss} and ${cheating.loss}`);
  const share = ({ sample }) => sample.words.known / sample.words.all;
  holds(share(masked) > 0.8, `with the mask ${share(masked)} of the words are words`);
  holds(share(cheating) < 0.4, `without it ${share(cheating)} of the words are words`);
  equal(f.sampleOf(all.trainings.causal, all.state.seed).text, masked.sample.text, "the same seed writes the same");
  all.leave();
});

test("a sample is drawn anew at rest, every 50 steps of a training, and after a new start", () => {
  const all = trained(0);
  const at = (step, state) => ({ progress: { step, state }, use: (ask) => all.trainings.causal.use(ask) });
  const last = f.sampleOf(at(100, "running"), 7);
  const kept = (step, state) => f.freshSample(at(step, state), last, 7) === last;
  equal(kept(100, "running"), true, "at the same step");
  equal(kept(149, "running"), true, "49 steps later");
  equal(kept(150, "running"), false, "50 steps later");
  equal(kept(100, "paused"), true, "paused at the same step");
  equal(kept(101, "paused"), false, "paused a step later");
  equal(kept(0, "ready"), false, "begun anew");
  equal(kept(20, "running"), false, "begun anew, and running");
  equal(f.freshSample(at(3, "ready"), undefined, 7).step, 3);
  all.leave();
});

test("the check finds nothing, and finds a number that is wrong", () => {
  const all = trained(20);
  const shown = picture(all);
  shown.passes = f.comparePasses(
    shown.tensors.logits,
    f.prefixLogits(all.trainings.causal, [...shown.tensors.tokens.data]),
  );
  const largest = () => Object.fromEntries(f.checkNextToken(shown).map(({ name, largest }) => [name, largest]));
  const right = largest();
  holds(Math.max(...Object.values(right)) < 2e-6, JSON.stringify(right));
  equal(right["logits pass by pass"], 0);
  equal(right["masked weights"], 0);
  const wrong = { probs: 3, losses: 1, loss: 0, "layers.0.attention.weights": 1 };
  for (const [name, at] of Object.entries(wrong)) {
    const { data } = shown.tensors[name];
    data[at] += 0.01;
    holds(
      Math.max(...Object.values(largest())) > 0.009,
      `${name} was changed, and the check says ${JSON.stringify(largest())}`,
    );
    data[at] -= 0.01;
  }
  all.leave();
});

test("the figure without a browser shows its trained state", async () => {
  const { numbers } = await f.still.draw(f.engine, { steps: "20", text: "the mill" });
  const all = trained(20);
  equal(numbers["training.causal.losses"].shape.join(), "20");
  near(numbers.losses, [...picture(all, { text: "the mill" }).tensors.losses.data], 0, "losses");
  all.leave();
});

test("texts and numbers that cannot be are refused in a sentence", async () => {
  const start = f.engine.liveBytes();
  const cases = [
    [{ text: "" }, 'text ("")', "two characters"],
    [{ text: "a" }, 'text ("a")', "two characters"],
    [{ text: "a".repeat(98) }, "98 characters", "at most 97"],
    [{ text: "the Mill" }, '"M"', "place 5", "a b c"],
    [{ text: "wind 👩‍👧 mill" }, "place 6"],
    [{ text: "<b>" }, '"<"', "place 1"],
    [{ mask: "both" }, 'mask ("both")', "causal or none"],
    [{ position: "25" }, 'position ("25")', "1 to 24"],
    [{ position: "1.5" }, "whole number"],
    [{ position: "" }, "whole number"],
    [{ steps: "0" }, "steps", "1 to 10000"],
    [{ seed: "-1" }, "seed"],
  ];
  for (const [attributes, ...words] of cases) {
    await refused(() => f.readState(attributes), "invalid_argument", ...words);
  }
  equal(f.readState({ text: "a".repeat(97) }).text.length, 97);
  equal(f.readState({ text: "at" }).position, 1);
  equal(f.engine.liveBytes(), start);
});

test("a printed probability gives back its loss", () => {
  const read = (text) => {
    const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    const [mantissa, power] = text.split("·10⁻");
    return Number(mantissa) * 10 ** -(power ? Number(Array.from(power, (digit) => digits.indexOf(digit)).join("")) : 0);
  };
  for (let loss = 0; loss < 40; loss += 0.037) {
    const p = Math.exp(-loss);
    holds(Math.abs(-Math.log(read(f.probabilityText(p))) - loss) < 0.0006, `${p} is printed ${f.probabilityText(p)}`);
  }
});
