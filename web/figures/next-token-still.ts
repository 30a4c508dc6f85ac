import { nothing } from "lit";

import { controlStyles } from "../controls/styles.js";
import { drawStyles } from "../draw/styles.js";
import { sampleOf, trainingsOf } from "./next-token-model.js";
import { readPicture, shownTensors } from "./next-token-picture.js";
import { masks, readState } from "./next-token-state.js";
import { nextTokenStyles } from "./next-token-styles.js";
import { type NextTokenControls, nextTokenView } from "./next-token-view.js";
import type { Still } from "./still.js";
import { figureStyles } from "./styles.js";

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
  styles: [drawStyles, figureStyles, controlStyles, nextTokenStyles],
  draw(engine, attributes) {
    const state = readState(attributes);
    const trainings = trainingsOf(engine, state, ignore);
    for (const mask of masks) while (trainings[mask].progress.step < state.steps) trainings[mask].advance();
    const { causal, none } = trainings;
    const picture = readPicture(trainings, state, {
      causal: sampleOf(causal, state.seed),
      none: sampleOf(none, state.seed),
    });
    for (const mask of masks) trainings[mask].leave(ignore);
    return { view: nextTokenView(picture, inert), tools: nothing, numbers: shownTensors(picture) };
  },
};
