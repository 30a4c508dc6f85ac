import type { CSSResultGroup, PropertyDeclarations, TemplateResult } from "lit";

import { controlStyles } from "../controls/styles.js";
import { drawStyles } from "../draw/styles.js";
import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import { AttentionFigure, type Difference } from "./base.js";
import { checkNextToken } from "./next-token-check.js";
import { freshSample, prefixLogits, type Sample, type Trainings, trainingsOf } from "./next-token-model.js";
import { comparePasses, type NextTokenPicture, readPicture, shownTensors } from "./next-token-picture.js";
import { type Mask, masks, type NextTokenState, readState, textFault } from "./next-token-state.js";
import { nextTokenStyles } from "./next-token-styles.js";
import { trainingStyles } from "./next-token-training-styles.js";
import { type NextTokenControls, nextTokenView } from "./next-token-view.js";
import { register } from "./register.js";
import { figureStyles } from "./styles.js";
import type { NextTokenElement } from "./types.js";

/** While a training runs, pictures come at most this often. */
const PICTURE_MS = 100;

/**
 * Figure 10: next-token prediction, with the causal mask and without.
 *
 * `text`: 2 to 97 of the characters that the models are trained on. `position`: from 1, the character seen last.
 * `mask`: `causal` or `none`. `steps`: when the training stops by itself. `seed`: of weights and examples.
 */
export class NextToken extends AttentionFigure implements NextTokenElement {
  static override styles: CSSResultGroup = [drawStyles, figureStyles, controlStyles, nextTokenStyles, trainingStyles];
  static override properties: PropertyDeclarations = {
    text: { reflect: true },
    position: { reflect: true },
    mask: { reflect: true },
    steps: { reflect: true },
    seed: { reflect: true },
    fault: { state: true },
    unfolded: { state: true },
  };

  declare text: string | undefined;
  declare position: number | string | undefined;
  declare mask: Mask | undefined;
  declare steps: number | string | undefined;
  declare seed: number | string | undefined;
  declare fault: string;
  declare unfolded: NextTokenControls["unfolded"];

  #trainings: (Trainings & { key: string }) | undefined;
  #samples: Partial<Record<Mask, Sample>> = {};
  #picture: NextTokenPicture | undefined;
  #watch = () => this.recomputeAtTimes(this.#trainings?.causal.progress.state === "running", PICTURE_MS);

  protected override readonly inputs = ["text", "position", "mask", "steps", "seed"];

  constructor() {
    super();
    this.fault = "";
    this.unfolded = {};
  }

  protected override compute(engine: Engine): void {
    const state = readState(this.state());
    const trainings = this.#trainingsFor(engine, state);
    const samples = {
      causal: freshSample(trainings.causal, this.#samples.causal, state.seed),
      none: freshSample(trainings.none, this.#samples.none, state.seed),
    };
    this.#samples = samples;
    const passes = this.#picture?.passes;
    this.#picture = readPicture(trainings, state, samples);
    // Passes stay shown as long as they belong to the same logits.
    if (passes && sameNumbers(passes.of, this.#picture.tensors.logits!)) this.#picture.passes = passes;
  }

  protected override release(): void {
    for (const mask of masks) this.#trainings?.[mask].leave(this.#watch);
    this.#trainings = undefined;
    this.#samples = {};
  }

  protected override looked(inView: boolean): void {
    for (const mask of masks) this.#trainings?.[mask].look(this, inView);
  }

  protected override view(): TemplateResult | undefined {
    return this.#picture && nextTokenView(this.#picture, this.#controls());
  }

  protected override check(): Difference[] {
    return this.#picture ? checkNextToken(this.#picture) : [];
  }

  override numbers(): Record<string, Tensor> {
    return this.#picture ? shownTensors(this.#picture) : {};
  }

  #trainingsFor(engine: Engine, state: NextTokenState): Trainings {
    const key = `${state.seed} ${state.steps}`;
    if (this.#trainings?.key === key) return this.#trainings;
    const next = { ...trainingsOf(engine, state, this.#watch), key };
    this.release();
    this.#trainings = next;
    this.looked(this.inView);
    return next;
  }

  #controls(): NextTokenControls {
    return {
      fault: this.fault,
      unfolded: this.unfolded,
      type: (text) => this.#type(text),
      choosePosition: (position) => (this.position = position),
      chooseMask: (index) => (this.mask = masks[index]),
      toggleTraining: () => this.#toggleTraining(),
      startAgain: () => this.#startAgain(),
      comparePasses: () => this.#comparePasses(),
      unfold: (name, open) => (this.unfolded = { ...this.unfolded, [name]: open }),
    };
  }

  #type(text: string): void {
    this.fault = textFault(text);
    if (this.fault) return;
    this.text = text;
    const last = [...text].length - 1;
    if (this.#picture && this.#picture.state.position > last) this.position = last;
  }

  #toggleTraining(): void {
    for (const mask of masks) this.#trainings?.[mask].toggle(this.#picture!.state.steps);
    this.recompute(); // At once, however young the last picture is: the button says what it does next.
  }

  #startAgain(): void {
    for (const mask of masks) this.#trainings?.[mask].restart();
  }

  #comparePasses(): void {
    const { tensors, state } = this.#picture!;
    const prefixes = prefixLogits(this.#trainings![state.mask], Array.from(tensors.tokens!.data));
    this.#picture!.passes = comparePasses(tensors.logits!, prefixes);
    this.requestUpdate();
  }
}

const sameNumbers = (a: Tensor, b: Tensor) =>
  a.data.length === b.data.length && a.data.every((x, i) => x === b.data[i]);

register("next-token", NextToken);
