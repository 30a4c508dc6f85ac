import type { Engine } from "../engine/engine.js";
import type { Experiment } from "../engine/experiment.js";
import { beginWork, endWork, type Work } from "./work.js";

/** What is trained: an experiment, and the request that trains it. */
export interface TrainingPlan {
  /** "decoder", "transformer" or "recurrent". */
  kind: string;
  /** The experiment's config. */
  config: object;
  /** The keys of a request with action "train"; its `batch_size` sequences are a step. */
  request: { data: string | readonly number[]; batch_size: number; [key: string]: unknown };
  /** When it stops by itself. */
  steps: number;
}

/** Where a training stands. */
export interface Progress {
  state: "ready" | "running" | "paused" | "done";
  step: number;
  steps: number;
  /** Of every completed step, nats. */
  losses: readonly number[];
  /** While it runs, once they can be told. */
  stepsPerSecond: number | undefined;
  remainingMs: number | undefined;
}

/**
 * A model of the page that learns while somebody looks. All figures with the same plan share one: `Training.of`, and
 * `leave` when a figure goes. It can be asked for anything with `use`, at any moment of its training.
 */
export class Training implements Work {
  static #all = new Map<string, Training>();

  #experiment: Experiment;
  #engine: Engine;
  #key: string;
  #plan: TrainingPlan;
  #steps: number; // Of the plan, and those that were added.
  #losses: number[] = [];
  #watchers = new Set<() => void>();
  #lookers = new Set<object>();
  #state: Progress["state"] = "ready";
  #begun = false;
  #interrupted = false;
  #failure: unknown;
  #started: { step: number; at: number } | undefined;

  /** The page's training of a plan. `watch` is called when it got on, at most once a frame. */
  static of(engine: Engine, plan: TrainingPlan, watch: () => void): Training {
    const key = JSON.stringify(plan);
    let training = this.#all.get(key);
    if (!training || training.#engine !== engine) {
      training = new Training(engine, plan, key);
      this.#all.set(key, training);
    }
    training.#watchers.add(watch);
    return training;
  }

  private constructor(engine: Engine, plan: TrainingPlan, key: string) {
    this.#experiment = engine.create(plan.kind, plan.config);
    this.#engine = engine;
    this.#plan = plan;
    this.#steps = plan.steps;
    this.#key = key;
  }

  /** A figure goes; the last one takes the model with it. */
  leave(watch: () => void): void {
    this.#watchers.delete(watch);
    if (this.#watchers.size > 0) return;
    endWork(this);
    if (Training.#all.get(this.#key) === this) Training.#all.delete(this.#key);
    this.#experiment.dispose();
  }

  get progress(): Progress {
    const steps = this.#steps;
    const step = this.#losses.length;
    const base = { state: this.#state, step, steps, losses: this.#losses };
    const since = this.#started && { steps: step - this.#started.step, ms: performance.now() - this.#started.at };
    if (!since || since.steps === 0 || this.#state !== "running")
      return { ...base, stepsPerSecond: undefined, remainingMs: undefined };
    const stepsPerSecond = (1000 * since.steps) / since.ms;
    return { ...base, stepsPerSecond, remainingMs: (1000 * (steps - step)) / stepsPerSecond };
  }

  /** Trains, or goes on training, for as long as a figure looks. */
  start(): void {
    if (this.#state === "running" || this.#state === "done") return;
    this.#state = "running";
    this.#work();
  }

  /** Rests until `start`. */
  pause(): void {
    if (this.#state === "running") this.#state = "paused";
    this.#work();
  }

  /** Goes on for another `steps` after the last. */
  extend(steps: number): void {
    this.#steps = this.#losses.length + steps;
    this.#state = "paused";
    this.start();
  }

  /** Begins anew, untrained and at rest, for all figures that share it. */
  restart(): void {
    const untrained = this.#engine.create(this.#plan.kind, this.#plan.config);
    this.#experiment.dispose();
    this.#experiment = untrained;
    this.#losses = [];
    this.#steps = this.#plan.steps;
    this.#state = "ready";
    this.#begun = this.#interrupted = false;
    this.#failure = undefined;
    this.#work();
  }

  /** What the one button does: pauses, goes on, or begins; after the end it goes on for another `steps`. */
  toggle(steps: number): void {
    if (this.#state === "running") this.pause();
    else if (this.#state === "done") this.extend(steps);
    else this.start();
  }

  /** A figure tells that it is in view, or that it is not: nothing is trained that nobody looks at. */
  look(figure: object, inView: boolean): void {
    if (inView) this.#lookers.add(figure);
    else this.#lookers.delete(figure);
    this.#work();
  }

  /**
   * What `ask` gets from the model; it may configure, run and read. The training goes on where it was. Throws what
   * stopped the training, until it begins anew.
   */
  use<T>(ask: (experiment: Experiment) => T): T {
    if (this.#failure !== undefined) throw this.#failure;
    this.#interrupted = true;
    return ask(this.#experiment);
  }

  /** @internal One sequence of a batch. */
  advance(): void {
    try {
      this.#learn();
    } catch (error) {
      this.#failure = error;
      this.pause();
    }
  }

  /** @internal */
  report(): void {
    for (const watch of this.#watchers) watch();
  }

  #learn(): void {
    if (!this.#begun) this.#experiment.configure({ action: "train", steps: this.#plan.steps, ...this.#plan.request });
    else if (this.#interrupted) this.#experiment.configure({ action: "train" });
    this.#begun = true;
    this.#interrupted = false;
    this.#experiment.run();
    if (this.#experiment.readNumber("step") === this.#losses.length) return;
    this.#losses.push(this.#experiment.readNumber("loss"));
    if (this.#losses.length < this.#steps) return;
    this.#state = "done";
    this.#work();
  }

  #work(): void {
    if (this.#state === "running" && this.#lookers.size > 0) {
      this.#started ??= { step: this.#losses.length, at: performance.now() };
      beginWork(this);
    } else {
      this.#started = undefined;
      endWork(this);
    }
    this.report();
  }
}
