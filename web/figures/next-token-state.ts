import { invalid, wholeNumber } from "./attributes.js";
import { N_TOKENS } from "./next-token-model.js";
import { vocabulary } from "./next-token-text.js";
import type { FigureState } from "./types.js";

/** Who sees whom: each position what came before it, or all. */
export type Mask = "causal" | "none";
export const masks: readonly Mask[] = ["causal", "none"];

/** The state of Figure 10, checked. */
export interface NextTokenState {
  text: string;
  /** From 1: the character that the model has seen last. */
  position: number;
  mask: Mask;
  /** When the training stops by itself. */
  steps: number;
  /** Of the weights and of the order of the examples. */
  seed: number;
}

export const defaults: NextTokenState = {
  text: "the wind turns the stone.",
  position: 4,
  mask: "causal",
  steps: 600,
  seed: 7,
};

/** The state that attributes give; throws a sentence on the first that cannot be. */
export function readState(attributes: FigureState): NextTokenState {
  const { text = defaults.text, mask = defaults.mask } = attributes;
  const fault = textFault(text);
  if (fault) throw invalid(fault);
  const n = [...text].length - 1;
  if (!masks.includes(mask as Mask)) throw invalid(`mask ("${mask}") must be causal or none`);
  return {
    text,
    position: wholeNumber("position", attributes.position, 1, n, Math.min(defaults.position, n)),
    mask: mask as Mask,
    steps: wholeNumber("steps", attributes.steps, 1, 10_000, defaults.steps),
    seed: wholeNumber("seed", attributes.seed, 0, 2 ** 30, defaults.seed),
  };
}

/** What is wrong with a text, in a sentence, or "". */
export function textFault(text: string): string {
  const characters = [...text];
  const most = N_TOKENS + 1;
  if (characters.length < 2) {
    return `text ("${text}") must have at least two characters: one to be seen and one to be predicted`;
  }
  if (characters.length > most) {
    return `text (${characters.length} characters) must have at most ${most}: the model sees ${N_TOKENS} and predicts one more`;
  }
  const unknown = characters.findIndex((character) => !vocabulary.includes(character));
  if (unknown < 0) return "";
  const known = vocabulary.filter((character) => character !== " ").join(" ");
  return (
    `text has "${characters[unknown]}" at place ${unknown + 1}, but must consist of the characters ` +
    `that the model was trained on: space ${known}`
  );
}
