import { fixed, significant } from "../draw/number.js";
import type { Difference } from "./base.js";
import type { Progress } from "./training.js";

/** Everything that figures say, in one table: a translation replaces this file. */
export const texts = {
  language: "en",
  direction: "ltr",
  check: "check",
  copyLink: "copy link",
  linkCopied: "The link to this state is in the clipboard.",
  linkNotCopied: (address: string) => `Copy this link: ${address}`,
  embed: "embed",
  embedding: {
    title: "Embed this figure",
    tag: "In a page that may have a script",
    frame: "In a page that allows only a frame",
    noFrame: "A frame needs a page to show: put the package's embed.html on a site of yours.",
    frameTitle: (name: string) => `A figure that computes: ${name}`,
    copy: "copy",
    copied: "Copied.",
    notCopied: "The text is selected: copy it with the keyboard.",
    close: "close",
  },
  unknownFigure: (name: string, names: readonly string[]) => `figure ("${name}") must be one of ${names.join(", ")}`,
  unknownAttribute: (figure: string, name: string, names: readonly string[]) =>
    `${figure} has no attribute "${name}"; it has ${names.join(", ")}`,
  unexpected: (error: string) => `This figure could not be computed: ${error}`,
  checked: (differences: Difference[]) =>
    `Recomputed with plain loops in double precision; largest difference: ${differences
      .map(({ name, largest }) => `${name} ${largest === 0 ? "0" : largest.toExponential(1).replace("-", "−")}`)
      .join(", ")}.`,
  notANumber: (cell: string, text: string) => `${cell} ("${text}") must be a number`,

  softLookup: {
    title: "A soft lookup: one query, all keys, a weighted sum of the values",
    query: "Query token",
    temperature: "Temperature τ",
    temperatureField: "Temperature, typed: a number from 0, or ∞",
    entropy: "Entropy of the weights",
    entropyEnds: (most: number) => ["0", fixed(most)] as const,
    bits: (bits: number) => `${fixed(bits)} bits`,
    columns: { key: "key", score: "score", weight: "weight", value: "value v", product: "weight × v" },
    sum: "output = Σ weight × v",
    temperatureMeaning: (temperature: number, entropy: number, keys: number, n: number) =>
      `${temperature === Infinity ? "infinite, the plain average" : temperature === 0 ? "0, the hard lookup" : significant(temperature)}: ` +
      `entropy ${fixed(entropy)} bits, as many as ${fixed(keys, 1)} of ${n} keys`,
    entropyMeaning: (entropy: number, temperature: number) =>
      `${fixed(entropy)} bits, reached at temperature ${temperature === Infinity ? "infinity" : significant(temperature)}`,
    readouts: {
      entropy: "entropy H",
      keys: "effective keys 2",
      ofKeys: (n: number) => `of ${n}`,
      hard: "distance to the hard lookup",
      mean: "distance to the plain average",
    },
    status: (query: string, key: string, weight: number, temperature: number) =>
      `At temperature ${significant(temperature)}, ${query} attends most to ${key}, with weight ${fixed(weight)}.`,
    statusAlike: (query: string, n: number, weight: number) =>
      `At temperature infinity, ${query} gives all ${n} keys the same weight, ${fixed(weight)}.`,
    limitHard: "τ = 0 is the limit of the hard lookup: all weight on the largest score, shared by ties.",
    between: "Between the limits, weights fall off exponentially with the distance from the largest score.",
    limitMean: "τ = ∞ is the limit of the plain average: every key has the same weight.",
    sources: {
      "by hand": "Numbers chosen by hand.",
      given: "Numbers given by the page.",
      edited: "Numbers edited by you.",
    },
    caption:
      "Move τ towards 0 and the lookup becomes a dictionary's, which returns one value; towards ∞ and it averages them all. " +
      "Choose another query token to see whom it asks.",
    edit: "edit numbers",
    stopEditing: "done editing",
    reset: "reset numbers",
    unfold: "Where q, k and v come from",
    projected: "Each token's vector x is multiplied by three matrices, which training would find.",
    notProjected: "Here q, k and v are given as they are; no matrices made them.",
    derivatives: "How the output answers to each score",
    derivativeRule: "∂ output / ∂ score = weight × (v − output) / τ, at both limits 0.",
    worked: "Worked out for key",
    tableLabel: (query: string) => `Scores, weights, values and weighted values for the query ${query}`,
  },

  /** What all trainings say. */
  training: {
    train: "Train",
    pause: "Pause",
    restart: "Start again",
    label: "Steps of training done",
    progress: ({ step, steps, stepsPerSecond, remainingMs }: Progress) =>
      `${step} of ${steps} steps` +
      (stepsPerSecond === undefined
        ? ""
        : `, ${fixed(stepsPerSecond, 0)} a second, ${fixed((remainingMs ?? 0) / 1000, 0)} s left`),
  },

  transformer: {
    word: "Word to reverse",
    norm: "Norm",
    placements: { post: "post-norm", pre: "pre-norm" },
    drawingLabel: "The transformer: boxes and wires, each of which can be opened. Arrow keys go from one to the next.",
    sides: { encoder: "Encoder", decoder: "Decoder" },
    positional: ["positional", "encoding"],
    output: "Output",
    openedLabel: "What is open",
    tensor: "Tensor",
    head: (head: number) => `head ${head + 1}`,
    mapLabel: (name: string, map: number, n: number) =>
      `${name}${n > 1 ? `, head ${map + 1} of ${n}` : ""}: blue below zero, vermillion above; numbers below`,
    allNumbers: "All numbers",
    values: "values",
    ofToken: (token: string, side: "encoder" | "decoder") => `The ${side}'s token ${token}, outlined:`,
    notOfToken: (token: string) => `The token ${token} does not pass here.`,
    followed: { encoder: "Follow a token of the encoder", decoder: "or of the decoder" },
    back: "↓ Back",
    on: "Next box ↑",
    stop: (stop: number, n: number) => `box ${stop} of ${n} on its way`,
    offPath: "not on its way",
    readouts: {
      right: "letters right",
      of: (right: number, n: number) => `${right} of ${n}`,
      loss: "mean loss",
      guess: "guessing among 28 tokens: ln 28",
      nats: (loss: number) => `${fixed(loss)} nats`,
    },
    nameOf: ({ id, label }: { id: string; label?: readonly string[] }) => nameOf(id, label),
    about: ({ id }: { id: string }) => about(id),
    caption:
      "Press a box or a wire to open the tensor that passed there; follow a token from box to box. Train, and cross-attention " +
      "finds out that the first letter to be said is the last one that was read.",
    trained: (steps: number, seed: number) =>
      `The network was trained here, ${steps} steps of 16 random words (seed ${seed}); N is 1, d_model 32, with 4 heads.`,
    untrained: (seed: number) =>
      `The network is untrained: random weights, seed ${seed}; N is 1, d_model 32, with 4 heads.`,
    statusRunning: "Training. The picture follows.",
    status: (step: number, word: string, said: string, loss: string, open: string) =>
      `After ${step} steps, ${word} is reversed as ${said}, mean loss ${loss} nats. Open: ${open}.`,
  },

  nextToken: {
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
  },
  distributionFit: {
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
      afterSamples: "",
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
  },
};

const boxNames: Record<string, string> = {
  position: "Positional encoding",
  add_position: "Sum of embedding and position",
  residual: "Residual wire",
  norm_final: "Final norm",
  embedded: "Wire: rows of the embedding",
  position_wire: "Wire: positional encoding",
  into_feed_forward: "Wire into the feed-forward network",
  into_norm_final: "Wire into the final norm",
  into_linear: "Wire into the linear layer",
  logits: "Wire: logits",
  probs: "Wire: probabilities of the next letter",
};

function nameOf(id: string, label: readonly string[] | undefined): string {
  const [side = "", f = "", qkv] = id.split(".");
  if (label && label.length > 0) return `${label.join(" ")}, ${side}`;
  if (qkv) {
    const from = f === "cross_attention" && qkv !== "q" ? "the encoder's output" : `the ${side}'s tokens`;
    return `${qkv.toUpperCase()}, ${{ q: "queries", k: "keys", v: "values" }[qkv]} from ${from}`;
  }
  const [, what, number] = /^(.*?)(?:_(\d))?$/.exec(f)!;
  const name =
    boxNames[f] ??
    boxNames[what!] ??
    { add: "Sum of residual wire and box", into_norm: "Wire into the norm" }[what!] ??
    "Wire";
  return `${name}${number ? ` ${number}` : ""}, ${side}`;
}

function about(id: string): string {
  const f = id.slice(id.indexOf(".") + 1);
  if (f === "embedding" || f === "embedded")
    return "x = √d_model · the token's row of one table, which unembeds as well.";
  if (f === "position" || f === "position_wire")
    return "sin and cos of the position, in wavelengths from 2π to 10000 · 2π.";
  if (f === "add_position") return "Each token's vector and its position's, added.";
  if (f === "feed_forward") return "output = w₂ · max(0, w₁ x + b₁) + b₂, for each token by itself.";
  if (f === "attention" || f === "cross_attention")
    return "weights = softmax(q·k / √d_k) per head; mixed = weights · v; output = w_o · mixed + b_o.";
  if (/attention\.[qkv]$/.test(f)) return "A projection of what comes in: w · x + b. Four heads share its columns.";
  if (/^norm/.test(f)) return "output = γ (x − mean) / √(variance + ε) + β, for each token.";
  if (/^add/.test(f)) return "What came along the residual wire, plus what the box made of it.";
  if (/^residual/.test(f)) return "What came in goes past the box and is added to what comes out.";
  if (f === "linear" || f === "logits")
    return "logits = x · the embedding's table, one for each token that could come next.";
  if (f === "softmax" || f === "probs") return "probs = softmax(logits); loss = −ln of the right token's probability.";
  return "What passes here.";
}
