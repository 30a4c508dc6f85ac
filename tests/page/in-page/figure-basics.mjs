// What a page can rely on: attributes, properties, the event, methods, the light DOM as fallback.

import { equal, holds, near, runChecks } from "./checks.mjs";
import { change, firstFigure, table } from "./figure.mjs";
import { attention } from "./oracle.mjs";

const figure = await firstFigure();
const OWN = {
  tokens: ["a", "b"],
  q: [
    [1, 0],
    [0, 1],
  ],
  k: [
    [1, 2],
    [3, -4],
  ],
  v: [
    [0.5, -1],
    [0, 2],
  ],
};
const SMALL_NEGATIVE = {
  ...OWN,
  v: [
    [-0.001, 0],
    [-0.002, 0],
  ],
};

await runChecks({
  "the attributes' state"() {
    equal(JSON.stringify(Object.entries(figure.state()).sort()), '[["query","its"],["temperature","0.5"]]');
    equal(
      table(figure)
        .rows.map(({ key }) => key)
        .join(" "),
      "The dog chased its own tail",
    );
    equal(document.querySelector("#fallback").checkVisibility(), false, "the fallback's visibility");
  },
  "numbers() are copies of what is shown"() {
    const { weights, output } = figure.numbers();
    equal(String(weights.shape), "6,6");
    equal(
      table(figure)
        .rows.map(({ weight }) => weight)
        .join(),
      [...weights.data.subarray(18, 24)].map((x) => x.toFixed(2)).join(),
    );
    output.data.fill(7);
    holds(figure.numbers().output.data !== figure.numbers().scores.data, "tensors have arrays of their own");
  },
  async "a property changes picture, attribute and state, and fires one event"() {
    const before = table(figure).rows[0].weight;
    let events = 0;
    const count = (event) => (events += event.bubbles && event.composed && event.target === figure ? 1 : 100);
    document.addEventListener("attn-change", count);
    const detail = await change(figure, { temperature: Infinity });
    document.removeEventListener("attn-change", count);
    equal(events, 1, "events");
    equal(detail.temperature, "Infinity");
    equal(figure.getAttribute("temperature"), "Infinity");
    equal(JSON.stringify(figure.state()), JSON.stringify(detail));
    holds(before !== "0.17" && table(figure).rows.every(({ weight }) => weight === "0.17"), "all weights are 0.17");
  },
  async "an attribute changes the picture"() {
    const changed = new Promise((done) => figure.addEventListener("attn-change", done, { once: true }));
    figure.setAttribute("temperature", "0");
    await changed;
    equal(
      table(figure)
        .rows.map(({ weight }) => weight)
        .sort()
        .join(),
      "0.00,0.00,0.00,0.00,0.00,1.00",
    );
  },
  "bars follow a drag at once, and grow after a key or a press"() {
    const slider = figure.shadowRoot.querySelector("input[type=range]");
    const duration = () => getComputedStyle(figure.shadowRoot.querySelector(".bar .fill")).transitionDuration;
    equal(duration(), "0.18s", "before");
    slider.dispatchEvent(new Event("input"));
    equal(duration(), "0s", "while it is dragged");
    slider.dispatchEvent(new Event("change"));
    equal(duration(), "0.18s", "afterwards");
  },
  async "several changes at once are one picture"() {
    let events = 0;
    const count = () => events++;
    figure.addEventListener("attn-change", count);
    for (let i = 1; i <= 50; i++) figure.temperature = i;
    await change(figure, { query: "dog" });
    figure.removeEventListener("attn-change", count);
    equal(events, 1, "events");
    equal(figure.state().temperature, "50");
  },
  async "data of one's own"() {
    await change(figure, { data: OWN, query: "b", temperature: 1 });
    const expected = attention(OWN);
    near(figure.numbers().output, expected.output, 1e-6, "output");
    equal(table(figure).output.join(), expected.output[1].map((x) => x.toFixed(2).replace("-", "−")).join());
  },
  async "zero has no sign, minus is a true minus"() {
    await change(figure, { data: SMALL_NEGATIVE });
    equal(table(figure).output[0], "0.00");
    await change(figure, { data: OWN });
    holds(
      table(figure).rows.some(({ values }) => values.includes("−1.00")),
      "−1.00 is written with U+2212",
    );
  },
  async "a wrong input: one sentence, the last good picture stays"() {
    const before = JSON.stringify(table(figure));
    for (const [name, wrong, word] of [
      ["temperature", -1, "temperature (-1)"],
      ["query", "z", '"z"'],
      ["data", { tokens: ["a"] }, "q"],
    ]) {
      const good = figure[name];
      figure[name] = wrong;
      const problem = figure.shadowRoot.querySelector("[role=alert]");
      for (let frame = 0; !problem.textContent && frame < 300; frame++) await new Promise(requestAnimationFrame);
      holds(problem.textContent.includes(word), `"${problem.textContent}" does not name ${word}`);
      equal(JSON.stringify(table(figure)), before, "the table");
      figure[name] = good;
      for (let frame = 0; problem.textContent && frame < 300; frame++) await new Promise(requestAnimationFrame);
      equal(problem.textContent, "", "the sentence afterwards");
    }
  },
  async "a wrong attribute from the start: the sentence names it, and it stays as it was written"() {
    const wrong = document.createElement("attn-soft-lookup");
    wrong.setAttribute("temperature", "warm");
    document.body.append(wrong);
    const sentence = await wrong.ready.catch(({ message }) => message);
    equal(sentence, 'temperature ("warm") must be a number from 0 to Infinity');
    equal(wrong.getAttribute("temperature"), "warm");
    wrong.removeAttribute("temperature");
    await wrong.updateComplete;
    equal(wrong.state().temperature, "1", "without the attribute");
    wrong.remove();
  },
  "nothing was said in the console": () => equal(faults.join(), ""),
});
