// npm test: runs every stage in order, whatever fails, and ends on the line `N passed, N failed[, N skipped]`.

import { say } from "../web/tools/setup.mjs";
import { Report } from "./stages/report.mjs";

/** Each is stages/NAME.mjs with `run(report)`; imported only when its turn comes, after the packages are there. */
const STAGES = {
  setup: "npm packages, Emscripten, Debian packages; runs before every other stage",
  style: "clang-format, prettier, eslint, the TypeScript compiler",
  cpp: "the C++ tests: native under ASan and UBSan, and as WebAssembly; the program attn; fuzzers for a minute",
  web: "the JavaScript interface under Node, and which room imports what",
  page: "real pages in Chromium, Firefox and WebKit",
  package: "the packed tarball: contents, types, bundlers, sizes",
};

const HELP = `npm test [-- STAGE... [-u]]

Runs these stages in order, or only those that are named:
${Object.entries(STAGES)
  .map(([name, about]) => `  ${name.padEnd(8)} ${about}`)
  .join("\n")}

With -u the stage web writes the snapshots of the gallery anew, into tests/golden/gallery/, instead of comparing: look
at the differences before you commit them.
`;

const words = process.argv.slice(2);
if (words.includes("-u")) process.env.ATTN_WRITE_SNAPSHOTS = "1";
const wanted = words.filter((word) => word !== "-u");
const unknown = wanted.find((name) => !(name in STAGES));
if (wanted.includes("--help")) console.log(HELP);
else if (unknown) {
  console.error(`there is no stage "${unknown}"\n\n${HELP}`);
  process.exitCode = 1;
} else
  await runStages(
    Object.keys(STAGES).filter((name) => name === "setup" || wanted.length === 0 || wanted.includes(name)),
  );

async function runStages(names) {
  const report = new Report();
  for (const name of names) {
    report.stage = name;
    say(name);
    await report.attempt("cannot run", async () => (await import(`./stages/${name}.mjs`)).run(report));
  }
  report.print();
  // Not process.exitCode alone: a server or browser that a failed test left behind must not keep this process alive.
  process.exit(report.failed > 0 ? 1 : 0);
}
