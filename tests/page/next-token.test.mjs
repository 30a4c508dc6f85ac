// Figure 10 in browsers: its interface, the same bits everywhere, keyboard, accessibility and print.

import { load } from "../../dist/index.js";
import { figureModules } from "../web/figures/modules.mjs";
import { accessible, figurePage, isNeverTooWide, linkRestores, openFigure, STRICT, tabReachesAll } from "./figure.mjs";

const NAME = "next-token";
const STEPS = 3;
const ATTRIBUTES = `steps="${STEPS}"`;

/** The checks of in-page/`file`.mjs, under a strict policy, which nothing offends; and what they left behind. */
async function checks(t, file) {
  const { head, body } = figurePage(NAME, ATTRIBUTES);
  const page = await t.page({
    body,
    head: `${head}<script type="module" src="/in-page/${file}.mjs"></script>`,
    headers: { "content-security-policy": STRICT },
  });
  const { result, losses, faults } = await page.until(
    () => globalThis.result && { result, losses: globalThis.losses, faults },
  );
  result.push({ name: "nothing in the console", error: faults.length > 0 ? faults.join("; ") : undefined });
  return { result, losses };
}

/** A training in the page, and its losses beside those under Node. */
async function sameBits(t) {
  const { result, losses } = await checks(t, "next-token-training");
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
  ];
}

const link = (t) =>
  linkRestores(t, NAME, ATTRIBUTES, "position=9&mask=none&text=the+mill+turns&steps=3", {
    mask: "none",
    position: "9",
    steps: "3",
    text: "the mill turns",
  });

/** Each control does its work from the keyboard. */
async function keyboard(t) {
  const page = await openFigure(t, NAME, ATTRIBUTES);
  const { press, stateIs } = page;
  await tabReachesAll(page);
  await press(".sequence input:checked", "ArrowRight");
  await stateIs("position", "5");
  await press(".sequence input:checked", "ArrowLeft");
  await stateIs("position", "4");
  await press("input[name=mask]:checked", "ArrowRight");
  await stateIs("mask", "none");
  await press("input[type=text]", "End", " ", "i", "t");
  await stateIs("text", "the wind turns the stone. it");
  await press(".push", "Enter");
  await page.until(
    (steps) => document.querySelector("attn-next-token").numbers()["training.none.losses"].data.length === steps,
    STEPS,
  );
}

async function print(t) {
  const page = await openFigure(t, NAME, ATTRIBUTES);
  await page.puppet.emulateMediaType("print");
  const seen = await page.inFigure(({ shadowRoot }) => ({
    buttons: [...shadowRoot.querySelectorAll("button")].filter((element) => element.checkVisibility()).length,
    table: shadowRoot.querySelector(".positions").getBoundingClientRect().height,
    maps: shadowRoot.querySelectorAll(".weight-map").length,
  }));
  if (seen.buttons > 0 || !(seen.table > 200) || seen.maps !== 4) throw new Error(JSON.stringify(seen));
}

export default [
  { name: "Figure 10: rows, mask and text", run: async (t) => (await checks(t, "next-token")).result },
  { name: "Figure 10: training", run: sameBits },
  { name: "Figure 10: a link to a state", run: link },
  { name: "Figure 10: by keyboard", engines: ["chromium"], run: keyboard },
  ...accessible("Figure 10", NAME, ATTRIBUTES, [{ mask: "causal" }, { mask: "none" }], ({ shadowRoot }) =>
    shadowRoot.querySelectorAll(".push")[2].click(),
  ),
  {
    name: "Figure 10: at all widths",
    engines: ["chromium"],
    run: (t) => isNeverTooWide(t, NAME, `text="${"the wind ".repeat(10)}at last"`),
  },
  { name: "Figure 10: printed", engines: ["chromium"], run: print },
];
