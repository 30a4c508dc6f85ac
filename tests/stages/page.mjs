// Real pages in real browsers; tests/page/run.mjs drives them.

import { say } from "../../web/tools/setup.mjs";
import { library, page } from "./build.mjs";

export async function run(report) {
  await library();
  await page();
  const { runPageTests } = await import("../page/run.mjs");
  const { passed, failed, skipped, lines } = await runPageTests({ say: (line) => say(`  ${line}`) });
  report.pass(passed);
  // Its lines are one for each test, then one, indented, for each failure in it.
  const failures = lines.filter((line) => line.startsWith("  "));
  for (let i = 0; i < failed; i++) {
    const [name, ...more] = (failures[i] ?? "a page").trim().split("\n");
    report.fail(name, more.join("\n"));
  }
  if (skipped > 0) report.skip("pages", lines.filter((line) => line.startsWith("skipped")).join("; "), skipped);
}
