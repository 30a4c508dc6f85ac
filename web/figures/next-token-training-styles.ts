import { css } from "lit";

/** The look of Figure 10's trainings: their curves, their writing, the tables that can be unfolded. */
export const trainingStyles = css`
  .next-token .trainings {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 40px;
  }
  .next-token .losses-over-steps {
    flex: 1 1 300px;
  }
  .next-token .samples {
    flex: 1 1 360px;
    min-width: 0;
  }
  .next-token .chart {
    position: relative;
    margin: 8px 0 0 20px;
    direction: ltr;
  }
  .next-token .chart .tick,
  .next-token .chart .axis {
    color: var(--faint);
    font-size: 12px;
  }
  .next-token .chart .tick {
    position: absolute;
    right: calc(100% + 8px);
    line-height: 1;
    transform: translateY(-50%);
  }
  .next-token .tick[data-tick="0"] {
    top: 140px;
  }
  .next-token .tick[data-tick="1"] {
    top: 100px;
  }
  .next-token .tick[data-tick="2"] {
    top: 60px;
  }
  .next-token .tick[data-tick="3"] {
    top: 20px;
  }
  .next-token .chart .axis {
    display: flex;
    justify-content: space-between;
    margin-top: 4px;
  }
  .next-token .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
  }
  .next-token .key-line::before {
    content: "";
    display: inline-block;
    width: 24px;
    margin-inline-end: 8px;
    border-top: 2px solid currentColor;
    vertical-align: middle;
  }
  .next-token .key-line.dashed::before {
    border-top: 2px dashed var(--value);
  }
  .next-token .sample + .sample {
    margin-top: 12px;
  }
  .next-token .sample .part-title,
  .next-token .sample .words {
    margin: 0;
    color: var(--faint);
    font-size: max(12px, 0.9em);
  }
  .next-token .key-line b {
    display: inline-block;
    min-width: 4ch;
  }
  .next-token .written {
    min-height: 4.2em;
    margin: 2px 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .next-token .written .prompt {
    color: var(--faint);
  }
  .next-token .plain {
    margin-top: 8px;
    direction: ltr;
  }
  .next-token .plain thead th {
    border-bottom: 1px solid var(--rule);
  }
  .next-token .plain th {
    color: var(--faint);
  }
  .next-token .plain tbody th {
    position: sticky;
    left: 0;
    padding-left: 0;
    background: var(--attn-background, Canvas);
    text-align: left;
  }
  .next-token .training-text {
    max-width: 70ch;
  }
  @container (max-width: 800px) {
    .next-token .written {
      min-height: 5.6em;
    }
  }
`;
