import { fixed, significant } from "../../draw/number.js";

/** What Figure 11 says. */
export const texts = {
  context: "Context: today’s weather",
  model: "Model q",
  models: { counts: "counts", transformer: "transformer" },
  samples: "Samples seen",
  samplesField: "Samples seen, typed: a whole number from 0 to 100,000",
  samplesMeaning: (samples: string) => `${samples} samples of what follows this context`,
  drawMore: "Draw more",
  otherSamples: "other samples",
  whole: (n: number) => n.toLocaleString("en-US"),
  tomorrow: (context: string) => `Tomorrow’s weather after ${context}`,
  truth: "true distribution p*",
  fits: { counts: "model q fitted to the samples", transformer: "model q, the transformer" },
  columns: { tomorrow: "tomorrow", count: "count", sum: "Σ" },
  tableLabel: (context: string) => `True and fitted probabilities of tomorrow’s weather after ${context}`,
  curve: {
    title: "Cross-entropy over samples, nats",
    fitted: "q by counts",
    transformer: "transformer",
    expected: "H(p*) + (K − 1)/2n",
    floor: "floor H(p*)",
    meaning: (samples: string, crossEntropy: number, entropy: number) =>
      `Cross-entropy of the fit over the samples seen, falling from ln 6 to ${fixed(crossEntropy, 4)} nats ` +
      `at ${samples} samples; the floor is ${fixed(entropy, 4)}. The numbers are in a table below.`,
  },
  curveTable: "The curves, as a table",
  readouts: {
    entropy: "entropy H(p*)",
    crossEntropy: "cross-entropy H(p*, q)",
    kl: "KL(p* ‖ q)",
    expected: "expected of counts, (K − 1)/2n",
    nats: (value: string) => `${value} nats`,
    bits: (nats: number) => `${significant(nats / Math.LN2)} bits`,
  },
  formulas: {
    softmax: { counts: "softmax of z = ln(count + ½)", transformer: "softmax of the logits z" },
    one: "loss of one sample, y one-hot",
    mean: (samples: string) => `mean over N = ${samples} samples`,
  },
  caption:
    "Draw samples and watch q settle on p*: cross-entropy falls to the entropy, never below, and on average " +
    "(K − 1)/2n is left of the difference. Train the transformer, and it finds the same floor from sequences of days.",
  source: (seed: number) => `p* chosen by hand; samples random, seed ${seed}; q by counts adds ½ to each.`,
  trained: (step: number, days: string) =>
    step === 0
      ? "Transformer untrained: random weights, seed 1."
      : `Transformer trained here, ${step} steps, ${days} days, seed 1.`,
  afterSamples: (samples: string) => `${samples} samples`,
  afterSteps: (step: number) => `${step} steps of training`,
  statusRunning: "Training.",
  status: (context: string, after: string, crossEntropy: number, kl: string, entropy: number) =>
    `After ${context}, ${after}: cross-entropy ${fixed(crossEntropy, 4)} nats, ${kl} above the entropy, ${fixed(entropy, 4)}.`,
};
