import type { Engine } from "../engine/engine.js";
import type { Experiment, Tensor } from "../engine/experiment.js";
import { version } from "../engine/version.js";
import { attention, type AttentionInput, type AttentionResult, softmax } from "./attention.js";
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
    return attention(this.#engine, input);
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
