// TensorFlow.js on its CPU backend, the peer that our numbers are compared with. Its build for Node lacks the gradients
// and its modules are none to Node, so both are bundled from the sources that browsers get.

import { build } from "esbuild";
import { createRequire } from "node:module";
import { join } from "node:path";

import { root } from "../../web/tools/setup.mjs";
import { equal, holds } from "./helpers.mjs";

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

/** Ours equals theirs within `most` times the largest finite entry of `scale`; infinities are the same. */
export function agrees({ data }, theirs, most, what, scale = theirs) {
  const expected = theirs.dataSync();
  equal(data.length, expected.length, `${what}: how many`);
  const largest = Math.max(...[...scale.dataSync()].filter(Number.isFinite).map(Math.abs));
  const far = expected.findIndex((x, i) => !(x === data[i] || Math.abs(x - data[i]) <= most * largest));
  holds(far < 0, `${what}[${far}] is ${data[far]}, TensorFlow.js has ${expected[far]}; the largest is ${largest}`);
}
