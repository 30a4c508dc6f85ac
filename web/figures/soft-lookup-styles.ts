import { css, unsafeCSS } from "lit";

const steps = Array.from({ length: 20 }, (_, i) => i + 1);
// The darkest tint leaves the text on it a contrast of 4.5 : 1.
const tint = (step: number) =>
  `td[data-strength="${step}"] { background: color-mix(in srgb, var(--value) ${(step * 0.8).toFixed(1)}%, transparent); }`;

const table = css`
  .lookup-table {
    width: 100%;
  }
  .lookup-table thead th {
    padding-bottom: 2px;
    color: var(--faint);
    vertical-align: bottom;
  }
  .lookup-table thead tr:last-child th {
    padding-top: 0;
    font-size: max(12px, 0.85em);
    border-bottom: 1px solid var(--rule);
  }
  .lookup-table thead [rowspan] {
    border-bottom: 1px solid var(--rule);
  }
  .lookup-table th.key,
  .lookup-table th.weight {
    text-align: start;
  }
  .lookup-table thead .key {
    color: var(--key);
  }
  .lookup-table thead .weight {
    color: var(--weight);
  }
  .lookup-table thead .value {
    color: var(--value);
  }
  .lookup-table [scope="colgroup"] {
    text-align: center;
  }
  .lookup-table .sign {
    padding: 3px 2px;
    color: var(--faint);
    text-align: center;
  }
  .lookup-table td:not(.weight, .sign),
  .lookup-table .number {
    text-align: right;
  }
  .lookup-table tbody td:not(.sign, .weight) {
    width: 6%;
  }
  .lookup-table tbody td.weight {
    width: 26%;
    min-width: 84px;
  }
  td.weight div {
    display: flex;
    gap: 8px;
    align-items: center;
    color: var(--weight);
  }
  td.weight .bar {
    flex: 1;
    height: 10px;
  }
  .lookup-table th.key {
    position: sticky;
    inset-inline-start: 0;
    background: var(--attn-background, Canvas);
  }
  .lookup-table tbody tr.worked > :not(.product) {
    background: color-mix(in srgb, var(--faint) 12%, var(--attn-background, Canvas));
  }
  .lookup-table button.key {
    min-height: 24px;
    margin: 0;
    padding: 0 2px;
    border: 0;
    background: none;
    color: var(--key);
    cursor: pointer;
  }
  .lookup-table button[aria-pressed="true"] {
    font-weight: 600;
    text-decoration: underline;
  }
  .lookup-table tfoot > tr > * {
    padding-top: 6px;
    border-top: 1px solid currentColor;
    font-weight: 600;
  }
  .lookup-table tfoot th {
    text-align: right;
  }
  .worked-out {
    color: var(--faint);
  }
  .worked-out .step {
    color: var(--faint);
  }
  .worked-out .term {
    white-space: nowrap;
  }
  .readouts sup {
    line-height: 0;
  }
  /* In the column of a text. */
  @container (max-width: 50em) {
    .lookup-table :is(th, td) {
      padding-inline: 3px;
    }
    .lookup-table tbody td.weight {
      min-width: 0;
    }
  }
  /* Where that does not fit, as on a phone, a row takes three lines: key, score, weight; then times v; then the product. */
  @container (max-width: 42em) or (max-width: 480px) {
    .lookup-table,
    .lookup-table > * {
      display: block;
    }
    .lookup-table tr {
      display: grid;
      grid-template-columns: 2.4em;
      grid-auto-columns: minmax(6ch, 1fr);
    }
    .lookup-table thead tr + tr,
    .lookup-table thead .score ~ :not(.weight) {
      display: none;
    }
    .lookup-table th.key {
      grid-area: 1 / 1 / auto / span 2;
    }
    .lookup-table .score {
      grid-area: 1 / 3;
    }
    .lookup-table .weight {
      grid-area: 1 / 4 / auto / span 2;
    }
    .lookup-table tbody tr {
      border-top: 1px solid var(--rule);
    }
    .lookup-table tbody th {
      padding-block: 0;
    }
    .lookup-table tbody td:not(.sign, .weight),
    .lookup-table tbody td.weight {
      width: auto;
      min-width: 0;
      padding-block: 1px;
    }
    .lookup-table .edit input {
      width: 100%;
    }
    .lookup-table .weight ~ * {
      grid-row: 2;
    }
    .lookup-table .sign ~ :is(.sign, .product) {
      grid-row: 3;
    }
    .lookup-table .sign {
      grid-column: 1;
      padding: 1px 0 1px 6px;
      text-align: left;
      white-space: nowrap;
    }
    .lookup-table .sign::after {
      content: " v";
      color: var(--value);
    }
    .lookup-table .sign ~ .sign::after {
      content: none;
    }
    .lookup-table tfoot th {
      grid-area: 1 / 1 / auto / span 5;
      text-align: left;
    }
    .lookup-table tfoot td {
      grid-row: 2;
      border: 0;
    }
    .lookup-table tfoot tr::before {
      grid-area: 2 / 1;
      content: "";
    }
  }
`;

/** The look of the lookup's table. */
export const lookupStyles = [unsafeCSS(steps.map(tint).join("\n")), table];
