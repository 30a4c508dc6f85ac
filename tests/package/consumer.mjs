import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { root, run } from "../../web/tools/setup.mjs";

/**
 * Someone else's project, outside of this one, into which the packed tarball was installed. `types` are the packages
 * below @types that it has too. `remove()` it at the end.
 */
export function makeConsumer({ types = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "attention-figures-"));
  // dist/ is there already: packing must not build it again.
  run("npm pack", "npm", ["pack", "--ignore-scripts", "--pack-destination", folder]);
  const tarball = join(folder, readdirSync(folder)[0]);
  const installed = join(folder, "node_modules/attention-figures");
  mkdirSync(installed, { recursive: true });
  run("tar", "tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]);
  const consumer = {
    folder,
    tarball,
    installed,
    /** Writes { path: text } and returns the first one's full path. */
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      return join(folder, Object.keys(files)[0]);
    },
    /** What a program of this project's node_modules does in the folder: { status, output }. */
    tool(path, args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "node_modules", path), ...args], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, NO_COLOR: "1" },
      });
      return { status, output: stdout + stderr };
    },
    /** What a module prints in a Node of its own. */
    node: (file) => run("node", process.execPath, [file], { cwd: folder }).trim(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  consumer.write({ "package.json": JSON.stringify({ name: "consumer", type: "module", private: true }) });
  for (const name of types) {
    mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
    symlinkSync(join(root, "node_modules/@types", name), join(folder, "node_modules/@types", name));
  }
  return consumer;
}
