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
  .transformer .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 28px;
    margin-top: 16px;
  }
  @container (min-width: 720px) {
    .transformer .stage {
      grid-template: auto 1fr / 400px minmax(0, 1fr);
      align-items: start;
    }
    .transformer .drawing {
      grid-area: 1 / 1 / 3 / 2;
    }
  }
  .transformer .drawing {
    display: block;
    width: 100%;
    max-width: 430px;
    margin-inline: auto;
    direction: ltr;
    font-size: 14.5px;
    user-select: none;
  }
  .transformer .drawing text {
    fill: currentColor;
    text-anchor: middle;
  }
  .transformer .drawing .side,
  .transformer .drawing .times,
  .transformer .drawing .aside {
    fill: var(--faint);
  }
  .transformer .drawing .aside {
    font-size: 13px;
  }
  .transformer .drawing .aside[text-anchor="end"] {
    text-anchor: end;
  }
  .transformer .drawing .aside[text-anchor="start"] {
    text-anchor: start;
  }
  .transformer .drawing .data {
    font-weight: 600;
    letter-spacing: 0.08em;
  }
  .transformer .drawing .right {
    fill: var(--key);
  }
  .transformer .drawing .repeated {
    fill: none;
    stroke: var(--rule);
    stroke-dasharray: 5 4;
  }
  .transformer .box,
  .transformer .connection {
    cursor: pointer;
    outline: none;
  }
  .transformer .shape {
    fill: Canvas;
    stroke: var(--faint);
  }
  .transformer .box.attention .shape {
    stroke: var(--weight);
  }
  .transformer .box.norm .shape {
    stroke: var(--faint);
    stroke-dasharray: 1 0;
  }
  .transformer .box.feed_forward .shape {
    stroke: var(--value);
  }
  .transformer .box:hover .shape {
    stroke-width: 2;
  }
  .transformer .box.open .shape {
    stroke-width: 2.5;
    stroke: var(--problem);
  }
  .transformer .box.open text {
    font-weight: 600;
  }
  .transformer .box:focus-visible .shape {
    stroke-width: 4;
  }
  .transformer .sign {
    fill: none;
    stroke: currentColor;
    pointer-events: none;
  }
  .transformer .wire {
    fill: none;
    stroke: var(--faint);
    stroke-width: 1.25;
    stroke-linejoin: round;
  }
  .transformer .reach {
    fill: none;
    stroke: transparent;
    stroke-width: 18;
    pointer-events: stroke;
  }
  .transformer .connection.query .wire {
    stroke: var(--query);
  }
  .transformer .connection.key .wire {
    stroke: var(--key);
    stroke-dasharray: 6 2;
  }
  .transformer .connection.value .wire {
    stroke: var(--value);
    stroke-dasharray: 2 2;
  }
  .transformer .drawing .idea {
    font-size: 13px;
    font-weight: 600;
  }
  .transformer .connection.query .idea {
    fill: var(--query);
  }
  .transformer .connection.key .idea {
    fill: var(--key);
  }
  .transformer .connection.value .idea {
    fill: var(--value);
  }
  .transformer .connection:hover .wire,
  .transformer .connection.open .wire {
    stroke-width: 3;
  }
  .transformer .connection.open .wire {
    stroke: var(--problem);
  }
  .transformer .connection:focus-visible .wire {
    stroke-width: 4.5;
  }

  .transformer .path {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    padding-bottom: 12px;
    border-bottom: 1px solid var(--rule);
  }
  .transformer .path .steps {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .transformer .path .readout,
  .transformer .opened .about,
  .transformer .opened .head {
    color: var(--faint);
    font-size: max(12px, 0.95em);
  }
  .transformer .opened {
    min-width: 0;
    min-height: 420px;
  }
  .transformer .opened .part-title {
    margin: 0;
    font-weight: 600;
  }
  .transformer .opened .choice {
    margin-top: 8px;
  }
  .transformer .opened .about {
    margin-top: 2px;
  }
  .transformer .tensor-name {
    overflow-wrap: anywhere;
  }
  .transformer .tensor-name code {
    font-size: 0.95em;
  }
  .transformer .tensor-name .shape {
    color: var(--faint);
  }
  .transformer .maps {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
    margin-top: 8px;
    direction: ltr;
  }
  .transformer .map {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 4px;
    flex: 1 1 100%;
    min-width: 0;
  }
  .transformer .map.named {
    flex: 0 1 auto;
    grid-template-columns: auto minmax(0, max-content);
  }
  .transformer .map .head {
    grid-column: 2;
    margin: 0;
  }
  .transformer .row-names,
  .transformer .column-names {
    display: grid;
    color: var(--faint);
    font-size: 12px;
    line-height: 1;
  }
  .transformer .row-names {
    grid-column: 1;
    grid-auto-rows: minmax(17px, 1fr);
    align-items: center;
    justify-items: end;
  }
  .transformer .fine .row-names {
    grid-auto-rows: 12px;
    font-size: 11px;
  }
  .transformer .column-names {
    grid-column: 2;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 20px);
    justify-items: center;
  }
  .transformer .heat-map {
    grid-column: 2;
    display: block;
    /* As large as the names beside it make its cell. */
    width: 0;
    min-width: 100%;
    height: 0;
    min-height: 100%;
    overflow: visible;
  }
  .transformer .heat-map .ground {
    fill: none;
    stroke: var(--rule);
    vector-effect: non-scaling-stroke;
  }
  .transformer .heat-map .positive {
    fill: var(--positive);
  }
  .transformer .heat-map.shares .positive {
    fill: var(--weight);
  }
  .transformer .heat-map .negative {
    fill: var(--negative);
  }
  .transformer .heat-map .minus,
  .transformer .heat-map .hatching,
  .transformer .heat-map .marked {
    fill: none;
    stroke: currentColor;
    vector-effect: non-scaling-stroke;
  }
  .transformer .heat-map .minus {
    stroke: var(--faint);
  }
  .transformer .heat-map .hatching {
    stroke: var(--faint);
    stroke-width: 0.75;
  }
  .transformer .heat-map .marked {
    stroke-width: 1.5;
  }
  .transformer .numbers {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(5.5ch, 1fr));
    gap: 0 8px;
    margin-top: 4px;
    direction: ltr;
  }
  .transformer .numbers span {
    text-align: right;
    white-space: nowrap;
  }
  .transformer .numbers:has(.head) {
    grid-template-columns: 7ch repeat(auto-fill, minmax(5.5ch, 1fr));
  }
  .transformer .numbers .head {
    text-align: left;
  }
  .transformer .numbers i {
    padding-inline-end: 4px;
    color: var(--faint);
    font-style: normal;
  }
  .transformer .opened .scroll {
    max-height: 320px;
    overflow: auto;
  }

  @container (max-width: 719px) {
    .transformer .drawing,
    .transformer .drawing .aside,
    .transformer .drawing .idea {
      font-size: 16.5px;
    }
    /* Stays in sight while the drawing above it is read. */
    .transformer .opened {
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
    .transformer .heat-map .positive,
    .transformer .heat-map.shares .positive {
      fill: var(--weight);
    }
    .transformer .heat-map .negative {
      fill: CanvasText;
    }
    .transformer .box.open .shape,
    .transformer .connection.open .wire {
      stroke: Highlight;
    }
  }
  @media print {
    .transformer .opened {
      position: static;
      max-height: none;
    }
  }
`;
