// Figure 11 in browsers: its interface, the same bits everywhere, keyboard, accessibility, print, nothing unseen.

import { join } from "node:path";

import { figureModules } from "../web/figures/modules.mjs";
import { root } from "./server.mjs";

const STEPS = 40;
const HEAD = '<script type="module" src="/dist/elements/distribution-fit.js"></script>';
const BODY = `<attn-distribution-fit steps="${STEPS}"><p id="fallback">A figure.</p></attn-distribution-fit>`;
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'";
const MODES = {
  light: { "prefers-color-scheme": "light" },
  dark: { "prefers-color-scheme": "dark" },
  "forced colours": { "forced-colors": "active" },
};

/** Opens the figure and waits for its first picture. */
async function open(t, options = {}) {
  const page = await t.page({ head: HEAD, body: BODY, ...options });
  await page.until(async () => {
    await customElements.whenDefined("attn-distribution-fit");
    await document.querySelector("attn-distribution-fit").ready;
    return true;
  });
  return page;
}

const inFigure = (page, task, ...args) => page.puppet.$eval("attn-distribution-fit", task, ...args);

/** The checks in the page, under a strict policy; then what was fitted and learned beside the same under Node. */
async function sameBits(t) {
  const page = await t.page({
    head: `${HEAD}<script type="module" src="/in-page/distribution-fit.mjs"></script>`,
    body: BODY,
    headers: { "content-security-policy": STRICT },
  });
  const { result, bits } = await page.until(() => {
    const { result, fitted, learned } = globalThis;
    return result && { result, bits: String([fitted, learned]) };
  });
  const { still, engine } = await figureModules("distribution-fit-page", "figures/distribution-fit-still.ts");
  const draw = async (attributes) => [...(await still.draw(engine, attributes)).numbers.q.data];
  const fitted = (await draw({})).slice(0, 6);
  const learned = (await draw({ model: "transformer", context: "snow", steps: String(STEPS) })).slice(6);
  const error = bits === String([fitted, learned]) ? undefined : `${bits}, not ${[fitted, learned]}`;
  return [...result, { name: "both fits, bit for bit as under Node", error }];
}

async function link(t) {
  const page = await open(t, { path: "/#distribution-fit?context=fog&samples=300&model=transformer&onclick=alert(1)" });
  const { state, onclick } = await page.evaluate(() => {
    const figure = document.querySelector("attn-distribution-fit");
    return { state: JSON.stringify(Object.entries(figure.state()).sort()), onclick: figure.hasAttribute("onclick") };
  });
  const expected = '[["context","fog"],["model","transformer"],["samples","300"],["steps","40"]]';
  if (onclick || state !== expected) throw new Error(`the state is ${state}, onclick: ${onclick}`);
}

/** Tab reaches every control in order; each does its work from the keyboard. */
async function keyboard(t) {
  const page = await open(t, { body: BODY.replace("steps", 'model="transformer" steps') });
  const { keyboard } = page.puppet;
  const wanted = await inFigure(page, ({ shadowRoot }) => {
    const all = [...shadowRoot.querySelectorAll("button:enabled, input, summary, [tabindex='0']")];
    const reached = all.filter((element) => element.checkVisibility() && (element.type !== "radio" || element.checked));
    reached.forEach((element, i) => (element.dataset.order = i));
    return reached.length;
  });
  const order = [];
  for (let i = 0; i < wanted; i++) {
    await keyboard.press("Tab");
    order.push(await inFigure(page, ({ shadowRoot }) => Number(shadowRoot.activeElement?.dataset.order)));
  }
  if (order.some((place, i) => place !== i)) throw new Error(`Tab reaches ${order} of ${wanted}`);
  const focus = (selector) =>
    inFigure(page, ({ shadowRoot }, selector) => shadowRoot.querySelector(selector).focus(), selector);
  const state = (name, value) =>
    page.until((name, value) => document.querySelector("attn-distribution-fit").state()[name] === value, name, value);
  await focus("input[name=context]:checked");
  await keyboard.press("ArrowRight");
  await state("context", "cloud");
  await focus("input[type=range]");
  await keyboard.press("ArrowRight");
  await state("samples", "110");
  await keyboard.press("End");
  // Once it is drawn, too: the picture would take back what is typed before it.
  await page.until(() => {
    const { shadowRoot } = document.querySelector("attn-distribution-fit");
    return shadowRoot.querySelector("input.typed").value === "100000";
  });
  await focus("input.typed");
  for (let i = 0; i < 6; i++) await keyboard.press("Backspace");
  for (const key of ["5", "0", "Enter"]) await keyboard.press(key);
  await state("samples", "50");
  await focus(".sampling > .push");
  await keyboard.press("Enter");
  await state("samples", "100");
  await focus(".training-bar .push");
  await keyboard.press("Enter");
  await page.until((steps) => {
    const { shadowRoot } = document.querySelector("attn-distribution-fit");
    return shadowRoot.querySelector("progress").value === steps;
  }, STEPS);
  await focus("input[name=model]:checked");
  await keyboard.press("ArrowLeft");
  await state("model", "counts");
}

const accessible = (features) => async (t) => {
  const page = await open(t, {
    folders: { "/axe/": join(root, "node_modules/axe-core") },
    head: `${HEAD}<script src="/axe/axe.min.js"></script>`,
    body: `<main><h1>Figure 11</h1>${BODY}</main>`,
  });
  const session = await page.puppet.createCDPSession();
  const list = Object.entries({ ...features, "prefers-reduced-motion": "reduce" });
  await session.send("Emulation.setEmulatedMedia", { features: list.map(([name, value]) => ({ name, value })) });
  for (const model of ["counts", "transformer"]) {
    const found = await page.evaluate(async (model) => {
      const look = { colorScheme: "light dark", background: "Canvas", color: "CanvasText" };
      Object.assign(document.documentElement.style, look);
      const figure = document.querySelector("attn-distribution-fit");
      figure.model = model;
      for (const details of figure.shadowRoot.querySelectorAll("details")) details.open = true;
      for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
      const { violations } = await axe.run(document);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5)}`);
    }, model);
    if (found.length > 0) throw new Error(`${model}: ${found.join("; ")}`);
  }
};

/** From 320 px up, the page never scrolls sideways. */
async function narrow(t) {
  for (const width of [320, 360, 768, 1280]) {
    const page = await open(t, { body: BODY.replace("steps", 'model="transformer" samples="100000" steps') });
    await page.puppet.setViewport({ width, height: 800 });
    const { scrollWidth, clientWidth } = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    if (scrollWidth > clientWidth) throw new Error(`at ${width} px the page is ${scrollWidth} of ${clientWidth} wide`);
  }
}

async function print(t) {
  const page = await open(t);
  await page.puppet.emulateMediaType("print");
  const seen = await inFigure(page, ({ shadowRoot }) => ({
    buttons: [...shadowRoot.querySelectorAll("button")].filter((element) => element.checkVisibility()).length,
    bars: [...shadowRoot.querySelectorAll(".bar.pair .dashed")].filter((bar) => bar.getBoundingClientRect().width > 1)
      .length,
    curve: shadowRoot.querySelector(".log-chart .solid").getBoundingClientRect().height,
  }));
  if (seen.buttons > 0 || seen.bars !== 6 || !(seen.curve > 50)) throw new Error(JSON.stringify(seen));
}

/** The whole training within ten seconds, and every fit within 0.02 nats of the floor. */
async function trained(t) {
  const page = await open(t, { body: '<attn-distribution-fit model="transformer"></attn-distribution-fit>' });
  await inFigure(page, ({ shadowRoot }) => shadowRoot.querySelector(".training-bar .push").click());
  const start = Date.now();
  await page.until(() => {
    const { shadowRoot } = document.querySelector("attn-distribution-fit");
    const { value, max } = shadowRoot.querySelector("progress");
    return value === max;
  });
  const ms = Date.now() - start;
  const excesses = await page.evaluate(async () => {
    const { change } = await import("/in-page/figure.mjs");
    const figure = document.querySelector("attn-distribution-fit");
    const excesses = [];
    for (const context of ["cloud", "rain", "storm", "fog", "snow", "sun"]) {
      await change(figure, { context });
      excesses.push(figure.numbers().kl.data[1]);
    }
    return excesses;
  });
  if (!(ms < 10_000) || !excesses.every((excess) => excess < 0.02)) throw new Error(`${ms} ms, ${excesses}`);
}

/** A training rests while nobody sees it, and goes on when somebody does; removed, it leaves nothing. */
async function unseen(t) {
  const page = await t.page({ head: HEAD, body: '<div style="height: 4000px"></div>' });
  const { before, after, bytes } = await page.until(async () => {
    const attn = await (await import("/dist/index.js")).load();
    const bytes = attn.liveBytes();
    await customElements.whenDefined("attn-distribution-fit");
    const figure = document.createElement("attn-distribution-fit");
    Object.assign(figure, { model: "transformer", steps: 10_000 });
    document.body.prepend(figure);
    await figure.ready;
    const steps = () => Number(figure.shadowRoot.querySelector("progress").value);
    const frames = async (n) => {
      for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
    };
    const until = async (condition) => {
      while (!condition()) await frames(1);
    };
    figure.shadowRoot.querySelector(".training-bar .push").click();
    await until(() => steps() > 2);
    scrollTo(0, 4000);
    await frames(5);
    const before = figure.numbers().q.data.join();
    await frames(20);
    const after = figure.numbers().q.data.join();
    scrollTo(0, 0);
    await until(() => figure.numbers().q.data.join() !== after);
    figure.remove();
    await frames(2);
    return { before, after, bytes: attn.liveBytes() - bytes };
  });
  if (before !== after || bytes !== 0) throw new Error(JSON.stringify({ before, after, bytes }));
}

export default [
  { name: "Figure 11: interface, numbers, training", run: sameBits },
  { name: "Figure 11: a link to a state", run: link },
  { name: "Figure 11: by keyboard", engines: ["chromium"], run: keyboard },
  ...Object.entries(MODES).map(([mode, features]) => ({
    name: `Figure 11: axe-core, ${mode}`,
    engines: ["chromium"],
    run: accessible(features),
  })),
  { name: "Figure 11: at all widths", engines: ["chromium"], run: narrow },
  { name: "Figure 11: printed", engines: ["chromium"], run: print },
  { name: "Figure 11: trained to the floor", engines: ["chromium"], run: trained },
  { name: "Figure 11: a training that nobody sees", engines: ["chromium", "firefox"], run: unseen },
];
