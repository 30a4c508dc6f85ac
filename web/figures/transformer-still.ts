import { nothing, svg } from "lit";

import { controlStyles } from "../controls/styles.js";
import { type Drawing, numbersDrawing, stacked } from "../draw/drawing.js";
import { drawStyles } from "../draw/styles.js";
import { type Still, trained } from "./still.js";
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
  states: {
    default: {},
    "another-word": { attributes: { word: "weights", token: "d3" } },
    "token-of-the-encoder": { attributes: { token: "e2", open: "encoder.feed_forward" } },
    "masked-attention": { attributes: { open: "decoder.attention", tensor: "scores" } },
    "wire-opened": { attributes: { open: "decoder.cross_attention.k" } },
    "softmax-opened": { attributes: { open: "decoder.softmax", token: "d7" } },
    "pre-norm": { attributes: { norm: "pre", steps: "300" } },
    untrained: { attributes: { steps: "1" } },
  },
  draw(engine, attributes) {
    const state = readState(attributes);
    const training = trainingOf(engine, state, ignore);
    trained("transformer", [training], ignore);
    const picture = readPicture(training, state);
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
