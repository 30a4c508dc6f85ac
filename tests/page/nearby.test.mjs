// The document loads a figure when it comes near: what is transferred, links into it, print, and nothing that jumps.

import { gzipSync } from "node:zlib";

import { figureWorks, openDocument } from "./embed.test.mjs";

/** In bytes, each answer as gzip -9 makes it: before the reader scrolls, and with every figure alive. */
const BUDGETS = { first: 120_000, all: 152_000 };
export const LATER = ["attn-transformer", "attn-next-token", "attn-distribution-fit"];
const MOST_SHIFT = 0.02;

/** The size of every answer of the page's server, but for what the test itself put into the page. */
async function transferred({ server }) {
  const paths = new Set(server.requests.filter((path) => path.startsWith("/site/")));
  const sizes = [...paths].map(async (path) => {
    const body = Buffer.from(await (await fetch(server.url + path)).arrayBuffer());
    return gzipSync(body, { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export const frames = (page, n) =>
  page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
  }, n);

const defined = (page, tags) => page.evaluate((tags) => tags.filter((tag) => customElements.get(tag)), tags);

/** A figure is in view and has its first picture. */
export const alive = (page, tag) =>
  page.until(async (tag) => {
    await customElements.whenDefined(tag);
    await document.querySelector(tag).ready;
    return true;
  }, tag);

/** Figure 1 is alive before the others are asked for; each of them by the time that it is reached; no shift. */
async function scrolled(t) {
  const late = (path) => (/\/assets\/.*\.js$/.test(path) ? { delay: 300 } : undefined);
  const page = await openDocument(t, { fault: late, settings: { viewport: { width: 1280, height: 800 } } });
  await page.until(() => customElements.get("attn-soft-lookup") !== undefined);
  await frames(page, 20);
  const early = await defined(page, LATER);
  if (early.length > 0) throw new Error(`${early} are loaded before the reader scrolls`);
  const first = await transferred(page);
  await figureWorks(page);
  await page.evaluate(() => {
    globalThis.shift = 0;
    const add = (list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value));
    new PerformanceObserver(add).observe({ type: "layout-shift" });
  });
  for (const tag of LATER) {
    await page.evaluate((tag) => document.querySelector(tag).scrollIntoView({ block: "center" }), tag);
    await alive(page, tag);
    await frames(page, 3);
  }
  const all = await transferred(page);
  const { shift, faults } = await page.evaluate(() => ({ shift: globalThis.shift, faults }));
  if (faults.length > 0) throw new Error(`on the page: ${faults.join("; ")}`);
  if (!(shift < MOST_SHIFT)) throw new Error(`the cumulative layout shift is ${shift}`);
  if (first > BUDGETS.first || all > BUDGETS.all)
    throw new Error(`${first} bytes before scrolling and ${all} in all; the budgets are ${JSON.stringify(BUDGETS)}`);
}

/** A link to a lower figure in a state leads there and sets it; a link to a heading brings what is near to life. */
async function linked(t) {
  const state = { position: "9", mask: "none", steps: "3" };
  const page = await openDocument(t, { search: `#next-token?${new URLSearchParams(state)}` });
  await alive(page, "attn-next-token");
  const seen = await page.evaluate(() => {
    const figure = document.querySelector("attn-next-token");
    const { top } = figure.getBoundingClientRect();
    return { state: figure.state(), top, height: innerHeight };
  });
  for (const [name, value] of Object.entries(state))
    if (seen.state[name] !== value) throw new Error(`the state is ${JSON.stringify(seen.state)}`);
  if (!(seen.top > -seen.height && seen.top < seen.height)) throw new Error(`the figure is at ${seen.top} px`);
  const other = await openDocument(t, { search: "#figure-11" });
  await alive(other, "attn-distribution-fit");
}

/** Printed without ever being scrolled, the page has every figure, at least its static form. */
async function printed(t) {
  const page = await openDocument(t);
  await page.puppet.emulateMediaType("print");
  const heights = await page.evaluate(
    (tags) =>
      tags.map((tag) => {
        const part = document.querySelector(tag);
        const figure = (part.shadowRoot ?? part).querySelector("figure") ?? part.querySelector("figure");
        return figure.checkVisibility() && figure.getBoundingClientRect().height;
      }),
    ["attn-soft-lookup", ...LATER],
  );
  if (heights.some((height) => !(height > 200))) throw new Error(`the figures are ${heights} px high`);
}

export default [
  { name: "figures that come near", engines: ["chromium"], run: scrolled },
  { name: "links to figures further down", run: linked },
  { name: "print before scrolling", engines: ["chromium"], run: printed },
];
