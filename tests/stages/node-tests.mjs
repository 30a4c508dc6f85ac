import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "node:test";

import { root, say } from "../../web/tools/setup.mjs";

/** Every *.test.mjs below a folder. */
export const testFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(".test.mjs"))
    .sort()
    .map((file) => join(root, folder, file));

/** Runs files of node:test, each in a process of its own, and counts their tests. */
export async function runNodeTests(report, files) {
  const stderr = new Map();
  let file;
  for await (const { type, data } of run({ files, concurrency: 1 })) {
    if (type === "test:stderr") stderr.set(data.file, (stderr.get(data.file) ?? "") + data.message);
    if (type === "test:diagnostic" && data.file) say(`    ${data.message}`);
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.file && data.file !== file) say(`  ${relative(root, (file = data.file))}`);
    // Suites and files are no tests, but a file that ends without one, or before its tests, is a failure.
    const isFile = files.includes(data.name);
    const name = `${relative(root, data.file ?? data.name)}: ${isFile ? "the whole file" : data.name}`;
    if (data.details.type === "suite") continue;
    if (type === "test:fail") {
      const { error } = data.details;
      if (error.failureType === "subtestsFailed") continue;
      const { exitCode, signal, cause, message } = error;
      if (isFile)
        report.fail(name, `it ended early: exit code ${exitCode}, signal ${signal}\n${stderr.get(data.name) ?? ""}`);
      else report.fail(name, cause?.stack ?? cause ?? message);
    } else if (isFile) report.fail(name, "there are no tests in it");
    else if (data.skip !== undefined) report.skip(name, data.skip);
    else report.pass();
  }
}
