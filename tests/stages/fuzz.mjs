// The fuzzers of tests/fuzz for a minute, side by side: what takes bytes from outside, under ASan and UBSan.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { cmake, root, say } from "../../web/tools/setup.mjs";

const DOORS = ["config", "safetensors"];
const SECONDS = 60;

/** Whether clang++ can make a fuzzer: its library is a package of its own. */
export function canFuzz() {
  const source = 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }';
  const args = ["-fsanitize=address,undefined,fuzzer", "-x", "c++", "-", "-o", "/dev/null"];
  return spawnSync("clang++", args, { input: source }).status === 0;
}

/** Debian's package with the library for the clang++ that is here. */
export function fuzzerPackage() {
  const version = spawnSync("clang++", ["-dumpversion"], { encoding: "utf8" }).stdout ?? "";
  return version ? `libclang-rt-${version.split(".")[0]}-dev` : "clang";
}

export async function fuzz(report) {
  if (!canFuzz()) return report.skip("fuzzing", "clang++ with its fuzzer library is not on this machine", DOORS.length);
  say("compiling the fuzzers");
  const options = [
    "-DATTN_FUZZ=ON",
    "-DATTN_TESTS=OFF",
    "-DCMAKE_CXX_COMPILER=clang++",
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
  ];
  const build = DOORS.map((door) => cmake("build/fuzz", options, `fuzz_${door}`))[0];
  say(`  running them for ${SECONDS} s`);
  await Promise.all(DOORS.map((door) => report.check(`fuzzer of ${door}`, () => runFuzzer(build, door))));
}

/** Rejects with the fuzzer's output where an input made it fail; that input is kept in build/fuzz/found. */
function runFuzzer(build, door) {
  const found = join(build, "found", door);
  mkdirSync(found, { recursive: true });
  const args = [`-max_total_time=${SECONDS}`, "-timeout=20", `-artifact_prefix=${found}-`, "-verbosity=0"];
  const fuzzer = spawn(join(build, `fuzz_${door}`), [...args, found, join(root, "tests/fuzz/corpus", door)]);
  let output = "";
  for (const stream of [fuzzer.stdout, fuzzer.stderr]) stream.on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    fuzzer.on("error", reject);
    fuzzer.on("close", (code, signal) => (code === 0 ? resolve() : reject(new Error(`${code ?? signal}: ${output}`))));
  });
}
