import { html, type TemplateResult } from "lit";

import { choice } from "../controls/choice.js";
import { status } from "../controls/status.js";
import { textField } from "../controls/text-field.js";
import { trainingBar } from "../controls/training-bar.js";
import { unfold } from "../controls/unfold.js";
import { comparison, masksPart, weightsTable } from "./next-token-masks.js";
import { type NextTokenPicture, probabilityText, row } from "./next-token-picture.js";
import { named, positionTable } from "./next-token-rows.js";
import { masks } from "./next-token-state.js";
import { trainingText, vocabulary } from "./next-token-text.js";
import { lossTable, trainingPart } from "./next-token-training.js";
import { origin } from "./origin.js";
import { texts as t } from "./texts/next-token.js";
import { texts as trainingTexts } from "./texts/training.js";

export type NextTokenUnfolding = "weights" | "losses" | "text";

/** What the drawing needs besides the picture: the state of the controls, and what they do. */
export interface NextTokenControls {
  /** What is wrong with the text that was typed, or "". */
  fault: string;
  unfolded: Partial<Record<NextTokenUnfolding, boolean>>;
  type: (text: string) => void;
  choosePosition: (position: number) => void;
  chooseMask: (index: number) => void;
  toggleTraining: () => void;
  startAgain: () => void;
  comparePasses: () => void;
  unfold: (name: NextTokenUnfolding, open: boolean) => void;
}

/** The whole of Figure 10: controls, the four rows, the mask, the training, what can be unfolded, caption. */
export function nextTokenView(picture: NextTokenPicture, controls: NextTokenControls): TemplateResult {
  const { state, progress } = picture;
  const more = (name: NextTokenUnfolding, summary: string, content: () => unknown) =>
    unfold({ summary, content, open: controls.unfolded[name] ?? false, toggle: (open) => controls.unfold(name, open) });
  return html`<figure class="figure next-token">
    <div class="controls">
      ${textField({ label: t.text, text: state.text, fault: controls.fault, type: controls.type })}
      ${choice({
        label: t.mask,
        name: "mask",
        choices: masks.map((mask) => t.maskChoices[mask]),
        chosen: masks.indexOf(state.mask),
        choose: controls.chooseMask,
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
    ${positionTable(picture, controls.choosePosition)} ${readouts(picture)}
    ${masksPart(picture, controls.comparePasses)} ${trainingPart(picture)}
    <div class="unfolding">
      ${more("weights", t.weightsTable, () => weightsTable(picture))}
      ${more("losses", t.lossTable, () => lossTable(picture))}
      ${more("text", t.trainingText(trainingText.length), () => html`<p class="training-text">${trainingText}</p>`)}
    </div>
    <figcaption>${t.caption} ${origin(t, progress, state.seed)}</figcaption>
    ${status(summary(picture))}
  </figure>`;
}

function readouts({ tensors, state }: NextTokenPicture): TemplateResult {
  const losses = tensors.losses!.data;
  const item = (label: string, loss: number) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${t.readouts.nats(loss)}</dd>
    </div>`;
  return html`<dl class="readouts">
    ${item(t.readouts.here, losses[state.position - 1]!)}
    ${item(t.readouts.mean(losses.length), tensors.loss!.data[0]!)}
    ${item(t.readouts.guess(vocabulary.length), Math.log(vocabulary.length))}
  </dl>`;
}

// Silent while a training runs: a sentence at its start, one when it rests.
function summary(picture: NextTokenPicture): string {
  const { characters, tensors, state, progress } = picture;
  if (progress.state === "running") return t.statusRunning;
  if (picture.passes) return comparison(picture);
  const probability = row(tensors.probs!, state.position - 1)[tensors.targets!.data[state.position - 1]!]!;
  const next = named(characters[state.position]!);
  return t.status(progress.step, state.position, next, probabilityText(probability), tensors.loss!.data[0]!);
}
