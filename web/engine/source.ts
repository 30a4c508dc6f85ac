import { AttentionError, invalid, shown } from "./error.js";

/** Where the module's bytes come from: themselves, a compiled module, a response, or an address. */
export type WasmSource = WebAssembly.Module | BytesSource;
type BytesSource = BufferSource | Response | URL | string;

/** Throws `unsupported` where the module cannot run. */
export function checkSupport(): void {
  if (typeof WebAssembly === "undefined") {
    throw new AttentionError(
      "unsupported",
      "this browser has no WebAssembly (it may be switched off, as in Lockdown Mode)",
    );
  }
  if (!WebAssembly.validate(SIMD_PROBE)) {
    throw new AttentionError(
      "unsupported",
      "this browser's WebAssembly has no SIMD: Chrome 91, Firefox 89 or Safari 16.4 is needed",
    );
  }
}

/** The module of a source, compiled. Errors: `wasm_failed`; the sentence names the address. */
export async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  const given: unknown = source;
  if (given instanceof WebAssembly.Module) return given;
  const { bytes, origin } = await fetchBytes(source as BytesSource);
  if (![0x00, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte)) {
    throw new AttentionError(
      "wasm_failed",
      `${origin} is not WebAssembly: give load({ wasm }) the address of kernels.wasm`,
    );
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AttentionError(
      "wasm_failed",
      `${origin} (${bytes.length} bytes) could not be compiled; it may be cut short, or the page's ` +
        `Content-Security-Policy may lack script-src 'wasm-unsafe-eval': ${reason}`,
      { cause },
    );
  }
}

async function fetchBytes(source: BytesSource): Promise<{ bytes: Uint8Array<ArrayBuffer>; origin: string }> {
  if (source instanceof ArrayBuffer) return { bytes: new Uint8Array(source), origin: "the given buffer" };
  if (ArrayBuffer.isView(source)) {
    const bytes = new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
    return { bytes, origin: "the given buffer" };
  }
  if (!(typeof source === "string" || source instanceof URL || source instanceof Response))
    throw invalid(`wasm (${shown(source)}) must be bytes, a compiled module, a response or an address`);
  const address = source instanceof Response ? source.url : String(source);
  try {
    if (address.startsWith("file:")) return { bytes: await readFile(address), origin: address };
    const response = source instanceof Response ? source : await fetch(source);
    const origin = `${address || "the given response"} (status ${response.status}, ${response.headers.get("content-type") ?? "no type"})`;
    if (!response.ok) {
      throw new AttentionError(
        "wasm_failed",
        `${origin} was not found: give load({ wasm }) the address of kernels.wasm`,
      );
    }
    return { bytes: new Uint8Array(await response.arrayBuffer()), origin };
  } catch (cause) {
    if (cause instanceof AttentionError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AttentionError(
      "wasm_failed",
      `${address} could not be fetched (${reason}): give load({ wasm }) the address of kernels.wasm`,
      { cause },
    );
  }
}

/** Node's fetch reads no files; asking the process for `fs` keeps Node's modules out of every bundle. */
async function readFile(address: string): Promise<Uint8Array<ArrayBuffer>> {
  interface FileSystem {
    promises: { readFile(path: URL): Promise<Uint8Array> };
  }
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): FileSystem } };
  const fs = process?.getBuiltinModule?.("node:fs");
  if (!fs) return new Uint8Array(await (await fetch(address)).arrayBuffer());
  return new Uint8Array(await fs.promises.readFile(new URL(address)));
}

// (module (func (result v128) i32.const 0 i8x16.splat)), the smallest module that is valid only with SIMD.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);
