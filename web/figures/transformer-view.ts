import { html, type TemplateResult } from "lit";

import { choice } from "../controls/choice.js";
import { push } from "../controls/push.js";
import { status } from "../controls/status.js";
import { textField } from "../controls/text-field.js";
import { trainingBar } from "../controls/training-bar.js";
import { fixed } from "../draw/number.js";
import { origin } from "./origin.js";
import { drawing, type Open } from "./transformer-drawing.js";
import { type Box, layoutOf, type Placement } from "./transformer-layout.js";
import type { TransformerPicture } from "./transformer-model.js";
import { opened, panel, type PanelControls } from "./transformer-panel.js";
import type { TransformerState } from "./transformer-state.js";
import { texts as t } from "./texts/transformer.js";
import { texts as trainingTexts } from "./texts/training.js";

export const placements: readonly Placement[] = ["post", "pre"];

/** What the drawing needs besides the picture: the state of the controls, and what they do. */
export interface TransformerControls extends PanelControls {
  /** What is wrong with the word that was typed, or "". */
  fault: string;
  type: (word: string) => void;
  chooseNorm: (norm: Placement) => void;
  open: Open;
  follow: (token: TransformerState["token"]) => void;
  toggleTraining: () => void;
  startAgain: () => void;
}

/** The whole of Figure 6: controls, drawing, what is open, caption. */
export function transformerView(picture: TransformerPicture, controls: TransformerControls): TemplateResult {
  const { state, progress } = picture;
  return html`<figure class="figure transformer">
    <div class="controls">
      ${textField({ label: t.word, text: state.word, fault: controls.fault, type: controls.type })}
      ${choice({
        label: t.norm,
        name: "norm",
        choices: placements.map((placement) => t.placements[placement]),
        chosen: placements.indexOf(state.norm),
        choose: (i) => controls.chooseNorm(placements[i]!),
      })}
      ${trainingBar({
        ...trainingTexts,
        running: progress.state === "running",
        step: progress.step,
        steps: progress.steps,
        meaning: trainingTexts.progress(progress),
        toggle: controls.toggleTraining,
        startAgain: controls.startAgain,
      })}
    </div>
    <div class="stage">${path(picture, controls)} ${drawing(picture, controls.open)} ${panel(picture, controls)}</div>
    ${readouts(picture)}
    <figcaption>${t.caption} ${origin(t, progress, state.seed)}</figcaption>
    ${status(summary(picture))}
  </figure>`;
}

/** The boxes that one token passes, from the bottom to the top. */
export function stopsOf({ norm, token }: Pick<TransformerState, "norm" | "token">): Box[] {
  const { boxes } = layoutOf(norm);
  const own = boxes.filter(({ side }) => side === token.side);
  return token.side === "encoder" ? [...own, boxes.find(({ id }) => id === "decoder.cross_attention")!] : own;
}

// Which token is followed, and where on its way it is.
function path(picture: TransformerPicture, { follow, open }: TransformerControls): TemplateResult {
  const { state, rows } = picture;
  const stops = stopsOf(state);
  const at = stops.findIndex(({ id }) => id === state.open);
  const tokens = [
    ...rows.encoder
      .filter((token) => token !== "end")
      .map((text, index) => ({ text, side: "encoder" as const, index })),
    ...rows.decoder.map((text, index) => ({ text, side: "decoder" as const, index })),
  ];
  const sides = (["encoder", "decoder"] as const).map((side) => tokens.filter((token) => token.side === side));
  const chooser = (own: typeof tokens) =>
    choice({
      label: t.followed[own[0]!.side],
      name: "token",
      choices: own.map(({ text }) => text),
      numbered: true,
      chosen: own[0]!.side === state.token.side ? state.token.index : -1,
      choose: (i) => follow({ side: own[i]!.side, index: own[i]!.index }),
    });
  const go = (to: number) => () => open(stops[Math.min(Math.max(to, 0), stops.length - 1)]!.id);
  return html`<div class="path">
    ${sides.map(chooser)}
    <div class="steps">
      ${push(t.back, at === 0, go(at - 1))} ${push(t.on, at === stops.length - 1, go(at + 1))}
      <span class="readout">${at >= 0 ? t.stop(at + 1, stops.length) : t.offPath}</span>
    </div>
  </div>`;
}

function readouts({ tensors, said, wanted }: TransformerPicture): TemplateResult {
  const right = said.filter((token, i) => token === wanted[i]).length;
  const item = (label: string, value: string) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl class="readouts">
    ${item(t.readouts.right, t.readouts.of(right, wanted.length))}
    ${item(t.readouts.loss, t.readouts.nats(tensors.loss!.data[0]!))}
    ${item(t.readouts.guess, t.readouts.nats(Math.log(tensors["decoder.probs"]!.shape[1]!)))}
  </dl>`;
}

// Silent while a training runs: a sentence at its start, one when it rests.
function summary(picture: TransformerPicture): string {
  const { progress, said, state, tensors } = picture;
  if (progress.state === "running") return t.statusRunning;
  return t.status(progress.step, state.word, said.join(" "), fixed(tensors.loss!.data[0]!), t.nameOf(opened(picture)));
}
