// What every command needs first: npm packages as the lockfile has them, and the WebAssembly modules.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { findEmscripten } from "../../cpp/toolchain/find.mjs";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const started = Date.now();

/** Prints a step with the seconds since the start. */
export function say(step) {
  console.log(`[${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s] ${step}`);
}

/** Runs a program of the build; what it prints is shown only if it fails. Throws an Error that names the step. */
export function run(step, program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (result.status === 0) return result.stdout;
  const output = [result.error?.message, result.stdout, result.stderr].filter(Boolean).join("\n");
  throw new Error(`${step} failed:\n${output}`);
}

/** Installs the npm packages if the lockfile is newer than what is there. */
export function installPackages() {
  const installed = join(root, "node_modules/.package-lock.json");
  const lock = join(root, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  say("installing the npm packages");
  // No package needs its install script: programs come as packages of their own for each system.
  run("npm ci", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
}

/** Configures (once) and builds CMake targets in `folder`. */
export function cmake(folder, options, ...targets) {
  needPrograms(["cmake", "c++"]);
  const build = join(root, folder);
  if (!existsSync(join(build, "CMakeCache.txt")))
    run(`configuring ${folder}`, "cmake", ["-S", root, "-B", build, ...options]);
  const jobs = String(Math.min(availableParallelism(), 8));
  // One by one: building one brings the list of targets up to date, if CMakeLists.txt is newer.
  for (const target of targets)
    run(`building ${target}`, "cmake", ["--build", build, "--target", target, "--parallel", jobs]);
  return build;
}

/** Builds the modules, or other WebAssembly targets, and returns the folder they are in. */
export function buildWasm(targets = ["kernels", "lookup"]) {
  needPrograms(["python3"]);
  const toolchain = findEmscripten(say);
  const first = !existsSync(join(root, ".toolchain/cache/sysroot/lib"));
  say(
    `compiling ${targets.join(" and ")} to WebAssembly${first ? "; the first time, Emscripten's own libraries take a few minutes" : ""}`,
  );
  return cmake("build/wasm", [`-DCMAKE_TOOLCHAIN_FILE=${toolchain}`], ...targets);
}

/** Programs that must be on the machine; as root on Debian the missing ones are installed. */
function needPrograms(names) {
  const packages = { "c++": "g++" };
  const missing = names
    .filter((name) => spawnSync(name, ["--version"]).status !== 0)
    .map((name) => packages[name] ?? name);
  if (missing.length > 0) installDebianPackages(missing);
}

/** Installs packages of this machine's Debian, as root; otherwise throws an Error that asks for them. */
export function installDebianPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(`please install ${names.join(" and ")}`);
  say(`installing ${names.join(" and ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get update", "apt-get", ["update"]);
  run("apt-get install", "apt-get", ["install", "-y", "--no-install-recommends", ...names], { env });
}
