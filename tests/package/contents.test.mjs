// What the packed tarball holds, and that Node can use it as it is.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer();
after(consumer.remove);

const files = readdirSync(consumer.installed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(consumer.installed.length + 1))
  .sort();
const text = (file) => readFileSync(join(consumer.installed, file), "utf8");
const { exports, files: packed } = JSON.parse(text("package.json"));
const modules = Object.keys(exports).filter((entry) => !/\.(wasm|json)$/.test(entry));
const entries = modules.flatMap((entry) => (entry.endsWith("*") ? [entry.replace("*", "soft-lookup")] : [entry]));
const specifier = (entry) => `attention-figures${entry.slice(1)}`;

/** A file and all that it imports, as one text. */
function withImports(file, seen = new Set()) {
  if (seen.has(file)) return "";
  seen.add(file);
  const own = text(file);
  const imported = [...own.matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g)].map(([, path]) => join(file, "..", path));
  return [own, ...imported.map((path) => withImports(path, seen))].join("\n");
}
// Gzip's first bytes in base 64, as in build/kernels.js: any number of them inside a long run is a module.
const EMBEDDED = /H4sI[A-Za-z0-9+/]{1000}/;

test("the classic script is ASCII, so that no encoding of a page spoils its words", () => {
  const found = text("dist/attention-figures.iife.js").match(/[^\0-\x7f]+/);
  assert.equal(found, null);
});

test("only expected files are in the tarball", () => {
  const expected = [
    /^(LICENSE|README\.md|package\.json)$/,
    /^dist\/(index|external|elements|react|attention-figures\.iife)\.js$/,
    /^dist\/(kernels\.wasm|custom-elements\.json|embed\.html)$/,
    /^dist\/(cli|render)\.mjs$/,
    /^dist\/elements\/[a-z-]+\.js$/,
    /^dist\/chunks\/chunk-\w+\.m?js$/,
    /^dist\/types\/(api|engine|figures)\/[a-z-]+\.d\.ts$/,
  ];
  assert.deepEqual(packed, ["dist"]);
  assert.deepEqual(
    files.filter((file) => !expected.some((pattern) => pattern.test(file))),
    [],
  );
  for (const name of ["LICENSE", "README.md", "dist/index.js", "dist/kernels.wasm"])
    assert.ok(files.includes(name), name);
});

test("every file that package.json names is there", () => {
  const named = JSON.stringify(JSON.parse(text("package.json"))).matchAll(/"(?:\.\/)?(dist\/[^"*]+)"/g);
  assert.deepEqual(
    [...named].map(([, file]) => file).filter((file) => !files.includes(file)),
    [],
  );
});

test("./external has a separate module and embeds none; the main entry embeds it", () => {
  assert.equal(files.filter((file) => file.endsWith(".wasm")).length, 1);
  assert.doesNotMatch(withImports("dist/external.js"), EMBEDDED);
  assert.match(withImports("dist/index.js"), EMBEDDED);
  assert.match(withImports("dist/external.js"), /new URL\("\.\/kernels\.wasm",\s*import\.meta\.url\)/);
});

test("Figure 1 alone is one file, with a module of its own", () => {
  const file = "dist/elements/soft-lookup.js";
  assert.equal(withImports(file), text(file));
  const [own, whole] = [text(file), withImports("dist/index.js")].map((script) => /H4sI[\w+/]{1000,}/.exec(script)[0]);
  assert.ok(own.length < 0.7 * whole.length, `its module has ${own.length} letters, the whole one ${whole.length}`);
});

test("publint has nothing to say", () => {
  const { status, output } = consumer.tool("publint/src/cli.js", ["run", consumer.tarball, "--strict"]);
  assert.equal(status, 0, output);
  assert.match(output, /All good/);
});

test("attw finds the types of every entry", () => {
  const options = ["--profile", "esm-only", "--exclude-entrypoints", "kernels.wasm", "--format", "ascii"];
  const { status, output } = consumer.tool("@arethetypeswrong/cli/dist/index.js", [consumer.tarball, ...options]);
  assert.equal(status, 0, output);
});

for (const entry of entries) {
  test(`importing ${entry} in Node starts nothing`, () => {
    const file = consumer.write({ "import.mjs": importAndWatch(specifier(entry)) });
    assert.equal(consumer.node(file), "[]");
  });
}

/** A program that imports an entry and, when nothing is left to do, prints which of the watched calls were made. */
const importAndWatch = (name) => `
  const calls = [];
  const watch = (object, key) => {
    const original = object[key];
    object[key] = function (...args) {
      calls.push(key);
      return Reflect.apply(original, this, args);
    };
  };
  for (const key of ["compile", "instantiate", "compileStreaming", "instantiateStreaming"]) watch(WebAssembly, key);
  for (const key of ["fetch", "setTimeout", "setInterval", "queueMicrotask", "atob"]) watch(globalThis, key);
  for (const key of ["log", "warn", "error"]) watch(console, key);
  process.on("exit", () => process.stdout.write(JSON.stringify(calls)));
  await import(${JSON.stringify(name)});`;

for (const entry of [".", "./external"]) {
  test(`${entry} computes in Node`, () => {
    const file = consumer.write({
      "compute.mjs": `import { load } from "${specifier(entry)}";
        const { weights } = (await load()).attention({ q: [[0]], k: [[1], [2]], v: [[1], [2]] });
        console.log([...weights.data].join());`,
    });
    assert.equal(consumer.node(file), "0.5,0.5");
  });
}
