// A figure alone in a page: what the tests of every figure need.

import { axeIsContent, emulate, folders, marksStandOut, MODES } from "./axe.mjs";

/** What a strict page allows. */
export const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'";

/** The page's parts for one figure: `name` as in "next-token", `attributes` as in HTML. */
export function figurePage(name, attributes = "") {
  return {
    head: `<script type="module" src="/dist/elements/${name}.js"></script>`,
    body: `<attn-${name} ${attributes}><p id="fallback">A figure.</p></attn-${name}>`,
  };
}

/** Opens the figure, with other options of t.page if given, and waits for its first picture. */
export async function openFigure(t, name, attributes, options = {}) {
  const page = await t.page({ ...figurePage(name, attributes), ...options });
  const tag = `attn-${name}`;
  await page.until(async (tag) => {
    await customElements.whenDefined(tag);
    await document.querySelector(tag).ready;
    return true;
  }, tag);
  return Object.assign(page, {
    /** What `task` makes of the figure; in Chromium and Firefox. */
    inFigure: (task, ...args) => page.puppet.$eval(tag, task, ...args),
    /** Presses keys with the focus on one element of the figure. */
    async press(selector, ...keys) {
      await page.puppet.$eval(tag, ({ shadowRoot }, selector) => shadowRoot.querySelector(selector).focus(), selector);
      for (const key of keys) await page.puppet.keyboard.press(key);
    },
    /** Waits until part of the state is this, and drawn: before that, a picture could undo what a test does next. */
    stateIs: (name, value) =>
      page.until(
        async (tag, name, value) => {
          const figure = document.querySelector(tag);
          return figure.state()[name] === value && (await figure.updateComplete, true);
        },
        tag,
        name,
        value,
      ),
  });
}

/** Tab reaches every control of the figure, in order, and then what follows the figure. */
export async function tabReachesAll({ puppet, evaluate, inFigure }) {
  await evaluate(() => {
    document.body.append(Object.assign(document.createElement("a"), { href: "#end", id: "end", textContent: "end" }));
  });
  const wanted = await inFigure(({ shadowRoot }) => {
    const all = [...shadowRoot.querySelectorAll("button:enabled, input, summary, a[href], select, [tabindex='0']")];
    // Of a group of radio buttons only the chosen one is reached.
    const reached = all.filter((element) => element.checkVisibility() && (element.type !== "radio" || element.checked));
    reached.forEach((element, i) => (element.dataset.order = i));
    return reached.length;
  });
  const order = [];
  for (let i = 0; i < wanted; i++) {
    await puppet.keyboard.press("Tab");
    order.push(await inFigure(({ shadowRoot }) => Number(shadowRoot.activeElement?.dataset.order)));
  }
  if (order.some((place, i) => place !== i)) throw new Error(`Tab reaches ${order} of ${wanted}`);
  await puppet.keyboard.press("Tab");
  const next = await evaluate(() => document.activeElement.id);
  if (next !== "end") throw new Error(`after the last control Tab reaches "${next}", not what follows the figure`);
}

/** A link restores the state that it says, and nothing else of what it says. */
export async function linkRestores(t, name, attributes, query, state) {
  const page = await openFigure(t, name, attributes, { path: `/#${name}?${query}&onclick=alert(1)` });
  const sorted = (object) => JSON.stringify(Object.entries(object).sort());
  const found = await page.evaluate((tag) => {
    const figure = document.querySelector(tag);
    return { state: figure.state(), onclick: figure.hasAttribute("onclick") };
  }, `attn-${name}`);
  if (found.onclick || sorted(found.state) !== sorted(state)) throw new Error(JSON.stringify(found));
}

/** Tests with axe-core of a figure in each of these states, whatever can be opened open; `act` is done to it besides. */
export function accessible(title, name, attributes, states, act = () => {}) {
  const look = (features) => async (t) => {
    const { head, body } = figurePage(name, attributes);
    const page = await openFigure(t, name, attributes, { folders, head, body: `<main><h1>Figure</h1>${body}</main>` });
    await emulate(page, { ...features, "prefers-reduced-motion": "reduce" });
    await page.evaluate(() => {
      const look = { colorScheme: "light dark", background: "Canvas", color: "CanvasText" };
      Object.assign(document.documentElement.style, look);
    });
    for (const state of states) {
      await page.inFigure((figure, state) => void Object.assign(figure, state), state);
      await page.inFigure(act);
      await page.inFigure(async ({ shadowRoot }) => {
        for (const details of shadowRoot.querySelectorAll("details")) details.open = true;
        for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
      });
      await axeIsContent(page);
      await marksStandOut(page);
    }
  };
  return Object.entries(MODES).map(([mode, features]) => ({
    name: `${title}: axe-core, ${mode}`,
    engines: ["chromium"],
    run: look(features),
  }));
}

/** From 320 px up, the page of such a figure never scrolls sideways. */
export async function isNeverTooWide(t, name, attributes) {
  const page = await openFigure(t, name, attributes);
  for (const width of [320, 360, 768, 1280]) {
    await page.puppet.setViewport({ width, height: 800 });
    const overflow = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (overflow > 0) throw new Error(`at ${width} px: ${overflow} px too wide`);
  }
}
