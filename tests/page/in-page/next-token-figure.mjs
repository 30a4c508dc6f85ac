// Figure 10 as a reader meets it: what is written, what can be pressed.

import { holds } from "./checks.mjs";

await customElements.whenDefined("attn-next-token");
export const figure = document.querySelector("attn-next-token");
await figure.ready;

export const all = (selector) => [...figure.shadowRoot.querySelectorAll(selector)];
export const find = (selector) => all(selector)[0];
export const text = (selector) => find(selector).textContent.replace(/\s+/g, " ").trim();
export const button = (label) => all("button").find((element) => element.textContent.trim().startsWith(label));
export const cells = (row) => all(`.${row} > td:not(.end-of-row)`);
export const frame = () => new Promise(requestAnimationFrame);

/** Waits, frame by frame, until a condition holds. */
export async function until(condition, what) {
  const start = performance.now();
  while (!condition()) {
    holds(performance.now() - start < 15_000, `waited in vain until ${what}`);
    await frame();
  }
}

export const trainedSteps = () => figure.numbers()["training.causal.losses"].data.length;

/** Presses Train and waits until there were so many steps. */
export async function train(steps) {
  button("Train").click();
  await until(() => trainedSteps() === steps && button("Train"), `there were ${steps} steps`);
}
