// What a reader of any figure does: looks, presses, types, waits.

import { holds } from "./checks.mjs";
import { firstFigure } from "./figure.mjs";

/** The page's first figure of a tag, ready, and what can be done with it. */
export async function meet(tag) {
  const figure = await firstFigure(tag);
  const all = (selector) => [...figure.shadowRoot.querySelectorAll(selector)];
  const find = (selector) => all(selector)[0];
  /** Does something, and waits until it is drawn. */
  async function drawn(act) {
    act();
    await Promise.resolve();
    await figure.updateComplete;
  }
  return {
    figure,
    all,
    find,
    drawn,
    /** Sets properties, and waits until they are drawn. */
    set: (properties) => drawn(() => Object.assign(figure, properties)),
    text: (selector) => find(selector).textContent.replace(/\s+/g, " ").trim(),
    button: (label) => all("button").find((element) => element.textContent.trim() === label),
    /** Leaves a text in an input; `event` is the one that the figure waits for. */
    type(selector, value, event) {
      const input = find(selector);
      input.value = value;
      input.dispatchEvent(new Event(event, { bubbles: true }));
    },
    /** Does something that changes the state; what the figure then tells of it. */
    changed: (act) =>
      new Promise((told) => {
        figure.addEventListener("attn-change", ({ detail }) => told(detail), { once: true });
        act();
      }),
    /** Opens one of the disclosures and waits for what is in it. */
    async unfold(summary) {
      const details = all("details").find((each) => each.querySelector("summary").textContent.trim() === summary);
      details.open = true;
      await until(() => details.querySelector("summary").nextElementSibling, `"${summary}" had something in it`);
      return details;
    },
  };
}

export const frame = () => new Promise(requestAnimationFrame);

export async function frames(n) {
  for (let i = 0; i < n; i++) await frame();
}

/** Waits, frame by frame, until a condition holds. */
export async function until(condition, what) {
  const start = performance.now();
  while (!condition()) {
    holds(performance.now() - start < 15_000, `waited in vain until ${what}`);
    await frame();
  }
}

/** A number as figures print it. */
export const printed = (x, decimals = 2) =>
  x
    .toFixed(decimals)
    .replace("-", "−")
    .replace(/^−(0\.?0*)$/, "$1");
