import { css } from "lit";

/** The look of the controls. */
export const controlStyles = css`
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 32px;
    align-items: end;
  }
  .control {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  .control legend,
  .control .label {
    display: block;
    padding: 0;
    margin-bottom: 4px;
    color: var(--faint);
    font-size: max(12px, 0.9em);
  }
  .choice {
    flex: 1 0 100%;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .choices label {
    position: relative;
    min-width: 24px;
    padding: 3px 9px;
    border: 1px solid var(--rule);
    border-radius: 3px;
    text-align: center;
    cursor: pointer;
  }
  .choices label:hover {
    border-color: var(--faint);
  }
  .choices input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  .choices label:has(:checked) {
    border-color: var(--query);
    color: var(--query);
    box-shadow: inset 0 0 0 1px var(--query);
  }
  .choices label:has(:focus-visible) {
    outline: 2px solid var(--weight);
    outline-offset: 2px;
  }

  .slider {
    display: grid;
    grid-template-columns: auto 1fr auto auto;
    gap: 0 4px;
    align-items: center;
    flex: 1 1 300px;
  }
  .slider label {
    display: contents;
  }
  .slider .label {
    grid-column: 1 / -1;
    margin: 0;
  }
  .slider input[type="range"] {
    grid-area: 2 / 2;
    width: 100%;
    min-width: 80px;
    min-height: 24px;
    margin: 0;
    accent-color: var(--weight);
  }
  .slider .end {
    grid-area: 2 / 1;
    min-width: 24px;
    min-height: 24px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: var(--faint);
    cursor: pointer;
  }
  .slider .end:hover {
    color: inherit;
  }
  .slider .end + .end {
    grid-area: 2 / 3;
  }
  .slider .readout {
    grid-area: 2 / 4;
    min-width: 7ch;
    padding-inline-start: 4px;
  }
  .typed {
    width: 7ch;
    min-height: 24px;
    box-sizing: border-box;
    padding: 0 4px;
    border: 1px solid var(--faint);
    border-radius: 2px;
    background: none;
  }

  .text-field {
    flex: 1 1 240px;
  }
  .text-field input {
    width: 100%;
    min-height: 28px;
    box-sizing: border-box;
    padding: 2px 8px;
    border: 1px solid var(--faint);
    border-radius: 3px;
    background: none;
  }
  .push {
    min-height: 28px;
    padding: 2px 12px;
    border: 1px solid var(--faint);
    border-radius: 3px;
    background: none;
    cursor: pointer;
  }
  .push:hover:not([aria-disabled="true"]) {
    border-color: currentColor;
  }
  .push[aria-disabled="true"] {
    border-color: var(--rule);
    color: var(--faint);
    cursor: default;
  }
  .training-bar {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .training-bar .push:first-child {
    min-width: 76px;
  }
  .training-bar progress {
    flex: 1 1 120px;
    min-width: 0;
    height: 8px;
    accent-color: var(--weight);
  }
  .training-bar .readout {
    flex: 0 1 290px;
    color: var(--faint);
  }

  @media (pointer: coarse) {
    .push,
    .text-field input {
      min-height: 44px;
    }
    .choices label,
    .slider .end,
    .typed,
    .slider input[type="range"] {
      min-height: 44px;
      min-width: 44px;
      box-sizing: border-box;
    }
    .choices label {
      display: grid;
      align-items: center;
    }
  }
  @media (forced-colors: active) {
    .choices label:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
  @media print {
    .push,
    .training-bar {
      display: none;
    }
  }
`;
