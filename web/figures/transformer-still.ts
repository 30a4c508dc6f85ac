import { nothing, svg } from "lit";

import { controlStyles } from "../controls/styles.js";
import { type Drawing, numbersDrawing, stacked } from "../draw/drawing.js";
import { drawStyles } from "../draw/styles.js";
import type { Still } from "./still.js";
import { figureStyles } from "./styles.js";
import { drawing } from "./transformer-drawing.js";
import { layoutOf } from "./transformer-layout.js";
import { readPicture, trainingOf, type TransformerPicture } from "./transformer-model.js";
import { shownTensor } from "./transformer-panel.js";
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
    return { view: transformerView(picture, inert), tools: nothing, numbers: picture.tensors, drawing: image(picture) };
  },
};

// The drawing, and below it the numbers of what is open.
function image(picture: TransformerPicture): Drawing {
  const { width, height } = layoutOf(picture.state.norm);
  const name = shownTensor(picture);
  const body = svg`<svg class="transformer" width=${width + 40} height=${height}>${drawing(picture, ignore)}</svg>`;
  return stacked([{ width: width + 40, height, body }, numbersDrawing({ [name]: picture.tensors[name]! })]);
}
