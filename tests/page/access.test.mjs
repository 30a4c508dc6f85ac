// Accessibility: axe-core in light, dark and forced colours; every control by keyboard; nothing moves by itself.

import { axeIsContent, emulate, folders, marksStandOut, MODES } from "./axe.mjs";
import { figureWorks, openDocument } from "./embed.test.mjs";
import { openFigure, tabReachesAll } from "./figure.mjs";

const ELEMENTS = '<script type="module" src="/dist/elements.js"></script>';
const TAG = '<attn-soft-lookup query="its"><p>The weights.</p></attn-soft-lookup>';

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
      const root = figure.shadowRoot ?? figure;
      for (const details of root.querySelectorAll("details")) details.open = true;
      [...root.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === "edit numbers")?.click();
    });
    await axeIsContent(page);
    await marksStandOut(page);
  };

/** Each control does its work from the keyboard. */
async function keyboard(t) {
  const page = await openFigure(t, "soft-lookup", 'query="its"');
  const { press, stateIs } = page;
  await tabReachesAll(page);
  await press("input[type=range]", "ArrowRight");
  await stateIs("temperature", "1.02");
  await press("input[type=range]", "End");
  await stateIs("temperature", "Infinity");
  await press("input[type=radio]:checked", "ArrowRight");
  await stateIs("query", "own");
  await press("input[inputmode]", ...Array(8).fill("Backspace"), "3", "Enter");
  await stateIs("temperature", "3");
  const isPressed = (value) =>
    page.until(
      (value) =>
        !!document.querySelector("attn-soft-lookup").shadowRoot.querySelector(`tbody button[aria-pressed=${value}]`),
      value,
    );
  await press("tbody button", "Enter");
  await isPressed("true");
  await page.puppet.keyboard.press("Escape");
  await page.until(
    () => !document.querySelector("attn-soft-lookup").shadowRoot.querySelector("tbody button[aria-pressed=true]"),
  );
  await press("summary", "Enter");
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
