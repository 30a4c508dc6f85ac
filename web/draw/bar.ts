import { svg, type SVGTemplateResult } from "lit";

/** A horizontal bar for a share between 0 and 1, drawn on a hairline as long as 1. Decoration: print the number too. */
export function bar(share: number): SVGTemplateResult {
  const width = `${(100 * Math.min(1, Math.max(0, share || 0))).toFixed(2)}%`;
  return svg`<svg class="bar" aria-hidden="true">
    <rect class="track" y="50%" width="100%" height="1"></rect>
    <rect class="fill" width=${width} height="100%" rx="1"></rect>
  </svg>`;
}

/** Two numbers up to `most` as bars below each other, one solid, one dashed. Decoration: print the numbers too. */
export function barPair(solid: number, dashed: number, most: number): SVGTemplateResult {
  const width = (x: number) => `${((100 * x) / most).toFixed(2)}%`;
  return svg`<svg class="bar pair" aria-hidden="true">
    <rect class="fill" width=${width(solid)} height="12"></rect>
    <rect class="dashed" y="15" width=${width(dashed)} height="11"></rect>
  </svg>`;
}
