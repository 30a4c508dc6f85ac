import { css } from "lit";

/** The look of what is drawn: tables, matrices, bars. */
export const drawStyles = css`
  .scroll {
    position: relative; /* What is hidden in it must not stick out of it. */
    overflow-x: auto;
    margin-top: 12px;
  }
  /* Mathematics reads from left to right on every page. */
  table,
  .slider,
  .worked-out {
    direction: ltr;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 3px 6px;
    font-weight: inherit;
    text-align: right;
    white-space: nowrap;
  }
  .matrices {
    display: flex;
    flex-wrap: wrap;
    gap: 16px 20px;
    align-items: end;
    margin-top: 8px;
    overflow-x: auto;
  }
  /* The other text is not seen, but has its room. */
  .either {
    display: grid;
  }
  .either::before {
    content: attr(data-other);
    visibility: hidden;
  }
  .either > span,
  .either::before {
    grid-area: 1 / 1;
  }
  .pair {
    display: grid;
    gap: 12px;
    justify-items: end;
  }
  .matrix caption {
    padding-bottom: 4px;
    text-align: start;
  }
  .matrix .shape {
    color: var(--faint);
    font-size: max(12px, 0.85em);
  }
  .matrix tbody {
    border-inline: 1px solid currentColor;
    color: inherit;
  }
  .matrix th {
    border: 0;
    text-align: start;
    color: var(--faint);
  }
  .matrix td,
  .matrix th {
    padding: 2px 4px;
  }
  .matrix td {
    min-width: 5ch;
    box-sizing: border-box;
  }
  .matrix .marked td {
    font-weight: 600;
  }
  td.edit {
    padding: 0 2px;
  }
  td.edit input {
    width: 6.5ch;
    min-height: 24px;
    box-sizing: border-box;
    padding: 0 3px;
    border: 1px solid var(--faint);
    border-radius: 2px;
    background: none;
    text-align: right;
  }

  .bar {
    display: block;
    width: 100%;
    min-width: 0;
    height: 8px;
    overflow: visible;
  }
  .bar .track {
    fill: var(--rule);
  }
  .bar .fill {
    fill: var(--weight);
    transition: width 180ms ease-out;
  }
  .dragging .bar rect {
    transition: none;
  }
  .bar.pair {
    height: 28px;
  }
  .bar .dashed {
    fill: color-mix(in srgb, var(--value) 14%, transparent);
    stroke: var(--value);
    stroke-width: 1.5px;
    stroke-dasharray: 4 3;
    transition: width 180ms ease-out;
  }

  .log-chart {
    display: block;
    --half-a-digit: max(8px, 0.5em);
    width: calc(100% - 28px - var(--half-a-digit));
    height: 216px;
    margin: 0 28px 20px var(--half-a-digit);
    overflow: visible;
    direction: ltr;
  }
  .log-chart text {
    fill: var(--faint);
    font-size: max(12px, 0.9em);
  }
  .log-chart line {
    stroke: var(--rule);
  }
  .log-chart path {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5px;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
  .log-chart .floor {
    stroke: var(--weight);
  }
  .log-chart .dotted {
    stroke: var(--faint);
    stroke-dasharray: 1.5 3;
  }
  .log-chart .solid {
    stroke: var(--value);
    stroke-width: 2px;
  }
  .log-chart .dashed {
    stroke: var(--query);
    stroke-dasharray: 8 4;
  }
  .log-chart circle {
    fill: var(--value);
  }

  .column {
    display: block;
    width: 100%;
  }
  .column .fill {
    fill: var(--faint);
    transition:
      y 180ms ease-out,
      height 180ms ease-out;
  }
  .column .line {
    fill: currentColor;
    opacity: 0.6;
  }
  .weight-map {
    display: block;
    width: 100%;
    height: auto;
    overflow: visible;
    direction: ltr;
  }
  .weight-map .ground {
    fill: none;
    stroke: var(--rule);
    stroke-width: 1px;
  }
  .weight-map .fill {
    fill: var(--weight);
  }
  .weight-map .hatching {
    fill: none;
    stroke: var(--faint);
    stroke-opacity: 0.75;
    stroke-width: 0.75px;
  }
  .weight-map .marked {
    fill: none;
    stroke: var(--query);
    stroke-width: 1.5px;
  }
  .weight-map * {
    vector-effect: non-scaling-stroke;
  }
  .curves {
    display: block;
    width: 100%;
    height: 140px;
  }
  .curves path {
    fill: none;
    vector-effect: non-scaling-stroke;
  }
  .curves .grid {
    stroke: var(--rule);
    stroke-width: 1px;
  }
  .curves .curve {
    stroke: currentColor;
    stroke-width: 1.5px;
    stroke-linejoin: round;
  }
  .curves .dashed {
    stroke: var(--value);
    stroke-dasharray: 5 3;
  }

  @media (forced-colors: active) {
    .column .fill,
    .weight-map .fill,
    .bar .fill {
      fill: CanvasText;
    }
    .bar .track {
      fill: GrayText;
    }
    .weight-map .ground,
    .weight-map .hatching,
    .curves .grid {
      stroke: GrayText;
    }
    .weight-map .marked {
      stroke: Highlight;
    }
    .curves .curve {
      stroke: CanvasText;
    }
    .bar .dashed {
      fill: none;
      stroke: CanvasText;
    }
    .log-chart text,
    .log-chart circle {
      fill: CanvasText;
    }
    .log-chart path {
      stroke: CanvasText;
    }
    .log-chart line {
      stroke: GrayText;
    }
  }
  @media (pointer: coarse) {
    td.edit input {
      min-height: 44px;
    }
  }
`;
