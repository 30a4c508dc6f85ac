import { nothing, svg, type SVGTemplateResult } from "lit";

import { line } from "./line.js";

export interface ChartLine {
  /** Its look: see the styles of `.log-chart`. */
  look: "solid" | "dashed" | "dotted" | "floor";
  /** Where it goes; a NaN ends it. */
  points: readonly (readonly [x: number, y: number])[];
}

export interface LogChart {
  /** x runs from 0 over 1 to `most`, a power of 10, at equal distances for equal factors. */
  most: number;
  /** The range of y. */
  low: number;
  high: number;
  /** Lines across, with their labels. */
  ticks: readonly (readonly [y: number, label: string])[];
  lines: readonly ChartLine[];
  /** A point to stress, on its line. */
  mark: readonly [x: number, y: number];
  label: string;
  /** How a power of 10 is written. */
  power: (x: number) => string;
}

/** The share of the width between 0, which has no logarithm, and 1. */
const ZERO = 0.06;

/** How far the last label reaches beyond the axis, in pixels; the styles leave room for it. */
const END = 26;

/** Curves over a logarithmic axis that begins with 0, in a picture that takes any width. */
export function logChart(chart: LogChart): SVGTemplateResult {
  const { most, low, high } = chart;
  const decades = Math.log10(most);
  const x = (n: number) => 100 * (n < 1 ? 0 : ZERO + ((1 - ZERO) * Math.log10(n)) / decades);
  const y = (value: number) => (100 * (high - value)) / (high - low);
  const [markX, markY] = [percent(x(chart.mark[0])), percent(Math.max(0, y(chart.mark[1])))];
  const path = ({ points }: ChartLine) =>
    line(points.filter(([, value]) => Number.isFinite(value)).map(([n, value]) => [10 * x(n), 10 * y(value)]));
  const powers = Array.from({ length: decades + 1 }, (_, i) => 10 ** i);
  return svg`<svg class="log-chart" role="img" aria-label=${chart.label}>
    ${chart.ticks.map(
      ([value, label]) =>
        svg`<line class="grid" x2="100%" y1=${percent(y(value))} y2=${percent(y(value))}></line>
          <text x="100%" y=${percent(y(value))} dy="-4" text-anchor="end">${label}</text>`,
    )}
    ${[0, ...powers].map(
      (n) =>
        svg`<text class=${n === most / 10 ? "last-but-one" : ""} x=${percent(x(n))} y="100%" dy="16"
          dx=${n === most ? END : nothing} text-anchor=${n === most ? "end" : "middle"}>
          ${chart.power(n)}</text>`,
    )}
    <line class="at" x1=${markX} x2=${markX} y1=${markY} y2="100%"></line>
    <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">
      ${chart.lines.map((one) => svg`<path class=${one.look} d=${path(one)}></path>`)}
    </svg>
    <circle cx=${markX} cy=${markY} r="4"></circle>
  </svg>`;
}

const percent = (share: number) => `${share.toFixed(2)}%`;
