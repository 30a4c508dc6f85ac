// The page before, while and after its scripts arrive; labels from the outside.

import { emulate } from "./axe.mjs";
import { figureWorks, openDocument } from "./embed.test.mjs";
import { alive, frames, LATER } from "./nearby.test.mjs";

const ELEMENTS = '<script type="module" src="/dist/elements.js"></script>';
const MOST_SHIFT = 0.02;
const FIGURES = ["attn-soft-lookup", ...LATER];
const DELAY_MS = 2000;

/** Scripts come two seconds late: the figure's static form is seen meanwhile, and nothing jumps when it is replaced. */
const lateScripts = (viewport) => async (t) => {
  const late = (path) => (path.startsWith("/site/assets/") && path.endsWith(".js") ? { delay: DELAY_MS } : undefined);
  const page = await openDocument(t, { fault: late, settings: { viewport, wait: false } });
  const early = await page.until(() => {
    const table = document.querySelector("attn-soft-lookup table");
    if (!(table?.getBoundingClientRect().height > 100)) return false;
    globalThis.shift = 0;
    const add = (list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value));
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    return { waiting: !customElements.get("attn-soft-lookup"), seen: table.checkVisibility() };
  });
  if (!early.waiting || !early.seen) throw new Error(`before its script the figure is ${JSON.stringify(early)}`);
  await figureWorks(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const shift = await page.evaluate(() => globalThis.shift);
  if (!(shift < MOST_SHIFT)) throw new Error(`the cumulative layout shift is ${shift}`);
};

/**
 * A figure is as high as its static form, so that nothing moves when it comes to life; and neither makes the page wider
 * than the screen, unfolded or not, nor has words that are cut off.
 */
const fits = (width, scheme) => async (t) => {
  const settings = { viewport: { width, height: 800 } };
  const without = (path) => (path.startsWith("/site/assets/") && path.endsWith(".js") ? { block: true } : undefined);
  const [still, live] = [await openDocument(t, { fault: without, settings }), await openDocument(t, { settings })];
  for (const page of [still, live]) await emulate(page, { "prefers-color-scheme": scheme });
  for (const tag of FIGURES) {
    await live.evaluate((tag) => document.querySelector(tag).scrollIntoView(), tag);
    await alive(live, tag);
    await frames(live, 3);
    const [before, after] = [await still.evaluate(heightOf, tag), await live.evaluate(heightOf, tag)];
    if (!(before > 200 && Math.abs(before - after) <= 1))
      throw new Error(`${tag} is ${before} px high, and ${after} px when alive`);
    for (const page of [still, live]) {
      const problem = await page.evaluate(sticksOut, tag);
      if (problem) throw new Error(`${page === still ? "static " : ""}${tag}: ${problem}`);
    }
  }
};

/** Places that take their width from what is inside, and text properties that a page hands down. */
const PLACES = [
  "display: flex",
  "display: flex; flex-direction: column; align-items: center",
  "display: grid; place-items: center",
  "display: grid; grid-template-columns: 1fr 1fr",
  "display: inline-block",
  "float: left",
  "position: absolute",
  "width: fit-content",
  "display: table-cell",
];
const PLAIN = "display: block";
const HANDED_DOWN = ["white-space: pre-wrap", "white-space: nowrap", "text-indent: 2em", "text-transform: uppercase"];

/** In all of these a figure has a width to live in, and the page never scrolls sideways. */
const places = (width) => async (t) => {
  const styled = [PLAIN, ...PLACES, ...HANDED_DOWN].map((style, i) => ({ style, i }));
  const css = styled.map(({ style, i }) => `#place-${i} { ${style} }`).join("\n");
  const body = styled.map(
    ({ i }) => `<section><div id="place-${i}"><attn-soft-lookup></attn-soft-lookup></div></section>`,
  );
  const head = `${ELEMENTS}<style>body { margin: 8px } section { clear: both; position: relative } ${css}</style>`;
  const page = await t.page({ head, body: body.join("") });
  await page.puppet.setViewport({ width, height: 800 });
  const found = await page.until(async () => {
    await customElements.whenDefined("attn-soft-lookup");
    const figures = [...document.querySelectorAll("attn-soft-lookup")];
    const sizes = [];
    for (const figure of figures) {
      // One at a time, so that those out of the flow cover no other.
      for (const each of figures) each.closest("section").hidden = each !== figure;
      await figure.ready;
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      const { width, height } = figure.getBoundingClientRect();
      const { scrollWidth, clientWidth } = document.documentElement;
      sizes.push({
        width,
        height,
        over: scrollWidth - clientWidth,
        text: figure.shadowRoot.querySelector("th.key").innerText,
      });
    }
    return sizes;
  });
  const plain = found[0].height;
  for (const { style, i } of styled) {
    const { width: own, height, over, text } = found[i];
    if (own < Math.min(width / 2 - 24, 600)) throw new Error(`${style}: the figure is ${own} px wide of ${width}`);
    if (over > 0) throw new Error(`${style}: the page is ${over} px too wide`);
    if (HANDED_DOWN.includes(style) && (Math.abs(height - plain) > 1 || text !== "key"))
      throw new Error(`${style}: ${height} px high, elsewhere ${plain}; "${text}"`);
  }
};

/** How narrow a figure may be, in ems of a page's text, before the table with these words scrolls in itself. */
const COLUMNS = [
  { tag: "attn-soft-lookup", least: 19, withWords: "output" },
  { tag: "attn-distribution-fit", least: 33, withWords: "Σ" },
];

/** What the rows of a table add up to is seen without scrolling, and no label of a figure is cut off. */
async function columns(t) {
  const tags = COLUMNS.map(({ tag }) => `<${tag}></${tag}>`).join("");
  const page = await t.page({ head: ELEMENTS, body: `<div id="column">${tags}</div>` });
  const problem = await page.evaluate(async (all) => {
    const column = document.querySelector("#column");
    for (const { tag, least, withWords } of all) {
      const figure = document.querySelector(tag);
      figure.scrollIntoView();
      await customElements.whenDefined(tag);
      await figure.ready;
      const root = figure.shadowRoot;
      const scroll = [...root.querySelectorAll(".scroll")].find((each) => each.innerText.includes(withWords));
      for (const size of [14, 16, 18, 20, 28]) {
        for (const width of [300, 330, 400, 480, 560, 600, 640, 680, 720, 800, 960]) {
          if (width < least * size) continue;
          column.style.cssText = `width: ${width}px; font-size: ${size}px`;
          const where = `${tag}, ${width} px, text of ${size} px`;
          if (scroll.scrollWidth > scroll.clientWidth)
            return `${where}: the table takes ${scroll.scrollWidth} px of ${scroll.clientWidth}`;
          for (const text of root.querySelectorAll("svg text")) {
            const { left, right } = text.getBoundingClientRect();
            const box = figure.getBoundingClientRect();
            if (left < box.left - 1 || right > box.right + 1)
              return `${where}: "${text.textContent.trim()}" is cut off`;
          }
        }
      }
    }
    return "";
  }, COLUMNS);
  if (problem) throw new Error(problem);
}

const heightOf = (tag) => document.querySelector(tag).getBoundingClientRect().height;

function sticksOut(tag) {
  const part = document.querySelector(tag).shadowRoot ?? document.querySelector(tag);
  const { left, right } = part.querySelector("figure").getBoundingClientRect();
  for (const text of part.querySelectorAll("svg.drawing text")) {
    const box = text.getBoundingClientRect();
    if (box.left < left || box.right > right) return `${text.textContent} is cut off`;
  }
  for (const details of part.querySelectorAll("details")) details.open = true;
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? `the page is ${scrollWidth} px wide in ${clientWidth} px` : "";
}

const LABELS = [
  '<img src="/none.png" onerror="globalThis.hacked = true">',
  `"'\`&amp;</td><script>globalThis.hacked = true</script>`,
  "long ".repeat(2000),
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "שלום עולם",
  "__proto__",
  "constructor",
  "constructor",
];

async function hostileLabels(t) {
  const page = await t.page({ head: ELEMENTS, body: "<attn-soft-lookup></attn-soft-lookup><p>After.</p>" });
  await figureWorks(page);
  const problem = await page.evaluate(async (labels) => {
    const { change, table } = await import("/in-page/figure.mjs");
    const figure = document.querySelector("attn-soft-lookup");
    const rows = labels.map((_, i) => [i / 10, 1 - i / 10]);
    for (const query of [labels[0], labels[5], "#8"]) {
      await change(figure, { data: { tokens: labels, q: rows, k: rows, v: rows }, query });
      const keys = [...figure.shadowRoot.querySelectorAll("tbody th")]
        .slice(0, labels.length)
        .map((cell) => cell.textContent.trim());
      if (keys.join() !== labels.map((label) => label.trim()).join())
        return `the keys are ${keys.join().slice(0, 300)}`;
      if (table(figure).rows.length !== labels.length) return "rows are missing";
    }
    if (figure.shadowRoot.querySelector("img, script") || globalThis.hacked) return "a label became an element";
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? `the page is ${scrollWidth} px wide in ${clientWidth} px` : "";
  }, LABELS);
  if (problem) throw new Error(problem);
  await figureWorks(page);
}

async function prototypeKeys(t) {
  const data = '{"tokens":["a","b"],"q":[[1],[2]],"k":[[1],[2]],"v":[[1],[2]],"__proto__":{"polluted":true}}';
  const attributes = `query="__proto__" __proto__="1" constructor="1" data='${data}'`;
  const page = await t.page({
    head: ELEMENTS,
    body: `<attn-soft-lookup ${attributes}><p id="fallback">Words.</p></attn-soft-lookup>`,
  });
  const { sentence, polluted } = await page.until(async () => {
    await customElements.whenDefined("attn-soft-lookup");
    const error = await document.querySelector("attn-soft-lookup").ready.then(
      () => undefined,
      (error) => error,
    );
    return { sentence: String(error?.message), polluted: {}.polluted };
  });
  if (polluted || !sentence.includes("__proto__"))
    throw new Error(`polluted: ${polluted}; the sentence is ${sentence}`);
}

export default [
  { name: "scripts two seconds late, 1280 px", engines: ["chromium"], run: lateScripts({ width: 1280, height: 800 }) },
  { name: "scripts two seconds late, 360 px", engines: ["chromium"], run: lateScripts({ width: 360, height: 740 }) },
  ...[
    [320, "light"],
    [320, "dark"],
    [360, "light"],
    [768, "light"],
    [1280, "light"],
  ].map(([width, scheme]) => ({
    name: `the figures in their places, ${width} px, ${scheme}`,
    engines: ["chromium"],
    run: fits(width, scheme),
  })),
  { name: "in places without a width of their own, 360 px", engines: ["chromium", "firefox"], run: places(360) },
  { name: "in places without a width of their own, 1280 px", engines: ["chromium", "firefox"], run: places(1280) },
  { name: "in the column of a text of any size", engines: ["chromium", "firefox"], run: columns },
  { name: "labels from the outside are text", run: hostileLabels },
  { name: "__proto__ changes nothing", run: prototypeKeys },
];
