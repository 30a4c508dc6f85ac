import { css } from "lit";

/** The look of Figure 10: the four rows, the matrices, both trainings. */
export const nextTokenStyles = css`
  .next-token .choice {
    flex: 0 0 auto;
  }
  .positions {
    width: 100%;
  }
  .positions th {
    position: sticky;
    left: 0;
    z-index: 1;
    min-width: 84px;
    padding: 0 8px 0 0;
    background: var(--attn-background, Canvas);
    color: var(--faint);
    text-align: left;
    white-space: normal;
  }
  .positions td {
    padding: 0;
    text-align: center;
  }
  .positions td:not(.end-of-row, [colspan]) {
    min-width: 24px;
    width: 28px;
    height: 32px;
  }
  .positions .end-of-row {
    width: auto;
    padding-left: 8px;
    text-align: left;
  }
  .sequence label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 32px;
    cursor: pointer;
  }
  .sequence input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  .sequence label:hover {
    box-shadow: inset 0 -1px 0 var(--faint);
  }
  .sequence .chosen label {
    color: var(--query);
    font-weight: 600;
    box-shadow: inset 0 0 0 2px var(--query);
  }
  .sequence label:has(:focus-visible) {
    outline: 2px solid var(--weight);
    outline-offset: 2px;
  }
  .sees td {
    border-block: 1px solid var(--rule);
  }
  .sees .unseen,
  .end-of-row.unseen {
    background: repeating-linear-gradient(-45deg, transparent 0 4px, var(--faint) 4px 4.75px);
  }
  .sees .next {
    outline: 1px dashed currentColor;
    outline-offset: -2px;
  }
  .sees .answer {
    color: var(--problem);
    font-weight: 600;
    outline-width: 2px;
  }
  .positions .losses td {
    font-size: max(12px, 0.85em);
    vertical-align: bottom;
  }
  .losses td[data-position] {
    cursor: pointer;
  }
  .losses .next {
    font-weight: 600;
  }
  .losses .next .column .fill {
    fill: var(--weight);
  }
  .losses .column {
    height: 56px;
  }
  .worked {
    position: sticky;
    left: 92px;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 32px;
    align-items: center;
    width: calc(100cqi - 100px);
    padding: 12px 0;
    text-align: left;
  }
  .candidates {
    flex: 0 1 380px;
  }
  .positions .candidates th {
    position: static;
    min-width: 0;
    padding: 1px 8px 1px 0;
    color: inherit;
    white-space: nowrap;
  }
  .positions .candidates thead th {
    color: var(--faint);
    font-size: max(12px, 0.85em);
  }
  .positions .candidates td:not([colspan]) {
    width: auto;
    height: auto;
    padding: 1px 8px;
    text-align: right;
  }
  .positions .candidates .share {
    width: 45%;
    min-width: 60px;
    padding-right: 0;
  }
  .positions .candidates .number {
    text-align: right;
  }
  .positions .candidates .true > * {
    color: var(--weight);
    font-weight: 600;
  }
  .positions .candidates .others th,
  .candidates small {
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
  .next-token .worked-out .term {
    white-space: nowrap;
  }
  .next-token .worked-out sup {
    line-height: 0;
  }

  .part {
    margin-top: 20px;
    padding-top: 8px;
    border-top: 1px solid var(--rule);
  }
  .part-title {
    margin: 0;
  }
  .rule {
    max-width: 70ch;
    min-height: 2.8em;
    margin: 0;
    color: var(--faint);
    font-size: max(12px, 0.95em);
  }
  .maps {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(132px, 1fr));
    gap: 12px 20px;
    margin-top: 8px;
  }
  .map {
    color: var(--faint);
    font-size: max(12px, 0.85em);
    text-align: center;
  }
  .comparison {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    min-height: 44px;
  }
  .comparison span {
    flex: 1 1 320px;
    max-width: 70ch;
  }

  .trainings {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 40px;
  }
  .losses-over-steps {
    flex: 1 1 300px;
  }
  .samples {
    flex: 1 1 360px;
    min-width: 0;
  }
  .chart {
    position: relative;
    margin: 8px 0 0 20px;
    direction: ltr;
  }
  .chart .tick,
  .chart .axis {
    color: var(--faint);
    font-size: 12px;
  }
  .chart .tick {
    position: absolute;
    right: calc(100% + 8px);
    line-height: 1;
    transform: translateY(-50%);
  }
  .tick[data-tick="0"] {
    top: 140px;
  }
  .tick[data-tick="1"] {
    top: 100px;
  }
  .tick[data-tick="2"] {
    top: 60px;
  }
  .tick[data-tick="3"] {
    top: 20px;
  }
  .chart .axis {
    display: flex;
    justify-content: space-between;
    margin-top: 4px;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
  }
  .key-line::before {
    content: "";
    display: inline-block;
    width: 24px;
    margin-inline-end: 8px;
    border-top: 2px solid currentColor;
    vertical-align: middle;
  }
  .key-line.dashed::before {
    border-top: 2px dashed var(--value);
  }
  .sample + .sample {
    margin-top: 12px;
  }
  .sample .part-title,
  .sample .words {
    margin: 0;
    color: var(--faint);
    font-size: max(12px, 0.9em);
  }
  .written {
    min-height: 2.8em;
    margin: 2px 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .written .prompt {
    color: var(--faint);
  }
  .plain {
    margin-top: 8px;
    direction: ltr;
  }
  .plain thead th {
    border-bottom: 1px solid var(--rule);
  }
  .plain th {
    color: var(--faint);
  }
  .plain tbody th {
    position: sticky;
    left: 0;
    padding-left: 0;
    background: var(--attn-background, Canvas);
    text-align: left;
  }
  .training-text {
    max-width: 70ch;
  }

  @container (max-width: 800px) {
    .positions td:not(.end-of-row, [colspan]) {
      width: 24px;
    }
  }
  @container (max-width: 480px) {
    .positions th {
      min-width: 62px;
      max-width: 62px;
      font-size: 12px;
      line-height: 1.2;
    }
    .worked {
      left: 66px;
      width: calc(100cqi - 72px);
    }
    .positions .candidates th {
      max-width: none;
      font-size: inherit;
    }
    .positions .candidates td:not([colspan]) {
      padding-inline: 4px;
    }
    .maps {
      grid-template-columns: 1fr 1fr;
    }
  }
  @media (pointer: coarse) {
    .positions td:not(.end-of-row, [colspan]),
    .sequence label {
      min-width: 44px;
      height: 44px;
    }
    .positions .candidates td:not([colspan]) {
      min-width: 0;
      height: auto;
    }
  }
  @media (forced-colors: active) {
    .losses .next .column .fill {
      fill: Highlight;
    }
    .sequence .chosen label {
      outline: 2px solid Highlight;
    }
    .sees .unseen {
      border-inline: 1px solid GrayText;
    }
  }
  @media print {
    .training-bar,
    .push {
      display: none;
    }
    .positions td:not(.end-of-row, [colspan]) {
      min-width: 0;
    }
  }
`;
