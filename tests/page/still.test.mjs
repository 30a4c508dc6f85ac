// Figures without a browser, looked at in browsers: the same numbers as the live ones, as pages and as images.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { draw, galleryStates, renderDocument, renderState, stills } from "../../dist/render.mjs";
import { axeIsContent, emulate, folders, MODES } from "./axe.mjs";
import { openDocument } from "./embed.test.mjs";
import { root } from "./server.mjs";

const ELEMENTS = '<script type="module" src="/dist/elements.js"></script>';
const { modules } = JSON.parse(readFileSync(join(root, "dist/custom-elements.json"), "utf8"));

/** The live Figure 1 has the numbers of its still to the last bit, and prints the same table. */
async function sameNumbers(t) {
  const page = await t.page({ head: ELEMENTS, body: "" });
  for (const state of galleryStates.filter(({ figure }) => figure === "soft-lookup")) {
    const { numbers } = await draw(state.figure, state.attributes ?? {});
    const expected = Object.entries(numbers).map(([name, { data, shape }]) => [name, shape, [...data].map(String)]);
    const html = await renderState(state);
    const problem = await page.evaluate(
      async (attributes, expected, html) => {
        await customElements.whenDefined("attn-soft-lookup");
        const figure = document.createElement("attn-soft-lookup");
        for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
        document.body.replaceChildren(figure);
        await figure.ready;
        const live = Object.entries(figure.numbers()).map(([name, { data, shape }]) => [
          name,
          shape,
          [...data].map(String),
        ]);
        if (JSON.stringify(live) !== JSON.stringify(expected)) return "the numbers differ";
        const still = new DOMParser().parseFromString(html, "text/html");
        const print = (part, what) => part.querySelector(what).textContent.replace(/\s+/g, "");
        for (const what of ["table", ".worked-out", ".readouts", ".limit", "figcaption", ".figure > [role=status]"]) {
          const [shown, drawn] = [print(figure.shadowRoot, what), print(still, what)];
          if (shown !== drawn) return `${what}: ${shown}, and the still has ${drawn}`;
        }
        const checked = (part) => [...part.querySelectorAll("input[type=radio]")].map((input) => input.checked).join();
        if (checked(figure.shadowRoot) !== checked(still)) return `the chosen query is ${checked(still)} in the still`;
        const position = (part) => [...part.querySelectorAll("input[type=range]")].map((input) => input.value).join();
        return position(figure.shadowRoot) === position(still)
          ? ""
          : `the sliders are at ${position(still)} in the still`;
      },
      state.attributes ?? {},
      expected,
      html,
    );
    if (problem) throw new Error(`${state.figure}, ${state.state}: ${problem}`);
  }
}

/** Every figure as an SVG opens as an image, and something is drawn all over it. */
async function images(t) {
  const names = Object.keys(stills);
  const svgs = Object.fromEntries(
    await Promise.all(names.map(async (name) => [`/${name}.svg`, await renderDocument(name, {}, "svg")])),
  );
  const page = await t.page({
    body: names.map((name) => `<img src="/${name}.svg" alt="">`).join(""),
    fault: (path) => (svgs[path] ? { body: svgs[path], type: "image/svg+xml" } : undefined),
  });
  const drawn = await page.evaluate(async () => {
    const results = [];
    for (const image of document.images) {
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      // Quarters that hold ink: pixels far from the ground, which is the first one.
      const inks = [0, 0, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
        if (Math.abs(data[i] - data[0]) > 80) inks[(x * 2 >= width ? 1 : 0) + (y * 2 >= height ? 2 : 0)]++;
      }
      results.push({ width, height, inks });
    }
    return results;
  });
  for (const [i, { width, height, inks }] of drawn.entries()) {
    const wanted = /width="(\d+)" height="(\d+)"/.exec(svgs[`/${names[i]}.svg`]);
    if (String([width, height]) !== String(wanted.slice(1))) throw new Error(`${names[i]} is ${width} by ${height} px`);
    if (inks.some((pixels) => pixels < 50)) throw new Error(`${names[i]}: the quarters have ${inks} dark pixels`);
  }
}

/** What the manifest says of an element's attributes is so; the embed page and the program go by it. */
async function manifest(t) {
  const page = await t.page({ head: ELEMENTS });
  const described = modules
    .flatMap(({ declarations }) => declarations)
    .map(({ tagName, attributes }) => [tagName, attributes.map(({ name }) => name)]);
  const observed = await page.evaluate(
    (tags) => Promise.all(tags.map(async (tag) => [tag, (await customElements.whenDefined(tag)).observedAttributes])),
    described.map(([tag]) => tag),
  );
  const sorted = (list) => JSON.stringify(list.map(([tag, names]) => [tag, [...names].sort()]));
  if (sorted(described) !== sorted(observed)) throw new Error(`the elements observe ${JSON.stringify(observed)}`);
}

const axeOf = (features, path) => async (t) => {
  const pages = { "/document.html": await renderDocument("soft-lookup", { unfold: true }) };
  const page =
    path === "gallery"
      ? await openDocument(t, { file: "gallery.html", folders })
      : await t.page({ pages, folders, path: "/document.html" });
  await emulate(page, features);
  // Of each figure the first state: the others have the same parts.
  await page.evaluate(() =>
    document.querySelectorAll("article:nth-of-type(n + 2)").forEach((article) => article.remove()),
  );
  await axeIsContent(page);
};

/** The gallery has every state twice, and no number of it is hidden at 360 px but by a table that scrolls. */
async function gallery(t) {
  const page = await openDocument(t, { file: "gallery.html", settings: { viewport: { width: 360, height: 740 } } });
  const { shown, scrollWidth, faults } = await page.evaluate(() => ({
    shown: document.querySelectorAll(".attn-static figure").length,
    scrollWidth: document.documentElement.scrollWidth,
    faults,
  }));
  if (shown !== 2 * galleryStates.length) throw new Error(`${shown} figures for ${galleryStates.length} states`);
  if (scrollWidth > 360) throw new Error(`the gallery is ${scrollWidth} px wide in 360 px`);
  if (faults.length > 0) throw new Error(faults.join("; "));
}

export default [
  { name: "a still has the live figure's numbers", run: sameNumbers },
  { name: "every figure as an SVG image", run: images },
  { name: "the manifest's attributes", run: manifest },
  { name: "the gallery", engines: ["chromium"], run: gallery },
  ...Object.entries(MODES).flatMap(([mode, features]) =>
    ["gallery", "rendered document"].map((path) => ({
      name: `axe-core, the ${path}, ${mode}`,
      engines: ["chromium"],
      run: axeOf(features, path),
    })),
  ),
];
