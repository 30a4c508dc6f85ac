import { loadEngine, sharedEngine } from "../engine/load.js";
import type { WasmSource } from "../engine/source.js";
import { Attn } from "./attn.js";
import { refuseUnknown } from "./tensor.js";

export * from "./types.js";

/**
 * As `load` of the main entry, but the module is the separate file `kernels.wasm`, beside this one unless
 * `load({ wasm })` says otherwise.
 */
export async function load(options: { wasm?: WasmSource } = {}): Promise<Attn> {
  refuseUnknown("load", options, ["wasm"]);
  const beside = () => new URL("./kernels.wasm", import.meta.url);
  return new Attn(await (options.wasm === undefined ? sharedEngine(beside) : loadEngine(options.wasm)));
}
