// A training in the page, with a model that only counts: what it tells, how it goes on, what stops it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { figureModules } from "./modules.mjs";

const { Training } = await figureModules("training", "figures/training.ts");

const SEQUENCES = 2; // in a batch
let now = 0;
let requests = [];
let failure;
performance.now = () => now;
globalThis.requestAnimationFrame = () => {}; // Tests advance by themselves.

const engine = {
  create() {
    let runs = 0;
    const numbers = { step: () => Math.floor(runs / SEQUENCES), loss: () => 1 / runs };
    return {
      configure: (request) => requests.push(request),
      run() {
        if (failure) throw failure;
        runs++;
      },
      readNumber: (name) => numbers[name](),
      dispose() {},
    };
  },
};

/** A training that is looked at; `watch.times` counts how often its figures were told. */
function begin(steps) {
  const watch = () => watch.times++;
  watch.times = 0;
  const plan = { kind: "decoder", config: {}, request: { data: "markov", batch_size: SEQUENCES }, steps };
  const training = Training.of(engine, plan, watch);
  training.look(watch, true);
  return { training, watch, end: () => training.leave(watch) };
}

function learn(training, steps) {
  for (let i = 0; i < steps * SEQUENCES; i++) training.advance();
}

beforeEach(() => {
  now = 1000;
  requests = [];
  failure = undefined;
});

test("steps for each second, and the time that remains, since it last began", () => {
  const { training, end } = begin(110);
  training.start();
  assert.equal(training.progress.stepsPerSecond, undefined);
  now += 500;
  learn(training, 10);
  assert.equal(training.progress.stepsPerSecond, 20);
  assert.equal(training.progress.remainingMs, 5000);
  training.pause();
  assert.equal(training.progress.remainingMs, undefined);
  now += 60_000;
  training.start();
  learn(training, 20);
  now += 200;
  assert.equal(training.progress.stepsPerSecond, 100);
  assert.equal(training.progress.remainingMs, 800);
  end();
});

test("out of view the time stands still", () => {
  const { training, watch, end } = begin(100);
  training.start();
  now += 100;
  learn(training, 10);
  training.look(watch, false);
  assert.equal(training.progress.stepsPerSecond, undefined);
  now += 60_000;
  training.look(watch, true);
  now += 100;
  learn(training, 5);
  assert.equal(training.progress.stepsPerSecond, 50);
  end();
});

test("at its end the button goes on for as many steps, every time; a new start has those of the plan", () => {
  const { training, end } = begin(3);
  for (const steps of [3, 6, 9]) {
    training.toggle(3);
    assert.equal(training.progress.state, "running");
    assert.equal(training.progress.steps, steps);
    learn(training, 3);
    assert.equal(training.progress.state, "done");
    assert.equal(training.progress.step, steps);
  }
  training.restart();
  const { state, step, steps, losses } = training.progress;
  assert.deepEqual({ state, step, steps, losses }, { state: "ready", step: 0, steps: 3, losses: [] });
  end();
});

test("the losses are those of the completed steps", () => {
  const { training, end } = begin(5);
  training.start();
  training.advance();
  assert.equal(training.progress.step, 0);
  training.advance();
  learn(training, 2);
  assert.deepEqual(training.progress.losses, [1 / 2, 1 / 4, 1 / 6]);
  end();
});

test("one request begins it; after a question in between another goes on", () => {
  const { training, end } = begin(4);
  training.start();
  learn(training, 2);
  assert.deepEqual(requests, [{ action: "train", steps: 4, data: "markov", batch_size: SEQUENCES }]);
  assert.equal(
    training.use(() => "asked"),
    "asked",
  );
  learn(training, 1);
  assert.deepEqual(requests.slice(1), [{ action: "train" }]);
  end();
});

test("what stops it is thrown to whoever asks, until it begins anew", () => {
  const { training, watch, end } = begin(4);
  training.start();
  learn(training, 1);
  failure = new Error("no memory");
  const told = watch.times;
  training.advance();
  assert.equal(training.progress.state, "paused");
  assert.ok(watch.times > told, "its figures are told");
  assert.throws(() => training.use(() => 1), failure);
  failure = undefined;
  training.restart();
  assert.equal(
    training.use(() => 1),
    1,
  );
  training.start();
  learn(training, 4);
  assert.equal(training.progress.state, "done");
  end();
});

test("figures with one plan share it, and the last one takes it along", () => {
  const [first, second] = [begin(7), begin(7)];
  assert.equal(first.training, second.training);
  first.end();
  const third = begin(7);
  assert.equal(third.training, second.training);
  second.end();
  third.end();
  const anew = begin(7);
  assert.notEqual(anew.training, second.training);
  anew.end();
});
