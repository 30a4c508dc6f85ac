// The JavaScript interface in three engines: checks that run inside the page.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./server.mjs";

const kernels = () => readFileSync(join(root, "dist/kernels.wasm"));

/** Answers of a server that breaks the module in the usual ways, and fails once for the one beside the library. */
function brokenModules() {
  const type = "application/wasm";
  const answers = {
    "/faults/html.wasm": { body: "<!doctype html><title>App</title>", type: "text/html" },
    "/faults/cut.wasm": { body: kernels(), type, cut: 20_000 },
    "/faults/mime.wasm": { body: kernels(), type: "text/plain" },
    "/faults/block.wasm": { block: true },
    "/dist/copy.wasm": { body: kernels(), type },
  };
  let failed = false;
  return (path) => {
    if (path !== "/dist/kernels.wasm" || failed) return answers[path];
    failed = true;
    return { status: 503 };
  };
}

export default [
  { name: "attention against double loops", run: (t) => t.checks("attention") },
  { name: "fifty steps of training", run: (t) => t.checks("training") },
  { name: "load() and what goes wrong", run: (t) => t.checks("load", { fault: brokenModules() }) },
];
