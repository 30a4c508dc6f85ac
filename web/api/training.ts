import type { Experiment } from "../engine/experiment.js";
import type { TrainConfig } from "./config.js";
import { invalid, shown } from "./tensor.js";

/** What a step of training tells. */
export interface StepResult {
  /** Steps taken so far, from 1. */
  step: number;
  /** Mean over the batch's targets before the step, nats. */
  loss: number;
  /** Norm of the whole gradient, before clipping. */
  grad_norm: number;
  learning_rate: number;
  /** Predicted positions per second of the step's own time. */
  tokens_per_second: number;
}

/** A training at work, made by `Model.train`. Other calls of the model may come in between and change no bit of it. */
export class Training implements Iterable<StepResult> {
  #experiment: Experiment;
  #steps: number;
  #batchSize: number;
  #resume: () => void;
  #isLatest: (training: Training) => boolean;
  #interrupted = false;
  #done = 0;
  #elapsedMs = 0;

  /** @internal */
  constructor(experiment: Experiment, options: TrainConfig, resume: () => void, isLatest: (t: Training) => boolean) {
    this.#experiment = experiment;
    this.#steps = options.steps ?? 1000;
    this.#batchSize = options.batch_size ?? 8;
    this.#resume = resume;
    this.#isLatest = isLatest;
  }

  /** Learns from one more sequence of the batch at hand. The step's result if that completed one. */
  advance(): StepResult | undefined {
    if (!this.#isLatest(this)) throw invalid("this training ended when another one of the model began");
    if (this.#interrupted) this.#resume();
    this.#interrupted = false;
    const started = performance.now();
    this.#experiment.run();
    this.#elapsedMs += performance.now() - started;
    const step = this.#experiment.readNumber("step");
    if (step === this.#done) return undefined;
    const n_tokens = this.#experiment.shape("tokens")[0]! * this.#batchSize;
    const tokens_per_second = (1000 * n_tokens) / this.#elapsedMs;
    this.#done = step;
    this.#elapsedMs = 0;
    const [loss, grad_norm, learning_rate] = ["loss", "grad_norm", "learning_rate"].map((name) =>
      this.#experiment.readNumber(name),
    ) as [number, number, number];
    return { step, loss, grad_norm, learning_rate, tokens_per_second };
  }

  /** One whole step, or what is left of it. */
  step(): StepResult {
    for (;;) {
      const result = this.advance();
      if (result) return result;
    }
  }

  /**
   * The norms of the gradients in the last step, before clipping: of every parameter, by name; or of every layer
   * (`layers.0`, `encoder.layers.1`) and every part outside of them (`embedding`, `norm_final`), over all that it has.
   */
  gradientNorms(by: "parameter" | "layer" = "parameter"): Record<string, number> {
    if (by !== "parameter" && by !== "layer")
      throw invalid(`gradientNorms' argument (${shown(by)}) must be "parameter" or "layer"`);
    if (this.#done === 0) throw invalid("gradientNorms must come after a step of this training");
    const norms = this.#experiment.read("grad_norms").data;
    const sums: Record<string, number> = {};
    for (const [i, name] of this.#experiment.parameters().entries()) {
      const key = by === "parameter" ? name : layerOf(name);
      sums[key] = Math.hypot(sums[key] ?? 0, norms[i]!);
    }
    return sums;
  }

  /** Step after step until there were `steps`. */
  *[Symbol.iterator](): Generator<StepResult, void, undefined> {
    while (this.#done < this.#steps) yield this.step();
  }

  /** @internal The model was asked for something else. */
  interrupt(): void {
    this.#interrupted = true;
  }
}

/** `encoder.layers.0.attention.w_q` -> `encoder.layers.0`, `embedding.tokens` -> `embedding` */
function layerOf(name: string): string {
  return /^.*layers\.\d+/.exec(name)?.[0] ?? name.slice(0, name.lastIndexOf("."));
}
