import type { CSSResultGroup, PropertyDeclarations, TemplateResult } from "lit";

import { controlStyles } from "../controls/styles.js";
import { drawStyles } from "../draw/styles.js";
import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import { AttentionFigure, type Difference } from "./base.js";
import { register } from "./register.js";
import { figureStyles } from "./styles.js";
import type { Training } from "./training.js";
import { checkTransformer } from "./transformer-check.js";
import type { Placement } from "./transformer-layout.js";
import { readPicture, trainingOf, type TransformerPicture } from "./transformer-model.js";
import { readState, tokenText, type TransformerState, wordFault } from "./transformer-state.js";
import { transformerStyles } from "./transformer-styles.js";
import { stopsOf, type TransformerControls, transformerView } from "./transformer-view.js";
import type { TransformerElement } from "./types.js";

/** While a training runs, pictures come at most this often. */
const PICTURE_MS = 120;

/**
 * Figure 6: the encoder-decoder of Vaswani et al. 2017, Figure 1, alive: trained in the page to reverse words.
 *
 * `word`: 3 to 8 letters. `norm`: `post` or `pre`. `open`: a box or wire, e.g. `decoder.cross_attention` or
 * `encoder.attention.q`. `tensor`: the last part of the name of one of its tensors. `token`: the token that is followed,
 * `e1` to `e8` of the encoder, `d1` to `d9` of the decoder. `steps`: when the training stops. `seed`: of weights and words.
 */
export class Transformer extends AttentionFigure implements TransformerElement {
  static override styles: CSSResultGroup = [drawStyles, figureStyles, controlStyles, transformerStyles];
  static override properties: PropertyDeclarations = {
    word: { reflect: true },
    norm: { reflect: true },
    open: { reflect: true },
    tensor: { reflect: true },
    token: { reflect: true },
    steps: { reflect: true },
    seed: { reflect: true },
    fault: { state: true },
    unfolded: { state: true },
  };

  declare word: string | undefined;
  declare norm: Placement | undefined;
  declare open: string | undefined;
  declare tensor: string | undefined;
  declare token: string | undefined;
  declare steps: number | string | undefined;
  declare seed: number | string | undefined;
  declare fault: string;
  declare unfolded: boolean;

  #training: { training: Training; key: string } | undefined;
  #picture: TransformerPicture | undefined;
  #watch = () => this.recomputeAtTimes(this.#training?.training.progress.state === "running", PICTURE_MS);

  protected override readonly inputs = ["word", "norm", "open", "tensor", "token", "steps", "seed"];

  constructor() {
    super();
    this.fault = "";
    this.unfolded = false;
  }

  protected override compute(engine: Engine): void {
    const state = readState(this.state());
    this.#picture = readPicture(this.#trainingFor(engine, state), state);
  }

  protected override release(): void {
    this.#training?.training.leave(this.#watch);
    this.#training = undefined;
  }

  protected override looked(inView: boolean): void {
    this.#training?.training.look(this, inView);
  }

  protected override view(): TemplateResult | undefined {
    return this.#picture && transformerView(this.#picture, this.#controls());
  }

  protected override check(): Difference[] {
    return this.#picture ? checkTransformer(this.#picture) : [];
  }

  override numbers(): Record<string, Tensor> {
    return this.#picture?.tensors ?? {};
  }

  #trainingFor(engine: Engine, state: TransformerState): Training {
    const key = `${state.norm} ${state.steps} ${state.seed}`;
    if (this.#training?.key === key) return this.#training.training;
    const training = trainingOf(engine, state, this.#watch);
    this.release();
    this.#training = { training, key };
    this.looked(this.inView);
    return training;
  }

  #controls(): TransformerControls {
    return {
      fault: this.fault,
      unfolded: this.unfolded,
      type: (word) => this.#type(word),
      chooseNorm: (norm) => (this.norm = norm),
      chooseTensor: (name) => (this.tensor = name),
      unfold: (open) => (this.unfolded = open),
      open: (id) => (this.open = id),
      follow: (token) => this.#follow(token),
      toggleTraining: () => this.#training?.training.toggle(this.#picture!.state.steps),
      startAgain: () => this.#training?.training.restart(),
    };
  }

  #type(word: string): void {
    this.fault = wordFault(word);
    if (!this.fault) this.word = word;
  }

  // What is open stays so if the token passes there; otherwise its way begins.
  #follow(token: TransformerState["token"]): void {
    this.token = tokenText(token);
    const { norm, open } = this.#picture!.state;
    const stops = stopsOf({ norm, token });
    if (!stops.some(({ id }) => id === open)) this.open = stops[0]!.id;
  }
}

register("transformer", Transformer);
