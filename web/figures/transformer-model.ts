import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import { layoutOf, type Side } from "./transformer-layout.js";
import { LONGEST, type TransformerState } from "./transformer-state.js";
import { type Progress, Training, type TrainingPlan } from "./training.js";

export const N_HEADS = 4;
const START = 26;
const END = 27;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** What Figure 6 shows. */
export interface TransformerPicture {
  state: TransformerState;
  progress: Progress;
  /** What each row of a tensor belongs to: the tokens that encoder and decoder read. */
  rows: Record<Side, string[]>;
  /** The word backwards and the end, as the decoder said them, and as they should be. */
  said: string[];
  wanted: string[];
  tensors: Record<string, Tensor>;
}

/** One layer of encoder and decoder, 26 thousand parameters, that learns to reverse words of 3 to 8 letters. */
export function plan({ norm, steps, seed }: Pick<TransformerState, "norm" | "steps" | "seed">): TrainingPlan {
  const layers = { n_encoder_layers: 1, n_decoder_layers: 1 };
  const sizes = { vocab_size: END + 1, n_tokens: LONGEST + 1, d_model: 32, n_heads: N_HEADS, d_ff: 64 };
  const task = { data: "reversal", shortest: 3, longest: LONGEST, seed };
  return {
    kind: "transformer",
    config: { ...layers, ...sizes, norm, activation: "relu", seed },
    request: { ...task, batch_size: 16, learning_rate: 0.004, warmup_steps: 100, schedule: "cosine" },
    steps,
  };
}

/** The page's training for a state. */
export const trainingOf = (engine: Engine, state: TransformerState, watch: () => void) =>
  Training.of(engine, plan(state), watch);

/** Lets the model say the word backwards, letter by letter, and reads everything of its last pass. */
export function readPicture(training: Training, state: TransformerState): TransformerPicture {
  const letters = [...state.word].map((letter) => LETTERS.indexOf(letter));
  const source = [...letters, ...Array<number>(LONGEST - letters.length).fill(END)];
  const wanted = [...letters].reverse().concat(END);
  return training.use((experiment) => {
    experiment.configure({ action: "generate", source, tokens: [START], temperature: 0 });
    const said = wanted.map(() => {
      experiment.run();
      return experiment.readNumber("next_token");
    });
    const tokens = [START, ...said.slice(0, -1)];
    experiment.configure({ action: "loss", source, tokens, targets: wanted });
    experiment.run();
    const names = new Set([...shownNames(state), ...experiment.parameters(), "loss"]);
    return {
      state,
      progress: training.progress,
      rows: { encoder: source.map(named), decoder: tokens.map(named) },
      said: said.map(named),
      wanted: wanted.map(named),
      tensors: Object.fromEntries([...names].map((name) => [name, experiment.read(name)])),
    };
  });
}

/** The tensors of all boxes and wires. */
export function shownNames({ norm }: Pick<TransformerState, "norm">): string[] {
  const { boxes, wires } = layoutOf(norm);
  return [...new Set([...boxes, ...wires].flatMap(({ tensors }) => [...tensors]))];
}

/** A token as it is written: a letter, start or end. */
export const named = (token: number) => LETTERS[token] ?? (token === START ? "start" : "end");

/** All tokens that there are. */
export const vocabulary = Array.from({ length: END + 1 }, (_, token) => named(token));
