// One way to drive three engines: launch(engine, limit) -> open(url) -> evaluate(function), until(function), close().

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";

import { until, within } from "./processes.mjs";
import { launchWebKit, programs } from "./webkit.mjs";

/** The engines, the programs each needs, and how each plays a weaker browser. */
export const ENGINES = {
  chromium: {
    programs: ["/usr/bin/chromium"],
    launch: launchChromium,
    limits: {
      "no SIMD": ["--js-flags=--no-enable-sse4-1"],
      "no WebAssembly": ["--js-flags=--jitless"],
      "little memory": ["--js-flags=--wasm-max-mem-pages=300"],
    },
  },
  firefox: {
    programs: ["/usr/bin/firefox-esr"],
    launch: launchFirefox,
    limits: { "no WebAssembly": { "javascript.options.wasm": false } },
  },
  webkit: {
    programs,
    launch: launchWebKit,
    limits: { "no SIMD": { JSC_useWasmSIMD: "0" }, "no WebAssembly": { JSC_useWasm: "0" } },
  },
};

const LIMIT_MS = 20_000;

/** The first program of an engine that is not on this machine, if any. */
export const missingProgram = (engine) => ENGINES[engine].programs.find((path) => !existsSync(path));

/** Starts an engine, `limit` being one of its `limits` or undefined. */
export async function launch(engine, limit) {
  const settings = limit === undefined ? undefined : ENGINES[engine].limits[limit];
  const browser = await within(`starting ${engine}`, 60_000, ENGINES[engine].launch(settings));
  return {
    /** Opens a page. For Chromium and Firefox: its `viewport`, and `wait: false` not to wait for its scripts. */
    async open(url, options = {}) {
      const page = await within(`opening ${url}`, LIMIT_MS, browser.open(url, options));
      const evaluate = (task, ...args) => within(`a task in ${engine}`, LIMIT_MS, page.evaluate(task, ...args));
      return { ...page, evaluate, until: (task, ...args) => until(`${task}`, LIMIT_MS, () => evaluate(task, ...args)) };
    },
    close: () => within(`closing ${engine}`, 20_000, browser.close()),
  };
}

function launchChromium(flags = []) {
  const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  const args = ["--no-sandbox", ...quiet, "--disable-component-update", "--disable-sync", ...flags];
  return launchPuppeteer({ executablePath: "/usr/bin/chromium", args });
}

function launchFirefox(extraPrefsFirefox = {}) {
  return launchPuppeteer({ browser: "firefox", executablePath: "/usr/bin/firefox-esr", extraPrefsFirefox });
}

async function launchPuppeteer(options) {
  const browser = await puppeteer.launch({ headless: true, timeout: 50_000, protocolTimeout: 60_000, ...options });
  return {
    async open(url, { viewport, wait = true }) {
      const page = await browser.newPage();
      if (viewport) await page.setViewport(viewport);
      const loaded = page.goto(url, { waitUntil: "domcontentloaded" });
      if (wait) await loaded;
      else loaded.catch(() => undefined);
      return { evaluate: (...task) => page.evaluate(...task), close: () => page.close(), puppet: page };
    },
    close: () => browser.close(),
  };
}
