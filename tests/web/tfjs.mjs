// TensorFlow.js on its CPU backend, the peer that our numbers are compared with. Its build for Node lacks the gradients
// and its modules are none to Node, so both are bundled from the sources that browsers get.

import { build } from "esbuild";
import { createRequire } from "node:module";
import { join } from "node:path";

import { root } from "../../web/tools/setup.mjs";

const outfile = join(root, "build/tfjs.cjs");
const contents = `
  export * from "@tensorflow/tfjs-core";
  import "@tensorflow/tfjs-core/dist/register_all_gradients";
  import "@tensorflow/tfjs-backend-cpu";`;
await build({
  stdin: { contents, resolveDir: root },
  bundle: true,
  format: "cjs",
  platform: "node",
  mainFields: ["module", "main"],
  outfile,
  logLevel: "error",
});

export const tf = createRequire(import.meta.url)(outfile);
tf.enableProdMode(); // Says no hello.
