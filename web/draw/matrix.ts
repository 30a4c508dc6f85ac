import { html, type TemplateResult } from "lit";

import type { Tensor } from "../engine/experiment.js";
import { fixed } from "./number.js";

/** Called when a reader typed another number into a cell. */
export type Edit = (tensor: string, row: number, column: number, text: string) => void;

export interface MatrixOptions {
  /** The tensor's name, as in the core. */
  name: string;
  /** What stands above it, e.g. "Q = X W". */
  title: unknown;
  /** One label per row; numbers if left out. */
  rows?: readonly string[];
  /** The idea it belongs to, for its colour. */
  idea?: "query" | "key" | "value" | "weight";
  /** The row to stress. */
  marked?: number | undefined;
  /** If given, the cells are inputs. */
  edit?: Edit | undefined;
}

/** A matrix as a small table of numbers. */
export function matrix(tensor: Tensor, options: MatrixOptions): TemplateResult {
  const [n_rows, n_columns] = tensor.shape as [number, number];
  return html`<table class="matrix ${options.idea ?? ""}">
    <caption>
      ${options.title}
      <span class="shape">[${n_rows}, ${n_columns}]</span>
    </caption>
    <tbody>
      ${Array.from(
        { length: n_rows },
        (_, i) =>
          html`<tr class=${i === options.marked ? "marked" : ""}>
            ${options.rows ? html`<th scope="row"><bdi class="token">${options.rows[i]}</bdi></th>` : ""}
            ${Array.from({ length: n_columns }, (_, j) =>
              cell(tensor, i, j, options.name, options.rows?.[i] ?? `row ${i + 1}`, options.edit),
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** One number of a matrix as a table cell, an input if it can be edited. */
export function cell(
  tensor: Tensor,
  row: number,
  column: number,
  name: string,
  label: string,
  edit?: Edit,
): TemplateResult {
  const shown = fixed(tensor.data[row * tensor.shape.at(-1)! + column]!);
  if (!edit) return html`<td>${shown}</td>`;
  const commit = (event: Event) => {
    const input = event.target as HTMLInputElement;
    edit(name, row, column, input.value);
    input.value = shown; // The next drawing shows what was accepted.
  };
  return html`<td class="edit">
    <input
      inputmode="decimal"
      autocomplete="off"
      aria-label="${name}, ${label}, component ${column + 1}"
      .value=${shown}
      value=${shown}
      @change=${commit}
    />
  </td>`;
}
