import { count } from "../engine/error.js";
import type { Tensor } from "../engine/experiment.js";
import type { DataConfig, GenerateConfig, TrainConfig } from "./config.js";
import { Network } from "./network.js";
import { invalid, refuseUnknown, shown } from "./tensor.js";
import { type StepResult, Training } from "./training.js";

/**
 * A sequence of tokens; with an encoder, what it reads too. Targets are what is to be predicted at each position, -1
 * where nothing counts. Where they are left out, each token's target is the next one, and the last token is only that.
 */
export type Sequence =
  ArrayLike<number> | { tokens: ArrayLike<number>; source?: ArrayLike<number>; targets?: ArrayLike<number> };

/**
 * A network that predicts tokens, made by `decoder`, `transformer` or `recurrent`.
 *
 * Errors: `invalid_argument` for tokens outside the vocabulary, empty or too long sequences, unknown options;
 * `out_of_memory`.
 */
export class Model extends Network {
  #training: Training | undefined;

  /** One pass over a sequence: logits [n, vocab_size]. Everything in between can be read by name afterwards. */
  forward(input: Sequence): { logits: Tensor } {
    const { tokens, source } = asObject(input);
    this.#request("forward", {}, { tokens, source });
    this.experiment.run();
    return { logits: this.read(this.#logits) };
  }

  /** The mean cross-entropy of the targets in nats. */
  loss(input: Sequence): number {
    this.#request("loss", {}, withTargets(input));
    this.experiment.run();
    return this.experiment.readNumber("loss");
  }

  /** The gradients of the mean loss by all parameters, under their names. */
  gradients(input: Sequence): Record<string, Tensor> {
    this.#request("gradients", {}, withTargets(input));
    this.experiment.run();
    return this.parameterGradients();
  }

  /**
   * Begins a training, of which each turn of a loop is a step: `for (const { step, loss } of model.train({ data, steps
   * }))`. The result can also be driven sequence by sequence, to let other work in between. Weights are those that the
   * model has; the optimizer starts anew.
   */
  train(options: TrainConfig): Training {
    // Without data the module would go on with the training before.
    this.#request("train", { ...options, data: options?.data ?? null });
    const resume = () => this.experiment.configure({ action: "train" });
    this.#training = new Training(this.experiment, options, resume, (training) => training === this.#training);
    return this.#training;
  }

  /** One step of training: with options the first of a new one, without the next. */
  trainStep(options?: TrainConfig): StepResult {
    if (options) this.train(options);
    if (!this.#training) throw invalid("trainStep (without options) must come after one with options");
    return this.#training.step();
  }

  /** Mean loss in nats and share of targets that have the largest logit, over `n` examples (default 64) of a seed. */
  evaluate(options: DataConfig & { n?: number }): { loss: number; accuracy: number } {
    const { n = 64, ...data } = options ?? {};
    this.#request("evaluate", data);
    this.experiment.run(count("n", n));
    return { loss: this.experiment.readNumber("loss"), accuracy: this.experiment.readNumber("accuracy") };
  }

  /** The tokens that follow `prompt`, drawn one by one. The prompt may be longer than n_tokens: its end is read. */
  generate(prompt: ArrayLike<number>, options: GenerateConfig): number[] {
    const { n, ...rest } = options ?? {};
    this.#request("generate", rest, { tokens: prompt });
    return Array.from({ length: count("n", n) }, () => {
      this.experiment.run();
      return this.experiment.readNumber("next_token");
    });
  }

  get #logits(): string {
    return this.experiment.kind === "transformer" ? "decoder.logits" : "logits";
  }

  /** `options` are the caller's, and must not say what is ours to say. */
  #request(action: string, options: object, own: object = {}): void {
    const taken = ["action", ...Object.keys(own)].find((key) => key in options);
    if (taken) throw invalid(`${action} has no option "${taken}"`);
    this.#training?.interrupt();
    const plain = Object.entries({ ...options, ...own }).filter(([, value]) => value !== undefined);
    this.experiment.configure({ action, ...Object.fromEntries(plain.map(([key, value]) => [key, toPlain(value)])) });
  }
}

/** Arrays of all kinds as JSON can have them. */
function toPlain(value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value;
}

function asObject(input: Sequence): Exclude<Sequence, ArrayLike<number>> {
  if (typeof input !== "object" || input === null)
    throw invalid(`tokens (${shown(input)}) must be an array of numbers or { tokens, source, targets }`);
  if ("length" in input) return { tokens: ArrayBuffer.isView(input) ? input : Array.from(input) };
  refuseUnknown("a sequence", input, ["tokens", "source", "targets"]);
  return input;
}

function withTargets(input: Sequence): object {
  const { tokens, source, targets } = asObject(input);
  if (targets !== undefined) return { tokens, source, targets };
  if (!(tokens?.length >= 2))
    throw invalid(`tokens (${shown(tokens)}) must have at least two entries where there are no targets`);
  const all = Array.from(tokens);
  return { tokens: all.slice(0, -1), source, targets: all.slice(1) };
}
