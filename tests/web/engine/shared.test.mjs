// The one instance of a page: compiled once, made again after a failure or a trap.

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { dist, equal, holds, kernels, refused } from "../helpers.mjs";

const folder = mkdtempSync(join(tmpdir(), "attention-figures-"));
after(() => rmSync(folder, { recursive: true }));

let copies = 0;
/** A copy of the library that nobody has loaded yet, in a folder of its own, with `entry` imported. */
async function freshCopy(entry) {
  const copy = join(folder, String(copies++));
  mkdirSync(copy);
  for (const file of [entry, "kernels.wasm", "chunks"]) cpSync(join(dist, file), join(copy, file), { recursive: true });
  return { copy, library: await import(pathToFileURL(join(copy, entry))) };
}

/** How often our module, and not one of Node's own, is compiled and started while `use` runs. */
async function counting(use) {
  const { compile, instantiate } = WebAssembly;
  const size = kernels().length;
  const calls = { compile: 0, instantiate: 0 };
  WebAssembly.compile = (bytes) => {
    if (bytes.byteLength === size) calls.compile++;
    return compile(bytes);
  };
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    if (instance.exports?.attn_abi) calls.instantiate++;
    return instance;
  };
  try {
    await use();
  } finally {
    Object.assign(WebAssembly, { compile, instantiate });
  }
  return calls;
}

for (const entry of ["index.js", "external.js"]) {
  test(`${entry}: one compile and one instance for many loads`, async () => {
    const { library } = await freshCopy(entry);
    const calls = await counting(async () => {
      const together = await Promise.all(Array.from({ length: 12 }, () => library.load()));
      const later = await library.load();
      const experiment = later.experiment("softmax", { n_rows: 1, n_columns: 1 });
      holds(
        together.every((attn) => attn.liveBytes() === later.liveBytes()),
        "all share one memory",
      );
      experiment.dispose();
    });
    equal(JSON.stringify(calls), '{"compile":1,"instantiate":1}');
  });
}

test("the first load fails, the second succeeds", async () => {
  const { copy, library } = await freshCopy("external.js");
  writeFileSync(join(copy, "kernels.wasm"), "<!doctype html>");
  const both = await Promise.allSettled([library.load(), library.load()]);
  for (const { reason } of both)
    await refused(() => Promise.reject(reason), "wasm_failed", "kernels.wasm", "not WebAssembly");
  copyFileSync(join(dist, "kernels.wasm"), join(copy, "kernels.wasm"));
  equal((await library.load()).softmax([0, 0]).data.join(), "0.5,0.5");
});

/** Runs `use` while new instances get `attn_run`, made from their own, in its place. */
async function withRun(attn_run, use) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const { exports } = await instantiate(...args);
    return { exports: { ...exports, attn_run: attn_run(exports.attn_run) } };
  };
  try {
    return await use();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test("a trapped instance is dropped, and load() makes a new one", async () => {
  const { library } = await freshCopy("index.js");
  let armed = false;
  const trap =
    (original) =>
    (...args) => {
      if (armed) throw new WebAssembly.RuntimeError("unreachable");
      return original(...args);
    };
  const attn = await withRun(trap, () => library.load());
  const experiment = attn.experiment("softmax", { n_rows: 1, n_columns: 2 });
  armed = true;
  await refused(() => attn.softmax([0, 0]), "wasm_failed", "dropped", "load()");
  armed = false;
  // Its memory is in an unknown state: nothing of it is used again, even what would work.
  await refused(() => attn.softmax([0, 0]), "wasm_failed", "load()");
  await refused(() => experiment.run(), "wasm_failed", "load()");
  await refused(() => attn.liveBytes(), "wasm_failed", "load()");
  experiment.dispose();
  const next = await library.load();
  equal(next.softmax([0, 0]).data.join(), "0.5,0.5");
  equal((await library.load()).liveBytes(), next.liveBytes());
});

test("an instance that computes wrongly is refused", async () => {
  const { library } = await freshCopy("external.js");
  // As a phone whose SIMD is wrong: attn_run succeeds and leaves zeros.
  await withRun(
    () => () => 0,
    async () => {
      await refused(() => library.load(), "unsupported", "SIMD");
      await refused(() => library.load({ wasm: kernels() }), "unsupported", "SIMD");
    },
  );
  equal((await library.load()).softmax([0, 0]).data.join(), "0.5,0.5");
});

test("without WebAssembly, or without its SIMD, the sentence says so", async () => {
  const { library } = await freshCopy("index.js");
  const { WebAssembly: present } = globalThis;
  const lacking = async (replacement, ...words) => {
    globalThis.WebAssembly = replacement;
    try {
      await refused(() => library.load(), "unsupported", ...words);
      await refused(() => library.load({ wasm: kernels() }), "unsupported", ...words);
    } finally {
      globalThis.WebAssembly = present;
    }
  };
  await lacking(undefined, "no WebAssembly");
  await lacking({ validate: () => false }, "no SIMD");
  equal((await library.load()).softmax([0, 0]).data.join(), "0.5,0.5");
});
