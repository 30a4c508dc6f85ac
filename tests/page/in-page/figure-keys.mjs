// Figure 1 in its corners: keys under pointer, focus and lock, tokens that repeat, one token, numbers that stay.

import { equal, holds, runChecks } from "./checks.mjs";
import { table } from "./figure.mjs";
import { rows } from "./oracle.mjs";
import { frame, meet, until } from "./reader.mjs";

const { figure, all, find, text, type, button, drawn, set, changed, unfold } = await meet("attn-soft-lookup");
const EXAMPLE = { data: undefined, query: "its", temperature: 0.5 };
const REPEATED = {
  tokens: ["a", "b", "a"],
  q: [
    [-0.001, 1],
    [-1, 0.123456789],
    [2, 2],
  ],
  k: [
    [-0.004, 1],
    [0, 1],
    [1, 0],
  ],
  v: [[0.1], [0.2], [1 / 3]],
};
const ONE = { tokens: ["alone"], q: [[1]], k: [[2]], v: [[3]] };

const worked = () => text(".worked-out .key.token");
const mostWeight = () => table(figure).rows.reduce((most, row) => (row.weight > most.weight ? row : most)).key;
const keyButton = (key) => all("button.key")[key];
const point = (key, type) => drawn(() => keyButton(key).closest("tr").dispatchEvent(new PointerEvent(type)));
const press = (key) => drawn(() => keyButton(key).click());
const temperatureSlider = () => find("input[type=range]");

await runChecks({
  async "a lock holds against pointer and focus, and a second press takes it off"() {
    const most = mostWeight();
    await press(2);
    equal(worked(), "chased");
    await point(0, "pointerenter");
    equal(worked(), "chased", "with the pointer on another");
    await drawn(() => keyButton(1).focus());
    equal(worked(), "chased", "with the focus on another");
    await drawn(() => keyButton(1).blur());
    await point(0, "pointerleave");
    await press(2);
    equal(`${worked()}, ${keyButton(2).getAttribute("aria-pressed")}`, `${most}, false`);
  },
  async "a key is worked out while it has the focus"() {
    const most = mostWeight();
    await drawn(() => keyButton(4).focus());
    equal(worked(), "own");
    equal(all("tr.worked").length, 1, "rows that are stressed");
    await drawn(() => keyButton(4).blur());
    equal(worked(), most);
  },
  async "pressing and pointing change no state, and fire no event"() {
    let events = 0;
    const count = () => events++;
    figure.addEventListener("attn-change", count);
    await point(3, "pointerenter");
    await press(3);
    await drawn(() => button("edit numbers").click());
    await drawn(() => button("done editing").click());
    await press(3);
    await point(3, "pointerleave");
    figure.removeEventListener("attn-change", count);
    equal(events, 0, "events");
  },
  async "a lock on a row that other data does not have"() {
    await press(5);
    equal(worked(), "tail");
    await set({ data: REPEATED, query: "b" });
    equal(worked(), mostWeight());
    await set(EXAMPLE);
    equal(worked(), "tail", "with the data of before");
    await press(5);
  },
  async "a token that repeats is named by its number"() {
    await set({ data: REPEATED, query: "b" });
    const radios = all("input[name=query]");
    equal((await changed(() => radios[2].click())).query, "#3");
    equal(figure.getAttribute("query"), "#3");
    equal(table(figure).output.join(), figure.numbers().output.data[2].toFixed(2), "the output of the third");
    equal((await changed(() => radios[0].click())).query, "a");
  },
  async "only what is printed as negative has brackets"() {
    await set({ data: REPEATED, query: "a" });
    await point(0, "pointerenter");
    holds(text(".worked-out").includes("(0.00·0.00 + 1.00·1.00) / √2 = 0.71"), text(".worked-out"));
    await point(0, "pointerleave");
    await set({ query: "b" });
    await point(2, "pointerenter");
    holds(text(".worked-out").includes("((−1.00)·1.00 + 0.12·0.00) / √2 = −0.71"), text(".worked-out"));
    await point(2, "pointerleave");
  },
  async "an edit leaves all other numbers as they were, to the bit"() {
    await set({ data: REPEATED, query: "b" });
    const before = Object.fromEntries(["q", "k", "v"].map((name) => [name, [...figure.numbers()[name].data]]));
    await drawn(() => button("edit numbers").click());
    await changed(() => type('[aria-label="v, b, component 1"]', "7", "change"));
    before.v[1] = 7;
    for (const name of ["q", "k", "v"]) equal(String([...figure.numbers()[name].data]), String(before[name]), name);
  },
  async "neither nothing nor infinity is a number for a cell"() {
    for (const wrong of ["", "∞", "1 2"]) {
      await drawn(() => type('[aria-label="v, b, component 1"]', wrong, "change"));
      holds(text("[role=alert]").includes(`v[1][0] ("${wrong}") must be a number`), text("[role=alert]"));
      equal(rows(figure.numbers().v)[1][0], 7, "the number");
    }
    await drawn(() => button("done editing").click());
    await set(EXAMPLE);
  },
  async "0 can be typed as a temperature, nothing cannot"() {
    await changed(() => type(".slider input.typed", "0", "change"));
    equal(figure.temperature, 0);
    await drawn(() => type(".slider input.typed", "", "change"));
    holds(text("[role=alert]").includes('temperature ("") must be a number from 0 to Infinity'), text("[role=alert]"));
    equal(find(".slider input.typed").value, "0", "the field");
  },
  async "the slider goes where the temperature is, beyond its decades to their end"() {
    const last = Number(temperatureSlider().max) - 1;
    temperatureSlider().value = "77";
    await drawn(() => temperatureSlider().dispatchEvent(new Event("input")));
    for (const [temperature, position] of [
      [10, 301],
      [0.01, 1],
      [1e-9, 1],
      [500, last],
      [Infinity, last + 1],
      [1, 201],
    ]) {
      await set({ temperature });
      equal(Number(temperatureSlider().value), position, `the position at ${temperature}`);
      holds(temperatureSlider().getAttribute("aria-valuetext").includes("entropy"), "what it means");
    }
  },
  async "a single token takes all"() {
    await set({ data: ONE, query: undefined });
    const { rows, output } = table(figure);
    equal(`${rows[0].weight} ${rows[0].products} ${output}`, "1.00 3.00 3.00");
    holds(!/NaN|–/.test(text(".figure")), text(".figure"));
    const entropy = all("input[type=range]")[1];
    equal(entropy.getAttribute("value"), "0", "the position of the entropy");
    entropy.value = entropy.max;
    await drawn(() => entropy.dispatchEvent(new Event("input", { bubbles: true })));
    equal(text("[role=alert]"), "", "the sentence at the entropy's slider");
    await set(EXAMPLE);
  },
  async "both unfoldings can be open, and each closes alone"() {
    const [projections, derivatives] = [
      await unfold("Where q, k and v come from"),
      await unfold("How the output answers to each score"),
    ];
    holds(projections.querySelector("table") && derivatives.querySelector("table"), "both have their tables");
    projections.open = false;
    await until(() => !projections.querySelector("table"), "the first was empty");
    await frame();
    holds(derivatives.open && derivatives.querySelector("table"), "the second is open");
    derivatives.open = false;
    await until(() => !derivatives.querySelector("table"), "the second was empty");
  },
  async "the whole sentence for screen readers, at each limit"() {
    const spoken = () => text(".figure > [role=status]");
    const { weights } = figure.numbers();
    const largest = Math.max(...rows(weights)[3]).toFixed(2);
    const expected = `At temperature 0.5, its attends most to ${mostWeight()}, with weight ${largest}.`;
    await until(() => spoken() === expected, `it was said: ${expected}`);
    await set({ temperature: Infinity });
    const alike = "At temperature infinity, its gives all 6 keys the same weight, 0.17.";
    await until(() => spoken() === alike, `it was said: ${alike}`);
  },
  async "null takes a property away"() {
    await set(EXAMPLE);
    await set({ temperature: null, query: null, data: null });
    equal(JSON.stringify(figure.state()), '{"temperature":"1"}');
    equal(worked(), mostWeight());
    equal(text("[role=alert]"), "", "the sentence");
  },
  "nothing was said in the console": () => equal(faults.join(), ""),
});
