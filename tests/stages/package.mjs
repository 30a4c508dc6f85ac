// The packed tarball, as others get it.

import { join } from "node:path";

import { root } from "../../web/tools/setup.mjs";
import { library } from "./build.mjs";
import { runNodeTests, testFiles } from "./node-tests.mjs";

export async function run(report) {
  await library();
  await runNodeTests(report, [...testFiles("tests/package"), join(root, "tests/sizes.test.mjs")]);
}
