// The document: formulas as MathML, numbers and static figures from the core, bundled into build/site/.

import { build as bundle, transform } from "esbuild";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import temml from "temml";
import { build } from "vite";

import { bundleOptions } from "./library.mjs";
import { inlineKernels, root, say, version } from "./setup.mjs";

/** Builds the page from its sources and `wasm`, the folder with kernels.wasm; returns the folder it is in. */
export async function buildPage(wasm) {
  say("building the page");
  const kernels = inlineKernels(wasm);
  const { figures, numbers, styles } = await renderInNode(kernels);
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(join(root, "build/figures.css"), await scoped(styles));
  const site = join(root, "build/site");
  await build({
    root: join(root, "web/page"),
    base: "./",
    configFile: false,
    logLevel: "warn",
    define: { __VERSION__: JSON.stringify(version) },
    resolve: { alias: { "virtual:kernels": kernels } },
    plugins: [
      { name: "text", transformIndexHtml: { order: "pre", handler: (text) => fill(math(text), figures, numbers) } },
    ],
    build: {
      outDir: site,
      emptyOutDir: true,
      target: ["chrome91", "firefox113", "safari16.4"],
      modulePreload: { polyfill: false },
    },
  });
  return site;
}

/** What the figures show, rendered by their own templates from their own core, here and now. */
async function renderInNode(kernels) {
  const outfile = join(root, "build/static.mjs");
  await bundle({
    ...bundleOptions(kernels),
    minify: false,
    format: "esm",
    platform: "node",
    external: ["@lit-labs/ssr", "lit"],
    entryPoints: [join(root, "web/figures/static.ts")],
    outfile,
  });
  const { renderStatic } = await import(`${pathToFileURL(outfile)}?${Date.now()}`);
  return renderStatic();
}

/** The figures' styles for the light DOM: every rule below `.attn-static`, so that the page keeps its own. */
async function scoped(styles) {
  const { code } = await transform(`.attn-static {\n${styles}\n}`, {
    loader: "css",
    target: ["chrome91", "firefox113", "safari16.4"],
  });
  return code;
}

/** $...$ and $$...$$ as MathML. Without style attributes, which a strict Content-Security-Policy forbids. */
function math(text) {
  const convert = (tex, displayMode) =>
    temml
      .renderToString(tex.replaceAll("&amp;", "&"), { displayMode, trust: true, throwOnError: true, annotate: false })
      .replace(/ style="[^"]*"/g, "");
  return text
    .replace(/\$\$([^$]+)\$\$/g, (_, tex) => `<div class="display">${convert(tex, true)}</div>`)
    .replace(/\$([^$]+)\$/g, (_, tex) => convert(tex, false));
}

/** {{figure NAME}} and {{TENSOR TOKEN [TOKEN]}}. */
function fill(text, figures, numbers) {
  return text.replace(/\{\{(\w+) ([^}]+)\}\}/g, (whole, what, rest) => {
    const found = what === "figure" ? figures[rest] : numbers(what, ...rest.split(" "));
    if (found === undefined) throw new Error(`web/page/index.html: there is nothing for ${whole}`);
    return found;
  });
}
