// The packed tarball's program, as npm installs it, and the elements in server renderers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { run, root } from "../../web/tools/setup.mjs";
import { attention } from "../web/helpers.mjs";
import { makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer();
after(consumer.remove);

const DATA = { tokens: ["a", "b"], q: [[1], [2]], k: [[1], [-1]], v: [[3], [4]] };

/** Makes packages of this project's node_modules the consumer's own too. */
function borrow(...names) {
  for (const name of names) {
    const link = join(consumer.folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
}

test("npm installs the program, which renders without any other package", () => {
  const { folder, tarball } = consumer;
  run("npm install", "npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", tarball], {
    cwd: folder,
  });
  const npx = (...words) => {
    const args = ["--offline", "--no-install", "attention-figures", ...words];
    return spawnSync("npx", args, { cwd: folder, encoding: "utf8" });
  };
  const given = ["--data", JSON.stringify(DATA), "--query", "b", "--temperature", "0.5"];
  const rendered = npx("render", "soft-lookup", ...given);
  assert.equal(rendered.stderr, "");
  assert.equal(rendered.status, 0);
  assert.match(rendered.stdout, /^<!doctype html>[^]*<\/html>\n$/);
  const [output] = attention({ ...DATA, temperature: 0.5 }).output[1];
  assert.match(rendered.stdout, new RegExp(`<tfoot>[^]*>${output.toFixed(2)}</td>[^]*</tfoot>`));
  const drawn = npx("render", "soft-lookup", ...given, "--svg");
  assert.match(drawn.stdout, new RegExp(`^<\\?xml[^]*>${output.toFixed(2)}</text>[^]*</svg>\n$`));
  for (const [words, status, sentence] of [
    [["render", "soft-lookup", "--temperature", "-1"], 1, "attention-figures: temperature (-1) must be 0 or more\n"],
    [["render", "lookup"], 2, 'attention-figures: figure ("lookup") must be one of soft-lookup'],
    [["render", "soft-lookup", "--svgs", "1"], 2, 'attention-figures: soft-lookup has no attribute "svgs"; it has'],
  ]) {
    const { status: ended, stdout, stderr } = npx(...words);
    assert.deepEqual([ended, stdout], [status, ""], words.join(" "));
    assert.ok(stderr.startsWith(sentence) && stderr.trim().split("\n").length === 1, stderr);
  }
  const help = npx("--help");
  assert.deepEqual([help.status, help.stderr], [0, ""]);
  assert.match(help.stdout, /--temperature +0 to Infinity/);
});

const TAG = '<attn-soft-lookup query="its" temperature="0.5"><p>The weights.</p></attn-soft-lookup>';

test("React's server renderer gives the tag and its fallback", () => {
  borrow("react", "react-dom");
  const file = consumer.write({
    "react.mjs": `import "attention-figures/elements";
      import { createElement as h } from "react";
      import { renderToString } from "react-dom/server";
      const data = ${JSON.stringify(DATA)};
      const properties = { query: "its", temperature: 0.5, data, "onattn-change": () => {} };
      console.log(renderToString(h("attn-soft-lookup", properties, h("p", undefined, "The weights."))));`,
  });
  assert.equal(consumer.node(file), TAG);
});

test("Lit's server renderer, whose registry of elements is everybody's, gives the tag and its fallback", () => {
  borrow("lit", "@lit-labs/ssr");
  const file = consumer.write({
    "lit.mjs": `import "@lit-labs/ssr/lib/install-global-dom-shim.js";
      import { render } from "@lit-labs/ssr";
      import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
      import { html } from "lit";
      await import("attention-figures/elements");
      const page = html\`${TAG}\`;
      console.log((await collectResult(render(page))).replace(/<!--.*?-->|<\\?>/g, ""));`,
  });
  assert.equal(consumer.node(file), TAG);
});
