// Figure 6: every box against a transformer in double precision, its wiring, its training, what it refuses.

import { test } from "node:test";

import { equal, holds, near, refused } from "../helpers.mjs";
import { figureModules } from "./modules.mjs";
import { transformerTwin } from "./transformer-twin.mjs";

const files = ["layout", "model", "state", "check", "view"].map((part) => `figures/transformer-${part}.ts`);
const f = await figureModules("transformer", ...files);
const ignore = () => {};
const NORMS = ["post", "pre"];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** The figure's picture after some steps, and its training. */
function trained(steps, attributes = {}) {
  const state = f.readState(attributes);
  const training = f.trainingOf(f.engine, state, ignore);
  while (training.progress.step < steps) training.advance();
  return { state, training, picture: f.readPicture(training, state) };
}

for (const norm of NORMS) {
  for (const steps of [0, 40]) {
    test(`${norm}-norm: every box and wire in double precision, after ${steps} steps`, () => {
      for (const word of ["attend", "abcdefgh", "zzz"]) {
        const { picture, training } = trained(steps, { norm, word });
        const source = [...[...word].map((letter) => LETTERS.indexOf(letter)), ...Array(8 - word.length).fill(27)];
        const said = picture.said.map((token) =>
          token === "end" ? 27 : token === "start" ? 26 : LETTERS.indexOf(token),
        );
        const options = { source, tokens: [26, ...said.slice(0, -1)], n_heads: 4, pre: norm === "pre" };
        const twin = transformerTwin((name) => picture.tensors[name], options);
        for (const [name, expected] of Object.entries(twin))
          near(picture.tensors[name], expected, 2e-4, `${word}: ${name}`);
        const wanted = [...[...word].reverse().map((letter) => LETTERS.indexOf(letter)), 27];
        const losses = wanted.map((token, i) => -Math.log(twin["decoder.probs"][i][token]));
        near(picture.tensors["decoder.losses"], losses, 5e-4, `${word}: losses`);
        near(picture.tensors.loss, [losses.reduce((a, b) => a + b) / losses.length], 5e-4, `${word}: loss`);
        // What was said is what the probabilities say.
        twin["decoder.probs"].forEach((row, i) =>
          holds(row[said[i]] >= Math.max(...row) - 1e-5, `${word}: letter ${i + 1}`),
        );
        training.leave(ignore);
      }
    });
  }

  test(`${norm}-norm: every box and wire opens a tensor that there is, and each tensor has a box`, () => {
    const { picture, training } = trained(0, { norm });
    const { boxes, wires, height } = f.layoutOf(norm);
    const ids = [...boxes, ...wires].map(({ id }) => id);
    equal(new Set(ids).size, ids.length, "names are different");
    for (const { id, tensors } of [...boxes, ...wires]) {
      for (const name of tensors) holds(name in picture.tensors, `${id} opens ${name}`);
    }
    for (const { x, y, height: tall } of boxes) holds(x > 0 && x < 400 && y - tall / 2 > 0 && y + tall / 2 < height);
    equal(boxes.filter(({ kind }) => kind === "attention").length, 3);
    equal(boxes.filter(({ kind }) => kind === "feed_forward").length, 2);
    const cross = (what) => wires.find(({ id }) => id === `decoder.cross_attention.${what}`).path;
    holds(cross("k").startsWith("M110 ") && cross("v").startsWith("M110 "), "keys and values come from the encoder");
    holds(cross("q").startsWith("M282 "), "queries come from the decoder");
    training.leave(ignore);
  });

  test(`${norm}-norm: the check finds what is wrong`, () => {
    const { picture, training } = trained(20, { norm });
    for (const { name, largest } of f.checkTransformer(picture)) holds(largest < 1e-4, `${name}: ${largest}`);
    const wrong = structuredClone(picture);
    wrong.tensors["decoder.layers.0.cross_attention.weights"].data[3] += 0.01;
    holds(f.checkTransformer(wrong).find(({ name }) => name === "weights").largest > 0.009);
    training.leave(ignore);
  });

  test(`${norm}-norm: learns to reverse words`, () => {
    const { state, training } = trained(1500, { norm });
    const accuracy = training.use((experiment) => {
      experiment.configure({ action: "evaluate", data: "reversal", shortest: 3, longest: 8, seed: 12345 });
      experiment.run(300);
      return experiment.readNumber("accuracy");
    });
    holds(accuracy >= 0.99, `accuracy ${accuracy}`);
    const { said, wanted } = f.readPicture(training, state);
    equal(said.join(), wanted.join());
    training.leave(ignore);
  });
}

test("a token's way leads through its own column, the encoder's on to cross-attention", () => {
  const ids = (side) => f.stopsOf({ norm: "post", token: { side, index: 0 } }).map(({ id }) => id);
  equal(ids("encoder").at(-1), "decoder.cross_attention");
  equal(ids("decoder").at(-1), "decoder.softmax");
  holds(ids("decoder").every((id) => id.startsWith("decoder.")));
});

test("a followed token is one that there is: behind a shorter word the decoder's last", () => {
  const token = (token) => f.tokenText(f.readState({ word: "word", token }).token);
  for (const [asked, given] of Object.entries({ e1: "e1", e8: "e8", d1: "d1", d5: "d5", d6: "d5", d9: "d5" }))
    equal(token(asked), given);
});

test("what cannot be is refused with a sentence", async () => {
  for (const [attributes, sentence] of [
    [{ word: "ab" }, 'word ("ab") must be 3 to 8 letters from a to z'],
    [{ word: "<img onerror>" }, 'word ("<img onerror>") must be 3 to 8 letters from a to z'],
    [{ norm: "layer" }, 'norm ("layer") must be post or pre'],
    [{ open: "nothing" }, 'open ("nothing") must be a box or a wire, such as decoder.cross_attention'],
    ...["x1", "e0", "e9", "d0", "d10", "e", ""].map((token) => [
      { token },
      `token ("${token}") must be e1 to e8 or d1 to d9`,
    ]),
    [{ steps: "0" }, 'steps ("0") must be a whole number from 1 to 20000'],
    [{ seed: "-1" }, 'seed ("-1") must be a whole number from 0 to 1073741824'],
  ]) {
    await refused(() => f.readState(attributes), "invalid_argument", sentence);
  }
});
