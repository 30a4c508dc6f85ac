import type { CSSResultGroup, PropertyDeclarations, PropertyValues, TemplateResult } from "lit";

import { LogScale } from "../controls/slider.js";
import { controlStyles } from "../controls/styles.js";
import { parseNumber } from "../draw/number.js";
import { drawStyles } from "../draw/styles.js";
import type { Engine } from "../engine/engine.js";
import type { Experiment, Tensor } from "../engine/experiment.js";
import { invalid } from "./attributes.js";
import { AttentionFigure, type Difference } from "./base.js";
import { register } from "./register.js";
import { checkLookup } from "./soft-lookup-check.js";
import { computeLookup, lookupData, noTemperature } from "./soft-lookup-inputs.js";
import type { LookupPicture } from "./soft-lookup-picture.js";
import { lookupStyles } from "./soft-lookup-styles.js";
import { type LookupControls, lookupTools, lookupView } from "./soft-lookup-view.js";
import { figureStyles } from "./styles.js";
import { texts } from "./texts/common.js";
import type { FigureState, LookupData, SoftLookupElement } from "./types.js";

const temperatures = new LogScale(0.01, 100, 100);
const ENTROPY_STEPS = 100;
const DEFAULT_TEMPERATURE = 1;

/**
 * Figure 1: attention as a soft dictionary lookup.
 *
 * `query`: a token, or `#4` for the fourth one (default: the token with the most to look up in the example, or the
 * first). `temperature`: 0 to Infinity (default 1). `data`: `LookupData`, as a property or as JSON in the attribute.
 */
export class SoftLookup extends AttentionFigure implements SoftLookupElement {
  static override styles: CSSResultGroup = [drawStyles, figureStyles, controlStyles, ...lookupStyles];
  static override properties: PropertyDeclarations = {
    query: { reflect: true },
    temperature: {
      reflect: true,
      useDefault: true,
      converter: { fromAttribute: (text) => (text === null ? null : parseNumber(text)), toAttribute: String },
    },
    data: { converter: { fromAttribute: (text) => text } },
    editing: { state: true },
    unfolded: { state: true },
    pointed: { state: true },
    locked: { state: true },
  };

  declare query: string | undefined;
  declare temperature: number;
  declare data: LookupData | string | undefined;
  declare editing: boolean;
  declare unfolded: LookupControls["unfolded"];
  declare pointed: number | undefined;
  declare locked: number | undefined;

  #experiment: Experiment | undefined;
  #computedData: unknown;
  #edited: { data: LookupData; original: LookupData | string | undefined } | undefined;
  #picture: LookupPicture | undefined;

  protected override readonly inputs = ["query", "temperature", "data"];

  constructor() {
    super();
    this.temperature = DEFAULT_TEMPERATURE;
    this.editing = false;
    this.unfolded = {};
  }

  // Frameworks take a property away by setting it to null.
  protected override willUpdate(changed: PropertyValues): void {
    this.query ??= undefined;
    this.temperature ??= DEFAULT_TEMPERATURE;
    this.data ??= undefined;
    super.willUpdate(changed);
  }

  protected override compute(engine: Engine): void {
    const data = lookupData(this.data);
    if (!this.#experiment || this.#computedData !== this.data) {
      const next = engine.create("soft_lookup", data);
      this.#experiment?.dispose();
      this.#experiment = next;
      this.#computedData = this.data;
    }
    if (Number.isNaN(this.temperature)) throw noTemperature(this.getAttribute("temperature"));
    this.#picture = computeLookup(this.#experiment, data.tokens, this, this.#source());
  }

  protected override release(): void {
    this.#experiment?.dispose();
    this.#experiment = undefined;
  }

  protected override view(): TemplateResult | undefined {
    return this.#picture && lookupView(this.#picture, this.#controls());
  }

  protected override tools(): TemplateResult {
    return lookupTools(this.#picture!, this.#controls());
  }

  protected override check(): Difference[] {
    return this.#picture ? checkLookup(this.#picture) : [];
  }

  override state(): FigureState {
    const state: FigureState = { temperature: String(this.temperature) };
    if (this.query !== undefined) state.query = this.query;
    if (this.data !== undefined) state.data = typeof this.data === "string" ? this.data : JSON.stringify(this.data);
    return state;
  }

  override numbers(): Record<string, Tensor> {
    return this.#picture?.tensors ?? {};
  }

  #controls(): LookupControls {
    return {
      temperatures,
      entropySteps: ENTROPY_STEPS,
      editing: this.editing,
      pointed: this.locked ?? this.pointed,
      locked: this.locked,
      chooseQuery: (index) => (this.query = this.#nameOf(index)),
      setTemperature: (temperature) => (this.temperature = temperature),
      typeTemperature: (text) => this.#typeTemperature(text),
      setEntropy: (bits) => (this.temperature = this.#temperatureFor(bits)),
      point: (key) => (this.pointed = key),
      lock: (key) => (this.locked = this.locked === key ? undefined : key),
      unfolded: this.unfolded,
      unfold: (name, open) => (this.unfolded = { ...this.unfolded, [name]: open }),
      unlock: () => (this.locked = undefined),
      toggleEditing: () => (this.editing = !this.editing),
      reset: () => this.#reset(),
      edit: (tensor, row, column, text) => this.#edit(tensor, row, column, text),
    };
  }

  /** The token itself, or its number where the same token stands before it. */
  #nameOf(index: number): string {
    const { tokens } = this.#picture!;
    return tokens.indexOf(tokens[index]!) === index ? tokens[index]! : `#${index + 1}`;
  }

  #typeTemperature(text: string): void {
    const temperature = parseNumber(text);
    if (temperature >= 0) this.temperature = temperature;
    else this.refuse(noTemperature(text));
  }

  #temperatureFor(bits: number): number {
    this.#experiment!.write("target_entropy", bits);
    this.#experiment!.run();
    return Number(this.#experiment!.read("temperature_for_entropy").data[0]!.toPrecision(4));
  }

  #edit(tensor: string, row: number, column: number, text: string): void {
    const value = parseNumber(text);
    if (!Number.isFinite(value)) {
      this.refuse(invalid(texts.notANumber(`${tensor}[${row}][${column}]`, text)));
      return;
    }
    const { tokens, tensors } = this.#picture!;
    const given =
      "x" in tensors && ["x", "w_q", "w_k", "w_v"].includes(tensor) ? ["x", "w_q", "w_k", "w_v"] : ["q", "k", "v"];
    const arrays = Object.fromEntries(given.map((name) => [name, toArrays(tensors[name]!)]));
    arrays[tensor]![row]![column] = value;
    const edited = { tokens, ...arrays } as LookupData;
    this.#edited = { data: edited, original: this.#source() === "edited" ? this.#edited!.original : this.data };
    this.query = this.#nameOf(this.#picture!.query); // Its default is another one with other data.
    this.data = edited;
  }

  /** The numbers from before the edits; the button goes, and the focus to its neighbour. */
  #reset(): void {
    this.data = this.#edited?.original;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(".tools [aria-pressed]")?.focus());
  }

  #source(): LookupPicture["source"] {
    if (this.data === undefined) return "by hand";
    return this.data === this.#edited?.data ? "edited" : "given";
  }
}

// Nine digits tell every float32 from its neighbours.
function toArrays({ data, shape }: Tensor): number[][] {
  const width = shape[1]!;
  return Array.from({ length: shape[0]! }, (_, i) =>
    Array.from(data.subarray(i * width, (i + 1) * width), (x) => Number(x.toPrecision(9))),
  );
}

register("soft-lookup", SoftLookup);
