import { fixed } from "../../draw/number.js";

/** What Figure 10 says. */
export const texts = {
  imageColumns: ["seen last", "true next", "probability p", "−ln p, nats"],
  text: "Your text",
  mask: "Causal mask",
  maskChoices: { causal: "on", none: "off" },
  rows: { sequence: "Sequence", sees: "Model sees", here: "Loss here", losses: "Loss per token" },
  tableLabel: "The text, what the model sees of it, and its losses",
  space: "␣",
  spaceName: "space",
  position: (position: number, character: string) => `position ${position}: ${character}`,
  masked: "hidden",
  next: "?",
  nextName: "to be predicted",
  answer: "the answer, in sight",
  noLoss: "–",
  meanOfRow: (loss: number) => `mean ${fixed(loss)}`,
  candidates: { token: "token", logit: "logit", probability: "probability" },
  trueNext: "true next",
  others: (n: number) => `and ${n} more`,
  terms: (n: number) => `${n} terms`,
  readouts: {
    mean: (n: number) => `mean of the ${n} losses`,
    here: "loss here",
    guess: (n: number) => `guessing among ${n} characters: ln ${n}`,
    nats: (loss: number) => `${fixed(loss)} nats`,
  },
  maskTitle: "Who looks at whom",
  maskRule: {
    causal:
      "A row is a position, a column what it may look at: itself and what came before. Hatched is masked: weight exactly 0.",
    none: "Without a mask each position looks at all of them, so also at the next one, which it is to predict.",
  },
  head: (layer: number, head: number) => `layer ${layer}, head ${head}`,
  headMeaning: (head: string, position: string, most: string, weight: number) =>
    `Attention weights of ${head}: ${position} looks most at ${most}, weight ${fixed(weight)}`,
  compare: (n: number) => `Compare with ${n} separate passes`,
  compared: (passes: number, logits: number, difference: number) =>
    `${passes} passes over the ${passes} beginnings of the text gave ${logits} logits; ` +
    `the largest difference from the one pass is ${difference === 0 ? "0" : fixed(difference)}.`,
  comparedMeaning: {
    causal: "So one pass trains every position at once.",
    none: "A beginning lacks what the whole text had shown, so the loss of the one pass is no loss of predicting.",
  },
  lossTitle: "Training loss, nats",
  curve: { causal: "with the mask", none: "without it" },
  curveAxis: (steps: number) => `${steps} steps`,
  sampleTitle: { causal: "With the mask, left to itself, it writes", none: "Without the mask, it writes" },
  sampleWords: (known: number, all: number, step: number) =>
    `${known} of ${all} words are words of its text; after ${step} steps`,
  weightsTable: "The weights of this position, as a table",
  lossTable: "The training losses, as a table",
  step: "steps",
  trainingText: (n: number) => `The text it learns from, ${n} characters`,
  caption:
    "Press Train and watch the losses fall; then switch the mask off and see the other model, trained on the same " +
    "examples, fall further, for it reads the answer one place ahead. Left to itself it has nothing to read, and its " +
    "writing shows it.",
  untrained: (seed: number) => `Untrained: random weights, seed ${seed}.`,
  trained: (step: number, seed: number) => `Trained here, ${step} steps, seed ${seed}.`,
  statusRunning: "Training.",
  status: (step: number, position: number, next: string, probability: string, mean: number) =>
    `After ${step} steps, position ${position}: probability ${probability} for ${next}, the true next; mean loss ${fixed(mean)} nats.`,
};
