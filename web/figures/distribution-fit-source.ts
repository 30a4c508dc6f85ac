import type { TrainingPlan } from "./training.js";

/** A source of weather, chosen by hand: tomorrow depends on today alone. */
export const weather = ["sun", "cloud", "rain", "storm", "fog", "snow"] as const;

/** Row i is the distribution of what follows weather i. */
export const transitions = [
  [0.55, 0.24, 0.06, 0.04, 0.08, 0.03],
  [0.25, 0.35, 0.2, 0.06, 0.09, 0.05],
  [0.12, 0.3, 0.38, 0.08, 0.07, 0.05],
  [0.2, 0.25, 0.3, 0.12, 0.05, 0.08],
  [0.35, 0.25, 0.1, 0.03, 0.22, 0.05],
  [0.15, 0.25, 0.08, 0.04, 0.08, 0.4],
];

export const MOST_SAMPLES = 100_000;

const BATCH_SIZE = 8;
const N_TOKENS = 32;

/** How a small decoder learns the source, from sequences of days. */
export const plan = (steps: number): TrainingPlan => ({
  kind: "decoder",
  config: {
    vocab_size: weather.length,
    n_tokens: N_TOKENS,
    n_layers: 1,
    d_model: 16,
    n_heads: 2,
    d_ff: 32,
    position: "none",
    seed: 1,
  },
  request: {
    data: "markov",
    transitions,
    batch_size: BATCH_SIZE,
    schedule: "cosine",
    learning_rate: 0.005,
    warmup_steps: 20,
    seed: 1,
  },
  steps,
});

/** The days that it has seen after `step` steps. */
export const daysSeen = (step: number): number => step * BATCH_SIZE * N_TOKENS;
