// Figure 11 in a page: state, numbers, its table, its training, what it refuses.

import { equal, holds, runChecks } from "./checks.mjs";
import { change } from "./figure.mjs";
import { meet, printed, until } from "./reader.mjs";

const { figure, all, find, text, button, changed, drawn, set, type, unfold } = await meet("attn-distribution-fit");
const samples = (value) => type("input.typed", value, "change");

/** The table as it is written: rows of tomorrow, p*, count where there is one, q and both terms; the sums last. */
const table = () =>
  [...find(".fit-table").rows].slice(1).map(({ cells }) => [...cells].map((cell) => cell.textContent.trim()));
const total = (numbers) => [...numbers].reduce((sum, x) => sum + x, 0);
const SHOWN = "p counts q cross_entropy_terms kl_terms".split(" ");

/** What the table must be, from numbers(). */
function expectedTable(model) {
  const numbers = figure.numbers();
  const [p, counts, q, terms, klTerms] = SHOWN.map((name) => {
    const { data } = numbers[name];
    return name === "p" || name === "counts" ? data : data.subarray(6 * model, 6 * model + 6);
  });
  const line = (name, p, count, q, term, klTerm) => [
    ...[name, "", p.toFixed(3)],
    ...(model === 0 ? [String(count)] : []),
    ...[q.toFixed(3), term.toFixed(3), printed(klTerm, 4)],
  ];
  const names = ["sun", "cloud", "rain", "storm", "fog", "snow"];
  const rows = names.map((name, j) => line(name, p[j], counts[j], q[j], terms[j], klTerms[j]));
  const [crossEntropy, kl] = [numbers.cross_entropy.data[model], numbers.kl.data[model]];
  return [...rows, line("Σ", total(p), total(counts), total(q), crossEntropy, kl)];
}
const sameTable = (model) => equal(JSON.stringify(table()), JSON.stringify(expectedTable(model)), "the table");

await runChecks({
  "the first picture: 100 samples of what follows sun"() {
    equal(JSON.stringify(figure.state()), '{"steps":"40"}');
    const { counts, p, q } = figure.numbers();
    equal(total(counts.data), 100);
    equal(q.shape.join(), "2,6");
    holds(Math.abs(p.data[0] - 0.55) < 1e-6, `p of sun is ${p.data[0]}`);
    sameTable(0);
    equal(document.querySelector("#fallback").checkVisibility(), false, "the fallback's visibility");
    globalThis.fitted = [...q.data.subarray(0, 6)];
  },
  async "each control moves the state, the attribute and the numbers"() {
    const before = [...figure.numbers().counts.data];
    const detail = await changed(() => button("Draw more").click());
    equal(detail.samples, "200");
    equal(figure.getAttribute("samples"), "200");
    holds(
      figure.numbers().counts.data.every((count, j) => count >= before[j]),
      "the first 100 samples are still among the 200",
    );
    sameTable(0);
    equal((await changed(() => samples("10,000"))).samples, "10000");
    equal(total(figure.numbers().counts.data), 10_000);
    equal((await changed(() => all("input[name=context]")[2].click())).context, "rain");
    holds(Math.abs(figure.numbers().p.data[2] - 0.38) < 1e-6, "p is that of rain");
    sameTable(0);
    const counts = figure.numbers().counts.data.join();
    equal((await changed(() => button("other samples").click())).seed, "8");
    holds(figure.numbers().counts.data.join() !== counts, "other samples");
    equal((await changed(() => button("other samples").click())).seed, "9");
    equal(figure.getAttribute("seed"), "9");
    const slider = find("input[type=range]");
    slider.value = "0";
    equal((await changed(() => slider.dispatchEvent(new Event("input", { bubbles: true })))).samples, "0");
  },
  async "no samples, and as many as there are"() {
    equal(table()[0].slice(3).join(), "0,0.167,0.215,−0.0394");
    holds(text(".readouts").includes("∞ nats"), text(".readouts"));
    sameTable(0);
    equal((await changed(() => button("Draw more").click())).samples, "1");
    await change(figure, { samples: 60_000 });
    equal((await changed(() => button("Draw more").click())).samples, "100000");
    await change(figure, { context: "snow" });
    equal(button("Draw more").getAttribute("aria-disabled"), "true", "whether there is no more to draw");
    holds(figure.numbers().kl.data[0] < 2e-4, `kl is ${figure.numbers().kl.data[0]}`);
    sameTable(0);
  },
  async "the readouts are the numbers"() {
    await change(figure, { samples: 1000 });
    const { entropy, cross_entropy, kl, loss } = figure.numbers();
    for (const shown of [entropy, cross_entropy].map(({ data }) => `${data[0].toFixed(4)} nats`)) {
      holds(text(".readouts").includes(shown), `${text(".readouts")} has no ${shown}`);
    }
    holds(text(".readouts").includes(`${Number(kl.data[0].toPrecision(3))} nats`), text(".readouts"));
    holds(text(".readouts").includes("0.0025 nats"), text(".readouts"));
    holds(text(".formulas").includes(loss.data[0].toFixed(4)), text(".formulas"));
  },
  async "the curves, unfolded, are the numbers"() {
    const table = await unfold("The curves, as a table");
    const { curve_n, curve_cross_entropy, curve_expected, entropy } = figure.numbers();
    const written = [...table.querySelectorAll("tbody tr")].map(({ cells }) =>
      [...cells].map((cell) => cell.textContent),
    );
    written.forEach((row, i) => {
      const at = 5 * i;
      const n = curve_n.data[at].toLocaleString("en-US");
      const values = [curve_cross_entropy.data[at], curve_expected.data[at], entropy.data[0]];
      equal(row.join(" "), [n, ...values.map((x) => (Number.isNaN(x) ? "–" : printed(x, 5)))].join(" "), `row ${i}`);
    });
    holds(written.length > 10, `${written.length} rows`);
    table.open = false;
    await until(() => !table.querySelector("table"), "it was empty");
  },
  async "every property is an attribute, and back"() {
    const before = JSON.stringify(figure.state());
    const wanted = { context: "fog", samples: "300", model: "transformer", steps: "50", seed: "3" };
    const old = Object.fromEntries(Object.keys(wanted).map((name) => [name, figure[name]]));
    await change(figure, wanted);
    for (const [name, value] of Object.entries(wanted)) equal(figure.getAttribute(name), value, name);
    equal(JSON.stringify(figure.state()), JSON.stringify(wanted));
    await drawn(() => Object.keys(wanted).forEach((name) => figure.removeAttribute(name)));
    await set(old);
    equal(JSON.stringify(figure.state()), before);
  },
  async "the check finds no difference"() {
    button("check").click();
    await until(() => text(".note").includes("largest difference"), "the note was there");
    const largest = [...text(".note").matchAll(/(\d+\.\de)−(\d+)/g)].map(([, digits, power]) => digits + "-" + power);
    holds(largest.length > 3 && largest.every((x) => Number(x) < 1e-6), text(".note"));
  },
  async "the transformer is trained in the page"() {
    await change(figure, { model: "transformer" });
    const before = figure.numbers().kl.data[1];
    holds(text("figcaption").endsWith("Transformer untrained: random weights, seed 1."), text("figcaption"));
    button("Train").click();
    await until(() => find("progress").value === 40 && button("Train"), "40 steps were done");
    holds(figure.numbers().kl.data[1] < before, "it learned");
    holds(text("figcaption").endsWith("Transformer trained here, 40 steps, 10,240 days, seed 1."), text("figcaption"));
    sameTable(1);
    globalThis.learned = [...figure.numbers().q.data.subarray(6)];
    button("Start again").click();
    await until(() => find("progress").value === 0, "it was untrained again");
    equal(figure.numbers().kl.data[1], before);
  },
  async "a wrong input: one sentence, the last good picture stays"() {
    await change(figure, { model: "counts" });
    const before = JSON.stringify(table());
    for (const [name, wrong, word] of [
      ["context", "hail", "hail"],
      ["samples", 100_001, "100001"],
      ["model", "both", "both"],
    ]) {
      const good = figure[name];
      figure[name] = wrong;
      const problem = find("[role=alert]");
      await until(() => problem.textContent, "a sentence was there");
      holds(problem.textContent.includes(word), `"${problem.textContent}" does not name ${word}`);
      equal(JSON.stringify(table()), before, "the table");
      figure[name] = good;
      await until(() => !problem.textContent, "the sentence was gone");
    }
  },
  "nothing was said in the console": () => equal(faults.join(), ""),
});
