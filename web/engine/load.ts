import { ABI, Engine, type Exports } from "./engine.js";
import { AttentionError } from "./error.js";
import { checkSupport, compile, type WasmSource } from "./source.js";

let shared: Promise<Engine> | undefined;

/**
 * The page's one instance of the module, made on the first call. A browser allows only about a hundred instances, so
 * everything on a page shares it. A failed load is forgotten, and so is a module that trapped: the next call tries
 * again.
 */
export async function sharedEngine(source: () => WasmSource | Promise<WasmSource>): Promise<Engine> {
  const attempt = (shared ??= startShared(source));
  try {
    const engine = await attempt;
    if (!engine.dead) return engine;
  } catch (error) {
    if (shared === attempt) shared = undefined;
    throw error;
  }
  if (shared === attempt) shared = undefined;
  return sharedEngine(source);
}

async function startShared(source: () => WasmSource | Promise<WasmSource>): Promise<Engine> {
  checkSupport();
  return loadEngine(source());
}

/** An instance of its own from one source. */
export async function loadEngine(source: WasmSource | Promise<WasmSource>): Promise<Engine> {
  checkSupport();
  const module = await compile(await source);
  // The module asks for little: a word when its memory grew, and WASI's output, which it never uses.
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  let exports: Exports;
  try {
    exports = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AttentionError("out_of_memory", `the WebAssembly module could not be started: ${reason}`, { cause });
  }
  const abi = exports.attn_abi?.();
  if (abi !== ABI) {
    throw new AttentionError(
      "wasm_failed",
      `the WebAssembly module has ABI ${abi ?? "none"}, this JavaScript needs ABI ${ABI}: use both from one version`,
    );
  }
  exports._initialize();
  const engine = new Engine(exports);
  checkProduct(engine);
  return engine;
}

/** Some phones have run SIMD that validates and computes wrongly, so one known product is checked at the start. */
function checkProduct(engine: Engine): void {
  const size = 8;
  const experiment = engine.create("attention", { n_q: size, n_k: size, d_k: size, d_v: size, scale: "none" });
  try {
    const counting = Float32Array.from({ length: size * size }, (_, i) => i);
    experiment.write("q", counting);
    experiment.write("k", counting);
    experiment.write("v", counting);
    experiment.write("temperature", Infinity);
    experiment.run();
    // The plain average of each column, and the last token's score with itself: whole numbers that float32 holds.
    const output = experiment.read("output").data;
    const score = experiment.read("scores").data[size * size - 1];
    const expected = counting.slice(56).reduce((sum, x) => sum + x * x, 0);
    if (score !== expected || output.some((x, i) => x !== (i % size) + 28)) {
      throw new AttentionError("unsupported", "this browser's WebAssembly SIMD computes wrong results");
    }
  } finally {
    experiment.dispose();
  }
}
