// Figure 11 in browsers: its interface, the same bits everywhere, keyboard, accessibility and print.

import { figureModules } from "../web/figures/modules.mjs";
import { accessible, figurePage, isNeverTooWide, linkRestores, openFigure, STRICT, tabReachesAll } from "./figure.mjs";

const NAME = "distribution-fit";
const STEPS = 40;
const ATTRIBUTES = `steps="${STEPS}"`;

/** The checks in the page, under a strict policy; then what was fitted and learned beside the same under Node. */
async function sameBits(t) {
  const { head, body } = figurePage(NAME, ATTRIBUTES);
  const page = await t.page({
    body,
    head: `${head}<script type="module" src="/in-page/distribution-fit.mjs"></script>`,
    headers: { "content-security-policy": STRICT },
  });
  const { result, bits } = await page.until(() => {
    const { result, fitted, learned } = globalThis;
    return result && { result, bits: String([fitted, learned]) };
  });
  const { still, engine } = await figureModules("distribution-fit-page", "figures/distribution-fit-still.ts");
  const draw = async (attributes) => [...(await still.draw(engine, attributes)).numbers.q.data];
  const fitted = (await draw({})).slice(0, 6);
  const learned = (await draw({ model: "transformer", context: "snow", steps: String(STEPS) })).slice(6);
  const error = bits === String([fitted, learned]) ? undefined : `${bits}, not ${[fitted, learned]}`;
  return [...result, { name: "both fits, bit for bit as under Node", error }];
}

const link = (t) =>
  linkRestores(t, NAME, ATTRIBUTES, "context=fog&samples=300&model=transformer", {
    context: "fog",
    model: "transformer",
    samples: "300",
    steps: String(STEPS),
  });

/** Each control does its work from the keyboard. */
async function keyboard(t) {
  const page = await openFigure(t, NAME, `model="transformer" ${ATTRIBUTES}`);
  const { press, stateIs } = page;
  await tabReachesAll(page);
  await press("input[name=context]:checked", "ArrowRight");
  await stateIs("context", "cloud");
  await press("input[type=range]", "ArrowRight");
  await stateIs("samples", "110");
  await press("input[type=range]", "End");
  await stateIs("samples", "100000");
  await press("input.typed", ...Array(6).fill("Backspace"), "5", "0", "Enter");
  await stateIs("samples", "50");
  await press(".sampling > .push", "Enter");
  await stateIs("samples", "100");
  await press(".training-bar .push", "Enter");
  await page.until((steps) => {
    const { shadowRoot } = document.querySelector("attn-distribution-fit");
    return shadowRoot.querySelector("progress").value === steps;
  }, STEPS);
  await press("input[name=model]:checked", "ArrowLeft");
  await stateIs("model", "counts");
}

async function print(t) {
  const page = await openFigure(t, NAME, ATTRIBUTES);
  await page.puppet.emulateMediaType("print");
  const seen = await page.inFigure(({ shadowRoot }) => ({
    buttons: [...shadowRoot.querySelectorAll("button")].filter((element) => element.checkVisibility()).length,
    bars: [...shadowRoot.querySelectorAll(".bar.pair .dashed")].filter((bar) => bar.getBoundingClientRect().width > 1)
      .length,
    curve: shadowRoot.querySelector(".log-chart .solid").getBoundingClientRect().height,
  }));
  if (seen.buttons > 0 || seen.bars !== 6 || !(seen.curve > 50)) throw new Error(JSON.stringify(seen));
}

/** The whole training within ten seconds, and every fit within 0.02 nats of the floor. */
async function trained(t) {
  const page = await openFigure(t, NAME, 'model="transformer"');
  await page.inFigure(({ shadowRoot }) => shadowRoot.querySelector(".training-bar .push").click());
  const start = Date.now();
  await page.until(() => {
    const { shadowRoot } = document.querySelector("attn-distribution-fit");
    const { value, max } = shadowRoot.querySelector("progress");
    return value === max;
  });
  const ms = Date.now() - start;
  const excesses = await page.evaluate(async () => {
    const { change } = await import("/in-page/figure.mjs");
    const figure = document.querySelector("attn-distribution-fit");
    const excesses = [];
    for (const context of ["cloud", "rain", "storm", "fog", "snow", "sun"]) {
      await change(figure, { context });
      excesses.push(figure.numbers().kl.data[1]);
    }
    return excesses;
  });
  if (!(ms < 10_000) || !excesses.every((excess) => excess < 0.02)) throw new Error(`${ms} ms, ${excesses}`);
}

export default [
  { name: "Figure 11: interface, numbers, training", run: sameBits },
  { name: "Figure 11: a link to a state", run: link },
  { name: "Figure 11: by keyboard", engines: ["chromium"], run: keyboard },
  ...accessible("Figure 11", NAME, ATTRIBUTES, [{ model: "counts" }, { model: "transformer" }]),
  {
    name: "Figure 11: at all widths",
    engines: ["chromium"],
    run: (t) => isNeverTooWide(t, NAME, `model="transformer" samples="100000" ${ATTRIBUTES}`),
  },
  { name: "Figure 11: printed", engines: ["chromium"], run: print },
  { name: "Figure 11: trained to the floor", engines: ["chromium"], run: trained },
];
