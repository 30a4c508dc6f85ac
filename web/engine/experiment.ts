import { type Engine, toJson } from "./engine.js";
import { count, invalid, shown } from "./error.js";

/** Numbers with a shape: row-major, the last index contiguous. Always a copy, never a view of wasm memory. */
export interface Tensor {
  data: Float32Array;
  shape: number[];
}

interface Entry {
  name: string;
  shape: number[];
  offset: number;
  trained?: boolean;
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
  #entries = new Map<string, Entry>();
  #stale = true;
  /** @internal The bytes of its tensors, when one was last asked for. */
  bytes = 0;

  /** Called by `Engine.create`. */
  constructor(
    engine: Engine,
    readonly kind: string,
    handle: number,
  ) {
    this.#engine = engine;
    this.#handle = handle;
  }

  /** The names of all tensors, in the order of their declaration. */
  tensors(): string[] {
    return [...this.#directory().keys()];
  }

  /** The names of those that training changes. */
  parameters(): string[] {
    return [...this.#directory().values()].filter(({ trained }) => trained).map(({ name }) => name);
  }

  /** Sets what the next runs do, for experiments that can do several things. */
  configure(request: object): void {
    this.#alive();
    const configure = (json: number) => this.#engine.call((wasm) => wasm.attn_configure(this.#handle, json));
    this.#stale = true;
    if (this.#engine.withText(toJson(request), configure) !== 0) throw this.#engine.failure();
  }

  /** The shape of a tensor. */
  shape(name: string): number[] {
    return [...this.#find(name).shape];
  }

  /** A copy of a tensor: a new one, or `into`, whose shape it must have. */
  read(name: string, into?: Tensor): Tensor {
    const { shape, start, length } = this.#find(name);
    if (into) {
      into.data.set(this.#engine.heap.subarray(start, start + length));
      return into;
    }
    return { data: this.#engine.heap.slice(start, start + length), shape: shape.slice() };
  }

  /**
   * The number in a tensor of shape [1]. Those keep their shape and place, so that this is cheap while others change.
   */
  readNumber(name: string): number {
    this.#alive();
    // Found before the view is taken: finding it may grow the memory, which empties every view.
    const { start } = this.#entries.get(name) ?? this.#find(name);
    return this.#engine.heap[start]!;
  }

  /** Fills a tensor with `values`, row-major; a plain number fills a tensor of one. */
  write(name: string, values: ArrayLike<number> | number): void {
    const { shape, start, length } = this.#find(name);
    const single = typeof values === "number";
    if (!single) checkNumbers(name, values);
    const given = single ? 1 : values.length;
    if (given !== length) {
      throw invalid(`${name} (${given} numbers) must have ${length}, for its shape is [${shape.join(", ")}]`);
    }
    if (single) this.#engine.heap[start] = values;
    else this.#engine.heap.set(values, start);
  }

  /** Computes all other tensors from the inputs; `steps` of them for experiments that go on. */
  run(steps = 1): void {
    this.#alive();
    const n_steps = count("steps", steps);
    const status = this.#engine.call((wasm) => wasm.attn_run(this.#handle, n_steps));
    if (status === 1) throw this.#engine.failure();
    if (status === 2) this.#stale = true;
  }

  /** All weights as the bytes of a safetensors file. */
  save(): Uint8Array {
    this.#alive();
    const save = (file: number) => this.#engine.call((wasm) => wasm.attn_save(this.#handle, file));
    const size = save(0);
    return this.#engine.withMemory(size, (file) => {
      save(file);
      return this.#engine.bytes(file, size).slice();
    });
  }

  /** Takes the weights from a safetensors file, under our names or GPT-2's; if it does not fit, nothing changes. */
  load(bytes: Uint8Array): void {
    this.#alive();
    this.#engine.withMemory(bytes.length, (file, target) => {
      target.set(bytes);
      const status = this.#engine.call((wasm) => wasm.attn_load(this.#handle, file, bytes.length));
      if (status !== 0) throw this.#engine.failure();
    });
  }

  /** Gives the memory back. Calling it again does nothing. */
  dispose(): void {
    if (this.#handle !== 0 && !this.#engine.dead) this.#engine.call((wasm) => wasm.attn_destroy(this.#handle));
    this.#handle = 0;
  }

  #alive(): void {
    if (this.#handle === 0) throw invalid(`this ${this.kind} experiment was disposed and cannot be used again`);
  }

  #directory(): Map<string, Entry> {
    this.#alive();
    if (!this.#stale) return this.#entries;
    this.#entries.clear();
    this.bytes = 0;
    const directory = this.#engine.text(this.#engine.call((wasm) => wasm.attn_tensors(this.#handle)));
    for (const entry of JSON.parse(directory) as Entry[]) {
      entry.length = entry.shape.reduce((product, extent) => product * extent, 1);
      entry.start = entry.offset / Float32Array.BYTES_PER_ELEMENT;
      this.bytes += entry.length * Float32Array.BYTES_PER_ELEMENT;
      this.#entries.set(entry.name, entry);
    }
    this.#stale = false;
    return this.#entries;
  }

  #find(name: string): Entry {
    const entry = this.#directory().get(name);
    if (entry) return entry;
    throw invalid(`there is no tensor "${name}"; there are ${this.tensors().join(", ")}`);
  }
}

/** Whether it is a typed array of numbers, not of BigInts. */
export function isNumeric(value: unknown): value is ArrayLike<number> {
  if (value instanceof Float32Array) return true;
  return ArrayBuffer.isView(value) && "length" in value && !/^Big/.test(value.constructor.name);
}

function checkNumbers(name: string, value: unknown): void {
  if (isNumeric(value)) return;
  if (!Array.isArray(value)) throw invalid(`${name} (${shown(value)}) must be a number or a list of numbers`);
  const wrong = value.findIndex((entry) => typeof entry !== "number");
  if (wrong >= 0) throw invalid(`${name}[${wrong}] (${shown(value[wrong])}) must be a number`);
}
