// What the other stages need. Each names what it lacks, so a missing program is no failure here.

import { spawnSync } from "node:child_process";

import { findEmscripten } from "../../cpp/toolchain/find.mjs";
import { installDebianPackages, installPackages, say } from "../../web/tools/setup.mjs";
import { canFuzz, fuzzerPackage } from "./fuzz.mjs";

/** Programs on PATH and the Debian packages that have them. */
const PROGRAMS = {
  "clang-format": "clang-format",
  cmake: "cmake",
  "g++": "g++",
  python3: "python3",
  "clang++": "clang",
  chromium: "chromium",
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
  xauth: "xauth",
  hugo: "hugo",
  jekyll: "jekyll",
  "jupyter-nbconvert": "jupyter-nbconvert",
};

export async function run(report) {
  await report.attempt("npm packages", installPackages);
  const wanted = missing();
  // All at once; if that fails, one by one: one that cannot be had must not keep the others away.
  if (wanted.length > 0 && !install(wanted) && wanted.length > 1) wanted.forEach((name) => install([name]));
  if (!canFuzz()) install([fuzzerPackage()]);
  for (const name of missing()) report.skip(name, "not on this machine, and it could not be installed");
  await report.attempt("Emscripten", () => findEmscripten(say));
}

/** The Debian packages of the programs that are not here. */
function missing() {
  const programs = Object.keys(PROGRAMS).filter((program) => !onPath(program));
  return programs.map((program) => PROGRAMS[program]);
}

function install(packages) {
  try {
    installDebianPackages(packages);
    return true;
  } catch (error) {
    say(`  ${error.message}`);
    return false;
  }
}

/** True if the shell finds the program. */
export const onPath = (program) => spawnSync("sh", ["-c", `command -v "${program}"`]).status === 0;
