import type { Engine } from "../engine/engine.js";
import type { Experiment, Tensor } from "../engine/experiment.js";
import { version } from "../engine/version.js";
import { attention, type AttentionInput, type AttentionResult } from "./attention.js";
import { Block, type BlockConfig } from "./block.js";
import type { DecoderConfig, Gpt2Config, RecurrentConfig, TransformerConfig } from "./config.js";
import { crossEntropy, type CrossEntropyResult, layerNorm, type LayerNormOptions, softmax } from "./functions.js";
import { Model } from "./model.js";
import type { TensorLike } from "./tensor.js";

/** The functions of the library, on one instance of its module. Made by `load`. */
export class Attn {
  #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The version of the package. */
  readonly version = version;

  /** The number of the boundary between JavaScript and module. */
  get abi(): number {
    return this.#engine.abi;
  }

  /** The instruction set of the kernels. */
  get simd(): string {
    return this.#engine.simd;
  }

  /**
   * Softmax over the last axis: exp(x_j / temperature) / sum. Temperature 0 is the exact limit (1 at the maximum,
   * ties share), Infinity the plain average. A row with a NaN becomes NaN; a row of -Infinity becomes 0.
   */
  softmax(x: TensorLike, options?: { temperature?: number }): Tensor {
    return softmax(this.#engine, x, options);
  }

  /**
   * Scaled dot-product attention (Vaswani et al. 2017, equation 1), with its intermediates.
   *
   * Errors: `invalid_argument` for shapes that do not fit, rows of unequal length, a negative temperature, an unknown
   * option; `out_of_memory`.
   */
  attention(input: AttentionInput & { keep: false }): Pick<AttentionResult, "output">;
  attention(input: AttentionInput & { keep?: true }): AttentionResult;
  attention(input: AttentionInput): AttentionResult | Pick<AttentionResult, "output">;
  attention(input: AttentionInput): AttentionResult | Pick<AttentionResult, "output"> {
    return attention(this.#engine, input) as AttentionResult;
  }

  /**
   * Layer normalisation over the last axis (Ba, Kiros & Hinton 2016): gamma (x - mean) / sqrt(variance + eps) + beta.
   * Differences from the mean may be up to 1e19, whose squares float32 holds.
   */
  layerNorm(x: TensorLike, options?: LayerNormOptions): Tensor {
    return layerNorm(this.#engine, x, options);
  }

  /**
   * Cross-entropy in nats of each row's target, a column number, or -1 where none counts. From the logits: a target of
   * probability 1e-30 costs 69.08 nats.
   */
  crossEntropy(logits: TensorLike, targets: ArrayLike<number>): CrossEntropyResult {
    return crossEntropy(this.#engine, logits, targets);
  }

  /** A transformer block over given vectors. Dispose it when done. */
  block(config: BlockConfig): Block {
    return new Block(this.#engine, config);
  }

  /** A decoder in GPT's form, to be trained and to generate. Dispose it when done. */
  decoder(config: DecoderConfig | Gpt2Config): Model {
    return new Model(this.#engine, "decoder", config);
  }

  /** An encoder-decoder as in Vaswani et al. 2017. Dispose it when done. */
  transformer(config: TransformerConfig): Model {
    return new Model(this.#engine, "transformer", config);
  }

  /** A gated recurrent network, to compare with. Dispose it when done. */
  recurrent(config: RecurrentConfig): Model {
    return new Model(this.#engine, "recurrent", config);
  }

  /** What a figure runs, e.g. `experiment("soft_lookup", { tokens, q, k, v })`. Dispose it when done. */
  experiment(kind: string, config: object): Experiment {
    return this.#engine.create(kind, config);
  }

  /** Bytes of wasm memory now held; back at its starting value when everything is disposed. */
  liveBytes(): number {
    return this.#engine.liveBytes();
  }
}
