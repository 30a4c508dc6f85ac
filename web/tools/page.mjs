// The document: formulas as MathML, numbers and static figures from the core, bundled into build/site/.

import { transform } from "esbuild";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import temml from "temml";
import { build } from "vite";

import { bundleOptions, inlineModule, shortStyles, STYLES } from "./bundle.mjs";
import { embedPage } from "./embed.mjs";
import { buildRenderer } from "./library.mjs";
import { root, say, version } from "./setup.mjs";

/** Builds the pages from their sources and `wasm`, the folder with kernels.wasm; returns the folder they are in. */
export async function buildPage(wasm) {
  say("building the page");
  const kernels = await inlineModule(wasm);
  const { page, gallery } = await renderInNode(kernels);
  const pieces = { figure: (name) => page.figures[name], gallery: () => gallery };
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(join(root, "build/figures.css"), await scoped(page.styles));
  const site = join(root, "build/site");
  const source = join(root, "web/page");
  await build({
    root: source,
    base: "./",
    configFile: false,
    logLevel: "warn",
    define: { __VERSION__: JSON.stringify(version) },
    resolve: { alias: { "virtual:kernels": kernels } },
    plugins: [
      {
        name: "styles",
        enforce: "pre",
        transform: { filter: { id: STYLES }, handler: shortStyles },
      },
      {
        name: "text",
        transformIndexHtml: {
          order: "pre",
          handler: (text, { path }) => lean(fill(math(text), path, pieces, page.quote)),
        },
      },
    ],
    build: {
      outDir: site,
      emptyOutDir: true,
      target: ["chrome91", "firefox113", "safari16.4"],
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: ["index.html", "gallery.html"].map((name) => join(source, name)),
        checks: { pluginTimings: false },
        output: { codeSplitting: { groups: [{ name: "kernels", test: /kernels\.js$/ }] } },
      },
    },
  });
  writeFileSync(join(site, "embed.html"), await embedPage(bundleOptions(kernels)));
  return site;
}

/** What the figures show, rendered by their own templates from their own core, here and now. */
async function renderInNode(kernels) {
  const folder = join(root, "build/render");
  await buildRenderer(bundleOptions(kernels), folder);
  const { renderGallery, renderStatic } = await import(`${pathToFileURL(join(folder, "render.mjs"))}?${Date.now()}`);
  return { page: await renderStatic(), gallery: await renderGallery() };
}

/** The figures' styles for the light DOM: every rule below `.attn-static`, so that the page keeps its own. */
async function scoped(styles) {
  const { code } = await transform(`.attn-static {\n${styles}\n}`, {
    loader: "css",
    target: ["chrome91", "firefox113", "safari16.4"],
  });
  return code;
}

/** One space for each run of them, but in what is written as it is. */
const lean = (text) => text.replace(/<pre\b[^]*?<\/pre>|\s+/g, (found) => (found.startsWith("<pre") ? found : " "));

/**
 * $...$ and $$...$$ as MathML; a mark behind a formula stays on its line. Without what changes nothing: classes for a
 * style sheet of Temml's, and what browsers know of a bracket or a comma by themselves. Without style attributes, which
 * a strict Content-Security-Policy forbids.
 */
function math(text) {
  const convert = (tex, displayMode) =>
    temml
      .renderToString(tex.replaceAll("&amp;", "&"), { displayMode, trust: true, throwOnError: true, annotate: false })
      .replace(/ style="[^"]*"| class="tml-[^"]*"| separator="true"/g, "")
      .replace(/ fence="true"(?=[^>]*>[()[\]]<)/g, "")
      .replace(/(<mrow><mo) form="prefix"/g, "$1")
      .replace(/ form="postfix"(?=[^>]*>[^<]*<\/mo><\/mrow>)/g, "");
  return text
    .replace(/\$\$([^$]+)\$\$/g, (_, tex) => `<div class="display">${convert(tex, true)}</div>`)
    .replace(/\$([^$]+)\$([,.:;]?)/g, (_, tex, mark) => {
      const formula = convert(tex, false);
      return mark ? `<span class="whole">${formula}${mark}</span>` : formula;
    });
}

/**
 * {{figure NAME}}, {{gallery}}, and numbers: {{TENSOR INDEX...}} of the first figure, {{NAME: TENSOR INDEX...}} of any.
 * An index is a word of the figure, such as a token, or a whole number.
 */
function fill(text, path, pieces, quote) {
  return text.replace(
    /\{\{(?:([\w-]+): )?([^ }]+)(?: ([^}]+))?\}\}/g,
    (whole, figure = "soft-lookup", what, rest = "") => {
      try {
        const found = pieces[what] ? pieces[what](rest) : quote(figure, what, ...rest.split(" "));
        if (found !== undefined) return found;
        throw new Error("there is none");
      } catch (error) {
        throw new Error(`web/page${path}: ${whole}: ${error.message}`, { cause: error });
      }
    },
  );
}
