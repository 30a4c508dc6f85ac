import { css } from "lit";

/**
 * The look of all figures. Family and size come from the page; colours follow `color-scheme` and can be replaced
 * through `--attn-query`, `--attn-key`, `--attn-value`, `--attn-weight` and `--attn-rule`.
 */
export const figureStyles = css`
  :host {
    display: block;
    min-width: 0;
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
    /* Where the place around it takes its width from what is inside: as wide as that, and it may be made narrower. */
    contain-intrinsic-inline-size: min(640px, 90vw);
    font-variant-numeric: tabular-nums lining-nums;
    line-height: 1.4;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    font-variant-caps: normal;
    white-space: normal;
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

  .readouts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 32px;
    margin: 12px 0 0;
    align-items: baseline;
  }
  .readouts dt {
    display: inline;
    color: var(--faint);
  }
  .readouts dd {
    display: inline;
    margin: 0 0 0 8px;
    font-weight: 600;
    white-space: nowrap;
  }
  .readouts .rest {
    font-weight: 400;
    color: var(--faint);
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  .tools button,
  .embed button {
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
  .tools button:hover,
  .embed button:hover {
    color: inherit;
    text-decoration-color: currentColor;
  }
  .embed {
    display: grid;
    grid-template-columns: minmax(0, 70ch) auto;
    gap: 8px 12px;
    align-items: end;
    justify-content: start;
    margin-top: 8px;
  }
  .embed label span {
    color: var(--faint);
    font-size: max(12px, 0.9em);
  }
  .embed p {
    grid-column: 1 / -1;
    margin: 0;
    color: var(--faint);
  }
  .embed > button:last-child {
    justify-self: start;
  }
  .embed textarea {
    display: block;
    box-sizing: border-box;
    width: 100%;
    margin-top: 4px;
    padding: 4px 6px;
    border: 1px solid var(--faint);
    border-radius: 2px;
    background: none;
    color: inherit;
    font:
      12px/1.5 ui-monospace,
      monospace;
    overflow-wrap: anywhere;
    resize: vertical;
    field-sizing: content;
    direction: ltr;
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

  .unfolding {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 32px;
    margin-top: 8px;
  }
  details[open] {
    flex: 1 0 100%;
    min-width: 0;
  }
  summary {
    min-height: 24px;
    cursor: pointer;
  }

  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
    }
  }
  @media (pointer: coarse) {
    .tools button,
    .embed button,
    summary {
      min-height: 44px;
    }
  }
  @media print {
    .tools,
    .embed,
    .end {
      display: none;
    }
  }
`;
