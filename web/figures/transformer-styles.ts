import { css } from "lit";

/** The look of Figure 6: the drawing, and what is open. */
export const transformerStyles = css`
  .transformer {
    --positive: #b3401e;
    --negative: #2b62a8;
  }
  @supports (color: light-dark(#fff, #000)) {
    .transformer {
      --positive: light-dark(#b3401e, #f0875e);
      --negative: light-dark(#2b62a8, #7db4f5);
    }
  }
  .transformer .choice {
    flex: 0 1 auto;
  }
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 28px;
    margin-top: 16px;
  }
  @container (min-width: 720px) {
    .stage {
      grid-template: auto 1fr / 400px minmax(0, 1fr);
      align-items: start;
    }
    .drawing {
      grid-area: 1 / 1 / 3 / 2;
    }
  }
  .drawing {
    display: block;
    width: 100%;
    max-width: 430px;
    margin-inline: auto;
    direction: ltr;
    font-size: 14.5px;
    user-select: none;
  }
  .drawing text {
    fill: currentColor;
    text-anchor: middle;
  }
  .drawing .side,
  .drawing .times,
  .drawing .aside {
    fill: var(--faint);
  }
  .drawing .aside {
    font-size: 13px;
  }
  .drawing .aside[text-anchor="end"] {
    text-anchor: end;
  }
  .drawing .aside[text-anchor="start"] {
    text-anchor: start;
  }
  .drawing .data {
    font-weight: 600;
    letter-spacing: 0.08em;
  }
  .drawing .right {
    fill: var(--key);
  }
  .drawing .repeated {
    fill: none;
    stroke: var(--rule);
    stroke-dasharray: 5 4;
  }
  .box,
  .connection {
    cursor: pointer;
    outline: none;
  }
  .shape {
    fill: Canvas;
    stroke: var(--faint);
  }
  .box.attention .shape {
    stroke: var(--weight);
  }
  .box.norm .shape {
    stroke: var(--faint);
    stroke-dasharray: 1 0;
  }
  .box.feed_forward .shape {
    stroke: var(--value);
  }
  .box:hover .shape {
    stroke-width: 2;
  }
  .box.open .shape {
    stroke-width: 2.5;
    stroke: var(--problem);
  }
  .box.open text {
    font-weight: 600;
  }
  .box:focus-visible .shape {
    stroke-width: 4;
  }
  .sign {
    fill: none;
    stroke: currentColor;
    pointer-events: none;
  }
  .wire {
    fill: none;
    stroke: var(--faint);
    stroke-width: 1.25;
    stroke-linejoin: round;
  }
  .reach {
    fill: none;
    stroke: transparent;
    stroke-width: 18;
    pointer-events: stroke;
  }
  .connection.query .wire {
    stroke: var(--query);
  }
  .connection.key .wire {
    stroke: var(--key);
    stroke-dasharray: 6 2;
  }
  .connection.value .wire {
    stroke: var(--value);
    stroke-dasharray: 2 2;
  }
  .drawing .idea {
    font-size: 13px;
    font-weight: 600;
  }
  .connection.query .idea {
    fill: var(--query);
  }
  .connection.key .idea {
    fill: var(--key);
  }
  .connection.value .idea {
    fill: var(--value);
  }
  .connection:hover .wire,
  .connection.open .wire {
    stroke-width: 3;
  }
  .connection.open .wire {
    stroke: var(--problem);
  }
  .connection:focus-visible .wire {
    stroke-width: 4.5;
  }

  .path {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    padding-bottom: 12px;
    border-bottom: 1px solid var(--rule);
  }
  .path .steps {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .path .readout,
  .opened .about,
  .opened .head {
    color: var(--faint);
    font-size: max(12px, 0.95em);
  }
  .opened {
    min-width: 0;
    min-height: 420px;
  }
  .opened .part-title {
    margin: 0;
    font-weight: 600;
  }
  .opened .choice {
    margin-top: 8px;
  }
  .opened .about {
    margin-top: 2px;
  }
  .tensor-name {
    overflow-wrap: anywhere;
  }
  .tensor-name code {
    font-size: 0.95em;
  }
  .tensor-name .shape {
    color: var(--faint);
  }
  .maps {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
    margin-top: 8px;
    direction: ltr;
  }
  .map {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 4px;
    flex: 1 1 100%;
    min-width: 0;
  }
  .map.named {
    flex: 0 1 auto;
    grid-template-columns: auto minmax(0, max-content);
  }
  .map .head {
    grid-column: 2;
    margin: 0;
  }
  .row-names,
  .column-names {
    display: grid;
    color: var(--faint);
    font-size: 12px;
    line-height: 1;
  }
  .row-names {
    grid-column: 1;
    grid-auto-rows: minmax(17px, 1fr);
    align-items: center;
    justify-items: end;
  }
  .fine .row-names {
    grid-auto-rows: 12px;
    font-size: 11px;
  }
  .column-names {
    grid-column: 2;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 20px);
    justify-items: center;
  }
  .heat-map {
    grid-column: 2;
    display: block;
    /* As large as the names beside it make its cell. */
    width: 0;
    min-width: 100%;
    height: 0;
    min-height: 100%;
    overflow: visible;
  }
  .heat-map .ground {
    fill: none;
    stroke: var(--rule);
    vector-effect: non-scaling-stroke;
  }
  .heat-map .positive {
    fill: var(--positive);
  }
  .heat-map.shares .positive {
    fill: var(--weight);
  }
  .heat-map .negative {
    fill: var(--negative);
  }
  .heat-map .minus,
  .heat-map .hatching,
  .heat-map .marked {
    fill: none;
    stroke: currentColor;
    vector-effect: non-scaling-stroke;
  }
  .heat-map .minus {
    stroke: var(--faint);
  }
  .heat-map .hatching {
    stroke: var(--faint);
    stroke-width: 0.75;
  }
  .heat-map .marked {
    stroke-width: 1.5;
  }
  .numbers {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(5.5ch, 1fr));
    gap: 0 8px;
    margin-top: 4px;
    direction: ltr;
  }
  .numbers span {
    text-align: right;
    white-space: nowrap;
  }
  .numbers:has(.head) {
    grid-template-columns: 7ch repeat(auto-fill, minmax(5.5ch, 1fr));
  }
  .numbers .head {
    text-align: left;
  }
  .numbers i {
    padding-inline-end: 4px;
    color: var(--faint);
    font-style: normal;
  }
  .opened .scroll {
    max-height: 320px;
    overflow: auto;
  }

  @container (max-width: 719px) {
    .drawing,
    .drawing .aside,
    .drawing .idea {
      font-size: 16.5px;
    }
    /* Stays in sight while the drawing above it is read. */
    .opened {
      position: sticky;
      bottom: 0;
      min-height: 0;
      max-height: 42vh;
      overflow: auto;
      padding-block: 8px;
      border-top: 1px solid var(--rule);
      background: var(--attn-background, Canvas);
    }
  }
  @media (forced-colors: active) {
    .heat-map .positive,
    .heat-map.shares .positive {
      fill: var(--weight);
    }
    .heat-map .negative {
      fill: CanvasText;
    }
    .box.open .shape,
    .connection.open .wire {
      stroke: Highlight;
    }
  }
  @media print {
    .opened {
      position: static;
      max-height: none;
    }
  }
`;
