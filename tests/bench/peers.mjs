// The libraries that the benchmark compares with, at fixed versions, installed on demand into build/bench.

import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root, run } from "../../web/tools/setup.mjs";

const PEERS = {
  "onnxruntime-web": "1.30.0",
  "@tensorflow/tfjs-core": "4.22.0",
  "@tensorflow/tfjs-backend-wasm": "4.22.0",
};
const folder = join(root, "build/bench");
const modules = join(folder, "node_modules");

/** Installs and bundles the peers. Returns what to serve: prefix to folder. */
export async function preparePeers(say) {
  mkdirSync(folder, { recursive: true });
  if (Object.entries(PEERS).some(([name, version]) => installed(name) !== version)) {
    say("installing the peers");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: PEERS }));
    run("npm install", "npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
  }
  const entry = `
    export * as ort from "onnxruntime-web/wasm";
    export * as tf from "@tensorflow/tfjs-core";
    export { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";`;
  await build({
    stdin: { contents: entry, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    outfile: join(folder, "peers/peers.js"),
    logLevel: "error",
  });
  return {
    "/peers/ort/": join(modules, "onnxruntime-web/dist"),
    "/peers/tfjs/": join(modules, "@tensorflow/tfjs-backend-wasm/dist"),
    "/peers/": join(folder, "peers"),
  };
}

function installed(name) {
  const path = join(modules, name, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : undefined;
}
