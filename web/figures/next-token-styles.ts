import { css } from "lit";

/**
 * The look of Figure 10's rows and matrices. All of it below `.next-token`: in the static form of a page the styles of
 * all figures meet.
 */
export const nextTokenStyles = css`
  .next-token {
    --held: max(84px, 5.25em); /* The column that stays where it is. */
  }
  .next-token .choice {
    flex: 0 0 auto;
  }
  .next-token .positions {
    width: 100%;
  }
  .next-token .positions th {
    position: sticky;
    left: 0;
    z-index: 1;
    min-width: var(--held);
    padding: 0 8px 0 0;
    background: var(--attn-background, Canvas);
    color: var(--faint);
    text-align: left;
    white-space: normal;
  }
  .next-token .positions td {
    padding: 0;
    text-align: center;
  }
  .next-token .positions td:not(.end-of-row, [colspan]) {
    min-width: 24px;
    min-width: max(24px, round(up, 1.5em, 8px));
    width: 32px;
    height: 32px;
  }
  .next-token .positions .end-of-row {
    width: auto;
    padding-left: 8px;
    text-align: left;
  }
  .next-token .sequence label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 32px;
    cursor: pointer;
  }
  .next-token .sequence input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  .next-token .sequence label:hover {
    box-shadow: inset 0 -1px 0 var(--faint);
  }
  .next-token .sequence .chosen label {
    color: var(--query);
    font-weight: 600;
    box-shadow: inset 0 0 0 2px var(--query);
  }
  .next-token .sequence label:has(:focus-visible) {
    outline: 2px solid var(--weight);
    outline-offset: 2px;
  }
  .next-token .sees td {
    border-block: 1px solid var(--rule);
  }
  .next-token .sees .unseen {
    /* Its stripes repeat every 8 px across, so that those of neighbours, 24 or 32 px wide, meet. */
    background: repeating-linear-gradient(-45deg, transparent 0 4.9px, var(--faint) 4.9px 5.657px);
  }
  .next-token .sees .next {
    outline: 1px dashed currentColor;
    outline-offset: -2px;
  }
  .next-token .sees .answer {
    color: var(--problem);
    font-weight: 600;
    outline-width: 2px;
  }
  .next-token .positions .losses td {
    font-size: max(12px, 0.85em);
    vertical-align: bottom;
  }
  .next-token .losses td[data-position] {
    cursor: pointer;
  }
  /* Not bold: it must not be wider than its column. */
  .next-token .losses .next {
    text-decoration: underline;
  }
  .next-token .losses .next .column .fill {
    fill: var(--weight);
  }
  .next-token .losses .column {
    height: 56px;
  }
  .next-token .worked {
    position: sticky;
    left: calc(var(--held) + 8px);
    display: flex;
    flex-wrap: wrap;
    gap: 4px 32px;
    align-items: center;
    width: calc(100cqi - var(--held) - 16px);
    padding: 12px 0;
    text-align: left;
  }
  .next-token .candidates {
    flex: 0 1 380px;
  }
  .next-token .positions .candidates th {
    position: static;
    min-width: 0;
    padding: 1px 8px 1px 0;
    color: inherit;
    white-space: nowrap;
  }
  .next-token .positions .candidates thead th {
    color: var(--faint);
    font-size: max(12px, 0.85em);
  }
  .next-token .positions .candidates td:not([colspan]) {
    width: auto;
    height: auto;
    padding: 1px 8px;
    text-align: right;
  }
  .next-token .positions .candidates .share {
    width: 45%;
    min-width: 60px;
    padding-right: 0;
  }
  .next-token .positions .candidates .number {
    text-align: right;
  }
  .next-token .positions .candidates .true > * {
    color: var(--weight);
    font-weight: 600;
  }
  .next-token .positions .candidates .others th,
  .next-token .candidates small {
    color: var(--faint);
    font-size: max(12px, 0.85em);
    font-weight: 400;
  }
  .next-token .worked-out {
    flex: 1 1 260px;
    white-space: normal;
  }
  .next-token .worked-out .step {
    display: block;
  }
  .next-token .worked-out .step + .step {
    margin-top: 8px;
  }
  .next-token .worked-out b,
  .next-token .worked-out .term {
    white-space: nowrap;
  }
  .next-token .worked-out sup {
    line-height: 0;
  }

  .next-token .part {
    margin-top: 20px;
    padding-top: 8px;
    border-top: 1px solid var(--rule);
  }
  .next-token .part-title {
    margin: 0;
  }
  .next-token .rule {
    max-width: 70ch;
    min-height: 2.8em;
    margin: 0;
    color: var(--faint);
    font-size: max(12px, 0.95em);
  }
  .next-token .maps {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(132px, 1fr));
    gap: 12px 20px;
    margin-top: 8px;
  }
  .next-token .map {
    color: var(--faint);
    font-size: max(12px, 0.85em);
    text-align: center;
  }
  .next-token .comparison {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    min-height: 44px;
  }
  .next-token .comparison span {
    flex: 1 1 320px;
    max-width: 70ch;
  }

  @container (max-width: 50em) or (max-width: 800px) {
    .next-token {
      --held: max(62px, 3.9em);
    }
    .next-token .positions td:not(.end-of-row, [colspan]) {
      width: 24px;
    }
    .next-token .positions .end-of-row {
      padding-left: 4px;
    }
    .next-token .positions th {
      width: 1px; /* Or as wide as its longest word. */
      padding-right: 4px;
      font-size: max(12px, 0.75em);
      line-height: 1.2;
    }
    .next-token .worked {
      left: calc(var(--held) + 4px);
      width: calc(100cqi - var(--held) - 10px);
    }
    .next-token .positions .candidates th {
      width: auto;
      font-size: inherit;
    }
  }
  @container (max-width: 30em) or (max-width: 480px) {
    .next-token .positions .candidates td:not([colspan]) {
      padding-inline: 4px;
    }
    .next-token .positions .candidates .share {
      width: auto;
      min-width: 12px;
    }
    .next-token .candidates small {
      display: block;
    }
    .next-token .worked-out .step {
      min-height: 2.8em;
    }
    .next-token .maps {
      grid-template-columns: 1fr 1fr;
    }
  }
  @media (pointer: coarse) {
    .next-token .positions td:not(.end-of-row, [colspan]),
    .next-token .sequence label {
      min-width: 44px;
      height: 44px;
    }
    .next-token .positions .candidates td:not([colspan]) {
      min-width: 0;
      height: auto;
    }
  }
  @media (forced-colors: active) {
    .next-token .losses .next .column .fill {
      fill: Highlight;
    }
    .next-token .sequence .chosen label {
      outline: 2px solid Highlight;
    }
    .next-token .sees .unseen {
      border-inline: 1px solid GrayText;
    }
  }
  @media print {
    .next-token .positions td:not(.end-of-row, [colspan]) {
      min-width: 0;
    }
  }
`;
