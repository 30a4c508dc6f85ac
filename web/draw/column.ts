import { svg, type SVGTemplateResult } from "lit";

const percent = (share: number) => `${(100 * Math.min(1, Math.max(0, share || 0))).toFixed(2)}%`;

/** A vertical bar for a share between 0 and 1, with a line across at another share. Decoration: print the number too. */
export function column(share: number, line: number): SVGTemplateResult {
  return svg`<svg class="column" aria-hidden="true">
    <rect class="fill" x="25%" width="50%" y=${percent(1 - share)} height=${percent(share)}></rect>
    <rect class="line" width="100%" y=${percent(1 - line)} height="1"></rect>
  </svg>`;
}
