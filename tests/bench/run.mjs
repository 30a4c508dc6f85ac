// npm run bench [-- N...]: one core of headless Chromium, for these numbers of tokens or all from 16 to 4,096.
// Everything is measured in one run, so the ratios hold.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { findEmscripten } from "../../cpp/toolchain/find.mjs";
import { buildWasm, installPackages, root, run, say } from "../../web/tools/setup.mjs";
import { figureTable, speedTable, trainingTable } from "./tables.mjs";

installPackages();
const { buildLibrary } = await import("../../web/tools/library.mjs");
const { launch, missingProgram } = await import("../page/browsers.mjs");
const { until } = await import("../page/processes.mjs");
const { html, serve } = await import("../page/server.mjs");
const { preparePeers } = await import("./peers.mjs");

const RARELY_MS = 2000; // Looking disturbs what is measured.

try {
  if (missingProgram("chromium")) throw new Error(`the benchmark needs ${missingProgram("chromium")}`);
  await buildLibrary(buildWasm());
  const folders = { ...(await preparePeers(say)), "/peak/": buildPeak(), "/bench/": join(root, "tests/bench") };
  console.log(await measure("speed", folders).then(speedTable));
  console.log(await measure("training", folders).then(trainingTable));
  console.log(await measure("figure", folders).then(figureTable));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** What the page of a measurement leaves as its result. */
async function measure(name, folders) {
  const head = `<script type="module" src="/bench/in-page/${name}.mjs"></script>`;
  const server = await serve({ pages: { "/": html({ head }) }, folders });
  const browser = await launch("chromium");
  try {
    const page = await browser.open(`${server.url}/?n=${process.argv.slice(2).join(",")}`);
    let shown;
    const look = async () => {
      const state = await page.evaluate(() => {
        const { progress, result, faults } = globalThis;
        return { progress, result, fault: faults[0] };
      });
      if (state.progress !== shown) say(`${name}: ${(shown = state.progress)}`);
      return (state.result || state.fault) && state;
    };
    const { result, fault } = await until(`the page of ${name}`, 900_000, look, RARELY_MS);
    if (fault) throw new Error(`the page of ${name}: ${fault}`);
    return result;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Compiles peak.cpp with the flags of the kernels and returns its folder. */
function buildPeak() {
  const folder = join(root, "build/bench/peak");
  mkdirSync(folder, { recursive: true });
  const compiler = join(dirname(findEmscripten(say)), "../../../em++");
  const libraries = [".toolchain/libraries/usr/include", "build/wasm/_deps/xsimd-src/include"];
  const flags = ["-std=c++20", "-O3", "-msimd128", "-ffp-contract=off", "-fno-exceptions", "-fno-rtti"];
  const link = ["-sSTANDALONE_WASM", "--no-entry", "-sEXPORTED_FUNCTIONS=_peak", "-o", join(folder, "peak.wasm")];
  const include = ["cpp", ...libraries].map((path) => `-I${join(root, path)}`);
  run("compiling peak.cpp", compiler, [...flags, ...include, join(root, "tests/bench/peak.cpp"), ...link]);
  return folder;
}
