// Who may use whom: every #include and import line is held to this table.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

import { root } from "../web/tools/setup.mjs";

/**
 * Rooms of ours that a room may use, besides itself, and packages; `types` for `import type` alone; `exact` for single
 * files that may do more: the one script of both figures and functions, and the renderer of static figures.
 */
const ROOMS = {
  "cpp/ops": { rooms: [], packages: [], exact: { "cpp/ops/simd.hpp": ["xsimd"] } },
  "cpp/model": {
    rooms: ["cpp/ops"],
    packages: [],
    exact: { "cpp/model/config_reader.cpp": ["nlohmann"], "cpp/model/safetensors.cpp": ["nlohmann"] },
  },
  "cpp/experiments": { rooms: ["cpp/model", "cpp/ops"], packages: [] },
  "cpp/wasm": { rooms: ["cpp/experiments", "cpp/model"], packages: ["nlohmann"] },
  "cpp/cli": { rooms: ["cpp/experiments", "cpp/model"], packages: [] },
  "cpp/toolchain": { rooms: [], packages: ["node"] },
  "web/engine": { rooms: [], packages: ["virtual:kernels"] },
  "web/api": { rooms: ["web/engine"], packages: [], exact: { "web/api/iife.ts": ["web/figures"] } },
  "web/draw": { types: ["web/engine"], rooms: [], packages: ["lit", "d3-shape", "d3-array"] },
  "web/controls": { types: ["web/engine"], rooms: [], packages: ["lit"] },
  "web/figures": {
    rooms: ["web/engine", "web/draw", "web/controls"],
    packages: ["lit"],
    exact: { "web/figures/static.ts": ["@lit-labs/ssr"], "web/figures/react.d.ts": ["react"] },
  },
  "web/page": { rooms: ["web/figures"], packages: [] },
  "web/tools": { rooms: ["cpp/toolchain"], packages: ["node", "@gfx/zopfli", "esbuild", "temml", "vite"] },
};

const SOURCES = /\.(cpp|hpp|h|ts|mjs|js)$/;
const sources = ["cpp", "web"].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true })
    .map((file) => join(top, file))
    .filter((file) => SOURCES.test(file)),
);
const roomOf = (path) => path.split("/").slice(0, 2).join("/");
const withoutComments = (text) => text.replace(/\/\*[^]*?\*\/|(^|\s)\/\/.*/g, "$1");
const read = (file) => readFileSync(join(root, file), "utf8");

/** What a file includes or imports: { target, types } where `target` is a path below cpp/ or web/, or a package. */
function uses(file, text) {
  if (/\.[ch]pp$|\.h$/.test(file)) {
    const includes = [...text.matchAll(/^\s*#\s*include\s*(["<])([^">]+)[">]/gm)];
    return includes
      .filter(([, , path]) => path.includes("/") || !STANDARD.test(path))
      .map(([, quote, path]) => ({ target: quote === '"' ? `cpp/${path}` : packageOf(path) }));
  }
  const imports = [
    ...text.matchAll(/^\s*(?:import|export)\s(type\s)?[^;"']*?from\s*["']([^"']+)["']/gm),
    ...text.matchAll(/^\s*(import)\s*["']([^"']+)["']/gm),
    ...text.matchAll(/\b(import)\(\s*["'`]([^"'`$]+)["'`]/g),
  ];
  return imports.map(([, kind, path]) => ({
    target: path.startsWith(".") ? normalize(join(dirname(file), path)) : packageOf(path),
    types: kind?.trim() === "type",
  }));
}
// The standard library's headers have neither a folder nor a dot; malloc.h is the allocator's own count of its bytes.
const STANDARD = /^[a-z0-9_]+$|^malloc\.h$/;
const packageOf = (path) =>
  path
    .replace(/^node:.*/, "node")
    .split("/", path.startsWith("@") ? 2 : 1)
    .join("/");

function faults(file, text) {
  const room = ROOMS[roomOf(file)];
  if (!room) return [`${file} is in no room`];
  const extra = room.exact?.[file] ?? [];
  return uses(file, withoutComments(text))
    .filter(({ target, types }) => {
      const inside = /^(cpp|web)\//.test(target);
      const allowed = [...extra, ...(inside ? room.rooms : room.packages), ...(types ? (room.types ?? []) : [])];
      return inside ? ![roomOf(file), ...allowed].includes(roomOf(target)) : !allowed.includes(target);
    })
    .map(({ target }) => `${file} may not use ${target}`);
}

test("every include and import keeps to the table", () => {
  assert.ok(sources.length > 50, `only ${sources.length} files were found`);
  assert.deepEqual(
    sources.flatMap((file) => faults(file, read(file))),
    [],
  );
});

test("the table is read: forbidden lines are found", () => {
  const forbidden = [
    ["cpp/ops/a.cpp", '#include "model/config.hpp"'],
    ["cpp/ops/a.cpp", "#include <xsimd/xsimd.hpp>"],
    ["cpp/model/tensors.cpp", "#include <nlohmann/json.hpp>"],
    ["cpp/model/a.cpp", "#  include <emscripten.h>"],
    ["cpp/wasm/a.cpp", '#include "ops/matrix.hpp"'],
    ["web/engine/a.ts", 'import { Attn } from "../api/attn.js";'],
    ["web/engine/a.ts", 'import fs from "node:fs";'],
    ["web/api/a.ts", 'export * from "../figures/all.js";'],
    ["web/draw/a.ts", 'import {\n  Engine,\n} from "../engine/engine.js";'],
    ["web/figures/a.ts", 'const api = await import("../api/index.js");'],
    ["web/page/a.ts", 'import "../engine/load.js";'],
    ["web/other/a.ts", ""],
  ];
  for (const [file, line] of forbidden) assert.equal(faults(file, line).length, 1, `${file}: ${line}`);
  assert.deepEqual(faults("web/draw/a.ts", 'import type { Tensor } from "../engine/experiment.js";'), []);
});

test("only the engine touches the module's memory", () => {
  const touching = sources.filter(
    (file) => file.startsWith("web/") && /\bmemory\b\s*[.?!]*\s*buffer/.test(withoutComments(read(file))),
  );
  assert.deepEqual(touching, ["web/engine/engine.ts"]);
});

test("no figure uses another figure", () => {
  const figures = sources.filter((file) => /^web\/figures\/[^/]+\.ts$/.test(file));
  const elements = figures.filter((file) => read(file).includes("\nregister("));
  assert.ok(elements.length > 0);
  const js = elements.map((file) => file.replace(/\.ts$/, ".js"));
  const others = figures.filter((file) => !file.endsWith("/all.ts"));
  const using = others.flatMap((file) =>
    uses(file, withoutComments(read(file))).filter(({ target }) => js.includes(target)),
  );
  assert.deepEqual(using, []);
});

test("the DOM stays out of engine and api", () => {
  const names = /\b(document|window|customElements|HTMLElement)\b/;
  const using = sources.filter((file) => /^web\/(engine|api)\//.test(file) && names.test(withoutComments(read(file))));
  assert.deepEqual(using, []);
});
