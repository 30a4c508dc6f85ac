// What a reader downloads, as gzip -9 makes it, against the budgets.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { root } from "../web/tools/setup.mjs";

const dist = join(root, "dist");
const FIGURE_1 = "elements/soft-lookup.js";
const figures = readdirSync(join(dist, "elements"))
  .map((file) => `elements/${file}`)
  .filter((file) => file !== FIGURE_1);

/** Files, each with all it imports, and what they may weigh in bytes. */
const BUDGETS = [
  ["the module", "kernels.wasm", 60_000],
  ["the API, module inlined", "index.js", 65_000],
  ["all figures with all they need", "elements.js", 112_000],
  ["Figure 1 with all it needs", FIGURE_1, 51_000],
  ...figures.map((file) => ["one figure with all it needs", file, 87_000]),
];

for (const [what, file, budget] of BUDGETS) {
  test(`${what}: ${file}`, (t) => {
    const sizes = withImports(file).map((path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length);
    const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
    t.diagnostic(`${what}: ${size} of ${budget} bytes`);
    assert.ok(
      size <= budget,
      `${file} and its ${sizes.length - 1} imports weigh ${size} bytes, the budget is ${budget}`,
    );
  });
}

/** `file` and everything that it imports at once or later, each once. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return [];
  found.add(file);
  if (file.endsWith(".js")) {
    for (const [, path] of readFileSync(join(dist, file), "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?"(\.[^"]+)"/g)) {
      withImports(normalize(join(dirname(file), path)), found);
    }
  }
  return [...found];
}
