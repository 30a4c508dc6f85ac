import { svg, type SVGTemplateResult } from "lit";

import { line } from "./line.js";

export interface Curve {
  /** One value for each step, from step 1 on. */
  values: readonly number[];
  dashed: boolean;
}

const MOST_POINTS = 150;
const HEIGHT = 1000;

/**
 * Curves over steps in a picture that takes any width: x from 0 to `steps`, y from 0 to `top`, lines across at `ticks`.
 * A point is the mean of as many steps as make 150 points.
 */
export function curves(all: readonly Curve[], steps: number, top: number, ticks: readonly number[]): SVGTemplateResult {
  const y = (value: number) => HEIGHT * (1 - value / top);
  const path = ({ values }: Curve) => line(means(values).map(({ step, mean }) => [step, y(mean)]));
  return svg`<svg class="curves" viewBox="0 0 ${steps} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <path class="grid" d=${ticks.map((tick) => `M0 ${Math.round(y(tick))}H${steps}`).join("")}></path>
    ${all.map((curve) => svg`<path class=${curve.dashed ? "curve dashed" : "curve"} d=${path(curve)}></path>`)}
  </svg>`;
}

/** Means over stretches of equal length, each at its middle; an unfinished stretch at the end counts. */
function means(values: readonly number[]): { step: number; mean: number }[] {
  const length = Math.ceil(values.length / MOST_POINTS);
  return Array.from({ length: Math.ceil(values.length / (length || 1)) }, (_, i) => {
    const part = values.slice(i * length, (i + 1) * length);
    return { step: i * length + (part.length + 1) / 2, mean: part.reduce((sum, x) => sum + x, 0) / part.length };
  });
}
