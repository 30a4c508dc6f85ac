// The package: bundles, types and the module in dist/.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { bundleOptions, inlineModule, writeBundle } from "./bundle.mjs";
import { embedPage } from "./embed.mjs";
import { root, run, say } from "./setup.mjs";

const dist = join(root, "dist");

/** Figures that lookup.wasm has all experiments of. */
const LOOKUPS = ["soft-lookup"];

/** Fills dist/ from the sources and `wasm`, the folder with the modules. */
export async function buildLibrary(wasm) {
  say("bundling the library");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  copyFileSync(join(wasm, "kernels.wasm"), join(dist, "kernels.wasm"));
  copyFileSync(join(root, "web/figures/custom-elements.json"), join(dist, "custom-elements.json"));
  const common = bundleOptions(await inlineModule(wasm));
  const elements = (names) =>
    Object.fromEntries(names.map((name) => [`elements/${name}`, join(root, `web/figures/${name}.ts`)]));
  await writeBundle({
    ...common,
    format: "esm",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    outdir: dist,
    entryPoints: {
      index: join(root, "web/api/index.ts"),
      external: join(root, "web/api/external.ts"),
      elements: join(root, "web/figures/all.ts"),
      ...elements(figureNames().filter((name) => !LOOKUPS.includes(name))),
    },
  });
  // Alone in a file, with nothing shared: whoever pastes this figure gets the small module.
  await writeBundle({
    ...bundleOptions(await inlineModule(wasm, "lookup")),
    format: "esm",
    outdir: dist,
    entryPoints: elements(LOOKUPS),
  });
  await writeBundle({
    ...common,
    format: "iife",
    globalName: "attentionFigures",
    entryPoints: [join(root, "web/api/iife.ts")],
    outfile: join(dist, "attention-figures.iife.js"),
  });
  writeFileSync(join(dist, "embed.html"), await embedPage(common));
  await buildRenderer(common, dist, { cli: join(root, "web/figures/bin.ts") });
}

/** Bundles what renders figures in Node into `outdir`/render.mjs, with Lit and its renderer inside. */
export const buildRenderer = (options, outdir, entryPoints = {}) =>
  writeBundle({
    ...options,
    format: "esm",
    platform: "node",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    outdir,
    outExtension: { ".js": ".mjs" },
    entryPoints: { render: join(root, "web/figures/render.ts"), ...entryPoints },
  });

/** Writes the type declarations into dist/types. */
export function buildTypes() {
  say("writing the types");
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const project = join(root, "web/tools/tsconfig.types.json");
  run("tsc", process.execPath, [tsc, "-p", project, "--outDir", join(dist, "types")]);
  copyFileSync(join(root, "web/figures/react.d.ts"), join(dist, "types/figures/react.d.ts"));
  writeFileSync(join(dist, "react.js"), "export {};\n");
}

/** The elements, by the name after `attn-`: those whose file in web/figures registers one. */
export function figureNames() {
  const folder = join(root, "web/figures");
  const registers = (file) => readFileSync(join(folder, file), "utf8").includes("\nregister(");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && registers(file))
    .map((file) => file.slice(0, -3));
}
