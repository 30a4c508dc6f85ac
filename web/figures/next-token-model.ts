import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import type { Mask, NextTokenState } from "./next-token-state.js";
import { countWords, decode, encode, trainingText, vocabulary } from "./next-token-text.js";
import { Training, type TrainingPlan } from "./training.js";

/** The most that the model sees at once. */
export const N_TOKENS = 96;
export const N_LAYERS = 2;
export const N_HEADS = 2;

const PROMPT = "the ";
const SAMPLE_LENGTH = 96;
const SAMPLE_TEMPERATURE = 0.5;
/** How many steps a sample stays as it is while the training goes on: drawing one takes some 20 ms. */
const SAMPLE_STEPS = 50;

/** Two models that differ in their mask alone: same first weights, same examples in the same order. */
export type Trainings = Record<Mask, Training>;

/** A text that a model wrote by itself, after `step` steps of training. */
export interface Sample {
  step: number;
  prompt: string;
  text: string;
  /** Its words, and those that the training text has too. */
  words: { known: number; all: number };
}

/** The page's trainings of both models. */
export function trainingsOf(engine: Engine, { seed, steps }: NextTokenState, watch: () => void): Trainings {
  const of = (mask: Mask) => Training.of(engine, plan(mask, seed, steps), watch);
  return { causal: of("causal"), none: of("none") };
}

/**
 * A decoder of 26 thousand parameters that learns the text's 1,393 characters within seconds. Rotary positions make
 * "the next one" a thing that a head can look for; a constant rate lets a training be continued.
 */
function plan(mask: Mask, seed: number, steps: number): TrainingPlan {
  return {
    kind: "decoder",
    config: {
      vocab_size: vocabulary.length,
      n_tokens: N_TOKENS,
      n_layers: N_LAYERS,
      n_heads: N_HEADS,
      d_model: 32,
      position: "rope",
      init: "gpt2",
      mask,
      seed,
    },
    request: { data: encode(trainingText), batch_size: 4, learning_rate: 0.01, warmup_steps: 20, seed },
    steps,
  };
}

/** What the model writes after "the ", left to itself. */
export function sampleOf(training: Training, seed: number): Sample {
  const tokens = training.use((experiment) => {
    const request = { action: "generate", tokens: encode(PROMPT), temperature: SAMPLE_TEMPERATURE, seed };
    experiment.configure(request);
    return Array.from({ length: SAMPLE_LENGTH }, () => {
      experiment.run();
      return experiment.readNumber("next_token");
    });
  });
  const text = decode(tokens);
  return { step: training.progress.step, prompt: PROMPT, text, words: countWords(PROMPT + text) };
}

/** The sample to be shown beside a training: the last one, unless that is outdated. */
export function freshSample(training: Training, last: Sample | undefined, seed: number): Sample {
  const { step, state } = training.progress;
  const age = last ? step - last.step : Infinity;
  return last && (age === 0 || (state === "running" && age > 0 && age < SAMPLE_STEPS))
    ? last
    : sampleOf(training, seed);
}

/**
 * Logits [n, vocab_size] of which each row comes from a pass of its own over the tokens up to it: what the mask makes
 * unnecessary.
 */
export function prefixLogits(training: Training, tokens: readonly number[]): Tensor {
  const shape = [tokens.length, vocabulary.length];
  const logits = { data: new Float32Array(tokens.length * vocabulary.length), shape };
  training.use((experiment) => {
    tokens.forEach((_, i) => {
      experiment.configure({ action: "forward", tokens: tokens.slice(0, i + 1) });
      experiment.run();
      const { data } = experiment.read("logits");
      logits.data.set(data.subarray(i * vocabulary.length), i * vocabulary.length);
    });
  });
  return logits;
}
