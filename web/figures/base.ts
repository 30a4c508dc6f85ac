import { LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";

import type { Engine } from "../engine/engine.js";
import { AttentionError } from "../engine/error.js";
import type { Tensor } from "../engine/experiment.js";
import { inlinedEngine } from "../engine/inlined.js";
import { embedPanel } from "./embed.js";
import { frame } from "./frame.js";
import { readLink, writeLink } from "./link.js";
import { texts } from "./texts/common.js";
import type { FigureElement, FigureState } from "./types.js";
import { nextFrame, Visibility } from "./visibility.js";

/** One line of a figure's check: what was recomputed, and how far it is from what is shown. */
export interface Difference {
  name: string;
  largest: number;
}

/**
 * What all figures share. A figure is seen, gets the engine, computes, draws; the light DOM stays visible until the
 * first picture, and whenever there is none. It is the only place that catches errors: the last good picture stays
 * and a sentence appears below it.
 *
 * Fires `attn-change` (bubbling, composed, `detail` = `state()`) when its state changed and is drawn.
 */
export abstract class AttentionFigure extends LitElement implements FigureElement {
  /** Resolves after the first picture; rejects if there is none. */
  readonly ready: Promise<void>;

  #engine: Engine | undefined;
  #stale = true; // There is nothing computed, or it was given back.
  #computedAt = 0;
  #sentence = "";
  #note = "";
  #embedding = false;
  #drawn = "";
  #resolve!: () => void;
  #reject!: (error: unknown) => void;
  #slot = document.createElement("slot");
  #visible = new Visibility(this, (inView) => this.looked(inView));

  constructor() {
    super();
    this.ready = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.ready.catch(() => {}); // Whoever awaits it sees the failure; nobody has to.
  }

  /** The properties that `compute` depends on; the others only change the drawing. */
  protected abstract readonly inputs: readonly string[];
  /** Writes the inputs, runs, reads what is to be shown. Called before each drawing. */
  protected abstract compute(engine: Engine): void;
  /** The picture of what was computed, or undefined as long as nothing was. */
  protected abstract view(): TemplateResult | undefined;
  /** Small controls of this figure alone, beside the common ones. */
  protected tools(): unknown {
    return nothing;
  }
  /** The figure came into view or left it. Nothing may run for one that nobody sees. */
  protected looked(_inView: boolean): void {}
  /** Whether the figure is in view, or nearly. */
  protected get inView(): boolean {
    return this.#visible.inView;
  }
  /** Has `compute` called again, e.g. because a training got on. */
  protected recompute(): void {
    this.#stale = true;
    this.requestUpdate();
  }
  /** As `recompute`, for work that got on; while it runs, pictures are at least `everyMs` apart. */
  protected recomputeAtTimes(running: boolean, everyMs: number): void {
    if (!running || performance.now() - this.#computedAt >= everyMs) this.recompute();
  }
  /** Gives back what `compute` made. */
  protected abstract release(): void;
  /** Recomputes what is shown in plain double-precision JavaScript. */
  protected abstract check(): Difference[];
  /** The state, as attribute names and values: those of the inputs that are set. */
  state(): FigureState {
    const all = this.inputs.map((name) => [name, this[name as keyof this]] as const);
    const set = all.filter(([, value]) => (value ?? undefined) !== undefined);
    return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
  }
  /** The tensors shown, by their names in the core. */
  abstract numbers(): Record<string, Tensor>;

  override connectedCallback(): void {
    if (!this.hasUpdated) for (const [name, value] of readLink(this)) this.setAttribute(name, value);
    super.connectedCallback();
    this.#visible.start();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#visible.stop();
    setTimeout(() => this.isConnected || this.#drop()); // Moved, it is somewhere again before the task ends.
  }

  // The slot is there before anything is drawn, so that the light DOM never disappears for nothing.
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.append(this.#slot);
    this.renderOptions.renderBefore = this.#slot;
    return root;
  }

  // Waits to be seen, for the module, and for the next frame: whatever changed by then is drawn once.
  protected override async scheduleUpdate(): Promise<void> {
    await this.#visible.seen();
    try {
      if (!this.#engine || this.#engine.dead) {
        if (this.#engine) this.#note = texts.startedAnew;
        this.#drop();
        this.#engine = await inlinedEngine();
      }
      await nextFrame();
    } catch (error) {
      this.#keep(error);
    }
    super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const wanted = this.#stale || this.inputs.some((name) => changed.has(name));
    if (!wanted || !this.#engine || !this.isConnected) return;
    try {
      this.compute(this.#engine);
      this.#computedAt = performance.now();
      this.#stale = false;
      this.#sentence = "";
    } catch (error) {
      this.#keep(error);
    }
  }

  protected override render(): unknown {
    const view = this.view();
    this.#slot.hidden = view !== undefined;
    const actions = {
      check: () => this.#answer(texts.checked(this.check())),
      copyLink: () => void writeLink(this, this.state()).then((note) => this.#answer(note)),
      embed: () => this.#embed(!this.#embedding),
    };
    const panel = this.#embedding
      ? embedPanel(this, { tell: (note) => this.#answer(note), close: () => this.#embed(false) })
      : undefined;
    return frame(view, view ? this.tools() : nothing, this.#sentence, this.#note, actions, panel);
  }

  protected override updated(): void {
    if (!this.#slot.hidden || this.#sentence) return;
    const state = JSON.stringify(this.state());
    if (this.#drawn === "") this.#resolve();
    else if (this.#drawn !== state) {
      this.dispatchEvent(new CustomEvent("attn-change", { detail: this.state(), bubbles: true, composed: true }));
    }
    this.#drawn = state;
  }

  /** Shows an error's sentence below the picture as it is, e.g. on a number that cannot be read. */
  protected refuse(error: AttentionError): void {
    this.#keep(error);
    this.requestUpdate();
  }

  #keep(error: unknown): void {
    this.#sentence = error instanceof AttentionError ? error.message : texts.unexpected(String(error));
    this.#reject(error);
  }

  #answer(note: string): void {
    this.#note = note;
    this.requestUpdate();
  }

  /** Opens or closes the panel of *embed*; the focus goes with it. */
  #embed(open: boolean): void {
    this.#embedding = open;
    this.#answer("");
    const target = open ? ".embed textarea" : ".tools [aria-expanded]";
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(target)?.focus());
  }

  #drop(): void {
    this.release();
    this.#stale = true;
  }
}
