import { LogScale } from "../controls/slider.js";
import { controlStyles } from "../controls/styles.js";
import { drawStyles } from "../draw/styles.js";
import { lookupDrawing } from "./soft-lookup-drawing.js";
import { computeLookup, lookupData, lookupInputs } from "./soft-lookup-inputs.js";
import { lookupStyles } from "./soft-lookup-styles.js";
import { type LookupControls, lookupTools, lookupView } from "./soft-lookup-view.js";
import type { Still } from "./still.js";
import { figureStyles } from "./styles.js";

const nothing = () => {};
const inert: LookupControls = {
  temperatures: new LogScale(0.01, 100, 100),
  entropySteps: 100,
  editing: false,
  unfolded: { projections: true, derivatives: true },
  pointed: undefined,
  locked: undefined,
  chooseQuery: nothing,
  setTemperature: nothing,
  typeTemperature: nothing,
  setEntropy: nothing,
  point: nothing,
  lock: nothing,
  unlock: nothing,
  unfold: nothing,
  toggleEditing: nothing,
  reset: nothing,
  edit: nothing,
};

const ownData = {
  tokens: ["north", "east", "north again"],
  q: [
    [1, 0.25],
    [-0.5, 1],
    [1, 0.25],
  ],
  k: [
    [1, 0.25],
    [-0.75, 0.5],
    [1, 0.25],
  ],
  v: [
    [0.25, -1.5, 3],
    [-0.37, 0.04, -2.21],
    [1.75, 0.5, -1],
  ],
};

/** Figure 1 without a browser. */
export const still: Still = {
  styles: [drawStyles, figureStyles, controlStyles, ...lookupStyles],
  states: {
    default: {},
    "temperature-0": { attributes: { temperature: "0" } },
    "temperature-0.1": { attributes: { temperature: "0.1" } },
    "temperature-1": { attributes: { temperature: "1" } },
    "temperature-100": { attributes: { temperature: "100" } },
    "temperature-infinity": { attributes: { temperature: "Infinity" } },
    "another-query": { attributes: { query: "chased", temperature: "0.5" } },
    "own-data": { attributes: { data: JSON.stringify(ownData) } },
    unfolded: { unfold: true },
  },
  draw(engine, attributes) {
    const inputs = lookupInputs(attributes);
    const data = lookupData(inputs.data);
    const experiment = engine.create("soft_lookup", data);
    try {
      const source = inputs.data === undefined ? "by hand" : "given";
      const picture = computeLookup(experiment, data.tokens, inputs, source);
      return {
        view: lookupView(picture, inert),
        tools: lookupTools(picture, inert),
        numbers: picture.tensors,
        words: data.tokens,
        drawing: lookupDrawing(picture),
      };
    } finally {
      experiment.dispose();
    }
  },
};
