// The embed page, one figure alone in a frame of somebody else's page, and the control that gives its text.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { axeIsContent, folders } from "./axe.mjs";
import { figureWorks, openDocument, serveSite } from "./embed.test.mjs";
import { root } from "./server.mjs";

const SEARCH = "?figure=soft-lookup&query=dog&temperature=0.5";
const script = (body) => ({ body, type: "text/javascript" });

/** In the frame: waits for the figure, presses all that needs the clipboard, unfolds, and tells what came of it. */
const REPORT = `onload = async () => {
  const figure = document.querySelector("attn-soft-lookup");
  await figure.ready;
  const { shadowRoot } = figure;
  const button = (text) => [...shadowRoot.querySelectorAll("button")].find((one) => one.textContent.trim() === text);
  const frames = async (n) => { for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame); };
  const heightOf = () => Math.ceil(document.documentElement.getBoundingClientRect().height);
  await frames(3);
  const before = heightOf();
  button("copy link").click();
  await frames(30);
  const note = shadowRoot.querySelector(".note").textContent;
  shadowRoot.querySelector("details").open = true;
  await frames(10);
  parent.postMessage({ report: { origin: self.origin, state: figure.state(), weight: figure.numbers().weights.data[7],
    note, before, after: heightOf(), faults } }, "*");
};`;

/** Somebody's page: keeps the messages of its frame, each with its sender. */
const LISTEN = `globalThis.heights = [];
onmessage = ({ data, source, origin }) => {
  if (data.report) globalThis.report = data.report;
  const frame = document.querySelector("iframe");
  if (data.type === "attention-figures:height" && source === frame.contentWindow) {
    heights.push({ ...data, origin });
    frame.height = data.height;
  }
};`;

async function sandboxed(t) {
  const report = (path) => (path === "/report.js" ? script(REPORT) : undefined);
  const site = await serveSite(t, { head: '<script src="/report.js"></script>', fault: report });
  const frame = `<iframe sandbox="allow-scripts" src="${site.url}/site/embed.html${SEARCH.replaceAll("&", "&amp;")}" width="800"></iframe>`;
  const page = await t.page({
    head: '<script src="/listen.js"></script>',
    body: frame,
    fault: (path) => (path === "/listen.js" ? script(LISTEN) : undefined),
  });
  const { report: told, heights } = await page.until(() => {
    const last = heights.at(-1)?.height;
    return globalThis.report && last === globalThis.report.after && { report: globalThis.report, heights };
  });
  const { origin, state, weight, note, before, after, faults } = told;
  if (origin !== "null") throw new Error(`the frame is not sandboxed: its origin is ${origin}`);
  if (faults.length > 0) throw new Error(`in the frame: ${faults.join("; ")}`);
  if (state.query !== "dog" || state.temperature !== "0.5") throw new Error(`the state is ${JSON.stringify(state)}`);
  if (!(weight > 0 && weight <= 1)) throw new Error(`a weight is ${weight}`);
  if (!note.includes("soft-lookup?temperature=0.5")) throw new Error(`without a clipboard the note is "${note}"`);
  if (!(before > 300 && after > before + 100)) throw new Error(`the heights are ${before}, unfolded ${after}`);
  const told1 = heights[0];
  const keys = Object.keys(told1).sort().join();
  if (keys !== "figure,height,origin,type" || told1.figure !== "soft-lookup") throw new Error(JSON.stringify(told1));
  if (!heights.some(({ height }) => height === before))
    throw new Error(`${before} was never told: ${JSON.stringify(heights)}`);
  const others = site.requests.filter(
    (path) => !["/site/embed.html", "/in-page/recorder.js", "/report.js", "/favicon.ico"].includes(path),
  );
  if (others.length > 0) throw new Error(`the embed page asks for ${others}`);
  await page.evaluate(() => (document.querySelector("iframe").width = 340));
  await page.until((after) => heights.at(-1).height > after, after);
}

/** What cannot be shown is a sentence; nothing goes wrong in the console. */
async function sentences(t) {
  for (const [search, ...words] of [
    ["", '("")', "soft-lookup"],
    ["?figure=soft-lockup", "soft-lockup", "soft-lookup"],
    ["?figure=soft-lookup&temperatur=1", '"temperatur"', "query, temperature"],
    ["?figure=soft-lookup&__proto__=1", '"__proto__"'],
    ["?figure=soft-lookup&temperature=-1", "temperature (-1)"],
  ]) {
    const page = await openDocument(t, { file: "embed.html", search });
    const { sentence, faults } = await page.until(() => {
      const figure = document.querySelector("main > *:not(h1, noscript)");
      const alert = (figure?.shadowRoot ?? document).querySelector("[role=alert]");
      return alert?.textContent && alert.checkVisibility() && { sentence: alert.textContent, faults };
    });
    for (const word of words) if (!sentence.includes(word)) throw new Error(`${search}: "${sentence}" lacks ${word}`);
    if (faults.length > 0) throw new Error(`${search}: ${faults.join("; ")}`);
    await page.close();
  }
}

async function fromFile(t) {
  const address = pathToFileURL(join(root, "dist/embed.html")).href;
  const page = await t.open(address + SEARCH);
  await figureWorks(page);
  const state = await page.evaluate(() => document.querySelector("attn-soft-lookup").state());
  if (state.query !== "dog" || state.temperature !== "0.5") throw new Error(`the state is ${JSON.stringify(state)}`);
}

/** Presses *embed*; the texts of its panel, once the focus is in it. */
const openPanel = (page) =>
  page.until(async () => {
    const { shadowRoot } = document.querySelector("attn-soft-lookup");
    const button = shadowRoot.querySelector(".tools [aria-expanded]");
    if (button.getAttribute("aria-expanded") === "false") button.click();
    const areas = [...shadowRoot.querySelectorAll(".embed textarea")];
    return areas.length > 0 && shadowRoot.activeElement === areas[0] && areas.map(({ value }) => value);
  });

/** The document's control gives texts that work where they are pasted, whatever the state holds. */
async function control(t) {
  const page = await openDocument(t, {});
  await figureWorks(page);
  const data = {
    tokens: ["it's", '"quoted"', "</attn-soft-lookup>&amp;"],
    q: [[1], [2], [3]],
    k: [[1], [2], [3]],
    v: [[1], [0], [2]],
  };
  await page.evaluate(async (data) => {
    const { change } = await import("/in-page/figure.mjs");
    await change(document.querySelector("attn-soft-lookup"), { data, query: '"quoted"', temperature: 0.25 });
  }, data);
  // Asked once: WebKit has one window, which the next page takes.
  const state = await page.evaluate(() => document.querySelector("attn-soft-lookup").state());
  const [tag, frame] = await openPanel(page);
  const copied = await page.evaluate(async () => {
    const taken = [];
    const clipboard = { writeText: async (text) => void taken.push(text) };
    Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
    const { shadowRoot } = document.querySelector("attn-soft-lookup");
    const [first, second, close] = shadowRoot.querySelectorAll(".embed button");
    const frames = async () => {
      for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
    };
    const note = () => shadowRoot.querySelector(".note").textContent;
    first.click();
    second.click();
    await frames();
    const notes = [note()];
    clipboard.writeText = () => Promise.reject(new Error("denied"));
    second.click();
    await frames();
    notes.push(note());
    const { selectionStart, selectionEnd, value } = shadowRoot.activeElement;
    const selected = value.slice(selectionStart, selectionEnd);
    close.click();
    await frames();
    const closed = !shadowRoot.querySelector(".embed") && shadowRoot.activeElement?.textContent.trim() === "embed";
    return { taken, notes, selected, closed, faults };
  });
  const wanted = {
    taken: [tag, frame],
    notes: ["Copied.", "The text is selected: copy it with the keyboard."],
    selected: frame,
    closed: true,
    faults: [],
  };
  if (!isDeepStrictEqual(copied, wanted)) throw new Error(`copying gave ${JSON.stringify(copied)}`);
  // Twice in one page: the script's second mention does nothing.
  const own = tag.replace(/https:\/\/cdn[^"]*@\d+\.\d+\.\d+\//, "/");
  await pasted(t, own + own, state);
  if (
    !frame.includes(`src='${page.server.url}/site/embed.html?figure=soft-lookup&amp;`) &&
    !frame.includes(`src="${page.server.url}/site/embed.html?figure=soft-lookup&amp;`)
  )
    throw new Error(`the frame is ${frame}`);
  const around = await t.page({ body: frame });
  const inner = await around.evaluate(() => document.querySelector("iframe").src);
  await pasted(t, undefined, state, inner);
}

/** A page with this text in its body, or at this address, has the figure in this state. */
async function pasted(t, body, state, address) {
  const page = body === undefined ? await t.open(address) : await t.page({ body });
  await figureWorks(page);
  const found = await page.evaluate(() => document.querySelector("attn-soft-lookup").state());
  const sorted = (object) => JSON.stringify(Object.entries(object).sort());
  if (sorted(found) !== sorted(state)) throw new Error(`pasted: ${sorted(found)}, not ${sorted(state)}`);
}

/** A page that names no embed page gets the tag, and a sentence where the frame would be. */
async function foreign(t) {
  const page = await t.page({
    head: '<script type="module" src="/dist/elements.js"></script>',
    body: '<attn-soft-lookup query="its"></attn-soft-lookup>',
  });
  await figureWorks(page);
  const texts = await openPanel(page);
  if (texts.length !== 1 || !texts[0].endsWith('<attn-soft-lookup temperature="1" query="its"></attn-soft-lookup>'))
    throw new Error(`the panel has ${texts}`);
  const sentence = await page.evaluate(
    () => document.querySelector("attn-soft-lookup").shadowRoot.querySelector(".embed p").textContent,
  );
  if (!sentence.includes("embed.html")) throw new Error(sentence);
}

/** Open, through the panel, and closed again, by keyboard alone. */
async function keyboard(t) {
  const page = await openDocument(t, {});
  await figureWorks(page);
  const { keyboard } = page.puppet;
  const active = () =>
    page.evaluate(async () => {
      for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
      const { activeElement } = document.querySelector("attn-soft-lookup").shadowRoot;
      return activeElement && `${activeElement.localName} ${activeElement.textContent.trim()}`;
    });
  await page.evaluate(() =>
    document.querySelector("attn-soft-lookup").shadowRoot.querySelector(".tools [aria-expanded]").focus(),
  );
  const seen = [];
  for (const key of ["Enter", "Tab", "Tab", "Tab", "Tab", "Enter", "Enter", "Escape"]) {
    await keyboard.press(key);
    seen.push(await active());
  }
  const wanted = [
    "textarea",
    "button copy",
    "textarea",
    "button copy",
    "button close",
    "button embed",
    "textarea",
    "button embed",
  ];
  if (seen.map((what) => what?.trim()).join() !== wanted.join()) throw new Error(`the focus goes to ${seen}`);
}

async function axeOpen(t) {
  const page = await openDocument(t, { file: "embed.html", search: SEARCH, folders });
  await figureWorks(page);
  await openPanel(page);
  await axeIsContent(page);
  const narrow = await openDocument(t, { file: "embed.html", search: "?figure=none", folders });
  await axeIsContent(narrow);
}

async function narrow(t) {
  const page = await openDocument(t, {
    file: "embed.html",
    search: SEARCH,
    settings: { viewport: { width: 320, height: 700 } },
  });
  await figureWorks(page);
  await openPanel(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  if (scrollWidth > clientWidth) throw new Error(`the page is ${scrollWidth} px wide in ${clientWidth} px`);
}

export default [
  { name: "the embed page in a sandboxed frame", run: sandboxed },
  { name: "the embed page's sentences", run: sentences },
  { name: "the embed page from a file", run: fromFile },
  { name: "what the embed control gives", run: control },
  { name: "the embed control in a foreign page", run: foreign },
  { name: "the embed panel by keyboard", engines: ["chromium"], run: keyboard },
  { name: "axe-core, the embed page and its panel", engines: ["chromium"], run: axeOpen },
  { name: "the embed page, 320 px", engines: ["chromium"], run: narrow },
];
