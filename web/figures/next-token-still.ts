import { nothing } from "lit";

import { controlStyles } from "../controls/styles.js";
import { CELL, type Drawing, label, LINE } from "../draw/drawing.js";
import { fixed } from "../draw/number.js";
import { drawStyles } from "../draw/styles.js";
import { sampleOf, trainingsOf } from "./next-token-model.js";
import { type NextTokenPicture, probabilityText, readPicture, row, shownTensors } from "./next-token-picture.js";
import { named } from "./next-token-rows.js";
import { readState } from "./next-token-state.js";
import { nextTokenStyles } from "./next-token-styles.js";
import { trainingStyles } from "./next-token-training-styles.js";
import { type NextTokenControls, nextTokenView } from "./next-token-view.js";
import { type Still, trained } from "./still.js";
import { figureStyles } from "./styles.js";
import { texts as t } from "./texts/next-token.js";

const ignore = () => {};
const inert: NextTokenControls = {
  fault: "",
  unfolded: { weights: true, losses: true, text: true },
  type: ignore,
  choosePosition: ignore,
  chooseMask: ignore,
  toggleTraining: ignore,
  startAgain: ignore,
  comparePasses: ignore,
  unfold: ignore,
};

/** Figure 10 without a browser, after all its steps of training, which take some seconds. */
export const still: Still = {
  styles: [drawStyles, figureStyles, controlStyles, nextTokenStyles, trainingStyles],
  states: {
    default: {},
    "mask-off": { attributes: { mask: "none" } },
    "another-position": { attributes: { position: "9" } },
    "own-text": { attributes: { text: "a stone in the cart", position: "11" } },
    untrained: { attributes: { steps: "1" } },
  },
  draw(engine, attributes) {
    const state = readState(attributes);
    const trainings = trainingsOf(engine, state, ignore);
    const { causal, none } = trainings;
    trained("next-token", [causal, none], ignore);
    const picture = readPicture(trainings, state, {
      causal: sampleOf(causal, state.seed),
      none: sampleOf(none, state.seed),
    });
    return {
      view: nextTokenView(picture, inert),
      tools: nothing,
      numbers: shownTensors(picture),
      drawing: image(picture),
    };
  },
};

// A line for each position: what the model has seen last, the true next token, its probability, the loss.
function image({ characters, tensors }: NextTokenPicture): Drawing {
  const ends = [CELL, 3 * CELL, 5 * CELL, 7 * CELL];
  const line = (i: number, cells: readonly string[], idea = "") =>
    cells.map((text, c) => label({ x: ends[c]!, y: (i + 1) * LINE - 8, text, idea, end: true }));
  const losses = Array.from(tensors.losses!.data);
  const lines = losses.map((loss, i) => {
    const p = row(tensors.probs!, i)[tensors.targets!.data[i]!]!;
    return line(i + 1, [named(characters[i]!), named(characters[i + 1]!), probabilityText(p), fixed(loss)]);
  });
  const mean = [t.readouts.mean(losses.length), fixed(tensors.loss!.data[0]!)];
  return {
    width: ends[3]!,
    height: (losses.length + 2) * LINE,
    body: [line(0, t.imageColumns, "faint"), lines, line(losses.length + 1, ["", "", ...mean], "strong")],
  };
}
