// The library in other people's pages: one file, from another origin, from a file, under strict policies.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { html, root } from "./server.mjs";

const IIFE = "/dist/attention-figures.iife.js";
const TAG = '<attn-soft-lookup query="its"><p>The weights.</p></attn-soft-lookup>';
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'";

/** Waits for the figure; throws if its picture is not right, or if anything went wrong on the page. */
export async function figureWorks(page, selector = "attn-soft-lookup") {
  const { sum, height, faults } = await page.until(async (selector) => {
    await customElements.whenDefined("attn-soft-lookup");
    const figure = document.querySelector(selector);
    if (!figure) return undefined;
    figure.scrollIntoView(); // Nothing is computed for a figure that is not seen.
    const late = new Promise((_, fail) =>
      setTimeout(() => fail(new Error(`not ready; on the page: ${globalThis.faults}`)), 15_000),
    );
    await Promise.race([figure.ready, late]);
    const weights = [...figure.numbers().weights.data];
    const { height } = figure.shadowRoot.querySelector("table").getBoundingClientRect();
    return {
      sum: weights.reduce((a, b) => a + b, 0) / figure.numbers().weights.shape[0],
      height,
      faults: globalThis.faults ?? [],
    };
  }, selector);
  if (!(Math.abs(sum - 1) < 1e-6)) throw new Error(`the weights of a row sum to ${sum}`);
  if (!(height > 100)) throw new Error(`the table is ${height} px high`);
  if (faults.length > 0) throw new Error(`on the page: ${faults.join("; ")}`);
}

async function oneFile(t) {
  const allowed = ["/", "/in-page/recorder.js", IIFE, "/favicon.ico"];
  const page = await t.page({
    head: `<script src="${IIFE}"></script>`,
    body: TAG,
    fault: (path) => (allowed.includes(path) ? undefined : { block: true }),
  });
  await figureWorks(page);
  const others = page.server.requests.filter((path) => !allowed.includes(path));
  if (others.length > 0) throw new Error(`other requests: ${others}`);
  const softmax = await page.evaluate(async () => [...(await attentionFigures.load()).softmax([0, 0]).data].join());
  if (softmax !== "0.5,0.5") throw new Error(`attentionFigures.load() gives ${softmax}`);
}

/** The script comes from another origin without headers for it; nobody touches SharedArrayBuffer. */
async function otherOrigin(t) {
  const cdn = await t.serve();
  const page = await t.page({
    head: `<script src="/trap.js"></script><script src="${cdn.url}${IIFE}"></script>`,
    body: TAG,
    fault: (path) => (path === "/trap.js" ? { body: TRAP, type: "text/javascript" } : undefined),
  });
  await figureWorks(page);
}
const TRAP =
  'Object.defineProperty(globalThis, "SharedArrayBuffer", { get() { faults.push("SharedArrayBuffer was touched"); } });';

/** A frame that may run scripts and nothing else; it tells by a message what it computed. */
async function sandboxedFrame(t) {
  const report = `
    onload = async () => {
      const figure = document.querySelector("attn-soft-lookup");
      const [first] = await figure.ready.then(() => figure.numbers().weights.data, (error) => [String(error)]);
      parent.postMessage({ first, faults }, "*");
    };`;
  const script = { body: report, type: "text/javascript" };
  const page = await t.page({
    body: '<iframe sandbox="allow-scripts" src="/frame" width="900" height="600"></iframe><script src="/listen.js"></script>',
    pages: { "/frame": html({ head: `<script src="${IIFE}"></script><script src="/report.js"></script>`, body: TAG }) },
    fault: (path) =>
      ({
        "/report.js": script,
        "/listen.js": { ...script, body: "onmessage = ({ data }) => (globalThis.told = data);" },
      })[path],
  });
  const { first, faults } = await page.until(() => globalThis.told);
  if (!(first > 0) || faults.length > 0) throw new Error(`the frame tells ${first}, ${faults}`);
}

async function fromFile(t) {
  const folder = mkdtempSync(join(tmpdir(), "attention-figures-"));
  try {
    const head = `<script src="${pathToFileURL(join(root, IIFE))}"></script>`;
    const recorder = pathToFileURL(join(root, "tests/page/in-page/recorder.js"));
    writeFileSync(join(folder, "page.html"), html({ head, body: TAG }).replace("/in-page/recorder.js", recorder));
    await figureWorks(await t.open(pathToFileURL(join(folder, "page.html")).href));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A page that says nothing of its encoding is read as windows-1252, and so are its classic scripts. */
async function otherEncoding(t) {
  const body = html({ head: `<script src="${IIFE}"></script>`, body: TAG }).replace('<meta charset="utf-8">', "");
  const page = await t.page({
    fault: (path) => (path === "/" ? { body, type: "text/html; charset=windows-1252" } : undefined),
  });
  await figureWorks(page);
  const text = await page.evaluate(() => document.querySelector("attn-soft-lookup").shadowRoot.textContent);
  const broken = text.match(/[ÂÃâ].{0,20}/)?.[0]; // How the first byte of a sign is read there.
  if (broken || !text.includes("−0.")) throw new Error(`the figure says ${broken}`);
}

async function strictPolicy(t) {
  const head = '<script type="module" src="/dist/elements.js"></script>';
  await figureWorks(await t.page({ head, body: TAG, headers: { "content-security-policy": STRICT } }));
}

/** The document itself: its formulas and its figure, without one violation. */
async function strictDocument(t) {
  const page = await openDocument(t, { headers: { "content-security-policy": STRICT } });
  await figureWorks(page);
  const flat = await page.evaluate(
    () => [...document.querySelectorAll("math")].filter((math) => math.getBoundingClientRect().height < 4).length,
  );
  const formulas = await page.evaluate(() => document.querySelectorAll("math").length);
  if (formulas < 10 || flat > 0) throw new Error(`${formulas} formulas, ${flat} of them not seen`);
}

/** The built document, or another `file` of its folder, with the recorder and `head` in it, from a server. */
export async function openDocument(t, { file = "", search = "", settings, ...options } = {}) {
  const server = await serveSite(t, options);
  return Object.assign(await t.open(`${server.url}/site/${file}${search}`, settings), { server });
}

/** A server of the built pages, with the recorder and `head` in each. */
export function serveSite(t, { folders, pages, head = "", ...options } = {}) {
  const start = `<head><script src="/in-page/recorder.js"></script>${head}`;
  const page = (file) => readFileSync(join(root, "build/site", file), "utf8").replace("<head>", () => start);
  const site = { "": "index.html", "embed.html": "embed.html", "gallery.html": "gallery.html" };
  return t.serve({
    pages: {
      ...Object.fromEntries(Object.entries(site).map(([path, file]) => [`/site/${path}`, page(file)])),
      ...pages,
    },
    folders: { "/site/": join(root, "build/site"), ...folders },
    ...options,
  });
}

export default [
  { name: "one classic script, nothing else served", run: oneFile },
  { name: "a script from another origin", run: otherOrigin },
  { name: "a sandboxed frame", run: sandboxedFrame },
  { name: "a page from a file", run: fromFile },
  { name: "a page in windows-1252", run: otherEncoding },
  { name: "a strict policy with trusted types", run: strictPolicy },
  { name: "the document under that policy", run: strictDocument },
];
