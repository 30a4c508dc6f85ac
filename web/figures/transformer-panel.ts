import { html, nothing, type TemplateResult } from "lit";

import { choice } from "../controls/choice.js";
import { unfold } from "../controls/unfold.js";
import { heatMap } from "../draw/heat-map.js";
import { fixed } from "../draw/number.js";
import type { Tensor } from "../engine/experiment.js";
import { type Box, layoutOf, type Side, type Wire } from "./transformer-layout.js";
import { type TransformerPicture, vocabulary } from "./transformer-model.js";
import { texts as t } from "./texts/transformer.js";

export interface PanelControls {
  unfolded: boolean;
  chooseTensor: (name: string) => void;
  unfold: (open: boolean) => void;
}

/** The box or wire that is open. */
export function opened({ state }: TransformerPicture): Box | Wire {
  const { boxes, wires } = layoutOf(state.norm);
  return [...boxes, ...wires].find(({ id }) => id === state.open)!;
}

/** The tensor of it that is shown: the one that was chosen if it has it, else its first. */
export function shownTensor(picture: TransformerPicture): string {
  const { tensors } = opened(picture);
  return tensors.find((name) => lastPart(name) === picture.state.tensor) ?? tensors[0]!;
}

/** What is open: what it computes, its tensors by name, each as picture and numbers. */
export function panel(picture: TransformerPicture, controls: PanelControls): TemplateResult {
  const one = opened(picture);
  const name = shownTensor(picture);
  const tensor = picture.tensors[name]!;
  const names = one.tensors.map(lastPart);
  return html`<section class="opened" aria-label=${t.openedLabel} tabindex="0">
    <p class="part-title">${t.nameOf(one)}</p>
    <p class="about">${t.about(one)}</p>
    ${
      names.length > 1
        ? choice({
            ...{ label: t.tensor, name: "tensor", choices: names, chosen: one.tensors.indexOf(name) },
            choose: (i) => controls.chooseTensor(names[i]!),
          })
        : nothing
    }
    <p class="tensor-name"><code>${name}</code> <span class="shape">[${tensor.shape.join(", ")}]</span></p>
    ${pictureOf(picture, name, tensor)} ${rowNumbers(picture, name, tensor)}
    ${unfold({
      summary: t.allNumbers,
      content: () => allNumbers(picture, name, tensor),
      open: controls.unfolded,
      toggle: controls.unfold,
    })}
  </section>`;
}

const lastPart = (name: string) => name.slice(name.lastIndexOf(".") + 1);

/** Whose tokens the rows of a tensor are: keys and values of cross-attention are the encoder's. */
function sideOf(name: string): Side | undefined {
  if (/cross_attention\.[kv]$/.test(name)) return "encoder";
  if (name.startsWith("encoder.")) return "encoder";
  return name.startsWith("decoder.") ? "decoder" : undefined;
}

/** What the rows and columns of a tensor's matrices are called; columns without names are counted. */
export function labels({ rows }: TransformerPicture, name: string, { shape }: Tensor) {
  const side = sideOf(name);
  const last = lastPart(name);
  const positions = Array.from({ length: shape.at(-2) ?? 1 }, (_, i) => String(i));
  const columns = last === "logits" || last === "probs" ? vocabulary : undefined;
  if (name === "embedding.tokens") return { rows: vocabulary, columns: undefined };
  if (last === "sinusoids") return { rows: positions, columns: undefined };
  if (last === "scores" || last === "weights")
    return { rows: rows[side!], columns: rows[name.includes("cross_attention") ? "encoder" : side!] };
  if (shape.length === 1) return { rows: [""], columns: shape[0] === rows[side!]?.length ? rows[side!] : undefined };
  return { rows: rows[side!], columns };
}

/** The row, and for weights the column, of the token that is followed, where the tensor has it. */
function markedIn(picture: TransformerPicture, name: string, { shape }: Tensor) {
  const { side, index } = picture.state.token;
  const of = labels(picture, name, picture.tensors[name]!);
  const has = (tokens: string[] | undefined) => (tokens === picture.rows[side] ? index : undefined);
  if (shape.length === 1) return { row: undefined, column: has(of.columns) };
  if (lastPart(name) === "sinusoids") return { row: index, column: undefined };
  const row = has(of.rows);
  return { row, column: row === undefined ? has(of.columns) : undefined };
}

function pictureOf(picture: TransformerPicture, name: string, tensor: Tensor): TemplateResult {
  const { shape, data } = tensor;
  const [rows, columns] = [shape.length === 1 ? 1 : shape.at(-2)!, shape.at(-1)!];
  const of = labels(picture, name, tensor);
  const marked = markedIn(picture, name, tensor);
  const n_maps = shape.length === 3 ? shape[0]! : 1;
  const one = (map: number) =>
    html`<div class="map ${of.columns ? "named" : ""} ${rows * columns > 1500 ? "fine" : ""}">
      ${n_maps > 1 ? html`<p class="head">${t.head(map)}</p>` : nothing}
      <div class="row-names" aria-hidden="true">${of.rows.map((row) => html`<span>${short(row)}</span>`)}</div>
      ${heatMap(data.subarray(map * rows * columns, (map + 1) * rows * columns), {
        ...{ label: t.mapLabel(name, map, n_maps), rows, columns },
        ...{ marked: marked.row, markedColumn: marked.column, strongest: largest(data), shares: isShare(name) },
      })}
      ${
        of.columns
          ? html`<div class="column-names" aria-hidden="true">
              ${of.columns.map((column) => html`<span>${short(column)}</span>`)}
            </div>`
          : nothing
      }
    </div>`;
  return html`<div class="maps" data-count=${n_maps}>${Array.from({ length: n_maps }, (_, map) => one(map))}</div>`;
}

const isShare = (name: string) => /\.(weights|probs)$/.test(name);

const short = (token: string) => ({ start: "›", end: "·" })[token] ?? token;

const largest = (data: Float32Array) =>
  data.reduce((most, x) => (Math.abs(x) > most && Number.isFinite(x) ? Math.abs(x) : most), 1e-30);

// The numbers of the followed token: its row, or its row in every head.
function rowNumbers(picture: TransformerPicture, name: string, tensor: Tensor): TemplateResult {
  const { row, column } = markedIn(picture, name, tensor);
  const { shape, data } = tensor;
  const token = picture.state.token;
  const text = picture.rows[token.side][token.index]!;
  if (row === undefined && column === undefined) return html`<p class="about">${t.notOfToken(text)}</p>`;
  const width = shape.at(-1)!;
  const n_rows = shape.length === 1 ? 1 : shape.at(-2)!;
  const n_maps = shape.length === 3 ? shape[0]! : 1;
  const of = labels(picture, name, tensor);
  const numbers = (map: number) =>
    row === undefined
      ? Array.from({ length: n_rows }, (_, i) => data[(map * n_rows + i) * width + column!]!)
      : Array.from(data.subarray((map * n_rows + row) * width, (map * n_rows + row + 1) * width));
  const names = row === undefined ? of.rows : of.columns;
  return html`<p class="about">${t.ofToken(text, token.side)}</p>
    ${Array.from(
      { length: n_maps },
      (_, map) =>
        html`<p class="numbers">
          ${n_maps > 1 ? html`<span class="head">${t.head(map)}</span>` : nothing}
          ${numbers(map).map(
            (x, i) => html`<span>${names?.[i] ? html`<i>${short(names[i])}</i>` : nothing}${fixed(x)}</span>`,
          )}
        </p>`,
    )}`;
}

function allNumbers(picture: TransformerPicture, name: string, { shape, data }: Tensor): TemplateResult {
  const of = labels(picture, name, picture.tensors[name]!);
  const width = shape.at(-1)!;
  const n_rows = data.length / width;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t.allNumbers}>
    <table class="matrix">
      <tbody>
        ${Array.from(
          { length: n_rows },
          (_, i) =>
            html`<tr>
              <th scope="row">${of.rows[i % of.rows.length] || t.values}</th>
              ${Array.from(data.subarray(i * width, (i + 1) * width), (x) => html`<td>${fixed(x)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
