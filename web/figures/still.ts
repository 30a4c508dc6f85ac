import type { CSSResult, TemplateResult } from "lit";

import type { Drawing } from "../draw/drawing.js";
import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import type { Training } from "./training.js";
import type { FigureState } from "./types.js";

/** A figure without a browser: for pages without JavaScript, print, feeds, the gallery and its snapshots. */
export interface Still {
  styles: readonly CSSResult[];
  /** The states that the gallery shows and its snapshots hold, by short names; left out: the default alone. */
  states?: Readonly<Record<string, StillState>>;
  /** Computes and draws the state that attributes give, as the element would; throws its errors. */
  draw(engine: Engine, attributes: FigureState): Promise<StillPicture> | StillPicture;
}

export interface StillState {
  attributes?: FigureState;
  /** Whether what can be unfolded is. */
  unfold?: boolean;
}

export interface StillPicture {
  view: TemplateResult;
  /** The figure's own small controls, or `nothing`. */
  tools: unknown;
  /** As the element's `numbers()`. */
  numbers: Record<string, Tensor>;
  /** Words for the indices of tensors, such as its tokens: the page's text may quote numbers by them. */
  words?: readonly string[];
  /** The figure as one drawing; left out: its numbers, as matrices. */
  drawing?: Drawing;
}

const kept = new Map<string, readonly Training[]>();

/**
 * Trains a figure's models to the end. They stay until others of that figure come, as most of its states share them;
 * `watch` is how they were asked for.
 */
export function trained(figure: string, trainings: readonly Training[], watch: () => void): void {
  for (const training of trainings) while (training.progress.step < training.progress.steps) training.advance();
  for (const training of kept.get(figure) ?? []) if (!trainings.includes(training)) training.leave(watch);
  kept.set(figure, trainings);
}
