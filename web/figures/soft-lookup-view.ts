import { html, nothing, type TemplateResult } from "lit";

import { choice } from "../controls/choice.js";
import { numberField } from "../controls/number-field.js";
import { type LogScale, slider } from "../controls/slider.js";
import { status } from "../controls/status.js";
import { unfold } from "../controls/unfold.js";
import type { Edit } from "../draw/matrix.js";
import { fixed, significant } from "../draw/number.js";
import { derivatives, projections } from "./soft-lookup-details.js";
import { type LookupPicture, row } from "./soft-lookup-picture.js";
import { lookupTable } from "./soft-lookup-table.js";
import { texts as t } from "./texts/soft-lookup.js";

export type Unfolding = "projections" | "derivatives";

/** What the drawing needs besides the picture: the state of the controls, and what they do. */
export interface LookupControls {
  temperatures: LogScale;
  entropySteps: number;
  editing: boolean;
  /** What is unfolded below the table. */
  unfolded: Partial<Record<Unfolding, boolean>>;
  /** The key that the pointer, the focus or a lock is on. */
  pointed: number | undefined;
  locked: number | undefined;
  chooseQuery: (index: number) => void;
  setTemperature: (temperature: number) => void;
  typeTemperature: (text: string) => void;
  setEntropy: (bits: number) => void;
  point: (key: number | undefined) => void;
  lock: (key: number) => void;
  unlock: () => void;
  unfold: (name: Unfolding, open: boolean) => void;
  toggleEditing: () => void;
  reset: () => void;
  edit: Edit;
}

/** The whole of Figure 1: controls, table, readouts, what can be unfolded, caption. */
export function lookupView(picture: LookupPicture, controls: LookupControls): TemplateResult {
  const more = (name: Unfolding, summary: string, content: () => unknown) =>
    unfold({ summary, content, open: controls.unfolded[name] ?? false, toggle: (open) => controls.unfold(name, open) });
  return html`<figure
    class="figure lookup"
    @keydown=${(event: KeyboardEvent) => event.key === "Escape" && controls.unlock()}
  >
    <div class="controls">
      ${choice({
        label: t.query,
        name: "query",
        choices: picture.tokens,
        chosen: picture.query,
        choose: controls.chooseQuery,
      })}
      ${temperatureControl(picture, controls)} ${entropyControl(picture, controls)}
    </div>
    ${lookupTable(picture, controls)} ${readouts(picture)}
    <div class="unfolding">
      ${more("projections", t.unfold, () => projections(picture, controls))}
      ${more("derivatives", t.derivatives, () => derivatives(picture))}
    </div>
    <figcaption>${t.caption} ${t.sources[picture.source]}</figcaption>
    ${status(summary(picture))}
  </figure>`;
}

const scalar = (picture: LookupPicture, name: string) => picture.tensors[name]!.data[picture.query]!;

function temperatureControl(picture: LookupPicture, controls: LookupControls): TemplateResult {
  const { temperatures, setTemperature } = controls;
  return slider({
    label: t.temperature,
    max: temperatures.max,
    position: temperatures.position(picture.temperature),
    meaning: t.temperatureMeaning(
      picture.temperature,
      scalar(picture, "entropy"),
      scalar(picture, "effective_keys"),
      picture.tokens.length,
    ),
    ends: ["0", "∞"],
    move: (position) => setTemperature(temperatures.value(position)),
    readout: numberField({
      label: t.temperatureField,
      text: significant(picture.temperature),
      enter: controls.typeTemperature,
    }),
  });
}

/** The inverse of the temperature slider: choose how spread out the weights are, and see at which τ they are so. */
function entropyControl(picture: LookupPicture, controls: LookupControls): TemplateResult {
  const most = Math.log2(picture.tokens.length);
  const entropy = scalar(picture, "entropy");
  const max = Math.round(most * controls.entropySteps);
  return slider({
    label: t.entropy,
    max,
    position: Math.round((entropy / (most || 1)) * max),
    meaning: t.entropyMeaning(entropy, picture.temperature),
    ends: t.entropyEnds(most),
    move: (position) => controls.setEntropy(position >= max ? most : (position / max) * most),
    readout: t.bits(entropy),
  });
}

function readouts(picture: LookupPicture): TemplateResult {
  const item = (label: unknown, value: string, rest = "") =>
    html`<div>
      <dt>${label}</dt>
      <dd>${value}${rest ? html` <span class="rest">${rest}</span>` : nothing}</dd>
    </div>`;
  const r = t.readouts;
  return html`<dl class="readouts">
      ${item(r.entropy, t.bits(scalar(picture, "entropy")))}
      ${item(html`${r.keys}<sup>H</sup>`, fixed(scalar(picture, "effective_keys")), r.ofKeys(picture.tokens.length))}
      ${item(r.hard, fixed(scalar(picture, "distance_to_hard")))}
      ${item(r.mean, fixed(scalar(picture, "distance_to_mean")))}
    </dl>
    <p class="limit">${limit(picture.temperature)}</p>`;
}

/** What the temperature makes of the lookup, in a sentence at both limits. */
function limit(temperature: number): string {
  if (temperature === 0) return t.limitHard;
  return temperature === Infinity ? t.limitMean : t.between;
}

/** The small controls of this figure alone. */
export function lookupTools(picture: LookupPicture, controls: LookupControls): TemplateResult {
  return html`<button
      type="button"
      aria-pressed=${controls.editing ? "true" : "false"}
      @click=${controls.toggleEditing}
    >
      ${controls.editing ? t.stopEditing : t.edit}
    </button>
    ${picture.source === "edited" ? html`<button type="button" @click=${controls.reset}>${t.reset}</button>` : nothing}`;
}

function summary({ tokens, tensors, query, temperature }: LookupPicture): string {
  const weights = row(tensors.weights!, query);
  const most = weights.indexOf(Math.max(...weights));
  if (temperature === Infinity) return t.statusAlike(tokens[query]!, tokens.length, weights[0]!);
  return t.status(tokens[query]!, tokens[most]!, weights[most]!, temperature);
}
