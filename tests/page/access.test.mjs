// Accessibility: axe-core in light, dark and forced colours; every control by keyboard; nothing moves by itself.

import { join } from "node:path";

import { figureWorks, openDocument } from "./embed.test.mjs";
import { root } from "./server.mjs";

export const folders = { "/axe/": join(root, "node_modules/axe-core") };
const ELEMENTS = '<script type="module" src="/dist/elements.js"></script>';
const TAG = '<attn-soft-lookup query="its"><p>The weights.</p></attn-soft-lookup>';
export const MODES = {
  light: { "prefers-color-scheme": "light" },
  dark: { "prefers-color-scheme": "dark" },
  "forced colours": { "forced-colors": "active" },
};

/** Sets media features, which outlive no page. */
export async function emulate(page, features) {
  const session = await page.puppet.createCDPSession();
  const list = Object.entries(features).map(([name, value]) => ({ name, value }));
  await session.send("Emulation.setEmulatedMedia", { features: list });
}

/** Throws what axe-core, served below /axe/, finds wrong on a page. */
export async function axeIsContent(page) {
  const found = await page.evaluate(async () => {
    await new Promise((done) => {
      const script = Object.assign(document.createElement("script"), { src: "/axe/axe.min.js", onload: done });
      document.head.append(script);
    });
    const { violations } = await axe.run(document);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5)}`);
  });
  if (found.length > 0) throw new Error(found.join("; "));
}

/** Without `scripts` it is the static form of the figure that is looked at. */
const violations =
  (features, scripts = true) =>
  async (t) => {
    const fault = (path) =>
      !scripts && path.startsWith("/site/assets/") && path.endsWith(".js") ? { block: true } : undefined;
    const page = await openDocument(t, { folders, fault });
    await emulate(page, features);
    if (scripts) await figureWorks(page);
    await page.evaluate(() => {
      const figure = document.querySelector("attn-soft-lookup");
      for (const details of (figure.shadowRoot ?? figure).querySelectorAll("details")) details.open = true;
    });
    await axeIsContent(page);
  };

/** Tab reaches every control in order; each does its work from the keyboard. */
async function keyboard(t) {
  const page = await t.page({ head: ELEMENTS, body: `${TAG}<a href="#end" id="end">end</a>` });
  await figureWorks(page);
  const { keyboard } = page.puppet;
  const inFigure = (task, ...args) => page.puppet.$eval("attn-soft-lookup", task, ...args);
  const wanted = await inFigure(({ shadowRoot }) => {
    const all = [...shadowRoot.querySelectorAll("button, input, summary, a[href], select, [tabindex='0']")].filter(
      (element) => element.checkVisibility(),
    );
    // Of a group of radio buttons only the chosen one is reached by Tab.
    const reached = all.filter((element) => element.type !== "radio" || element.checked);
    reached.forEach((element, i) => (element.dataset.order = i));
    return reached.length;
  });
  const reached = [];
  for (let i = 0; i < wanted + 2; i++) {
    await keyboard.press("Tab");
    const order = await inFigure(({ shadowRoot }) => shadowRoot.activeElement?.dataset.order);
    if (order !== undefined) reached.push(Number(order));
  }
  const order = Array.from({ length: wanted }, (_, i) => i);
  if (String(reached) !== String(order)) throw new Error(`Tab reaches ${reached} of ${order}`);

  const state = () => inFigure((figure) => JSON.stringify(figure.state()));
  const focus = (selector) =>
    inFigure(({ shadowRoot }, selector) => shadowRoot.querySelector(selector).focus(), selector);
  const changes = async (selector, ...keys) => {
    const before = await state();
    await focus(selector);
    for (const key of keys) await keyboard.press(key);
    await page.until(
      async (before) => JSON.stringify(document.querySelector("attn-soft-lookup").state()) !== before,
      before,
    );
  };
  await changes("input[type=range]", "ArrowRight");
  await changes("input[type=range]", "End");
  await changes("input[type=radio]:checked", "ArrowRight");
  await changes("input[inputmode]", ...Array(8).fill("Backspace"), "3", "Enter");
  if (!(await state()).includes('"temperature":"3"')) throw new Error(`after typing 3 the state is ${await state()}`);
  const pressed = (value) =>
    page.until(
      (value) =>
        !!document.querySelector("attn-soft-lookup").shadowRoot.querySelector(`tbody button[aria-pressed=${value}]`),
      value,
    );
  await focus("tbody button");
  await keyboard.press("Enter");
  await pressed("true");
  await keyboard.press("Escape");
  await page.until(
    () => !document.querySelector("attn-soft-lookup").shadowRoot.querySelector("tbody button[aria-pressed=true]"),
  );
  await focus("summary");
  await keyboard.press("Enter");
  await page.until(() => document.querySelector("attn-soft-lookup").shadowRoot.querySelector("details").open);
}

/** Animations that run now, on the page and in the figure. */
const running = (page) =>
  page.evaluate(
    () =>
      [document, document.querySelector("attn-soft-lookup").shadowRoot].flatMap((part) => part.getAnimations()).length,
  );

async function motion(t) {
  const page = await t.page({ head: ELEMENTS, body: TAG });
  await figureWorks(page);
  if ((await running(page)) > 0) throw new Error("something moves by itself");
  const afterChange = (temperature) =>
    page.evaluate(async (temperature) => {
      const { change } = await import("/in-page/figure.mjs");
      const figure = document.querySelector("attn-soft-lookup");
      await change(figure, { temperature });
      await new Promise(requestAnimationFrame);
      return figure.shadowRoot.getAnimations().length;
    }, temperature);
  if ((await afterChange(0)) === 0) throw new Error("a change is not animated, so this test shows nothing");
  await emulate(page, { "prefers-reduced-motion": "reduce" });
  if ((await afterChange(100)) > 0) throw new Error("something moves under reduced motion");
}

export default [
  ...Object.entries(MODES).map(([mode, features]) => ({
    name: `axe-core, ${mode}`,
    engines: ["chromium"],
    run: violations(features),
  })),
  { name: "axe-core, without scripts", engines: ["chromium"], run: violations(MODES.light, false) },
  { name: "every control by keyboard", engines: ["chromium"], run: keyboard },
  { name: "nothing moves by itself", engines: ["chromium"], run: motion },
];
