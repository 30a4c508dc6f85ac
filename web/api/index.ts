import { inlinedEngine } from "../engine/inlined.js";
import { loadEngine } from "../engine/load.js";
import type { WasmSource } from "../engine/source.js";
import { Attn } from "./attn.js";
import { refuseUnknown } from "./tensor.js";

export * from "./types.js";

/**
 * The library, ready to compute. Without options: one shared instance per page, from the module that this file
 * carries. `load({ wasm })` makes an instance of its own from bytes, a compiled module, a response or an address.
 *
 * Errors: `unsupported` without WebAssembly or its SIMD, `wasm_failed` if the module cannot be had or compiled.
 */
export async function load(options: { wasm?: WasmSource } = {}): Promise<Attn> {
  refuseUnknown("load", options, ["wasm"]);
  return new Attn(await (options.wasm === undefined ? inlinedEngine() : loadEngine(options.wasm)));
}
