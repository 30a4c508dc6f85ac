// load() with sources that are broken in the ways servers break them; the faults are served by api.test.mjs.

import { load } from "/dist/external.js";
import { equal, holds, refused, runChecks } from "./checks.mjs";

// (module (func (export "attn_abi") (result i32) i32.const 99))
const OTHER_ABI = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 12, 1, 8, 97, 116, 116, 110, 95, 97, 98, 105, 0,
  0, 10, 7, 1, 5, 0, 65, 227, 0, 11,
]);

const failing = (wasm, ...words) => refused(() => load({ wasm }), "wasm_failed", ...words);
const works = async (options) => equal((await load(options)).softmax([5]).data[0], 1);

await runChecks({
  "HTML with status 200": () =>
    failing("/faults/html.wasm", "/faults/html.wasm", "status 200", "text/html", "load({ wasm })"),
  404: () => failing("/faults/none.wasm", "/faults/none.wasm", "status 404", "load({ wasm })"),
  "cut short": () => failing("/faults/cut.wasm", "/faults/cut.wasm", "20000 bytes", "cut short"),
  "a closed connection": () => failing("/faults/block.wasm", "/faults/block.wasm", "load({ wasm })"),
  "a wrong MIME type is no fault": () => works({ wasm: "/faults/mime.wasm" }),
  "another ABI": async () => failing(OTHER_ABI, "99", `needs ABI ${(await load({ wasm: "/dist/copy.wasm" })).abi}`),
  async "the first load fails, the second succeeds"() {
    await refused(() => load(), "wasm_failed", "kernels.wasm", "status 503");
    await works();
    const [first, second] = [await load(), await load()];
    const experiment = first.experiment("softmax", { n_rows: 1, n_columns: 1 });
    holds(second.liveBytes() === first.liveBytes(), "all loads share one instance");
    experiment.dispose();
  },
  async "bytes, a module, a response, an address"() {
    const fetched = () => fetch("/dist/copy.wasm");
    const bytes = await (await fetched()).arrayBuffer();
    for (const wasm of [
      bytes,
      new Uint8Array(bytes),
      await WebAssembly.compile(bytes),
      await fetched(),
      "/dist/copy.wasm",
    ]) {
      await works({ wasm });
    }
    await works({ wasm: new URL("/dist/copy.wasm", location.href) });
  },
  "a wrong kind of source": () => failing(new ArrayBuffer(3), "the given buffer"),
});
