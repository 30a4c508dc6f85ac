import { AttentionError, type AttentionErrorCode, invalid } from "./error.js";
import { Experiment } from "./experiment.js";

/** The boundary this JavaScript speaks; the module must export the same number (cpp/wasm/api.cpp). */
export const ABI = 2;

/** What the module exports. Pointers are byte offsets into its memory; text is UTF-8 ending in a zero byte. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  attn_abi(): number;
  attn_alloc(size: number): number;
  attn_free(pointer: number): void;
  attn_create(kind: number, json: number): number;
  attn_configure(handle: number, json: number): number;
  attn_tensors(handle: number): number;
  attn_run(handle: number, steps: number): number;
  attn_save(handle: number, file: number): number;
  attn_load(handle: number, file: number, size: number): number;
  attn_text(): number;
  attn_destroy(handle: number): void;
  attn_live_bytes(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The largest experiment that is kept between calls. For a larger one, creating it is little beside computing. */
const MOST_KEPT_BYTES = 1 << 20;

/** One instance of the module: makes experiments, and turns every failure into an AttentionError. */
export class Engine {
  readonly abi = ABI;
  readonly simd = "simd128";
  #exports: Exports;
  #dead: AttentionError | undefined;
  #kept: { config: object; experiment: Experiment } | undefined;
  #heap: Float32Array;

  constructor(exports: Exports) {
    this.#exports = exports;
    this.#heap = new Float32Array(exports.memory.buffer);
  }

  /** True once the module has trapped; it computes nothing more. */
  get dead(): boolean {
    return this.#dead !== undefined;
  }

  /** An experiment of a kind from its configuration; `dispose` it when it is no longer needed. */
  create(kind: string, config: object): Experiment {
    const handle = this.withText(String(kind), (kindText) =>
      this.withText(toJson(config), (json) => this.call((wasm) => wasm.attn_create(kindText, json))),
    );
    if (handle === 0) throw this.failure();
    return new Experiment(this, kind, handle);
  }

  /**
   * What `use` makes of an experiment that lives for this call alone. `use` must write every input. The last small one
   * is kept for a next call with the same configuration, since creating it takes longer than its sums.
   */
  with<T>(kind: string, config: object, use: (experiment: Experiment) => T): T {
    if (this.#kept?.experiment.kind !== kind || !sameEntries(this.#kept.config, config)) this.#release();
    const experiment = this.#kept?.experiment ?? this.create(kind, config);
    this.#kept = undefined;
    let keep = false;
    try {
      const result = use(experiment);
      keep = experiment.bytes <= MOST_KEPT_BYTES;
      return result;
    } finally {
      if (keep) this.#kept = { config, experiment };
      else experiment.dispose();
    }
  }

  /** Bytes that all live experiments hold; back at its starting value when all of them are disposed. */
  liveBytes(): number {
    this.#release();
    return this.call((wasm) => wasm.attn_live_bytes());
  }

  /** Runs `use` on the exports. A trap leaves the module's memory in an unknown state, so none follows it. */
  call<T>(use: (wasm: Exports) => T): T {
    if (this.#dead) throw this.#dead;
    try {
      return use(this.#exports);
    } catch (cause) {
      this.#dead = new AttentionError(
        "wasm_failed",
        "the WebAssembly module failed and was dropped: call load() again",
        {
          cause,
        },
      );
      throw this.#dead;
    }
  }

  /** All of the module's memory as numbers. The view must not outlive the next call: memory may grow, and move. */
  get heap(): Float32Array {
    // Growth leaves the old view empty, which is cheaper to ask for than the memory's buffer.
    if (this.#heap.length === 0) this.#heap = new Float32Array(this.#exports.memory.buffer);
    return this.#heap;
  }

  /** The zero-terminated text at `pointer`. */
  text(pointer: number): string {
    const bytes = new Uint8Array(this.#exports.memory.buffer, pointer);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** The module's own sentence on the call that failed last. */
  failure(): AttentionError {
    const [code, ...sentence] = this.text(this.call((wasm) => wasm.attn_text())).split(": ");
    return new AttentionError(code as AttentionErrorCode, sentence.join(": "));
  }

  #release(): void {
    this.#kept?.experiment.dispose();
    this.#kept = undefined;
  }

  /** What `use` makes of a text inside the module. */
  withText<T>(text: string, use: (pointer: number) => T): T {
    return this.withMemory(text.length * 3 + 1, (pointer, bytes) => {
      bytes[encoder.encodeInto(text, bytes).written] = 0;
      return use(pointer);
    });
  }

  /** What `use` makes of `size` bytes of the module's memory; the view is good until its next call. */
  withMemory<T>(size: number, use: (pointer: number, bytes: Uint8Array) => T): T {
    const pointer = this.call((wasm) => wasm.attn_alloc(size));
    if (pointer === 0) throw new AttentionError("out_of_memory", `there is no room for ${size} bytes`);
    try {
      return use(pointer, this.bytes(pointer, size));
    } finally {
      if (!this.#dead) this.call((wasm) => wasm.attn_free(pointer));
    }
  }

  /** A view of `size` bytes of the module's memory, good until the next call. */
  bytes(pointer: number, size: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, pointer, size);
  }
}

function sameEntries(a: object, b: object): boolean {
  for (const key in b) if (a[key as never] !== b[key as never]) return false;
  return true;
}

/** A configuration as JSON, which has no NaN, no infinity (it would write null) and no BigInt. */
export function toJson(config: object): string {
  for (const [key, value] of Object.entries(config ?? {})) checkValue(key, value);
  try {
    return JSON.stringify(config) ?? "null";
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AttentionError("invalid_argument", `the config cannot be written as JSON: ${reason}`, { cause });
  }
}

function checkValue(name: string, value: unknown, axes = 1): void {
  if (typeof value === "bigint") throw invalid(`${name} (${value}n, a BigInt) must be a number`);
  if (typeof value === "number" && !Number.isFinite(value)) throw invalid(`${name} (${value}) must be a finite number`);
  if (typeof value === "function" || typeof value === "symbol")
    throw invalid(`${name} (a ${typeof value}) must be data`);
  if (!Array.isArray(value) || axes > 3) return; // The module refuses what has more.
  for (let i = 0; i < value.length; i++) {
    const entry: unknown = value[i];
    if (entry === undefined) throw invalid(`${name}[${i}] (undefined) must be a number`);
    if (!Number.isFinite(entry)) checkValue(`${name}[${i}]`, entry, axes + 1);
  }
}
