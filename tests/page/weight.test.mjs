// What the document transfers, gzip -9: before the reader scrolls, and with all its figures.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { figureWorks, openDocument } from "./embed.test.mjs";
import { root } from "./server.mjs";

const FIRST = 132_000;
const ALL = 158_000;
const LATER = ["attn-transformer", "attn-next-token", "attn-distribution-fit"];

/** Bytes of the document and of all that it has fetched. */
async function weight(page) {
  const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const paths = fetched.map((name) => new URL(name).pathname).filter((path) => path.startsWith("/site/"));
  const files = ["index.html", ...new Set(paths.map((path) => path.slice("/site/".length)))];
  const sizes = files.map((file) => gzipSync(readFileSync(join(root, "build/site", file)), { level: 9 }).length);
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function within({ files, bytes }, budget, least) {
  if (files.length < least) throw new Error(`only ${files.join(", ")} were fetched`);
  if (bytes > budget) throw new Error(`${bytes} bytes, the budget is ${budget}: ${files.join(", ")}`);
}

const defined = (page) => page.evaluate((names) => names.filter((name) => customElements.get(name)).join(), LATER);

async function figuresComeWhenNear(t) {
  const page = await openDocument(t);
  await figureWorks(page);
  const early = await defined(page);
  if (early) throw new Error(`${early} came before the reader scrolled`);
  within(await weight(page), FIRST, 3);
  await page.evaluate(() => document.querySelector("attn-transformer").scrollIntoView());
  await page.until(() => customElements.whenDefined("attn-distribution-fit").then(() => true));
  within(await weight(page), ALL, 4);
}

/** A copied link to a figure far below finds it at work, in the state that the link says. */
async function linkBringsFigure(t) {
  const page = await openDocument(t, { search: "#distribution-fit?samples=1000" });
  await page.until(() => customElements.whenDefined("attn-distribution-fit").then(() => true));
  const samples = await page.evaluate(() => document.querySelector("attn-distribution-fit").state().samples);
  if (samples !== "1000") throw new Error(`samples is ${samples}`);
}

export default [
  { name: "figures come when the reader is near", run: figuresComeWhenNear },
  { name: "a link brings the figure it names", run: linkBringsFigure },
];
