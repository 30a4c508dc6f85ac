// Figure 6 in browsers: the same numbers everywhere, links, keyboard, accessibility, all widths, print.

import { accessible, figurePage, isNeverTooWide, linkRestores, openFigure, tabReachesAll } from "./figure.mjs";

const NAME = "transformer";
const ATTRIBUTES = 'steps="4"';

/** Every box and wire (in slow WebKit every box) opens what it is about; the check agrees; training runs to its end. */
const opens = (norm) => async (t) => {
  const page = await openFigure(t, NAME, ATTRIBUTES);
  const { faults } = await page.until(
    async (norm, selector) => {
      const figure = document.querySelector("attn-transformer");
      const find = (selector) => figure.shadowRoot.querySelector(selector);
      const frames = async (n) => {
        for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
      };
      const faults = [];
      figure.norm = norm;
      await frames(4);
      for (const id of [...figure.shadowRoot.querySelectorAll(selector)].map((one) => one.dataset.id)) {
        find(`[data-id="${id}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await frames(2);
        if (figure.state().open !== id) faults.push(`${norm}: a click on ${id} opens ${figure.state().open}`);
        const name = find(".tensor-name code").textContent;
        const { shape } = figure.numbers()[name] ?? {};
        if (find(".tensor-name .shape").textContent !== `[${shape?.join(", ")}]`)
          faults.push(`${id}: ${name} ${shape}`);
        if (!find(".heat-map") || !find(".opened .about").textContent) faults.push(`${id} shows nothing`);
      }
      find(".tools button").click();
      await frames(3);
      const differences = [...find(".note").textContent.matchAll(/ (\S+?)e−(\d+)/g)].map(([, x, e]) => x * 10 ** -e);
      if (!(differences.length > 8) || differences.some((x) => x > 1e-4)) faults.push(find(".note").textContent);
      find(".training-bar .push").click();
      while (!find(".training-bar .readout").textContent.trim().startsWith("4 of 4 steps")) await frames(1);
      await frames(10);
      if (!find("figcaption").textContent.includes("trained here, 4 steps"))
        faults.push(find("figcaption").textContent);
      if (document.querySelector("#fallback").checkVisibility?.()) faults.push("the fallback is seen");
      return { faults };
    },
    norm,
    t.engine === "webkit" ? ".box" : "[data-id]",
  );
  if (faults.length > 0) throw new Error(faults.join("; "));
};

const link = (t) =>
  linkRestores(t, NAME, ATTRIBUTES, "word=banana&norm=pre&open=encoder.attention.q&token=e3", {
    word: "banana",
    norm: "pre",
    open: "encoder.attention.q",
    token: "e3",
    steps: "4",
  });

/** A wrong word is refused with a sentence, and the picture stays. */
async function refuses(t) {
  const page = await openFigure(t, NAME, ATTRIBUTES);
  const result = await page.until(async () => {
    const figure = document.querySelector("attn-transformer");
    const input = figure.shadowRoot.querySelector("input[type=text]");
    input.value = "No!";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
    const { textContent } = figure.shadowRoot.querySelector(".text-field .problem");
    return { textContent, boxes: figure.shadowRoot.querySelectorAll(".box").length, word: figure.word ?? "" };
  });
  if (!result.textContent.includes('word ("No!") must be') || result.boxes < 15 || result.word !== "")
    throw new Error(JSON.stringify(result));
}

async function keyboard(t) {
  const page = await openFigure(t, NAME, ATTRIBUTES);
  const { press, stateIs } = page;
  const tabbable = await page.inFigure(
    ({ shadowRoot }) => shadowRoot.querySelectorAll(".drawing [tabindex='0']").length,
  );
  if (tabbable !== 1) throw new Error(`the drawing has ${tabbable} places for Tab`);
  await tabReachesAll(page);
  await press(".drawing [tabindex='0']", "ArrowUp");
  await stateIs("open", "decoder.norm_2");
  await press(".drawing [tabindex='0']", "Home");
  await stateIs("open", "encoder.embedding");
  await press(".drawing [tabindex='0']", "End");
  await stateIs("open", "decoder.probs");
  await press("input[name=token]:checked", "ArrowRight");
  await stateIs("token", "d3");
  await press(".steps .push", "Enter");
  await stateIs("open", "decoder.embedding");
}

async function print(t) {
  const page = await openFigure(t, NAME, ATTRIBUTES);
  await page.puppet.emulateMediaType("print");
  const seen = await page.inFigure(({ shadowRoot }) => ({
    drawing: shadowRoot.querySelector(".drawing").getBoundingClientRect().height,
    numbers: shadowRoot.querySelectorAll(".numbers span").length,
    position: getComputedStyle(shadowRoot.querySelector(".opened")).position,
  }));
  if (!(seen.drawing > 300) || seen.numbers < 20 || seen.position === "sticky") throw new Error(JSON.stringify(seen));
}

export default [
  { name: "Figure 6: boxes, wires, check, training, post-norm", run: opens("post") },
  { name: "Figure 6: boxes, wires, check, training, pre-norm", run: opens("pre") },
  { name: "Figure 6: every control", run: (t) => t.checks("transformer-controls", figurePage(NAME, ATTRIBUTES)) },
  { name: "Figure 6: a link to a state", run: link },
  { name: "Figure 6: a word that cannot be", run: refuses },
  { name: "Figure 6: by keyboard", engines: ["chromium"], run: keyboard },
  ...accessible("Figure 6", NAME, ATTRIBUTES, [
    { norm: "post", open: "decoder.cross_attention" },
    { norm: "pre", open: "encoder.feed_forward" },
  ]),
  { name: "Figure 6: at all widths", engines: ["chromium"], run: (t) => isNeverTooWide(t, NAME, ATTRIBUTES) },
  { name: "Figure 6: printed", engines: ["chromium"], run: print },
];
