import { css } from "lit";

/** The look of Figure 11. */
export const fitStyles = css`
  .fit .choice {
    flex: 0 1 auto;
  }
  .fit .parts {
    display: grid;
    grid-template-columns: minmax(0, 11fr) minmax(0, 9fr);
    gap: 12px 40px;
    align-items: start;
  }
  .fit .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    color: var(--faint);
  }
  .fit .legend > span {
    display: inline-flex;
    gap: 8px;
    align-items: center;
  }
  .fit .legend > span::before {
    content: "";
    flex: none;
    box-sizing: border-box;
    width: 20px;
  }
  .fit .swatch::before {
    height: 10px;
    background: var(--weight);
  }
  .fit .swatch.dashed::before {
    border: 1.5px dashed var(--value);
    background: color-mix(in srgb, var(--value) 14%, transparent);
  }
  .fit .line::before {
    border-top: 2px solid var(--value);
  }
  .fit .line.dashed::before {
    border-top: 2px dashed var(--query);
  }
  .fit .line.dotted::before {
    border-top: 2px dotted var(--faint);
  }
  .fit .line.floor::before {
    border-top: 1.5px solid var(--weight);
  }
  .fit .scroll {
    margin-top: 0;
  }
  .fit .parts {
    margin-top: 20px;
  }
  .fit-table {
    width: 100%;
  }
  .fit-table :is(th, td) {
    padding-inline: 4px;
  }
  .fit-table th[scope="row"],
  .fit-table th:first-child {
    text-align: start;
  }
  .fit-table thead th,
  .fit-table thead td {
    color: var(--faint);
    border-bottom: 1px solid var(--rule);
  }
  .fit-table .bars {
    width: 40%;
    min-width: 72px;
  }
  .fit-table thead .p,
  .fit-table td.p {
    color: var(--weight);
  }
  .fit-table thead .q,
  .fit-table td.q {
    color: var(--value);
  }
  .fit-table tfoot > tr > * {
    padding-top: 6px;
    border-top: 1px solid currentColor;
    font-weight: 600;
  }
  .fit-table th:first-child {
    position: sticky;
    inset-inline-start: 0;
    background: var(--attn-background, Canvas);
  }
  .fit .sampling {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: end;
  }
  .fit .parts p {
    margin: 0 0 4px;
  }
  .fit .parts .legend {
    gap: 0 16px;
    font-size: max(12px, 0.9em);
  }
  .fit .curve .legend {
    min-height: 36px;
    align-content: start;
  }
  .fit .axis {
    color: var(--faint);
    font-size: max(12px, 0.9em);
    text-align: center;
  }
  .fit .formulas {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 32px;
    margin-top: 12px;
    direction: ltr;
    overflow-x: auto;
  }
  .fit .formulas span {
    display: grid;
    justify-items: start;
  }
  .fit .formulas small {
    color: var(--faint);
    font-size: max(12px, 0.9em);
  }
  .curve-table th {
    color: var(--faint);
  }
  @container (max-width: 57em) or (max-width: 840px) {
    .fit .parts {
      grid-template-columns: minmax(0, 1fr);
      gap: 24px;
    }
  }
  @container (max-width: 36em) or (max-width: 480px) {
    .fit-table .bars {
      min-width: 48px;
    }
  }
  @container (max-width: 24em) or (max-width: 320px) {
    .log-chart .last-but-one {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .fit .swatch::before,
    .fit .line::before {
      forced-color-adjust: none;
      border-color: CanvasText;
    }
    .fit .swatch.solid::before {
      background: CanvasText;
    }
  }
`;
