// What all figures have from their base: links, the small controls, sentences, when they compute at all.

import { openFigure } from "./figure.mjs";

const ELEMENTS = '<script type="module" src="/dist/elements.js"></script>';

/** A module that traps: figures go on with a new one. */
const recovers = (t) =>
  t.checks("recovery", {
    head: `<script src="/in-page/trap.js"></script>${ELEMENTS}`,
    body: `<attn-soft-lookup></attn-soft-lookup>${'<attn-distribution-fit model="transformer"></attn-distribution-fit>'.repeat(2)}`,
  });

const states = (page) =>
  page.until(async () => {
    await customElements.whenDefined("attn-soft-lookup");
    const figures = [...document.querySelectorAll("attn-soft-lookup")];
    for (const figure of figures) {
      figure.scrollIntoView();
      await figure.ready;
    }
    return figures.map((figure) => figure.state().query ?? "none");
  });

/** A link goes to the figure with its name: an id, or the tag of one without; and it does so once. */
async function links(t) {
  const body = '<attn-soft-lookup></attn-soft-lookup><attn-soft-lookup id="mine"></attn-soft-lookup>';
  for (const [path, expected] of [
    ["/#mine?query=dog", "none,dog"],
    ["/#soft-lookup?query=dog", "dog,none"],
    ["/#next-token?query=dog", "none,none"],
    ["/#mine", "none,none"],
  ]) {
    const page = await t.page({ head: ELEMENTS, body, path });
    const found = String(await states(page));
    if (found !== expected) throw new Error(`${path}: ${found}, not ${expected}`);
    await page.close();
  }
  const page = await t.page({ head: ELEMENTS, body, path: "/#mine?query=dog" });
  await states(page);
  await page.evaluate(async () => {
    const figure = document.querySelector("#mine");
    figure.query = "tail";
    figure.remove();
    await new Promise((later) => setTimeout(later, 50));
    document.body.append(figure);
  });
  const found = String(await states(page));
  if (found !== "none,tail") throw new Error(`put in again: ${found}`);
}

/** *copy link* gives the address that restores the state, by the clipboard or in a sentence. */
async function copies(t) {
  const page = await openFigure(t, "soft-lookup", 'query="dog" temperature="0.25"', { path: "/?q=1#top" });
  const { taken, notes, embedding } = await page.evaluate(async () => {
    const taken = [];
    const clipboard = { writeText: async (text) => void taken.push(text) };
    Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
    const figure = document.querySelector("attn-soft-lookup");
    const press = async (text) => {
      [...figure.shadowRoot.querySelectorAll(".tools button")].find((one) => one.textContent.trim() === text).click();
      for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
      return figure.shadowRoot.querySelector(".note").textContent;
    };
    const notes = [await press("copy link")];
    clipboard.writeText = () => Promise.reject(new Error("denied"));
    notes.push(await press("copy link"));
    return { taken, notes, embedding: await press("embed") };
  });
  const expected = `${page.server.url}/?q=1#soft-lookup?temperature=0.25&query=dog`;
  if (String(taken) !== expected) throw new Error(`copied ${taken}, not ${expected}`);
  const sentences = ["The link to this state is in the clipboard.", `Copy this link: ${expected}`];
  if (String(notes) !== String(sentences)) throw new Error(notes.join("; "));
  if (embedding !== "") throw new Error(`with the panel open the note is still "${embedding}"`);
  await page.close();
  const [query] = await states(
    await t.page({
      head: ELEMENTS,
      body: "<attn-soft-lookup></attn-soft-lookup>",
      path: expected.slice(expected.indexOf("/?")),
    }),
  );
  if (query !== "dog") throw new Error(`the link gives ${query}`);
}

/** An error that is none of ours is a sentence too, and the figure goes on. */
async function unexpected(t) {
  const page = await openFigure(t, "soft-lookup", "");
  const sentences = await page.evaluate(async () => {
    const figure = document.querySelector("attn-soft-lookup");
    const sentence = async (properties) => {
      Object.assign(figure, properties);
      await Promise.resolve();
      await figure.updateComplete;
      return figure.shadowRoot.querySelector("[role=alert]").textContent;
    };
    const data = {
      get tokens() {
        throw new TypeError("of one's own");
      },
    };
    return [await sentence({ data }), await sentence({ data: undefined })];
  });
  const expected = ["This figure could not be computed: TypeError: of one's own", ""];
  if (String(sentences) !== String(expected)) throw new Error(sentences.join("; "));
}

/** A figure is computed 200 px before it is seen, and no sooner. */
async function nearly(t) {
  const body = '<div id="above" style="height: 300vh"></div><attn-soft-lookup></attn-soft-lookup>';
  const page = await t.page({ head: ELEMENTS, body });
  const computed = (distance) =>
    page.evaluate(async (distance) => {
      await customElements.whenDefined("attn-soft-lookup");
      document.querySelector("#above").style.height = `${innerHeight + distance}px`;
      const figure = document.querySelector("attn-soft-lookup");
      await Promise.race([figure.ready, new Promise((later) => setTimeout(later, 700))]);
      return Object.keys(figure.numbers()).length > 0;
    }, distance);
  if (await computed(400)) throw new Error("it was computed 400 px away");
  if (!(await computed(100))) throw new Error("it was not computed 100 px away");
}

export default [
  { name: "a module that traps", run: recovers },
  { name: "links by id and by tag", run: links },
  { name: "copy link", run: copies },
  { name: "an error that nobody expected", run: unexpected },
  { name: "computed when nearly in view", run: nearly },
];
