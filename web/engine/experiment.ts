import type { Engine } from "./engine.js";
import { AttentionError } from "./error.js";

/** Numbers with a shape: row-major, the last index contiguous. Always a copy, never a view of wasm memory. */
export interface Tensor {
  data: Float32Array;
  shape: number[];
}

interface Entry {
  name: string;
  shape: number[];
  offset: number;
  /** How many numbers it has, and where the first one is among all numbers of the memory. */
  length: number;
  start: number;
}

/**
 * One computation inside the module. Write its input tensors, `run` it, read what it computed, all by name.
 *
 * Errors: `invalid_argument` for an unknown name, a wrong length, an input that `run` refuses, or use after
 * `dispose`.
 */
export class Experiment {
  #engine: Engine;
  #handle: number;
  #entries: Map<string, Entry>;
  /** @internal The bytes of all its tensors. */
  readonly bytes: number;

  /** Called by `Engine.create`. */
  constructor(
    engine: Engine,
    readonly kind: string,
    handle: number,
    directory: string,
  ) {
    this.#engine = engine;
    this.#handle = handle;
    this.#entries = new Map();
    this.bytes = 0;
    for (const entry of JSON.parse(directory) as Entry[]) {
      entry.length = entry.shape.reduce((product, extent) => product * extent, 1);
      entry.start = entry.offset / Float32Array.BYTES_PER_ELEMENT;
      this.bytes += entry.length * Float32Array.BYTES_PER_ELEMENT;
      this.#entries.set(entry.name, entry);
    }
  }

  /** The names of all tensors, inputs first. */
  tensors(): string[] {
    return [...this.#entries.keys()];
  }

  /** The shape of a tensor. */
  shape(name: string): number[] {
    return [...this.#find(name).shape];
  }

  /** A copy of a tensor. */
  read(name: string): Tensor {
    const { shape, start, length } = this.#find(name);
    return { data: this.#engine.heap.slice(start, start + length), shape: shape.slice() };
  }

  /** Fills a tensor with `values`, row-major; a plain number fills a tensor of one. */
  write(name: string, values: ArrayLike<number> | number): void {
    const { shape, start, length } = this.#find(name);
    const source = typeof values === "number" ? [values] : values;
    if (source.length !== length) {
      throw new AttentionError(
        "invalid_argument",
        `${name} (${source.length} numbers) must have ${length}, for its shape is [${shape.join(", ")}]`,
      );
    }
    this.#engine.heap.set(source, start);
  }

  /** Computes all other tensors from the inputs; `steps` of them for experiments that go on. */
  run(steps = 1): void {
    this.#alive();
    if (this.#engine.call((wasm) => wasm.attn_run(this.#handle, steps)) !== 0) throw this.#engine.failure();
  }

  /** Gives the memory back. Calling it again does nothing. */
  dispose(): void {
    if (this.#handle !== 0 && !this.#engine.dead) this.#engine.call((wasm) => wasm.attn_destroy(this.#handle));
    this.#handle = 0;
  }

  #alive(): void {
    if (this.#handle === 0) {
      throw new AttentionError(
        "invalid_argument",
        `this ${this.kind} experiment was disposed and cannot be used again`,
      );
    }
  }

  #find(name: string): Entry {
    this.#alive();
    const entry = this.#entries.get(name);
    if (entry) return entry;
    throw new AttentionError(
      "invalid_argument",
      `there is no tensor "${name}"; there are ${this.tensors().join(", ")}`,
    );
  }
}
