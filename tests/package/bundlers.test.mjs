// The packed tarball through the bundlers people use: no warning, no Node module asked for, and the bundle computes.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer();
after(consumer.remove);

// Parcel reads `exports` only where it is told to.
consumer.write({
  "package.json": JSON.stringify({
    name: "consumer",
    type: "module",
    private: true,
    "@parcel/resolver-default": { packageExports: true },
  }),
});

const PRINT = "load().then((attn) => console.log([...attn.softmax([0, 0]).data].join()));";
const ENTRIES = {
  api: `import { load } from "attention-figures"; ${PRINT}`,
  external: `import { load } from "attention-figures/external"; globalThis.load = load;`,
  elements: 'import "attention-figures/elements";',
  both: 'import "attention-figures/elements/soft-lookup"; export { load } from "attention-figures";',
};

/**
 * Each bundles `entry` into `folder` with the bundler's defaults for production and gives its warnings. `assets`: it
 * copies what `new URL(..., import.meta.url)` names.
 */
const BUNDLERS = {
  webpack: {
    assets: true,
    async build(entry, folder) {
      const { default: webpack } = await import("webpack");
      const compiler = webpack({
        mode: "production",
        context: consumer.folder,
        entry,
        experiments: { outputModule: true },
        target: ["web", "es2022"],
        output: { path: folder, filename: "main.js", module: true, chunkFormat: "module", publicPath: "" },
      });
      const stats = await new Promise((done, fail) =>
        compiler.run((error, stats) => (error ? fail(error) : done(stats))),
      );
      await new Promise((done) => compiler.close(done));
      const { warnings, errors } = stats.toJson({ all: false, warnings: true, errors: true });
      return [...warnings, ...errors].map(({ message }) => message);
    },
  },
  rollup: {
    async build(input, dir) {
      const { rollup } = await import("rollup");
      const { nodeResolve } = await import("@rollup/plugin-node-resolve");
      const warnings = [];
      const bundle = await rollup({
        input,
        plugins: [nodeResolve({ browser: true })],
        onwarn: (w) => warnings.push(w.message),
      });
      await bundle.write({ dir, format: "es", entryFileNames: "main.js" });
      await bundle.close();
      return warnings;
    },
  },
  esbuild: {
    async build(entry, outdir) {
      const { build } = await import("esbuild");
      const options = {
        bundle: true,
        format: "esm",
        minify: true,
        splitting: true,
        logLevel: "silent",
        target: "es2022",
      };
      const { warnings } = await build({
        ...options,
        entryPoints: { main: entry },
        outdir,
        absWorkingDir: consumer.folder,
      });
      return warnings.map(({ text }) => text);
    },
  },
  parcel: {
    assets: true,
    async build(entry, folder) {
      const options = ["--dist-dir", folder, "--no-cache", "--no-source-maps", "--log-level", "warn"];
      const { status, output } = consumer.tool("parcel/lib/bin.js", ["build", entry, ...options]);
      return status === 0 && output === "" ? [] : [output];
    },
  },
  vite: {
    assets: true,
    async build(entry, outDir) {
      const { build, createLogger } = await import("vite");
      const warnings = [];
      const customLogger = { ...createLogger("silent"), warn: (text) => warnings.push(text) };
      const name = entry.slice(consumer.folder.length);
      consumer.write({
        "index.html": `<!doctype html><title>App</title><script type="module" src="${name}"></script>`,
      });
      // Without the one piece of its output that needs a document, so that Node can run the rest.
      const options = { outDir, modulePreload: { polyfill: false } };
      await build({ root: consumer.folder, configFile: false, logLevel: "warn", customLogger, build: options });
      return warnings;
    },
  },
};

for (const [bundler, { assets = false, build }] of Object.entries(BUNDLERS)) {
  for (const [name, source] of Object.entries(ENTRIES)) {
    test(`${bundler} bundles ${name}`, async () => {
      const entry = consumer.write({ [`${bundler}-${name}.js`]: source });
      const folder = join(consumer.folder, "out", bundler, name);
      assert.deepEqual(await build(entry, folder), []);
      const files = readdirSync(folder, { recursive: true }).map(String);
      const scripts = files.filter((file) => /\.m?js$/.test(file));
      const text = scripts.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
      assert.doesNotMatch(
        text,
        /(\bfrom|\bimport|\brequire\()\s*\(?\s*["'`](node:|fs|path|module|url|worker_threads)\b/,
      );
      assert.equal(files.filter((file) => file.endsWith(".wasm")).length, assets && name === "external" ? 1 : 0);
      if (name === "elements" || name === "both") assert.match(text, /soft-lookup/, "the element was left out");
      if (name === "api") assert.equal(consumer.node(join(folder, mainScript(scripts))), "0.5,0.5");
    });
  }
}

const mainScript = (scripts) =>
  scripts.find((file) => /^main/.test(file)) ?? scripts.find((file) => /api|index/.test(file));
