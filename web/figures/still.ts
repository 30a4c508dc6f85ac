import type { CSSResult, TemplateResult } from "lit";

import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import type { FigureState } from "./types.js";

/** A figure without a browser: for pages without JavaScript, print, feeds, the gallery and its snapshots. */
export interface Still {
  styles: readonly CSSResult[];
  /** Computes and draws the state that attributes give, as the element would; throws its errors. */
  draw(engine: Engine, attributes: FigureState): Promise<StillPicture> | StillPicture;
}

export interface StillPicture {
  view: TemplateResult;
  /** The figure's own small controls, or `nothing`. */
  tools: unknown;
  /** As the element's `numbers()`. */
  numbers: Record<string, Tensor>;
}
