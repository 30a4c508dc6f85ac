// Many figures, comings and goings, hidden places: one instance, nothing left over, nothing computed unseen.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { version } from "../../web/tools/setup.mjs";
import { figureWorks } from "./embed.test.mjs";
import { root } from "./server.mjs";

const ELEMENTS = '<script type="module" src="/dist/elements.js"></script>';
const ALONE = "/dist/elements/soft-lookup.js";
const TAG = "<attn-soft-lookup><p>The weights.</p></attn-soft-lookup>";

/** Figure 1 alone as another version of the library would have it. */
const other = readFileSync(join(root, ALONE), "utf8").replaceAll(`"${version}"`, '"9.8.7"');

const counted = (t, body) => t.page({ head: `<script src="/in-page/counter.js"></script>${ELEMENTS}`, body });

async function twelve(t) {
  const page = await counted(t, TAG.repeat(12));
  await page.until(async () => {
    await customElements.whenDefined("attn-soft-lookup");
    for (const figure of document.querySelectorAll("attn-soft-lookup")) {
      figure.scrollIntoView();
      await figure.ready;
    }
    return true;
  });
  const { compile, instantiate } = await page.evaluate(() => counts);
  if (compile !== 1 || instantiate !== 1) throw new Error(`${compile} compiles and ${instantiate} instances`);
}

/** Removed, added again and moved 200 times, with other data at the end: it holds what it held after the first time. */
async function comingsAndGoings(t) {
  const page = await counted(t, `<div id="here">${TAG}</div><div id="there"></div>`);
  await figureWorks(page);
  const rounds = (times) =>
    page.evaluate(async (times) => {
      const { load } = await import("/dist/index.js");
      const { change } = await import("/in-page/figure.mjs");
      const figure = document.querySelector("attn-soft-lookup");
      const [here, there] = ["#here", "#there"].map((id) => document.querySelector(id));
      const frame = () => new Promise(requestAnimationFrame);
      for (let i = 0; i < times; i++) {
        (i % 2 ? here : there).append(figure);
        if (i % 4 === 0) figure.remove();
        if (i % 8 === 0) await frame();
      }
      here.append(figure);
      for (let i = 0; i < 3; i++) {
        const data = { tokens: ["a", "b"], q: [[1], [2]], k: [[1], [0]], v: [[i], [2]] };
        await change(figure, { data, temperature: figure.temperature + 1 });
      }
      const drawn = { ...counts, bytes: (await load()).liveBytes() };
      figure.remove();
      for (let i = 0; i < 3; i++) await frame();
      const gone = { ...counts, bytes: (await load()).liveBytes() };
      here.append(figure);
      return { drawn, gone };
    }, times);
  await rounds(2); // In fresh memory blocks are a few bytes longer than where others have been.
  const before = await rounds(2);
  const after = await rounds(200);
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new Error(`${JSON.stringify(before)} became ${JSON.stringify(after)}`);
  if (!(before.gone.bytes < before.drawn.bytes && before.gone.observers < before.drawn.observers)) {
    throw new Error(`a removed figure holds what it held: ${JSON.stringify(before)}`);
  }
}

/** In a closed <details>, and in a parent without width: computed only when it is opened. */
async function hiddenPlaces(t) {
  const narrow = '<div id="narrow" hidden>' + TAG + "</div>";
  const page = await counted(t, `<details><summary>More</summary>${TAG}</details>${narrow}`);
  const untouched = await page.evaluate(async () => {
    await customElements.whenDefined("attn-soft-lookup");
    for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);
    const figures = [...document.querySelectorAll("attn-soft-lookup")];
    return counts.compile === 0 && figures.every((figure) => Object.keys(figure.numbers()).length === 0);
  });
  if (!untouched) throw new Error("something was computed for figures that are not seen");
  await page.evaluate(() => (document.querySelector("details").open = true));
  await figureWorks(page, "details attn-soft-lookup");
  await page.evaluate(() => {
    const parent = document.querySelector("#narrow");
    Object.assign(parent, { hidden: false }).style.width = "0";
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => (document.querySelector("#narrow").style.width = "600px"));
  await figureWorks(page, "#narrow attn-soft-lookup");
}

/** Behind another tab nothing is drawn; in front again it is right. */
async function hiddenTab(t) {
  const page = await t.page({ head: ELEMENTS, body: TAG });
  await figureWorks(page);
  const other = await t.page({});
  await other.puppet.bringToFront();
  await page.until(() => document.visibilityState === "hidden");
  const weights = () =>
    page.evaluate(() => [...document.querySelector("attn-soft-lookup").numbers().weights.data].join());
  const before = await weights();
  await page.evaluate(() => void (document.querySelector("attn-soft-lookup").temperature = Infinity));
  for (let i = 0; i < 10; i++) await other.evaluate(() => new Promise(requestAnimationFrame));
  if ((await weights()) !== before) throw new Error("something was computed in a hidden tab");
  await page.puppet.bringToFront();
  const mean = String(Math.fround(1 / 6));
  await page.until(
    (mean) => [...document.querySelector("attn-soft-lookup").numbers().weights.data].every((w) => String(w) === mean),
    mean,
  );
}

/** Another copy after the classic script, both of these versions: no error, one warning that names both. */
const twice = (script, text, versions) => async (t) => {
  const fault = (path) => (path === script ? { body: text } : undefined);
  const head = `<script src="/dist/attention-figures.iife.js"></script>${ELEMENTS.replace(/src="[^"]*"/, `src="${script}"`)}`;
  const page = await t.page({ head, body: TAG, fault });
  await page.until(() => faults.length > 0);
  const faults = await page.evaluate(() => faults.splice(0));
  const named = faults[0].match(/\d+\.\d+\.\d+/g);
  if (faults.length !== 1 || !faults[0].startsWith("console.warn") || String(named) !== String(versions))
    throw new Error(`the console has ${faults}`);
  await figureWorks(page);
};

/** *Start again* in one of two figures with one training begins it anew for both; it outlives that one is moved. */
const trainings = (tag, attributes) => async (t) => {
  const body = `<${tag} ${attributes} steps="10000"></${tag}>`.repeat(2);
  const page = await t.page({ head: ELEMENTS, body });
  const problem = await page.until(async (tag) => {
    const figures = [...document.querySelectorAll(tag)];
    const frame = () => new Promise(requestAnimationFrame);
    const steps = (figure) => figure.shadowRoot.querySelector("progress").value;
    const press = (figure, text) =>
      [...figure.shadowRoot.querySelectorAll("button")].find((one) => one.textContent.trim() === text).click();
    const until = async (condition) => {
      while (!condition()) await frame();
    };
    await customElements.whenDefined(tag);
    for (const figure of figures) {
      figure.scrollIntoView();
      await figure.ready;
    }
    const [first, second] = figures;
    press(first, "Train");
    await until(() => figures.every((figure) => steps(figure) > 0));
    press(second, "Start again");
    for (let i = 0; i < 10; i++) await frame();
    if (figures.some((figure) => steps(figure) > 0)) return `after a new start at step ${figures.map(steps)}`;
    first.remove();
    press(second, "Train");
    await until(() => steps(second) > 1);
    press(second, "Pause");
    for (let i = 0; i < 10; i++) await frame();
    const before = steps(second);
    second.remove();
    await Promise.resolve();
    document.body.append(second);
    second.scrollIntoView();
    for (let i = 0; i < 10; i++) await frame();
    return steps(second) === before ? "none" : `moved at step ${before}, it is at ${steps(second)}`;
  }, tag);
  if (problem !== "none") throw new Error(problem);
};

export default [
  { name: "twelve figures, one instance", run: twelve },
  { name: "200 comings and goings", run: comingsAndGoings },
  { name: "hidden places", run: hiddenPlaces },
  { name: "a hidden tab", engines: ["chromium"], run: hiddenTab },
  { name: "registered twice", run: twice("/dist/elements.js", undefined, [version, version]) },
  { name: "two versions", run: twice(ALONE, other, ["9.8.7", version]) },
  { name: "a shared training of Figure 6", run: trainings("attn-transformer", "") },
  { name: "a shared training of Figure 10", run: trainings("attn-next-token", "") },
  { name: "a shared training of Figure 11", run: trainings("attn-distribution-fit", 'model="transformer"') },
];
