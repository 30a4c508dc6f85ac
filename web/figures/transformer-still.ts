import { nothing } from "lit";

import { controlStyles } from "../controls/styles.js";
import { drawStyles } from "../draw/styles.js";
import type { Still } from "./still.js";
import { figureStyles } from "./styles.js";
import { readPicture, trainingOf } from "./transformer-model.js";
import { readState } from "./transformer-state.js";
import { transformerStyles } from "./transformer-styles.js";
import { type TransformerControls, transformerView } from "./transformer-view.js";

const ignore = () => {};
const inert: TransformerControls = {
  fault: "",
  unfolded: false,
  type: ignore,
  chooseNorm: ignore,
  chooseTensor: ignore,
  unfold: ignore,
  open: ignore,
  follow: ignore,
  toggleTraining: ignore,
  startAgain: ignore,
};

/** Figure 6 without a browser, after all its steps of training, which take some seconds. */
export const still: Still = {
  styles: [drawStyles, figureStyles, controlStyles, transformerStyles],
  draw(engine, attributes) {
    const state = readState(attributes);
    const training = trainingOf(engine, state, ignore);
    while (training.progress.step < state.steps) training.advance();
    const picture = readPicture(training, state);
    training.leave(ignore);
    return { view: transformerView(picture, inert), tools: nothing, numbers: picture.tensors };
  },
};
