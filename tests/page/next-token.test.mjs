// Figure 10 in browsers: its interface, the same bits everywhere, keyboard, accessibility, print, nothing unseen.

import { join } from "node:path";

import { load } from "../../dist/index.js";
import { figureModules } from "../web/figures/modules.mjs";
import { root } from "./server.mjs";

const STEPS = 3;
const FIGURE = {
  head: '<script type="module" src="/dist/elements/next-token.js"></script>',
  body: `<attn-next-token steps="${STEPS}"><p id="fallback">A figure.</p></attn-next-token>`,
};
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'";
const MODES = {
  light: { "prefers-color-scheme": "light" },
  dark: { "prefers-color-scheme": "dark" },
  "forced colours": { "forced-colors": "active" },
};

/** Opens the figure and waits for its first picture. */
async function open(t, options = {}) {
  const page = await t.page({ ...FIGURE, ...options });
  await page.until(async () => {
    await customElements.whenDefined("attn-next-token");
    await document.querySelector("attn-next-token").ready;
    return true;
  });
  return page;
}

const inFigure = (page, task, ...args) => page.puppet.$eval("attn-next-token", task, ...args);

/** The checks in the page, under a strict policy; then the training losses beside those under Node. */
async function sameBits(t) {
  const page = await t.page({
    ...FIGURE,
    head: `${FIGURE.head}<script type="module" src="/in-page/next-token.mjs"></script>`,
    headers: { "content-security-policy": STRICT },
  });
  const { result, losses, faults } = await page.until(() => globalThis.result && { result, losses, faults });
  const { trainingText, vocabulary, encode } = await figureModules("next-token-page", "figures/next-token-text.ts");
  const attn = await load();
  const expected = ["causal", "none"].flatMap((mask) => {
    const sizes = { vocab_size: vocabulary.length, n_tokens: 96, n_layers: 2, n_heads: 2, d_model: 32 };
    const model = attn.decoder({ ...sizes, position: "rope", init: "gpt2", mask, seed: 7 });
    const options = { data: encode(trainingText), batch_size: 4, learning_rate: 0.01, warmup_steps: 20, seed: 7 };
    const losses = Array.from(model.train({ ...options, steps: STEPS }), ({ loss }) => loss);
    model.dispose();
    return losses;
  });
  const same = String(losses) === String(expected);
  return [
    ...result,
    { name: "the training losses, bit for bit as under Node", error: same ? undefined : `${losses}, not ${expected}` },
    { name: "nothing in the console", error: faults.length > 0 ? faults.join("; ") : undefined },
  ];
}

async function link(t) {
  const path = "/#next-token?position=9&mask=none&text=the+mill+turns&steps=3&onclick=alert(1)";
  const page = await open(t, { path });
  const { state, onclick } = await page.evaluate(() => {
    const figure = document.querySelector("attn-next-token");
    return { state: JSON.stringify(Object.entries(figure.state()).sort()), onclick: figure.hasAttribute("onclick") };
  });
  const expected = '[["mask","none"],["position","9"],["steps","3"],["text","the mill turns"]]';
  if (onclick || state !== expected) throw new Error(`the state is ${state}, onclick: ${onclick}`);
}

/** Tab reaches every control in order; each does its work from the keyboard. */
async function keyboard(t) {
  const page = await open(t);
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
    page.until((name, value) => document.querySelector("attn-next-token").state()[name] === value, name, value);
  await focus(".sequence input:checked");
  await keyboard.press("ArrowRight");
  await state("position", "5");
  await keyboard.press("ArrowLeft");
  await state("position", "4");
  await focus("input[name=mask]:checked");
  await keyboard.press("ArrowRight");
  await state("mask", "none");
  await focus("input[type=text]");
  await keyboard.press("End");
  await keyboard.type(" it");
  await state("text", "the wind turns the stone. it");
  await focus(".push");
  await keyboard.press("Enter");
  await page.until(
    (steps) => document.querySelector("attn-next-token").numbers()["training.none.losses"].data.length === steps,
    STEPS,
  );
}

const accessible = (features) => async (t) => {
  const page = await open(t, {
    folders: { "/axe/": join(root, "node_modules/axe-core") },
    head: `${FIGURE.head}<script src="/axe/axe.min.js"></script>`,
    body: `<main><h1>Figure 10</h1>${FIGURE.body}</main>`,
  });
  const session = await page.puppet.createCDPSession();
  const list = Object.entries({ ...features, "prefers-reduced-motion": "reduce" });
  await session.send("Emulation.setEmulatedMedia", { features: list.map(([name, value]) => ({ name, value })) });
  for (const mask of ["causal", "none"]) {
    const found = await page.evaluate(async (mask) => {
      Object.assign(document.documentElement.style, {
        colorScheme: "light dark",
        background: "Canvas",
        color: "CanvasText",
      });
      const figure = document.querySelector("attn-next-token");
      figure.mask = mask;
      figure.shadowRoot.querySelectorAll(".push")[2].click();
      for (const details of figure.shadowRoot.querySelectorAll("details")) details.open = true;
      for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
      const { violations } = await axe.run(document);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5)}`);
    }, mask);
    if (found.length > 0) throw new Error(`${mask}: ${found.join("; ")}`);
  }
};

/** From 320 px up, the page never scrolls sideways, also with the longest text. */
async function narrow(t) {
  for (const width of [320, 360, 768, 1280]) {
    const page = await open(t, {
      body: `<attn-next-token text="${"the wind ".repeat(10)}at last"></attn-next-token>`,
      settings: { viewport: { width, height: 800 } },
    });
    if (t.engine === "chromium") await page.puppet.setViewport({ width, height: 800 });
    const wide = await page.until(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    if (wide.scrollWidth > wide.clientWidth) throw new Error(`at ${width} px: ${JSON.stringify(wide)}`);
  }
}

async function print(t) {
  const page = await open(t);
  await page.puppet.emulateMediaType("print");
  const seen = await inFigure(page, ({ shadowRoot }) => ({
    buttons: [...shadowRoot.querySelectorAll("button")].filter((element) => element.checkVisibility()).length,
    table: shadowRoot.querySelector(".positions").getBoundingClientRect().height,
    maps: shadowRoot.querySelectorAll(".weight-map").length,
  }));
  if (seen.buttons > 0 || !(seen.table > 200) || seen.maps !== 4) throw new Error(JSON.stringify(seen));
}

/** A training rests while nobody sees it, and goes on when somebody does; removed, it leaves nothing. */
async function unseen(t) {
  const page = await t.page({ ...FIGURE, body: '<div id="here"></div><div style="height: 4000px"></div>' });
  const result = await page.until(async () => {
    const attn = await (await import("/dist/index.js")).load();
    const bytes = attn.liveBytes();
    const figure = Object.assign(document.createElement("attn-next-token"), { steps: 10_000 });
    document.querySelector("#here").append(figure);
    await figure.ready;
    const steps = () => figure.numbers()["training.causal.losses"].data.length;
    const frames = async (n) => {
      for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
    };
    const more = async () => {
      for (const before = steps(); steps() === before;) await frames(1);
    };
    figure.shadowRoot.querySelector(".push").click();
    await more();
    scrollTo(0, 4000);
    await frames(10);
    const before = steps();
    await frames(30);
    const after = steps();
    scrollTo(0, 0);
    await more();
    figure.remove();
    await frames(2);
    return { before, after, left: attn.liveBytes() - bytes };
  });
  if (result.before !== result.after || result.left !== 0) throw new Error(JSON.stringify(result));
}

export default [
  { name: "Figure 10: interface, numbers, training", run: sameBits },
  { name: "Figure 10: a link to a state", run: link },
  { name: "Figure 10: by keyboard", engines: ["chromium"], run: keyboard },
  ...Object.entries(MODES).map(([mode, features]) => ({
    name: `Figure 10: axe-core, ${mode}`,
    engines: ["chromium"],
    run: accessible(features),
  })),
  { name: "Figure 10: at all widths", engines: ["chromium"], run: narrow },
  { name: "Figure 10: printed", engines: ["chromium"], run: print },
  { name: "Figure 10: a training that nobody sees", engines: ["chromium", "firefox"], run: unseen },
];
