// From an input event of the figure to the drawn frame: leaves [{ name, work_ms, delay_ms }] in globalThis.result.

import "/dist/elements.js";
import { quantile } from "./measure.mjs";

const TIMES = 200;

const figure = document.createElement("attn-soft-lookup");
document.body.append(figure);
await figure.ready;

const slider = figure.shadowRoot.querySelector("input[type=range]");
const choices = [...figure.shadowRoot.querySelectorAll("input[type=radio]")];
const all = [
  ["temperature slider", (i) => input(slider, { value: String(20 + (i % 300)) }, "input")],
  ["query token", (i) => input(choices[i % choices.length], { checked: true }, "change")],
];
const rows = [];
for (const [name, act] of all) {
  globalThis.progress = name;
  const samples = [];
  for (let i = 0; i < TIMES; i++) samples.push(await sample(() => act(i)));
  const summary = (key) => {
    const values = samples.map((each) => each[key]);
    return { median: quantile(values, 0.5), p95: quantile(values, 0.95) };
  };
  rows.push({ name, work_ms: summary("work"), delay_ms: summary("delay") });
}
globalThis.result = rows;

function input(element, properties, type) {
  Object.assign(element, properties);
  element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}

/**
 * Work: the event's handlers, and then the frame that draws the change, from its first callback to the first task after
 * it, which comes after style, layout and paint. Delay: from the event to that task, with the wait for the frame.
 */
async function sample(act) {
  await new Promise((next) => setTimeout(next, 3 + 10 * Math.random())); // Anywhere between two frames.
  let begin;
  let request = requestAnimationFrame(function tick() {
    begin = performance.now();
    request = requestAnimationFrame(tick);
  });
  const drawn = new Promise((changed) => figure.addEventListener("attn-change", changed, { once: true }));
  const start = performance.now();
  act();
  const handled = performance.now();
  await drawn;
  cancelAnimationFrame(request);
  const end = await afterFrame();
  return { work: handled - start + (end - begin), delay: end - start };
}

/** The time at which the frame that is being made is done. */
function afterFrame() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
  });
}
