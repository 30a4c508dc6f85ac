// The DOM-free modules of the figures, which the package does not export, for tests under Node.

import { build } from "esbuild";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { bundleOptions } from "../../../web/tools/bundle.mjs";
import { root } from "../../../web/tools/setup.mjs";

/** Everything that these files of web/ export, and `engine`, the module's one instance that they share. */
export async function figureModules(name, ...files) {
  const outfile = join(root, `build/tests/${name}.mjs`);
  const lines = ["engine/inlined.ts", ...files].map(
    (file) => `export * from ${JSON.stringify(join(root, "web", file))};`,
  );
  await build({
    ...bundleOptions(join(root, "build/kernels.js")),
    minify: false,
    format: "esm",
    platform: "node",
    external: ["lit", "@lit-labs/ssr"],
    stdin: { contents: lines.join("\n"), resolveDir: root },
    outfile,
  });
  const modules = await import(`${pathToFileURL(outfile)}?${Date.now()}`);
  return { ...modules, engine: await modules.inlinedEngine() };
}
