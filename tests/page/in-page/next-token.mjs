// Figure 10 in a page: its rows, its mask, its positions, its text, what it refuses.

import { equal, holds, runChecks } from "./checks.mjs";
import { change } from "./figure.mjs";
import { all, button, cells, drawn, figure, find, text, type, unfold, until } from "./next-token-figure.mjs";
import { printed } from "./reader.mjs";

const write = (value) => type("input[type=text]", value, "input");

await runChecks({
  async "what is written is what numbers() has"() {
    await change(figure, { position: 11 });
    const { losses, loss, logits, probs, targets } = figure.numbers();
    equal(cells("sequence")[10].className, "chosen");
    equal(
      cells("losses")
        .slice(1)
        .map((cell) => cell.textContent.trim())
        .join(),
      [...losses.data].map((x) => x.toFixed(1)).join(),
    );
    equal(text(".losses .end-of-row"), `mean ${loss.data[0].toFixed(2)}`);
    const target = targets.data[10];
    const row = find(".candidates .true");
    equal(row.cells[1].textContent, printed(logits.data[10 * 26 + target]), "the logit");
    equal(Number(row.cells[2].textContent), Number(probs.data[10 * 26 + target].toPrecision(4)), "the probability");
    holds(text(".worked-out").endsWith(`= ${losses.data[10].toFixed(2)} nats`), text(".worked-out"));
  },
  "the model sees what came before"() {
    const seen = cells("sees").map((cell) => cell.textContent.replace(/\s+/g, " ").trim());
    equal(seen.slice(0, 11).join(""), "the␣wind␣tu");
    holds(seen[11].startsWith("?"), `the next is ${seen[11]}`);
    holds(
      seen.slice(12).every((name) => name === "hidden"),
      `then ${seen.slice(12)}`,
    );
  },
  async "without the mask the answer is in sight, and passes differ"() {
    all("input[name=mask]")[1].click();
    await until(() => figure.state().mask === "none" && find(".answer"), "the mask was off");
    equal(figure.getAttribute("mask"), "none");
    equal(figure.numbers().prefix_logits, undefined, "the other model's passes");
    equal(find(".weight-map .hatching").getAttribute("d"), "", "hatching");
    button("Compare").click();
    await until(() => text(".comparison span"), "the passes were made");
    const comparison = text(".comparison span");
    holds(!comparison.includes("pass is 0. "), comparison);
    const spoken = () => text(".figure > [role=status]");
    await until(() => spoken() === comparison, `it was said: ${comparison}`);
    await change(figure, { position: 3 });
    holds(figure.numbers().prefix_logits, "passes of the same text");
    await change(figure, { text: "the wind turns the stone. " });
    equal(figure.numbers().prefix_logits, undefined, "the passes of another text");
    await until(() => spoken() !== comparison, "something else was said");
    await change(figure, { text: undefined, position: 11, mask: "causal" });
    holds(find(".weight-map .hatching").getAttribute("d").length > 100, "the mask is hatched");
  },
  async "a click on a loss chooses the position before it"() {
    cells("losses")[5].click();
    await until(() => figure.getAttribute("position") === "5", "the position was 5");
    equal(figure.state().position, "5");
    all(".sequence input")[7].click();
    await until(() => figure.state().position === "8", "the position was 8");
  },
  async "what is unfolded stays so beside what else is, and has its numbers"() {
    const table = await unfold("The weights of this position, as a table");
    const n = figure.numbers().losses.data.length;
    const position = Number(figure.state().position);
    [...table.querySelectorAll("tbody tr")].forEach((row, i) => {
      const { data } = figure.numbers()[`layers.${Math.floor(i / 2)}.attention.weights`];
      const start = ((i % 2) * n + position - 1) * n;
      const written = [...row.querySelectorAll("td")].map((cell) => cell.textContent).join();
      equal(written, [...data.subarray(start, start + n)].map((x) => printed(x)).join(), `row ${i + 1}`);
    });
    const trainingText = await unfold("The text it learns from, 1393 characters");
    holds(trainingText.textContent.includes("the wind"), "the text is there");
    holds(table.querySelector("table"), "the weights are there still");
    for (const details of [table, trainingText]) details.open = false;
    await until(() => !table.querySelector("table") && !trainingText.querySelector("p"), "both were empty");
  },
  async "every property is an attribute, and back"() {
    const wanted = { text: "a mill", position: "2", mask: "none", steps: "7", seed: "9" };
    await change(figure, wanted);
    for (const [name, value] of Object.entries(wanted)) equal(figure.getAttribute(name), value, name);
    equal(JSON.stringify(figure.state()), JSON.stringify(wanted));
    await drawn(() => Object.keys(wanted).forEach((name) => figure.removeAttribute(name)));
    await change(figure, { steps: 3 });
    equal(JSON.stringify(figure.state()), '{"steps":"3"}');
    equal(figure.numbers().losses.data.length, 24, "losses of the text of before");
  },
  async "text of one's own, or a sentence"() {
    write("the old mill");
    await until(() => figure.state().text === "the old mill", "the text was taken");
    await until(() => figure.numbers().losses.data.length === 11, "it was computed");
    for (const [wrong, words] of [
      ["The mill", '"T" at place 1'],
      ["", "at least two characters"],
      ["the ".repeat(25), "at most 97"],
    ]) {
      write(wrong);
      await until(() => text(".text-field .problem").includes(words), `a sentence with ${words}`);
      equal(find("input[type=text]").getAttribute("aria-invalid"), "true");
      equal(figure.state().text, "the old mill");
    }
    write("at");
    await until(() => figure.numbers().losses.data.length === 1, "two characters were computed");
    equal(figure.state().position, "1", "the position, which was 8,");
    equal(text(".text-field .problem"), "");
  },
});
