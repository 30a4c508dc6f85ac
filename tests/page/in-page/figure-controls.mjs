// What a reader does with Figure 1: every control moved, against plain loops in double precision.

import { equal, holds, near, runChecks } from "./checks.mjs";
import { table } from "./figure.mjs";
import { attention, rows, softmax } from "./oracle.mjs";
import { meet } from "./reader.mjs";

const { figure, button, drawn, unfold } = await meet("attn-soft-lookup");
const root = figure.shadowRoot;
const example = figure.numbers();
const N_KEYS = example.k.shape[0];

const sliders = () => [...root.querySelectorAll("input[type=range]")];
const alert = () => root.querySelector("[role=alert]").textContent;

/** As a reader leaves a number behind. */
function type(input, text) {
  input.value = text;
  input.dispatchEvent(new Event("change"));
}

function slide(input, position) {
  input.value = String(position);
  input.dispatchEvent(new Event("input"));
  input.dispatchEvent(new Event("change"));
}

/** Opens one of the disclosures, if it is closed, and gives its table of that caption. */
async function unfolded(summary, caption) {
  const details = await unfold(summary);
  return [...details.querySelectorAll("table")].find((each) => each.caption.textContent.includes(caption));
}

const output = ({ q, k, v }, temperature) => attention({ q, k, v, temperature }).output;
const queryRow = (tensor) => rows(figure.numbers()[tensor])[3];

await runChecks({
  async "a typed temperature, with a comma, and one that is none"() {
    const field = root.querySelector(".slider input.typed");
    await drawn(() => type(field, "0,25"));
    equal(figure.temperature, 0.25);
    await drawn(() => type(field, "∞"));
    equal(figure.temperature, Infinity);
    await drawn(() => type(field, "warm"));
    holds(alert().includes('temperature ("warm") must be a number from 0 to Infinity'), alert());
    equal(figure.temperature, Infinity, "the temperature afterwards");
    equal(field.value, "∞", "the field afterwards");
    await drawn(() => type(field, "0.5"));
    equal(alert(), "", "the sentence after a right one");
  },
  async "the temperature's slider reaches both limits and both ends of its decades"() {
    const [slider] = sliders();
    for (const [position, expected] of [
      [0, 0],
      [1, 0.01],
      [Number(slider.max) - 1, 100],
      [Number(slider.max), Infinity],
    ]) {
      await drawn(() => slide(slider, position));
      equal(figure.temperature, expected, `the temperature at ${position}`);
      equal(Number(slider.value), position, "the slider's position");
    }
  },
  async "the sentence for screen readers comes once, when the slider rests"() {
    const sentence = root.querySelector(".figure [role=status]");
    const said = [];
    const watch = new MutationObserver(() => said.push(sentence.textContent));
    watch.observe(sentence, { childList: true, characterData: true, subtree: true });
    let rests = 1; // A machine that is busy makes a pause in the middle look like one.
    for (let position = 150; position <= 160; position++) {
      const start = performance.now();
      await drawn(() => slide(sliders()[0], position));
      if (performance.now() - start > 400) rests++;
    }
    await new Promise((later) => setTimeout(later, 1500));
    watch.disconnect();
    holds(said.length >= 1 && said.length <= rests, `${said.length} sentences: ${said.join(" | ")}`);
    holds(said.at(-1).includes(`At temperature ${figure.temperature},`), `the last one: ${said.at(-1)}`);
  },
  async "the entropy's slider finds the temperature that gives it"() {
    const slider = sliders()[1];
    const most = Math.log2(N_KEYS);
    const { q, k } = figure.numbers();
    for (const share of [0.1, 0.5, 0.9]) {
      const position = Math.round(share * Number(slider.max));
      await drawn(() => slide(slider, position));
      const { weights } = attention({ q: rows(q), k: rows(k), v: rows(k), temperature: figure.temperature });
      const bits = weights[3].reduce((sum, w) => (w > 0 ? sum - w * Math.log2(w) : sum), 0);
      const wanted = (position / Number(slider.max)) * most;
      holds(Math.abs(bits - wanted) < 2e-3, `${bits} bits at temperature ${figure.temperature}, ${wanted} were wanted`);
      equal(Number(slider.value), position, "the slider's position");
    }
    await drawn(() => slide(slider, slider.max));
    equal(figure.temperature, Infinity, "the temperature at the right end");
  },
  async "the ends of a slider are buttons"() {
    const [low, high] = root.querySelectorAll(".slider button.end");
    await drawn(() => low.click());
    equal(figure.temperature, 0);
    await drawn(() => high.click());
    equal(figure.temperature, Infinity);
  },
  async "an edited value, an edited query, and back"() {
    figure.temperature = 0.5;
    await drawn(() => button("edit numbers").click());
    await drawn(() => type(root.querySelector('[aria-label="v, dog, component 2"]'), "−3,5"));
    const edited = figure.numbers();
    equal(rows(edited.v)[1][1], -3.5, "the value");
    holds(table(figure).output.length === edited.v.shape[1], "the outputs are there");
    const [q, k, v] = ["q", "k", "v"].map((name) => rows(edited[name]));
    near({ data: queryRow("output") }, output({ q, k, v }, 0.5)[3], 2e-6, "output");
    holds(root.querySelector("figcaption").textContent.includes("edited by you"), "the caption says so");
    await unfolded("Where q, k and v come from", "Q");
    await drawn(() => type(root.querySelector('[aria-label="q, its, component 1"]'), "2"));
    q[3][0] = 2;
    near({ data: queryRow("output") }, output({ q, k, v }, 0.5)[3], 2e-6, "output of another query");
    await drawn(() => button("reset numbers").click());
    for (const name of ["x", "w_q", "q", "k", "v"])
      equal(String(figure.numbers()[name].data), String(example[name].data), name);
    equal(button("reset numbers"), undefined, "the button afterwards");
  },
  async "an edit and its reset keep the query and the focus"() {
    const own = document.createElement("attn-soft-lookup");
    document.body.append(own);
    own.scrollIntoView();
    await own.ready;
    const press = async (text) => {
      const wanted = [...own.shadowRoot.querySelectorAll("button")].find((each) => each.textContent.trim() === text);
      wanted.focus();
      wanted.click();
      await Promise.resolve();
      await own.updateComplete;
    };
    const chosen = () => own.shadowRoot.querySelector("input[type=radio]:checked").labels[0].textContent.trim();
    await press("edit numbers");
    const before = chosen();
    type(own.shadowRoot.querySelector('[aria-label="v, tail, component 4"]'), "2");
    await Promise.resolve();
    await own.updateComplete;
    equal(own.numbers().v.data.at(-1), 2, "the edited number");
    equal(chosen(), before, "the query after an edit");
    await press("reset numbers");
    await own.updateComplete;
    equal(chosen(), before, "the query after the reset");
    equal(own.shadowRoot.activeElement?.textContent.trim(), "done editing", "the focus after the reset");
    own.remove();
  },
  async "an edited embedding goes through the projections"() {
    await unfolded("Where q, k and v come from", "X");
    await drawn(() => type(root.querySelector('[aria-label="x, dog, component 1"]'), "1.5"));
    const { x, w_k, k } = figure.numbers();
    equal(rows(x)[1][0], 1.5, "the number");
    const expected = rows(w_k).map((w) => w.reduce((sum, weight, c) => sum + weight * rows(x)[1][c], 0));
    near({ data: rows(k)[1] }, expected, 1e-6, "the key");
    await drawn(() => button("reset numbers").click());
  },
  async "a cell that is no number: one sentence, the picture and the cell stay"() {
    const cell = root.querySelector('[aria-label="v, dog, component 2"]');
    const [before, shown] = [JSON.stringify(table(figure)), cell.value];
    await drawn(() => type(cell, "much"));
    holds(alert().includes('v[1][1] ("much") must be a number'), alert());
    equal(cell.value, shown, "the cell");
    await drawn(() => button("done editing").click());
    await drawn(() => button("edit numbers").click());
    equal(JSON.stringify(table(figure)), before, "the table");
    await drawn(() => button("done editing").click());
  },
  async "derivatives of the output are those of central differences"() {
    for (const temperature of [0.3, 1]) {
      await drawn(() => (figure.temperature = temperature));
      const shown = await unfolded("How the output answers to each score", "∂ output");
      const { scores, v } = figure.numbers();
      const h = 1e-4;
      const at = (j, step) => {
        const row = rows(scores)[3].map((score, i) => score + (i === j ? step : 0));
        const weights = softmax(row, temperature);
        return rows(v)[0].map((_, c) => weights.reduce((sum, w, i) => sum + w * rows(v)[i][c], 0));
      };
      for (let j = 0; j < N_KEYS; j++) {
        const [above, below] = [at(j, h), at(j, -h)];
        const expected = above.map((x, c) => (x - below[c]) / (2 * h));
        near({ data: rows(figure.numbers().doutput_dscores)[j] }, expected, 1e-5, `derivatives for key ${j}`);
        const texts = [...shown.tBodies[0].rows[j].querySelectorAll("td")].map((cell) => cell.textContent.trim());
        texts.forEach((text, c) => {
          const distance = Math.abs(Number(text.replace("−", "-")) - expected[c]);
          holds(distance <= 0.00501, `key ${j}, component ${c} shows ${text}, and is ${expected[c]}`);
        });
      }
    }
  },
  async "a key is worked out while the pointer is on it, or until Escape"() {
    const worked = () => root.querySelector(".worked-out .key.token").textContent;
    const key = root.querySelectorAll("button.key")[2];
    const before = worked();
    holds(before !== "chased", "another key is worked out at first");
    await drawn(() => key.closest("tr").dispatchEvent(new PointerEvent("pointerenter")));
    equal(worked(), "chased");
    await drawn(() => key.closest("tr").dispatchEvent(new PointerEvent("pointerleave")));
    equal(worked(), before);
    await drawn(() => key.click());
    equal(`${worked()}, ${key.ariaPressed ?? key.getAttribute("aria-pressed")}`, "chased, true");
    await drawn(() => key.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
    equal(worked(), before, "after Escape");
  },
  async "check says how far the shown numbers are from plain loops, at the limits too"() {
    for (const temperature of [0, 0.05, 1, Infinity]) {
      await drawn(() => (figure.temperature = temperature));
      await drawn(() => button("check").click());
      const note = root.querySelector(".note").textContent;
      const named = [...note.matchAll(/([a-z ]+) (\d\S*?)[,.](?= |$)/g)].map(([, name, x]) => [
        name.trim(),
        Number(x.replace("−", "-")),
      ]);
      equal(named.map(([name]) => name).join(), "scores,weights,products,output,entropy,sum of weights", note);
      for (const [name, largest] of named) holds(largest <= 2e-6, `${name} ${largest} at temperature ${temperature}`);
    }
  },
  "nothing was said in the console": () => equal(faults.join(), ""),
});
