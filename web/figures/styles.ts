import { css } from "lit";

/**
 * The look of all figures. Family and size come from the page; colours follow `color-scheme` and can be replaced
 * through `--attn-query`, `--attn-key`, `--attn-value`, `--attn-weight` and `--attn-rule`.
 */
export const figureStyles = css`
  :host {
    display: block;
    max-width: 960px;
  }
  slot[hidden],
  [hidden] {
    display: none !important;
  }
  .attn {
    --query: var(--attn-query, #7a3e9d);
    --key: var(--attn-key, #00726b);
    --value: var(--attn-value, #b45309);
    --weight: var(--attn-weight, #0b62a8);
    --rule: var(--attn-rule, #d4d7dc);
    --faint: var(--attn-faint, #5b6470);
    --problem: #b3261e;
    container-type: inline-size;
    font-variant-numeric: tabular-nums lining-nums;
    line-height: 1.4;
    text-align: start;
  }
  @media (prefers-color-scheme: dark) {
    @supports not (color: light-dark(#fff, #000)) {
      .attn {
        --query: var(--attn-query, #c79bea);
        --key: var(--attn-key, #5cc9bf);
        --value: var(--attn-value, #f0a35e);
        --weight: var(--attn-weight, #6db3f2);
        --rule: var(--attn-rule, #3a4048);
        --faint: var(--attn-faint, #a3abb5);
        --problem: #ff8a80;
      }
    }
  }
  @supports (color: light-dark(#fff, #000)) {
    .attn {
      --query: var(--attn-query, light-dark(#7a3e9d, #c79bea));
      --key: var(--attn-key, light-dark(#00726b, #5cc9bf));
      --value: var(--attn-value, light-dark(#b45309, #f0a35e));
      --weight: var(--attn-weight, light-dark(#0b62a8, #6db3f2));
      --rule: var(--attn-rule, light-dark(#d4d7dc, #3a4048));
      --faint: var(--attn-faint, light-dark(#5b6470, #a3abb5));
      --problem: light-dark(#b3261e, #ff8a80);
    }
  }
  .figure {
    margin: 0;
  }
  p {
    margin: 8px 0 0;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .query {
    color: var(--query);
  }
  .key {
    color: var(--key);
  }
  .value {
    color: var(--value);
  }
  .weight {
    color: var(--weight);
  }
  button,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--weight);
    outline-offset: 2px;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  .tools button {
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--faint);
    font-size: max(12px, 0.9em);
    text-decoration: underline;
    text-decoration-color: var(--rule);
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .tools button:hover {
    color: inherit;
    text-decoration-color: currentColor;
  }
  .note,
  .limit,
  figcaption,
  details > p {
    color: var(--faint);
    font-size: max(12px, 0.95em);
  }
  .note:empty,
  .limit:empty {
    display: none;
  }
  .note {
    overflow-wrap: anywhere;
  }
  .problem {
    color: var(--problem);
    border-inline-start: 2px solid currentColor;
    padding-inline-start: 8px;
    overflow-wrap: anywhere;
  }
  figcaption {
    margin-top: 12px;
    max-width: 70ch;
  }
  .token {
    display: inline-block;
    max-width: 12ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    vertical-align: bottom;
  }

  .scroll {
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
    border: 1px solid var(--rule);
    border-radius: 2px;
    background: none;
    text-align: right;
  }
  .unfolding {
    display: flex;
    flex-wrap: wrap;
    gap: 0 32px;
    margin-top: 8px;
  }
  details[open] {
    flex: 1 0 100%;
  }
  summary {
    min-height: 24px;
    cursor: pointer;
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
  .dragging .bar .fill {
    transition: none;
  }

  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .bar .fill {
      fill: CanvasText;
    }
    .bar .track {
      fill: GrayText;
    }
  }
  @media (pointer: coarse) {
    .tools button,
    summary,
    td.edit input {
      min-height: 44px;
    }
  }
  @media print {
    .tools,
    .end {
      display: none;
    }
  }
`;
