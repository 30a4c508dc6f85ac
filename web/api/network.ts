/// <reference lib="esnext.disposable" preserve="true" />

import type { Engine } from "../engine/engine.js";
import type { Experiment, Tensor } from "../engine/experiment.js";
import { invalid, shapeText, shown, type TensorLike, toTensor } from "./tensor.js";

/** WebKit has no `Symbol.dispose` yet; where there is none, nothing asks for it either. */
const dispose: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("dispose") as typeof Symbol.dispose);

/**
 * What models and blocks have in common: every parameter and every intermediate is a tensor with a name, such as
 * `layers.0.attention.weights`. Intermediates are those of the last pass, and as long as its sequence.
 *
 * Errors: `invalid_argument` for an unknown name, a shape that does not fit, or use after `dispose`.
 */
export class Network {
  /** @internal */
  readonly experiment: Experiment;

  /** @internal Made by `Attn`. */
  constructor(engine: Engine, kind: string, config: object) {
    this.experiment = engine.create(kind, config);
  }

  /** The names of all trained tensors. */
  parameters(): string[] {
    return this.experiment.parameters();
  }

  /** The names of all tensors. */
  tensors(): string[] {
    return this.experiment.tensors();
  }

  /** A copy of a tensor. */
  read(name: string): Tensor {
    return this.experiment.read(name);
  }

  /** Fills a tensor of the same shape. */
  write(name: string, values: TensorLike): void {
    const tensor = toTensor(name, values);
    const shape = this.experiment.shape(name);
    if (shapeText(tensor.shape) !== shapeText(shape)) {
      throw invalid(`${name} (shape ${shapeText(tensor.shape)}) must have the shape ${shapeText(shape)}`);
    }
    this.experiment.write(name, tensor.data);
  }

  /** All parameters as the bytes of a safetensors file, float32. */
  save(): Uint8Array {
    return this.experiment.save();
  }

  /**
   * Takes all parameters from a safetensors file (F32, F16 or BF16), under our names or those of GPT-2. If anything in
   * it does not fit, it is refused with a sentence and nothing changes.
   */
  load(bytes: Uint8Array | ArrayBuffer): void {
    if (bytes instanceof ArrayBuffer) bytes = new Uint8Array(bytes);
    if (!(bytes instanceof Uint8Array)) throw invalid(`bytes (${shown(bytes)}) must be a Uint8Array or an ArrayBuffer`);
    this.experiment.load(bytes);
  }

  /** Gives the memory back. Calling it again does nothing. */
  dispose(): void {
    this.experiment.dispose();
  }

  /** As `dispose`, for `using`. */
  [dispose](): void {
    this.dispose();
  }

  /** The gradients of all parameters, under the parameters' names. */
  protected parameterGradients(): Record<string, Tensor> {
    return Object.fromEntries(this.parameters().map((name) => [name, this.read(gradientName(name))]));
  }
}

/** `layers.0.attention.w_q` -> `layers.0.attention.dw_q` */
export function gradientName(name: string): string {
  const last = name.lastIndexOf(".") + 1;
  return `${name.slice(0, last)}d${name.slice(last)}`;
}
