// Figure 6 in browsers: the same numbers everywhere, links, keyboard, accessibility, all widths, print.

import { join } from "node:path";

import { root } from "./server.mjs";

const FIGURE = {
  head: '<script type="module" src="/dist/elements/transformer.js"></script>',
  body: '<attn-transformer steps="4"><p id="fallback">A figure.</p></attn-transformer>',
};
const MODES = {
  light: { "prefers-color-scheme": "light" },
  dark: { "prefers-color-scheme": "dark" },
  "forced colours": { "forced-colors": "active" },
};

/** Opens the figure and waits for its first picture. */
async function open(t, options = {}) {
  const page = await t.page({ ...FIGURE, ...options });
  await page.until(async () => {
    await customElements.whenDefined("attn-transformer");
    await document.querySelector("attn-transformer").ready;
    return true;
  });
  return page;
}

const inFigure = (page, task, ...args) => page.puppet.$eval("attn-transformer", task, ...args);

/** Every box and wire (in slow WebKit every box) opens what it is about; the check agrees; training runs to its end. */
const opens = (norm) => async (t) => {
  const page = await open(t);
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

async function link(t) {
  const page = await open(t, {
    path: "/#transformer?word=banana&norm=pre&open=encoder.attention.q&token=e3&onclick=alert(1)",
  });
  const state = await page.evaluate(() => JSON.stringify(document.querySelector("attn-transformer").state()));
  const wanted = { word: "banana", norm: "pre", open: "encoder.attention.q", token: "e3", steps: "4" };
  if (state !== JSON.stringify(wanted)) throw new Error(state);
}

/** A wrong word is refused with a sentence, and the picture stays. */
async function refuses(t) {
  const page = await open(t);
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
  const page = await open(t);
  const { keyboard } = page.puppet;
  const focus = (selector) =>
    inFigure(page, ({ shadowRoot }, selector) => shadowRoot.querySelector(selector).focus(), selector);
  const state = (name, value) =>
    page.until((name, value) => document.querySelector("attn-transformer").state()[name] === value, name, value);
  const tabbable = await inFigure(
    page,
    ({ shadowRoot }) => shadowRoot.querySelectorAll(".drawing [tabindex='0']").length,
  );
  if (tabbable !== 1) throw new Error(`the drawing has ${tabbable} places for Tab`);
  await focus(".drawing [tabindex='0']");
  await keyboard.press("ArrowUp");
  await state("open", "decoder.norm_2");
  await keyboard.press("Home");
  await state("open", "encoder.embedding");
  await keyboard.press("End");
  await state("open", "decoder.probs");
  await focus("input[name=token]:checked");
  await keyboard.press("ArrowRight");
  await state("token", "d3");
  await focus(".steps .push");
  await keyboard.press("Enter");
  await page.until(() => document.querySelector("attn-transformer").state().open.startsWith("decoder."));
}

const accessible = (features) => async (t) => {
  const page = await open(t, {
    folders: { "/axe/": join(root, "node_modules/axe-core") },
    head: `${FIGURE.head}<script src="/axe/axe.min.js"></script>`,
    body: `<main><h1>Figure 6</h1>${FIGURE.body}</main>`,
  });
  const session = await page.puppet.createCDPSession();
  const list = Object.entries({ ...features, "prefers-reduced-motion": "reduce" });
  await session.send("Emulation.setEmulatedMedia", { features: list.map(([name, value]) => ({ name, value })) });
  for (const [norm, opened] of [
    ["post", "decoder.cross_attention"],
    ["pre", "encoder.feed_forward"],
  ]) {
    const found = await page.evaluate(
      async (norm, opened) => {
        const page = { colorScheme: "light dark", background: "Canvas", color: "CanvasText" };
        Object.assign(document.documentElement.style, page);
        const figure = Object.assign(document.querySelector("attn-transformer"), { norm, open: opened });
        figure.shadowRoot.querySelector("details").open = true;
        for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
        const { violations } = await axe.run(document);
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5)}`);
      },
      norm,
      opened,
    );
    if (found.length > 0) throw new Error(`${norm}: ${found.join("; ")}`);
  }
};

async function narrow(t) {
  for (const width of [320, 360, 768, 1280]) {
    const page = await open(t);
    await page.puppet.setViewport({ width, height: 800 });
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (overflow > 0) throw new Error(`at ${width} px: ${overflow} px too wide`);
  }
}

async function print(t) {
  const page = await open(t);
  await page.puppet.emulateMediaType("print");
  const seen = await inFigure(page, ({ shadowRoot }) => ({
    drawing: shadowRoot.querySelector(".drawing").getBoundingClientRect().height,
    numbers: shadowRoot.querySelectorAll(".numbers span").length,
    position: getComputedStyle(shadowRoot.querySelector(".opened")).position,
  }));
  if (!(seen.drawing > 300) || seen.numbers < 20 || seen.position === "sticky") throw new Error(JSON.stringify(seen));
}

export default [
  { name: "Figure 6: boxes, wires, check, training, post-norm", run: opens("post") },
  { name: "Figure 6: boxes, wires, check, training, pre-norm", run: opens("pre") },
  { name: "Figure 6: a link to a state", run: link },
  { name: "Figure 6: a word that cannot be", run: refuses },
  { name: "Figure 6: by keyboard", engines: ["chromium"], run: keyboard },
  ...Object.entries(MODES).map(([mode, features]) => ({
    name: `Figure 6: axe-core, ${mode}`,
    engines: ["chromium"],
    run: accessible(features),
  })),
  { name: "Figure 6: at all widths", engines: ["chromium"], run: narrow },
  { name: "Figure 6: printed", engines: ["chromium"], run: print },
];
