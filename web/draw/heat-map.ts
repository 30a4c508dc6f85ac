import { nothing, svg, type SVGTemplateResult } from "lit";

const LEVELS = 6;

export interface HeatMapOptions {
  /** What the picture shows, in words. */
  label: string;
  rows: number;
  columns: number;
  /** The row to frame. */
  marked?: number | undefined;
  /** The column to frame. */
  markedColumn?: number | undefined;
  /** The value drawn strongest; by default the largest of all. */
  strongest?: number;
  /** For numbers that are shares, and never negative. */
  shares?: boolean;
  /** How wide a cell is compared with its height. */
  aspect?: number;
}

/**
 * A matrix, row-major: each cell as strong as its number in six steps, blue below zero, vermillion above; cells below
 * zero carry a minus, and those that are -Infinity, which a mask hides, are hatched. Cells of one strength are one path.
 */
export function heatMap(values: ArrayLike<number>, options: HeatMapOptions): SVGTemplateResult {
  const { rows, columns, aspect = 1 } = options;
  const strongest = options.strongest ?? largest(values);
  const cells = { positive: Array<string>(LEVELS + 1).fill(""), negative: Array<string>(LEVELS + 1).fill("") };
  let [minus, hatching] = ["", ""];
  for (let i = 0; i < rows * columns; i++) {
    const [x, y] = [(i % columns) * aspect, Math.floor(i / columns)];
    const value = values[i]!;
    if (value === -Infinity) hatching += `M${x} ${y + 1}l${aspect}-1`;
    else {
      const level = Math.min(LEVELS, Math.round((LEVELS * Math.abs(value)) / strongest) || 0);
      cells[value < 0 ? "negative" : "positive"][level] += `M${x} ${y}h${aspect}v1h${-aspect}z`;
      if (value < 0 && level > 0) minus += `M${x + 0.3 * aspect} ${y + 0.5}h${0.4 * aspect}`;
    }
  }
  const paths = (sign: "positive" | "negative") =>
    cells[sign].map((d, level) =>
      level > 0 && d ? svg`<path class=${sign} fill-opacity=${(level / LEVELS).toFixed(2)} d=${d}></path>` : nothing,
    );
  const width = columns * aspect;
  const frame = (x: number, y: number, w: number, h: number) =>
    svg`<rect class="marked" x=${x} y=${y} width=${w} height=${h}></rect>`;
  return svg`<svg class="heat-map ${options.shares ? "shares" : ""}" viewBox="0 0 ${width} ${rows}" role="img" aria-label=${options.label}
      preserveAspectRatio="none">
    <rect class="ground" width=${width} height=${rows}></rect>
    ${paths("positive")} ${paths("negative")}
    <path class="minus" d=${minus}></path>
    <path class="hatching" d=${hatching}></path>
    ${options.marked === undefined ? nothing : frame(0, options.marked, width, 1)}
    ${options.markedColumn === undefined ? nothing : frame(options.markedColumn * aspect, 0, aspect, rows)}
  </svg>`;
}

// The largest finite magnitude, at least a little.
function largest(values: ArrayLike<number>): number {
  let most = 1e-30;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]!);
    if (magnitude > most && magnitude !== Infinity) most = magnitude;
  }
  return most;
}
