// The C++ tests: native under ASan and UBSan, native as users build it, and as WebAssembly under Node; the program
// attn; the fuzzers.

import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { buildWasm, cmake, root, say } from "../../web/tools/setup.mjs";
import { fuzz } from "./fuzz.mjs";
import { runNodeTests, testFiles } from "./node-tests.mjs";

export async function run(report) {
  await report.attempt("native", async () => {
    say("compiling the C++ tests with ASan and UBSan");
    // -g1 for the lines in their reports; -O1 because -O3 compiles twice as long and runs no faster under them.
    const options = ["-DATTN_SANITIZE=ON", "-DCMAKE_CXX_FLAGS=-g1", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"];
    const build = cmake("build/sanitized", options, "attn_tests");
    count(report, "native", join(build, "attn_tests"), []);
    cmake("build/sanitized", options, "attn_cli");
    await runNodeTests(report, testFiles("tests/cpp"));
  });
  await report.attempt("optimised", () => {
    count(report, "optimised", join(cmake("build/native", [], "attn_tests"), "attn_tests"), []);
  });
  await report.attempt("fuzzers", () => fuzz(report));
  await report.attempt("WebAssembly", () => {
    const module = join(buildWasm(["attn_tests"]), "attn_tests.wasm");
    count(report, "WebAssembly", process.execPath, ["--no-warnings", join(root, "tests/stages/wasi.mjs"), module]);
  });
}

/** Runs a doctest program and counts its test cases by its last lines. */
function count(report, name, program, args) {
  say(`  running them: ${name}`);
  const { stdout, stderr, signal, error } = spawnSync(program, [...args, "--no-colors"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, UBSAN_OPTIONS: "print_stacktrace=1" },
  });
  const output = [error?.message, stdout, stderr].filter(Boolean).join("\n");
  const summary = /test cases: +\d+ \| +(\d+) passed \| +(\d+) failed \| +(\d+) skipped/.exec(stdout ?? "");
  if (!summary) throw new Error(`the program ended early (${signal ?? "no signal"}):\n${output}`);
  const [passed, failed, skipped] = summary.slice(1).map(Number);
  if (passed + failed === 0) throw new Error("there are no test cases");
  report.pass(passed);
  // doctest shows each failure where it happens; the cases are named in what is shown with the first.
  for (let i = 0; i < failed; i++)
    report.fail(`${name}, test case ${i + 1} of ${failed} that failed`, i === 0 ? output : "");
  for (let i = 0; i < skipped; i++) report.skip(`a ${name} test case`, "marked to be skipped");
}
