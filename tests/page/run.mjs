// The tests in real browsers: node tests/page/run.mjs [engine...]

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

import { ENGINES, launch, missingProgram } from "./browsers.mjs";
import { within } from "./processes.mjs";
import { html, root, serve } from "./server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const MOST_TIME_MS = 60_000;

/**
 * Runs every *.test.mjs here. Such a file exports a list of tests: `name`; `run(t)`; `engines` (default: all);
 * `limit`, a weakness of the browser (see browsers.mjs). `run` may return checks made inside the page,
 * [{ name, error }], which count one by one. Returns { passed, failed, skipped, lines }; a line for each test, and for
 * each failure one that starts with two spaces.
 */
export async function runPageTests({ say, engines = Object.keys(ENGINES) }) {
  const summary = { passed: 0, failed: 0, skipped: 0, lines: [] };
  for (const needed of ["dist/attention-figures.iife.js", "build/site/index.html"]) {
    if (!existsSync(join(root, needed)))
      throw new Error(`${needed} is missing: run npm run build and npm start -- --build-only`);
  }
  const files = readdirSync(here).filter((file) => file.endsWith(".test.mjs"));
  const tests = (await Promise.all(files.map((file) => import(`./${file}`)))).flatMap((module) => module.default);
  for (const engine of engines) {
    const missing = missingProgram(engine);
    const own = tests.filter((test) => (test.engines ?? Object.keys(ENGINES)).includes(engine));
    if (missing) {
      summary.skipped += own.length;
      note(`skipped ${engine}: ${missing} is not on this machine`);
      continue;
    }
    const possible = own.filter(({ limit }) => limit === undefined || limit in ENGINES[engine].limits);
    for (const limit of new Set(possible.map((test) => test.limit))) {
      await runGroup(
        engine,
        limit,
        possible.filter((test) => test.limit === limit),
      );
    }
  }
  return summary;

  function note(line) {
    summary.lines.push(line);
    say(line);
  }

  function fail(where, name, error) {
    summary.failed++;
    note(`  ${where}: ${name}: ${error}`);
  }

  async function runGroup(engine, limit, group) {
    const where = [engine, limit].filter(Boolean).join(", ");
    let browser;
    try {
      browser = await launch(engine, limit);
    } catch (error) {
      note(`FAILED ${where}: it does not start`);
      for (const { name } of group) fail(where, name, error.message);
      return;
    }
    try {
      for (const test of group) {
        const start = Date.now();
        const results = await runTest(engine, browser, test);
        const failures = results.filter(({ error }) => error);
        summary.passed += results.length - failures.length;
        const took = `${((Date.now() - start) / 1000).toFixed(1)} s`;
        note(`${failures.length ? "FAILED" : "ok"} ${where}: ${test.name} (${results.length}, ${took})`);
        for (const { name, error } of failures) fail(where, name, error);
      }
    } finally {
      await browser.close();
    }
  }
}

/** The results of one test: those of its checks, or its own. */
async function runTest(engine, browser, { name, run }) {
  const used = [];
  const use = (thing) => used.push(thing) && thing;
  const t = {
    engine,
    /** A server that ends with the test; see server.mjs. */
    serve: async (options) => use(await serve(options)),
    open: async (url, settings) => use(await browser.open(url, settings)),
    /** A page with this HTML, opened at `path`, from a server of its own with these options. */
    async page({ head, body, attributes, pages, path = "/", ...options }) {
      const server = await t.serve({ pages: { "/": html({ head, body, attributes }), ...pages }, ...options });
      return Object.assign(await t.open(server.url + path), { server });
    },
    /** The checks that in-page/`file`.mjs makes inside such a page. */
    async checks(file, options = {}) {
      const head = `${options.head ?? ""}<script type="module" src="/in-page/${file}.mjs"></script>`;
      const page = await t.page({ ...options, head });
      const { result, fault } = await page.until(() => {
        const { result, faults } = globalThis;
        return (result || faults.length > 0) && { result, fault: faults[0] };
      });
      if (!result) throw new Error(fault);
      return result;
    },
  };
  try {
    const checks = await within(name, MOST_TIME_MS, run(t));
    return Array.isArray(checks) ? checks : [{ name }];
  } catch (error) {
    return [{ name, error: error.stack ?? String(error) }];
  } finally {
    for (const thing of used.reverse()) await within("clean-up", 10_000, thing.close()).catch(() => undefined);
  }
}

if (argv[1] && import.meta.filename === argv[1]) {
  const wanted = argv.slice(2);
  const engines = wanted.length > 0 ? wanted : undefined;
  const { passed, failed, skipped } = await runPageTests({ say: console.log, engines });
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
}
