// Every state of the gallery as it was: its HTML against tests/golden/gallery/. `npm test -- web -u` writes them anew.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { galleryStates, renderDocument, renderState, stills } from "../../../dist/render.mjs";
import { root } from "../../../web/tools/setup.mjs";

const folder = join(root, "tests/golden/gallery");
const writing = process.env.ATTN_WRITE_SNAPSHOTS === "1";
if (writing) rmSync(folder, { recursive: true, force: true });

/** A row, a paragraph, a control on a line of its own, so that a difference is a few lines; without style sheets. */
const lines = (text) =>
  `${text
    .trim()
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(
      /\s*(<(?:figure|fieldset|label|div|table|thead|tfoot|tr|caption|p|figcaption|details|summary|text|rect)\b)/g,
      "\n$1",
    )
    .trim()}\n`;

const snapshots = [
  ...galleryStates.map((state) => [`${state.figure}/${state.state}.html`, () => renderState(state)]),
  ...Object.keys(stills).map((name) => [`${name}/default.svg`, () => renderDocument(name, {}, "svg")]),
];

for (const [name, render] of snapshots) {
  test(`the gallery's ${name}`, async () => {
    const file = join(folder, name);
    const drawn = lines(await render());
    if (writing) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, drawn);
    }
    assert.ok(existsSync(file), `there is no snapshot ${name}; npm test -- web -u writes it`);
    const differences = compare(readFileSync(file, "utf8"), drawn);
    if (differences.length > 0)
      assert.fail(`${name} differs (npm test -- web -u accepts it):\n${differences.join("\n")}`);
  });
}

test("no snapshot is left of a state that is gone", () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  assert.deepEqual(files.sort(), snapshots.map(([name]) => name).sort());
});

test("a difference is shown by its lines alone", () => {
  assert.deepEqual(compare("a\nb\nc\nd\n", "a\nB\nc\nd\n"), ["- b", "+ B"]);
  assert.deepEqual(compare("a\nb\n", "a\nnew\nb\n"), ["+ new"]);
  assert.deepEqual(compare("a\nb\n", "a\nb\n"), []);
});

/** The lines that are only in one of two texts, by their longest common subsequence between the equal ends. */
function compare(before, after) {
  if (before === after) return [];
  const [a, b] = [before.split("\n"), after.split("\n")];
  while (a.length > 0 && b.length > 0 && a[0] === b[0]) [a, b].forEach((rest) => rest.shift());
  while (a.length > 0 && b.length > 0 && a.at(-1) === b.at(-1)) [a, b].forEach((rest) => rest.pop());
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
  const differences = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) differences.push(`- ${a[i++]}`);
    else differences.push(`+ ${b[j++]}`);
  }
  return differences;
}
