import type { CSSResultGroup, PropertyDeclarations, TemplateResult } from "lit";

import { controlStyles } from "../controls/styles.js";
import { drawStyles } from "../draw/styles.js";
import type { Engine } from "../engine/engine.js";
import type { Experiment, Tensor } from "../engine/experiment.js";
import { AttentionFigure, type Difference } from "./base.js";
import { checkFit } from "./distribution-fit-check.js";
import { fitConfig, type FitPicture, readPicture } from "./distribution-fit-picture.js";
import { MOST_SAMPLES, plan, weather } from "./distribution-fit-source.js";
import { defaults, fits, type FitState, parseSamples, readState } from "./distribution-fit-state.js";
import { fitStyles } from "./distribution-fit-styles.js";
import { type FitControls, fitTools, fitView } from "./distribution-fit-view.js";
import { register } from "./register.js";
import { figureStyles } from "./styles.js";
import { Training } from "./training.js";
import type { DistributionFitElement } from "./types.js";

/** While a training runs, pictures come at most this often. */
const PICTURE_MS = 100;

/**
 * Figure 11: a true distribution and models fitted to samples of it.
 *
 * `context`: today's weather. `samples`: 0 to 100000. `model`: `counts` or `transformer`. `steps`: when the training
 * stops by itself. `seed`: of the samples.
 */
export class DistributionFit extends AttentionFigure implements DistributionFitElement {
  static override styles: CSSResultGroup = [drawStyles, figureStyles, controlStyles, fitStyles];
  static override properties: PropertyDeclarations = {
    context: { reflect: true },
    samples: { reflect: true },
    model: { reflect: true },
    steps: { reflect: true },
    seed: { reflect: true },
    unfolded: { state: true },
  };

  declare context: string | undefined;
  declare samples: number | string | undefined;
  declare model: (typeof fits)[number] | undefined;
  declare steps: number | string | undefined;
  declare seed: number | string | undefined;
  declare unfolded: boolean;

  #experiment: { seed: number; experiment: Experiment } | undefined;
  #training: { steps: number; training: Training } | undefined;
  #picture: FitPicture | undefined;
  #watch = () => this.recomputeAtTimes(this.#training?.training.progress.state === "running", PICTURE_MS);

  protected override readonly inputs = ["context", "samples", "model", "steps", "seed"];

  constructor() {
    super();
    this.unfolded = false;
  }

  protected override compute(engine: Engine): void {
    const state = readState(this.state());
    this.#picture = readPicture(this.#experimentFor(engine, state), this.#trainingFor(engine, state), state);
  }

  protected override release(): void {
    this.#experiment?.experiment.dispose();
    this.#experiment = undefined;
    this.#leave();
  }

  protected override looked(inView: boolean): void {
    this.#training?.training.look(this, inView);
  }

  protected override view(): TemplateResult | undefined {
    return this.#picture && fitView(this.#picture, this.#controls());
  }

  protected override tools(): TemplateResult {
    return fitTools(this.#controls());
  }

  protected override check(): Difference[] {
    return this.#picture ? checkFit(this.#picture) : [];
  }

  override numbers(): Record<string, Tensor> {
    return this.#picture?.tensors ?? {};
  }

  #experimentFor(engine: Engine, state: FitState): Experiment {
    if (this.#experiment?.seed !== state.seed) {
      const experiment = engine.create("distribution_fit", fitConfig(state));
      this.#experiment?.experiment.dispose();
      this.#experiment = { seed: state.seed, experiment };
    }
    return this.#experiment.experiment;
  }

  #trainingFor(engine: Engine, { steps }: FitState): Training {
    if (this.#training?.steps !== steps) {
      const training = Training.of(engine, plan(steps), this.#watch);
      this.#leave();
      this.#training = { steps, training };
      this.looked(this.inView);
    }
    return this.#training.training;
  }

  #leave(): void {
    this.#training?.training.leave(this.#watch);
    this.#training = undefined;
  }

  #controls(): FitControls {
    const now = () => Number(this.samples ?? defaults.samples);
    return {
      unfolded: this.unfolded,
      chooseContext: (index) => (this.context = weather[index]),
      chooseModel: (index) => (this.model = fits[index]),
      setSamples: (samples) => (this.samples = samples),
      typeSamples: (text) => (this.samples = parseSamples(text)),
      drawMore: () => (this.samples = Math.min(2 * now() || 1, MOST_SAMPLES)),
      otherSamples: () => (this.seed = this.#picture!.state.seed + 1),
      toggleTraining: () => this.#training?.training.toggle(this.#picture!.state.steps),
      startAgain: () => this.#training?.training.restart(),
      unfold: (open) => (this.unfolded = open),
    };
  }
}

register("distribution-fit", DistributionFit);
