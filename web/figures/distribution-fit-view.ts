import { html, nothing, type TemplateResult } from "lit";

import { choice } from "../controls/choice.js";
import { numberField } from "../controls/number-field.js";
import { push } from "../controls/push.js";
import { slider } from "../controls/slider.js";
import { status } from "../controls/status.js";
import { trainingBar } from "../controls/training-bar.js";
import { unfold } from "../controls/unfold.js";
import { fixed, significant } from "../draw/number.js";
import { curvePart } from "./distribution-fit-curve.js";
import { formulas } from "./distribution-fit-formulas.js";
import { type FitPicture, ofModel, scalar } from "./distribution-fit-picture.js";
import { daysSeen, MOST_SAMPLES, weather } from "./distribution-fit-source.js";
import { fits } from "./distribution-fit-state.js";
import { curveTable, fitTable } from "./distribution-fit-table.js";
import { texts as t } from "./texts/distribution-fit.js";
import { texts as trainingTexts } from "./texts/training.js";

/** What the drawing needs besides the picture: the state of the controls, and what they do. */
export interface FitControls {
  /** Whether the table of the curves is unfolded. */
  unfolded: boolean;
  chooseContext: (index: number) => void;
  chooseModel: (index: number) => void;
  setSamples: (samples: number) => void;
  typeSamples: (text: string) => void;
  drawMore: () => void;
  otherSamples: () => void;
  toggleTraining: () => void;
  startAgain: () => void;
  unfold: (open: boolean) => void;
}

/** The positions of the slider: 0, then 20 to a factor of ten, as round numbers. */
const positions = [
  0,
  ...new Set(Array.from({ length: 101 }, (_, i) => Number((10 ** (i / 20)).toPrecision(i < 20 ? 1 : 2)))),
];

/** The whole of Figure 11: controls, both distributions, the curves, readouts, formulas, caption. */
export function fitView(picture: FitPicture, controls: FitControls): TemplateResult {
  const { state, progress } = picture;
  return html`<figure class="figure fit">
    <div class="controls">
      ${choice({
        label: t.context,
        name: "context",
        choices: weather,
        chosen: state.context,
        choose: controls.chooseContext,
      })}
      ${choice({
        label: t.model,
        name: "model",
        choices: fits.map((fit) => t.models[fit]),
        chosen: fits.indexOf(state.model),
        choose: controls.chooseModel,
      })}
      ${samplesControl(picture, controls)} ${state.model === "transformer" ? training(picture, controls) : nothing}
    </div>
    <div class="parts">${distributions(picture)} ${curvePart(picture)}</div>
    ${readouts(picture)} ${formulas(picture)}
    <div class="unfolding">
      ${unfold({
        summary: t.curveTable,
        open: controls.unfolded,
        toggle: controls.unfold,
        content: () => curveTable(picture),
      })}
    </div>
    <figcaption>
      ${t.caption} ${t.source(state.seed)}
      ${state.model === "transformer" ? t.trained(progress.step, t.whole(daysSeen(progress.step))) : nothing}
    </figcaption>
    ${status(summary(picture))}
  </figure>`;
}

function distributions(picture: FitPicture): TemplateResult {
  const { context, model } = picture.state;
  return html`<section aria-label=${t.tomorrow(weather[context]!)}>
    <p class="title">${t.tomorrow(weather[context]!)}</p>
    <p class="legend">
      <span class="swatch solid">${t.truth}</span> <span class="swatch dashed">${t.fits[model]}</span>
    </p>
    ${fitTable(picture)}
  </section>`;
}

function samplesControl({ state }: FitPicture, controls: FitControls): TemplateResult {
  const position = positions.filter((n) => n <= state.samples).length - 1;
  return html`<div class="sampling">
    ${slider({
      label: t.samples,
      max: positions.length - 1,
      position,
      meaning: t.samplesMeaning(t.whole(state.samples)),
      ends: ["0", t.whole(MOST_SAMPLES)],
      move: (to) => controls.setSamples(positions[to]!),
      readout: numberField({ label: t.samplesField, text: String(state.samples), enter: controls.typeSamples }),
    })}
    ${push(t.drawMore, state.samples === MOST_SAMPLES, controls.drawMore)}
  </div>`;
}

function training({ progress }: FitPicture, controls: FitControls): TemplateResult {
  const { step, steps } = progress;
  return trainingBar({
    ...trainingTexts,
    running: progress.state === "running",
    step,
    steps,
    meaning: trainingTexts.progress(progress),
    toggle: controls.toggleTraining,
    startAgain: controls.startAgain,
  });
}

function readouts(picture: FitPicture): TemplateResult {
  const item = (label: string, value: string, rest = "") =>
    html`<div>
      <dt>${label}</dt>
      <dd>${value} <span class="rest">${rest}</span></dd>
    </div>`;
  const r = t.readouts;
  const [entropy, crossEntropy] = [scalar(picture, "entropy"), ofModel(picture, "cross_entropy")[0]!];
  const kl = ofModel(picture, "kl")[0]!;
  return html`<dl class="readouts">
    ${item(r.entropy, r.nats(fixed(entropy, 4)), r.bits(entropy))}
    ${item(r.crossEntropy, r.nats(fixed(crossEntropy, 4)), r.bits(crossEntropy))}
    ${item(r.kl, r.nats(significant(kl)), r.bits(kl))}
    ${item(r.expected, r.nats(significant(scalar(picture, "expected_excess"))))}
  </dl>`;
}

/** The small controls of this figure alone. */
export const fitTools = (controls: FitControls): TemplateResult =>
  html`<button type="button" @click=${controls.otherSamples}>${t.otherSamples}</button>`;

// Silent while a training runs: a sentence at its start, one when it rests.
function summary(picture: FitPicture): string {
  const { state, progress } = picture;
  if (state.model === "transformer" && progress.state === "running") return t.statusRunning;
  const [crossEntropy, kl] = ["cross_entropy", "kl"].map((name) => ofModel(picture, name)[0]!);
  const after = state.model === "counts" ? t.afterSamples(t.whole(state.samples)) : t.afterSteps(progress.step);
  return t.status(weather[state.context]!, after, crossEntropy!, significant(kl!), scalar(picture, "entropy"));
}
