import { nothing, svg, type SVGTemplateResult } from "lit";

const LEVELS = 10;

export interface WeightMapOptions {
  /** What the picture shows, in words. */
  label: string;
  /** Whether row i may not see column j. */
  masked: (i: number, j: number) => boolean;
  /** The row to frame. */
  marked: number;
}

/**
 * A square matrix of weights, row-major [n, n], each a cell as strong as the weight in ten steps; masked cells are
 * hatched. All cells of one strength are one path, so that many cells are quick to draw.
 */
export function weightMap(weights: Float32Array, n: number, options: WeightMapOptions): SVGTemplateResult {
  const cells = Array<string>(LEVELS + 1).fill("");
  let hatching = "";
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (options.masked(i, j)) hatching += `M${j} ${i + 1}l1-1`;
      else cells[Math.ceil(LEVELS * weights[i * n + j]! - 0.5)] += `M${j} ${i}h1v1h-1z`;
    }
  }
  return svg`<svg class="weight-map" viewBox="0 0 ${n} ${n}" role="img" aria-label=${options.label}>
    <rect class="ground" width=${n} height=${n}></rect>
    ${cells.map((d, level) => (level > 0 ? svg`<path class="fill" fill-opacity=${level / LEVELS} d=${d}></path>` : nothing))}
    <path class="hatching" d=${hatching}></path>
    <rect class="marked" y=${options.marked} width=${n} height="1"></rect>
  </svg>`;
}
