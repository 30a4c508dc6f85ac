import { kernels } from "./helpers.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module without the engine: for JSON that no JavaScript object gives, such as a key given twice. */
export async function rawModule() {
  const module = await WebAssembly.compile(kernels());
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const { exports: wasm } = await WebAssembly.instantiate(module, imports);
  wasm._initialize();
  const text = (pointer) => {
    const bytes = new Uint8Array(wasm.memory.buffer, pointer);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const put = (string) => {
    const bytes = encoder.encode(`${string}\0`);
    const pointer = wasm.attn_alloc(bytes.length);
    new Uint8Array(wasm.memory.buffer, pointer, bytes.length).set(bytes);
    return pointer;
  };
  return {
    exports: WebAssembly.Module.exports(module).map(({ name }) => name),
    liveBytes: () => wasm.attn_live_bytes(),
    /** Why there is no experiment of this config, as `code: sentence`, or undefined; what was made is dropped. */
    refusal(kind, json) {
      const pointers = [put(kind), put(json)];
      const handle = wasm.attn_create(...pointers);
      pointers.forEach((pointer) => wasm.attn_free(pointer));
      if (handle === 0) return text(wasm.attn_text());
      wasm.attn_destroy(handle);
      return undefined;
    },
  };
}
