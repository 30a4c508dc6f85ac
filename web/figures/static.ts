import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import type { TemplateResult } from "lit";

import { LogScale } from "../controls/slider.js";
import type { Engine } from "../engine/engine.js";
import { example } from "./example.js";
import { frame } from "./frame.js";
import { readPicture } from "./soft-lookup-picture.js";
import { lookupView } from "./soft-lookup-view.js";

/** The first figure as HTML that needs no JavaScript: the same numbers from the same core, its controls inert. */
export function staticSoftLookup(engine: Engine): string {
  const experiment = engine.create("soft_lookup", { ...example, query: 3, temperature: 1 });
  try {
    experiment.run();
    const nothing = () => {};
    const view = lookupView(readPicture(experiment, example.tokens, "by hand"), {
      temperatures: new LogScale(0.01, 100, 100),
      entropySteps: 100,
      editing: false,
      pointed: undefined,
      locked: undefined,
      chooseQuery: nothing,
      setTemperature: nothing,
      typeTemperature: nothing,
      setEntropy: nothing,
      point: nothing,
      lock: nothing,
      unlock: nothing,
      toggleEditing: nothing,
      reset: nothing,
      edit: nothing,
    });
    return html(frame(view, "", "", "", { check: nothing, copyLink: nothing }));
  } finally {
    experiment.dispose();
  }
}

/** A template as plain HTML: without the renderer's markers, and with every control disabled. */
function html(template: TemplateResult): string {
  return collectResultSync(render(template))
    .replace(/<!--.*?-->/g, "")
    .replace(/<(input|button)\b/g, "<$1 disabled")
    .replace(/\s+/g, " ");
}
