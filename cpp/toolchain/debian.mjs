// Unpacks Emscripten and the C++ libraries from Debian testing into a folder of
// its own. Needs apt and dpkg, but neither root nor a change to the machine.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

const SUITE = "forky";
const COMPILER = ["emscripten", "patchelf"];
const LIBRARIES = ["libxsimd-dev", "nlohmann-json3-dev", "doctest-dev"];
const LLVM_PROGRAMS =
  /^(clang|clang\+\+|clang-\d+|lld|wasm-ld|llvm-(ar|nm|objcopy|ranlib|strip|dwarfdump|dwp|symbolizer|cxxfilt|readobj))$/;

/** True where Debian's package tools can be used. */
export function hasDebianPackages() {
  return existsSync("/usr/bin/apt-get") && existsSync("/usr/bin/dpkg") && debianMirror() !== undefined;
}

/**
 * Fills `folder` with `libraries/usr/` (xsimd, nlohmann/json, doctest), `withCompiler` also with `root/` (Emscripten and
 * what it needs), and last with the empty file `complete`.
 */
export function unpackToolchain(folder, withCompiler, say) {
  const work = `${folder}.partial-${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    const apt = aptState(join(work, "apt"));
    say(`reading Debian's package lists (${SUITE})`);
    apt(["update"]);
    say("downloading xsimd, nlohmann/json, doctest");
    unpack(apt, LIBRARIES, join(work, "libraries"));
    if (withCompiler) {
      say("downloading Emscripten, clang, binaryen (about 150 MB)");
      unpack(apt, closure(apt, COMPILER), join(work, "root"));
    }
    rmSync(join(work, "apt"), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
    if (withCompiler) {
      say("fitting the programs to this machine's C library");
      useOwnLoader(join(folder, "root"));
      writeConfig(folder);
    }
    writeFileSync(join(folder, "complete"), "");
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function debianMirror() {
  const folder = "/etc/apt/sources.list.d";
  const files = ["/etc/apt/sources.list"];
  if (existsSync(folder))
    files.push(
      ...readdirSync(folder)
        .sort()
        .map((name) => join(folder, name)),
    );
  for (const file of files.filter(existsSync)) {
    const text = readFileSync(file, "utf8");
    const found =
      /^URIs:\s*(\S+\/debian\/?)\s*$/m.exec(text) ?? /^deb\s+(?:\[[^\]]*\]\s+)?(\S+\/debian\/?)\s/m.exec(text);
    if (found) return found[1];
  }
  return undefined;
}

/** A private apt state with nothing installed, so that a package's closure is everything it needs. */
function aptState(folder) {
  for (const part of ["state/lists/partial", "cache/archives/partial"])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, "status"), "");
  writeFileSync(join(folder, "sources.list"), `deb ${debianMirror()} ${SUITE} main\n`);
  const options = {
    "Dir::State": join(folder, "state"),
    "Dir::State::Lists": join(folder, "state/lists"),
    "Dir::State::status": join(folder, "status"),
    "Dir::Cache": join(folder, "cache"),
    "Dir::Etc::SourceList": join(folder, "sources.list"),
    "Dir::Etc::SourceParts": "/dev/null",
    "Debug::NoLocking": "1",
    "APT::Sandbox::User": "",
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
  };
  const flags = Object.entries(options).map(([key, value]) => `-o${key}=${value}`);
  return (args, cwd) =>
    execFileSync("apt-get", [...flags, ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 26,
    });
}

/** All packages that `names` need, less the interpreters the machine has itself. */
function closure(apt, names) {
  const listing = apt(["install", "-s", "--no-install-recommends", ...names]);
  const all = [...listing.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]);
  return all.filter((name) => !/^(lib)?(nodejs|node-|python3|perl)|^(libnode|dpkg|tar|debconf|base-)/.test(name));
}

function unpack(apt, packages, target) {
  const debs = `${target}.debs`;
  mkdirSync(debs, { recursive: true });
  mkdirSync(target, { recursive: true });
  apt(["download", ...packages], debs);
  for (const deb of readdirSync(debs)) execFileSync("dpkg", ["-x", join(debs, deb), target]);
  rmSync(debs, { recursive: true });
}

/** The unpacked programs want a newer glibc than the machine has: point them at the unpacked one. */
function useOwnLoader(root) {
  const multiarch = join(
    root,
    "usr/lib",
    readdirSync(join(root, "usr/lib")).find((name) => /-linux-gnu/.test(name)),
  );
  const loader = join(
    multiarch,
    readdirSync(multiarch).find((name) => /^ld-linux.*\.so\.\d$/.test(name)),
  );
  const llvm = llvmFolder(root);
  const patchelf = join(root, "patchelf");
  copyFileSync(join(root, "usr/bin/patchelf"), patchelf);
  const edit = (...args) => execFileSync(loader, ["--library-path", multiarch, patchelf, ...args]);
  const binaryen = elfFiles(join(root, "usr/bin"), /^wasm/);
  for (const program of [...binaryen, ...elfFiles(join(llvm, "bin"), LLVM_PROGRAMS)]) {
    const rpath = `${multiarch}:${join(llvm, "lib")}`;
    chmodSync(program, 0o755);
    edit("--set-interpreter", loader, "--force-rpath", "--set-rpath", rpath, program);
  }
  // A library's own RUNPATH would hide the program's RPATH from the libraries it needs in turn.
  for (const library of elfFiles(multiarch, /^lib(LLVM|clang-cpp|binaryen)/)) edit("--remove-rpath", library);
  rmSync(patchelf);
}

/** The ELF files behind the matching names in `folder`, each once. */
function elfFiles(folder, wanted) {
  const real = readdirSync(folder)
    .filter((name) => wanted.test(name))
    .map((name) => {
      const path = join(folder, name);
      return existsSync(path) ? realpathSync(path) : join(dirname(path), readlinkSync(path));
    });
  const isElf = (path) => statSync(path).isFile() && readFileSync(path).subarray(0, 4).toString("latin1") === "\x7fELF";
  return [...new Set(real)].filter((path) => existsSync(path) && isElf(path));
}

const llvmFolder = (root) =>
  join(
    root,
    "usr/lib",
    readdirSync(join(root, "usr/lib")).find((name) => /^llvm-\d+$/.test(name)),
  );

/** Where Emscripten finds its programs, and a cache that can be written; it reads this file by itself. */
function writeConfig(folder) {
  const root = join(folder, "root");
  const settings = {
    LLVM_ROOT: join(llvmFolder(root), "bin"),
    BINARYEN_ROOT: join(root, "usr"),
    NODE_JS: process.execPath,
    CACHE: join(folder, "cache"),
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  writeFileSync(join(root, "usr/share/emscripten/.emscripten"), lines.join(""));
}
