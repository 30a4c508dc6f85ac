import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import type { TemplateResult } from "lit";

import { LogScale } from "../controls/slider.js";
import { controlStyles } from "../controls/styles.js";
import { fixed } from "../draw/number.js";
import { drawStyles } from "../draw/styles.js";
import { inlinedEngine } from "../engine/inlined.js";
import { still as distributionFit } from "./distribution-fit-still.js";
import { example } from "./example.js";
import { frame } from "./frame.js";
import { readPicture } from "./soft-lookup-picture.js";
import { still as nextToken } from "./next-token-still.js";
import { still as transformer } from "./transformer-still.js";
import { lookupStyles } from "./soft-lookup-styles.js";
import { type LookupControls, lookupTools, lookupView } from "./soft-lookup-view.js";
import { figureStyles } from "./styles.js";

const nothing = () => {};
const inert: LookupControls = {
  temperatures: new LogScale(0.01, 100, 100),
  entropySteps: 100,
  editing: false,
  unfolded: { projections: true, derivatives: true },
  pointed: undefined,
  locked: undefined,
  chooseQuery: nothing,
  setTemperature: nothing,
  typeTemperature: nothing,
  setEntropy: nothing,
  point: nothing,
  lock: nothing,
  unlock: nothing,
  unfold: nothing,
  toggleEditing: nothing,
  reset: nothing,
  edit: nothing,
};

/** What a page shows without JavaScript: each figure as HTML, their styles, and numbers that its text may quote. */
export interface StaticPage {
  figures: Record<string, string>;
  styles: string;
  /** The number of a tensor at the rows and columns of the given tokens, to two decimals. */
  numbers: (tensor: string, ...tokens: string[]) => string;
}

/** Computes and renders all figures in their first state. */
export async function renderStatic(): Promise<StaticPage> {
  const engine = await inlinedEngine();
  const experiment = engine.create("soft_lookup", { ...example, query: 3 });
  experiment.run();
  const picture = readPicture(experiment, example.tokens, "by hand");
  experiment.dispose();
  const view = frame(lookupView(picture, inert), lookupTools(picture, inert), "", "", {
    check: nothing,
    copyLink: nothing,
  });
  const trained = await nextToken.draw(engine, {});
  const reversing = await transformer.draw(engine, {});
  const fit = await distributionFit.draw(engine, {});
  const actions = { check: nothing, copyLink: nothing };
  return {
    figures: {
      "soft-lookup": plainHtml(view),
      transformer: plainHtml(frame(reversing.view, reversing.tools, "", "", actions)),
      "next-token": plainHtml(frame(trained.view, trained.tools, "", "", actions)),
      "distribution-fit": plainHtml(frame(fit.view, fit.tools, "", "", actions)),
    },
    styles: [
      ...new Set([
        drawStyles,
        figureStyles,
        controlStyles,
        lookupStyles,
        ...nextToken.styles,
        ...transformer.styles,
        ...distributionFit.styles,
      ]),
    ]
      .map(({ cssText }) => cssText)
      .join("\n"),
    numbers: (tensor, ...tokens) => {
      const { data, shape } = picture.tensors[tensor]!;
      const at = tokens.reduce((index, token, axis) => index * shape[axis]! + picture.tokens.indexOf(token), 0);
      return fixed(data[at]!);
    },
  };
}

/**
 * A template as plain HTML: without the renderer's markers, with every control disabled, and without the landmark, which
 * the live figure beside it has under the same name.
 */
function plainHtml(template: TemplateResult): string {
  const body = collectResultSync(render(template))
    .replace(/<!--.*?-->/g, "")
    .replace(/<(input|button)\b/g, "<$1 disabled")
    .replace(/ role="region" tabindex="0" aria-label="[^"]*"/g, ' tabindex="0"')
    .replace(/\s+/g, " ");
  return `<div class="attn-static">${body}</div>`;
}
