// Finds Emscripten, or gets it: one on the machine if it is recent enough, else Debian testing's, unpacked into a
// folder shared by all checkouts of a user. Prints what it does; `.toolchain` then leads to the C++ libraries.

import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { hasDebianPackages, unpackToolchain } from "./debian.mjs";

const OLDEST = 4;
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The path of Emscripten's CMake toolchain file. Throws an Error whose message tells what to install. */
export function findEmscripten(say) {
  const own = ownEmscripten();
  if (!own && !hasDebianPackages()) {
    throw new Error(
      `Emscripten ${OLDEST} or newer is needed: install emsdk (https://emscripten.org/docs/getting_started) and put emcc on PATH.`,
    );
  }
  if (hasDebianPackages()) linkToolchain(!own, say);
  return join(own ?? join(root, ".toolchain/root/usr/share/emscripten"), "cmake/Modules/Platform/Emscripten.cmake");
}

/** The folder of a recent enough emcc in $EMSDK or on PATH. */
function ownEmscripten() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  if (process.env.EMSDK) folders.unshift(join(process.env.EMSDK, "upstream/emscripten"));
  return folders.find((folder) => {
    if (!folder || !existsSync(join(folder, "emcc.py")) || !existsSync(join(folder, "cmake"))) return false;
    const version = execFileSync(join(folder, "emcc"), ["--version"], { encoding: "utf8" });
    return Number(/\s(\d+)\.\d+\.\d+/.exec(version)?.[1]) >= OLDEST;
  });
}

/** Makes `.toolchain` a link to the unpacked packages, unpacking them if need be. */
function linkToolchain(withCompiler, say) {
  const folder = join(cacheFolder(), "toolchain");
  const there = existsSync(join(folder, "complete")) && (!withCompiler || existsSync(join(folder, "root")));
  if (!there) {
    say(`getting ${withCompiler ? "Emscripten and " : ""}the C++ libraries, once for all checkouts`);
    unpackToolchain(folder, withCompiler, say);
  }
  const link = join(root, ".toolchain");
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link, { recursive: true });
  symlinkSync(folder, link);
}

function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  for (const folder of [join(base, "attention-figures"), join(tmpdir(), `attention-figures-${process.getuid?.()}`)]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // Not ours to write: try the next one.
    }
  }
  throw new Error(`no folder to keep Emscripten in: set XDG_CACHE_HOME to one that can be written`);
}
