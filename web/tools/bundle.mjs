// How our sources become bundles: the module inside as text, style sheets made short, everything in ASCII.

import { gzipAsync } from "@gfx/zopfli";
import { build, transform } from "esbuild";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

import { root, version } from "./setup.mjs";

/**
 * Writes build/`module`.js, the module as text that a bundle can carry, and returns its path. Zopfli takes two seconds for
 * 5 % less than gzip -9, so what is there is kept while it holds the same module.
 */
export async function inlineModule(folder, module = "kernels") {
  const path = join(root, `build/${module}.js`);
  const bytes = readFileSync(join(folder, `${module}.wasm`));
  const written = existsSync(path) ? readFileSync(path, "utf8") : "";
  const held = /^\/\* by zopfli \*\/ export const kernels = "(.*)";\n$/.exec(written)?.[1];
  if (held !== undefined && gunzipSync(Buffer.from(held, "base64")).equals(bytes)) return path;
  const text = Buffer.from(await gzipAsync(bytes, {})).toString("base64");
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(path, `/* by zopfli */ export const kernels = "${text}";\n`);
  return path;
}

/** What a bundle of our sources needs to know. */
export const bundleOptions = (kernels) => ({
  bundle: true,
  minify: true,
  target: ["chrome91", "firefox113", "safari16.4", "node20"],
  define: { __VERSION__: JSON.stringify(version) },
  alias: { "virtual:kernels": kernels },
  inject: [join(root, "web/figures/no-dom.ts")],
  legalComments: "none",
  logLevel: "error",
  plugins: [
    {
      name: "styles",
      setup: ({ onLoad }) =>
        onLoad({ filter: STYLES }, async ({ path }) => ({
          contents: await shortStyles(readFileSync(path, "utf8")),
          loader: "ts",
        })),
    },
  ],
});

/** The files of a bundle, by their paths: built with these options of esbuild, in ASCII. */
export async function bundle(options) {
  const { outputFiles } = await build({ ...options, write: false });
  return new Map(outputFiles.map(({ path, text }) => [path, ascii(text, path)]));
}

/** As `bundle`, and writes them. */
export async function writeBundle(options) {
  for (const [path, text] of await bundle(options)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/**
 * A script that means the same in a page of whatever encoding: a classic script has its page's. esbuild leaves tagged
 * templates as they are, for their tags could see the difference; those of Lit do not look.
 */
function ascii(text, path) {
  const found = /\\[^\0-\x7f]|\bString\.raw\b/.exec(text);
  if (found) throw new Error(`${path}: ${found[0]} cannot be written in ASCII`);
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The files of style sheets. */
export const STYLES = /styles\.ts$/;

/** A source with the white space taken out of its style sheets, which are templates without anything to fill in. */
export async function shortStyles(source) {
  const sheets = [...source.matchAll(/css`([^`\\$]*)`/g)];
  const short = await Promise.all(sheets.map(([, sheet]) => transform(sheet, { loader: "css", minify: true })));
  return sheets.reduce((text, [sheet], i) => text.replace(sheet, () => `css\`${short[i].code.trim()}\``), source);
}
