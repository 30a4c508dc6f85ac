// load(): every source, and what goes wrong on the way to the module.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { load } from "../../../dist/external.js";
import { serve } from "../../page/server.mjs";
import { dist, equal, holds, kernels, refused } from "../helpers.mjs";

const WASM = "application/wasm";
const server = await serve({
  fault: (path) =>
    ({
      "/html.wasm": { body: "<!doctype html><title>App</title>", type: "text/html" },
      "/none.wasm": { status: 404, body: "no" },
      "/broken.wasm": { status: 500, body: kernels(), type: WASM },
      "/typed.wasm": { body: kernels(), type: "text/plain" },
      "/cut.wasm": { body: kernels(), type: WASM, cut: 20_000 },
      "/empty.wasm": { body: "", type: WASM },
      "/closed.wasm": { block: true },
    })[path],
});
after(server.close);
const at = (path) => `${server.url}${path}`;

const works = async (wasm) => {
  const attn = await load({ wasm });
  equal(attn.softmax([0, 0]).data.join(), "0.5,0.5");
};
const fails = (wasm, ...words) => refused(() => load({ wasm }), "wasm_failed", ...words);

test("bytes, views of bytes, a module, a response, addresses", async () => {
  const bytes = kernels();
  const apart = new Uint8Array(bytes.length + 3);
  apart.set(bytes, 3);
  await works(bytes);
  await works(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  await works(apart.subarray(3));
  await works(new DataView(apart.buffer, 3));
  await works(await WebAssembly.compile(bytes));
  await works(new Response(bytes));
  await works(await fetch(at("/dist/kernels.wasm")));
  await works(at("/dist/kernels.wasm"));
  await works(new URL(at("/dist/kernels.wasm")));
  await works(pathToFileURL(join(dist, "kernels.wasm")));
  await works(pathToFileURL(join(dist, "kernels.wasm")).href);
});

test("what attn says of itself", async () => {
  const attn = await load();
  const { version } = JSON.parse(readFileSync(join(dist, "../package.json"), "utf8"));
  equal(attn.version, version);
  equal(attn.simd, "simd128");
  holds(Number.isInteger(attn.abi), "the ABI is a number");
});

const HINT = "load({ wasm })";
test("HTML instead of the module", () => fails(at("/html.wasm"), at("/html.wasm"), "status 200", "text/html", HINT));
test("404", () => fails(at("/none.wasm"), at("/none.wasm"), "status 404", HINT));
test("500 with the right bytes", () => fails(at("/broken.wasm"), "status 500"));
test("a wrong type is no fault", () => works(at("/typed.wasm")));
test("cut short", () => fails(at("/cut.wasm"), at("/cut.wasm"), "20000 bytes", "cut short"));
test("nothing", () => fails(at("/empty.wasm"), "is not WebAssembly", HINT));
test("a closed connection", () => fails(at("/closed.wasm"), at("/closed.wasm"), "could not be fetched", HINT));
test("no such file", () => fails(pathToFileURL("/none/kernels.wasm"), "file:///none/kernels.wasm", "ENOENT", HINT));
test("no address", () => fails("kernels.wasm", "kernels.wasm", HINT));
test("a response of 404", async () => fails(await fetch(at("/none.wasm")), at("/none.wasm"), "status 404"));
test("a response without an address", () => fails(new Response("no"), "the given response (status 200, text/plain"));
test("a module for which there is no memory", async (t) => {
  t.mock.method(WebAssembly, "instantiate", () => Promise.reject(new RangeError("could not allocate memory")));
  const sentence = "could not be started: could not allocate memory";
  await refused(() => load({ wasm: kernels() }), "out_of_memory", sentence);
});
test("other bytes", () => fails(new Uint8Array([0, 97, 115, 110, 1, 0, 0, 0]), "the given buffer", "not WebAssembly"));
test("another version of WebAssembly", () =>
  fails(new Uint8Array([0, 97, 115, 109, 2, 0, 0, 0]), "the given buffer (8 bytes)"));
test("null, a number, an object", async () => {
  for (const [wasm, shown] of [
    [null, "null"],
    [5, "5"],
    [{}, "Object"],
  ])
    await refused(() => load({ wasm }), "invalid_argument", `wasm (${shown}) must be bytes, a compiled module`);
});
for (const [entry, path] of Object.entries({ main: "index.js", external: "external.js" })) {
  test(`options that load of the ${entry} entry does not have`, async () => {
    const { load } = await import(`../../../dist/${path}`);
    await refused(() => load({ wsm: kernels() }), "invalid_argument", 'load has no option "wsm"; it has wasm');
    for (const options of [null, 5, "kernels.wasm"]) await refused(() => load(options), "invalid_argument", "load (");
  });
}

// (module (func (export "attn_abi") (result i32) i32.const 99)), and the same with another name.
const OTHER_ABI = Uint8Array.from(
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 12, 1, 8].concat(
    [...Buffer.from("attn_abi")],
    [0, 0, 10, 7, 1, 5, 0, 65, 0xe3, 0, 11],
  ),
);
test("a module of another ABI", async () => fails(OTHER_ABI, "ABI 99", `ABI ${(await load()).abi}`, "one version"));
test("a module of something else", async () => {
  const other = OTHER_ABI.map((byte, i) => (i === 23 ? "b".charCodeAt(0) : byte));
  await fails(other, "ABI none", `ABI ${(await load()).abi}`);
});
