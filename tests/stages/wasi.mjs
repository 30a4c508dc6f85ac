// node wasi.mjs PROGRAM.wasm [ARGUMENT...]: runs a WASI program that Emscripten made.

import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const env = { emscripten_notify_memory_growth() {} };
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { ...wasi.getImportObject(), env }));
