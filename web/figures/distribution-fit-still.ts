import { controlStyles } from "../controls/styles.js";
import { drawStyles } from "../draw/styles.js";
import { fitImage } from "./distribution-fit-image.js";
import { fitConfig, readPicture } from "./distribution-fit-picture.js";
import { plan } from "./distribution-fit-source.js";
import { readState } from "./distribution-fit-state.js";
import { fitStyles } from "./distribution-fit-styles.js";
import { type FitControls, fitTools, fitView } from "./distribution-fit-view.js";
import type { Still } from "./still.js";
import { figureStyles } from "./styles.js";
import { Training } from "./training.js";

const ignore = () => {};
const inert: FitControls = {
  unfolded: true,
  chooseContext: ignore,
  chooseModel: ignore,
  setSamples: ignore,
  typeSamples: ignore,
  drawMore: ignore,
  otherSamples: ignore,
  toggleTraining: ignore,
  startAgain: ignore,
  unfold: ignore,
};

/** Figure 11 without a browser; its transformer, where it is shown, after all its steps of training. */
export const still: Still = {
  styles: [drawStyles, figureStyles, controlStyles, fitStyles],
  states: {
    default: {},
    "samples-0": { attributes: { samples: "0" } },
    "drawn-more": { attributes: { samples: "200" } },
    "samples-100000": { attributes: { samples: "100000" } },
    "another-context": { attributes: { context: "snow" } },
    "other-samples": { attributes: { seed: "8" } },
    transformer: { attributes: { model: "transformer", steps: "300" } },
  },
  draw(engine, attributes) {
    const state = readState(attributes);
    const training = Training.of(engine, plan(state.steps), ignore);
    const experiment = engine.create("distribution_fit", fitConfig(state));
    try {
      while (state.model === "transformer" && training.progress.step < state.steps) training.advance();
      const picture = readPicture(experiment, training, state);
      const drawing = fitImage(picture);
      return { view: fitView(picture, inert), tools: fitTools(inert), numbers: picture.tensors, drawing };
    } finally {
      experiment.dispose();
      training.leave(ignore);
    }
  },
};
