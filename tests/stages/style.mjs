// Formatting, lint and types: one test for each tool.

import { readdirSync } from "node:fs";
import { join } from "node:path";

import { root, run as runProgram } from "../../web/tools/setup.mjs";
import { onPath } from "./setup.mjs";

export async function run(report) {
  const node = (tool, ...args) => runProgram(tool, process.execPath, [join(root, "node_modules", tool), ...args]);
  if (onPath("clang-format")) {
    await report.check("clang-format", () =>
      runProgram("clang-format", "clang-format", ["--dry-run", "-Werror", ...cppFiles()]),
    );
  } else report.skip("clang-format", "not on this machine");
  await report.check("prettier", () => node("prettier/bin/prettier.cjs", "--check", "**/*.{ts,mjs,js,json,css,html}"));
  await report.check("eslint", () =>
    node("eslint/bin/eslint.js", "--config", "tests/eslint.config.mjs", "--max-warnings=0", "."),
  );
  await report.check("types", () => node("typescript/bin/tsc", "-p", "web/tsconfig.json"));
}

function cppFiles() {
  const files = ["cpp", "tests/cpp"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  return files.filter((file) => /\.[ch]pp$/.test(file));
}
