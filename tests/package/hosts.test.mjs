// The packed tarball in other people's tools for pages: what they build is opened in Chromium, and the figure computes.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { run } from "../../web/tools/setup.mjs";
import { launch, missingProgram } from "../page/browsers.mjs";
import { figureWorks } from "../page/embed.test.mjs";
import { serve } from "../page/server.mjs";
import { onPath } from "../stages/setup.mjs";
import { makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer();
after(consumer.remove);

/** Astro's and MDX's versions, the last for Node 20. */
const ASTRO = ["astro@5.18.2", "@astrojs/mdx@4.3.14"];

const TAG = `<attn-soft-lookup query="its" temperature="0.5">
  Attention looks up all keys at once.
</attn-soft-lookup>`;
const EMBED = `<script src="/attention-figures.iife.js"></script>\n${TAG}`;
const POST = `---\ntitle: Post\nlayout: post\n---\nBefore.\n\n${EMBED}\n\nAfter, with a blank line in the tag:\n
${TAG.replace("\n", "\n\n").replace("\n</", "\n\n</")}\n`;

const lacking = [missingProgram("chromium")].filter(Boolean);
const without = (...programs) => {
  const missing = [...lacking, ...programs.filter((program) => !onPath(program))];
  return missing.length > 0 && `${missing.join(" and ")} not on this machine`;
};

/** Puts the classic script into a folder. */
function addScript(folder) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(consumer.installed, "dist/attention-figures.iife.js"), join(folder, "attention-figures.iife.js"));
}

/** Opens pages of a built site; every figure on each must compute. */
async function opened(folder, paths, figures) {
  const server = await serve({ folders: { "/": folder } });
  const browser = await launch("chromium");
  try {
    for (const path of paths) {
      const page = await browser.open(server.url + path);
      const ids = await page.puppet.$$eval("attn-soft-lookup", (all) => all.map((one, i) => (one.id = `figure-${i}`)));
      assert.equal(ids.length, figures, `figures at ${path}`);
      for (const id of ids) await figureWorks(page, `#${id}`);
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Hugo leaves HTML out of Markdown, unless it is told not to or the HTML is in a shortcode. */
const HUGO = {
  "a Markdown post of Hugo": ["[markup.goldmark.renderer]\nunsafe = true\n", POST, 2],
  "a shortcode of Hugo": ["", "Before.\n\n{{< figure-1 >}}\n", 1],
};
for (const [name, [config, post, figures]] of Object.entries(HUGO)) {
  test(name, { skip: without("hugo") }, async () => {
    const folder = join(consumer.folder, name);
    consumer.write({
      [`${name}/config.toml`]: config,
      [`${name}/content/post.md`]: post,
      [`${name}/layouts/_default/single.html`]: "<!doctype html><title>{{ .Title }}</title>{{ .Content }}",
      [`${name}/layouts/shortcodes/figure-1.html`]: EMBED,
    });
    addScript(join(folder, "static"));
    run("hugo", "hugo", ["--source", folder, "--quiet"]);
    await opened(join(folder, "public"), ["/post/"], figures);
  });
}

test("a Markdown post of Jekyll", { skip: without("jekyll") }, async () => {
  const folder = join(consumer.folder, "jekyll");
  consumer.write({
    "jekyll/_config.yml": "title: Blog\n",
    "jekyll/_posts/2026-01-01-post.md": POST,
    "jekyll/_layouts/post.html": "<!doctype html><title>{{ page.title }}</title>{{ content }}",
  });
  addScript(folder);
  run("jekyll", "jekyll", ["build", "--quiet", "--disable-disk-cache", "-s", folder, "-d", join(folder, "_site")]);
  await opened(join(folder, "_site"), ["/2026/01/01/post.html"], 2);
});

test("a notebook of Jupyter, as a page", { skip: without("jupyter-nbconvert") }, async () => {
  const folder = join(consumer.folder, "jupyter");
  const data = { "text/html": EMBED };
  const cell = {
    cell_type: "code",
    execution_count: 1,
    metadata: {},
    source: "HTML(figure)",
    outputs: [{ output_type: "execute_result", execution_count: 1, metadata: {}, data }],
  };
  const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 4 };
  consumer.write({ "jupyter/notebook.ipynb": JSON.stringify(notebook) });
  addScript(folder);
  run("nbconvert", "jupyter-nbconvert", ["--to", "html", join(folder, "notebook.ipynb")], { cwd: folder });
  await opened(folder, ["/notebook.html"], 1);
});

test("Astro's static build, of a page and of MDX", { skip: without() }, async () => {
  const folder = join(consumer.folder, "astro");
  const imported = 'import "attention-figures/elements";';
  const frontMatter = `---\n${imported}\n---\n`;
  consumer.write({
    "astro/package.json": JSON.stringify({ private: true, type: "module" }),
    "astro/astro.config.mjs": `import mdx from "@astrojs/mdx"; export default { integrations: [mdx()] };`,
    "astro/src/pages/index.astro": `${frontMatter}<title>A</title>${TAG}<script>${imported}</script>`,
    "astro/src/figure.astro": `${frontMatter}<slot /><script>${imported}</script>`,
    "astro/src/pages/post.mdx": `import Figure from "../figure.astro";\n\n# Post\n\n<Figure>\n${TAG}\n</Figure>\n`,
  });
  const options = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  run("npm install", "npm", ["install", ...options, ...ASTRO, consumer.tarball], { cwd: folder });
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" };
  run("astro build", process.execPath, [join(folder, "node_modules/astro/astro.js"), "build"], { cwd: folder, env });
  const html = readFileSync(join(folder, "dist/index.html"), "utf8");
  assert.ok(html.includes("Attention looks up all keys at once."), "the fallback is in the page");
  await opened(join(folder, "dist"), ["/", "/post/"], 1);
});
