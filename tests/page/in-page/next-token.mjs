// Figure 10 in a page: state, numbers, its table, its training, what it refuses.

import { equal, holds, runChecks } from "./checks.mjs";
import { change } from "./figure.mjs";

await customElements.whenDefined("attn-next-token");
const figure = document.querySelector("attn-next-token");
await figure.ready;

const find = (selector) => figure.shadowRoot.querySelector(selector);
const all = (selector) => [...figure.shadowRoot.querySelectorAll(selector)];
const text = (selector) => find(selector).textContent.replace(/\s+/g, " ").trim();
const button = (label) => all("button").find((element) => element.textContent.trim().startsWith(label));
const frame = () => new Promise(requestAnimationFrame);
const cells = (row) => all(`.${row} > td:not(.end-of-row)`);
async function until(condition, what) {
  const start = performance.now();
  while (!condition()) {
    holds(performance.now() - start < 15_000, `waited in vain until ${what}`);
    await frame();
  }
}
const trainedSteps = () => figure.numbers()["training.causal.losses"].data.length;
async function train(steps) {
  button("Train").click();
  await until(() => trainedSteps() === steps && button("Train"), `there were ${steps} steps`);
}
function type(value) {
  const input = find("input[type=text]");
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
const minus = (number) => number.replace("-", "−");

await runChecks({
  "the first picture is of the untrained model"() {
    equal(JSON.stringify(figure.state()), '{"steps":"3"}');
    equal(trainedSteps(), 0);
    const { logits, losses, loss } = figure.numbers();
    equal(logits.shape.join(), "24,26");
    equal(losses.shape.join(), "24");
    holds(Math.abs(loss.data[0] - Math.log(26)) < 0.2, `an untrained model's loss is ${loss.data[0]}`);
    holds(text("figcaption").endsWith("Untrained: random weights, seed 7."), text("figcaption"));
    equal(document.querySelector("#fallback").checkVisibility(), false, "the fallback's visibility");
  },
  async "training runs to its end, and tells how far it is"() {
    await train(3);
    equal(find("progress").value, 3);
    holds(text(".training-bar .readout").startsWith("3 of 3 steps"), text(".training-bar .readout"));
    holds(text("figcaption").endsWith("Trained here, 3 steps, seed 7."), text("figcaption"));
    globalThis.losses = [...figure.numbers()["training.causal.losses"].data].concat([
      ...figure.numbers()["training.none.losses"].data,
    ]);
    globalThis.threeSteps = figure.numbers().logits.data.join();
  },
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
    equal(row.cells[1].textContent, minus(logits.data[10 * 26 + target].toFixed(2)), "the logit");
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
  async "one pass equals separate passes"() {
    button("Compare").click();
    await until(() => figure.numbers().prefix_logits, "the passes were made");
    await frame();
    const { logits, prefix_logits } = figure.numbers();
    holds(prefix_logits.data.join() === logits.data.join(), "the logits are those of the passes");
    await until(() => text(".comparison span"), "they were told");
    holds(text(".comparison span").includes("difference from the one pass is 0. "), text(".comparison span"));
  },
  async "without the mask the answer is in sight, and passes differ"() {
    all("input[name=mask]")[1].click();
    await until(() => figure.state().mask === "none" && find(".answer"), "the mask was off");
    equal(figure.getAttribute("mask"), "none");
    equal(figure.numbers().prefix_logits, undefined, "the other model's passes");
    equal(find(".weight-map .hatching").getAttribute("d"), "", "hatching");
    button("Compare").click();
    await until(() => text(".comparison span"), "the passes were made");
    holds(!text(".comparison span").includes("pass is 0. "), text(".comparison span"));
    await change(figure, { mask: "causal" });
    holds(find(".weight-map .hatching").getAttribute("d").length > 100, "the mask is hatched");
  },
  async "a click on a loss chooses the position before it"() {
    cells("losses")[5].click();
    await until(() => figure.getAttribute("position") === "5", "the position was 5");
    equal(figure.state().position, "5");
    all(".sequence input")[7].click();
    await until(() => figure.state().position === "8", "the position was 8");
  },
  async "text of one's own, or a sentence"() {
    type("the old mill");
    await until(() => figure.state().text === "the old mill", "the text was taken");
    await until(() => figure.numbers().losses.data.length === 11, "it was computed");
    for (const [wrong, words] of [
      ["The mill", '"T" at place 1'],
      ["", "at least two characters"],
      ["the ".repeat(25), "at most 97"],
    ]) {
      type(wrong);
      await until(() => text(".text-field .problem").includes(words), `a sentence with ${words}`);
      equal(find("input[type=text]").getAttribute("aria-invalid"), "true");
      equal(figure.state().text, "the old mill");
    }
    type("at");
    await until(() => figure.numbers().losses.data.length === 1, "two characters were computed");
    equal(figure.state().position, "1", "the position, which was 8,");
    equal(text(".text-field .problem"), "");
  },
  async "Train goes on, Pause rests, Start again begins anew"() {
    figure.text = undefined;
    await change(figure, { position: 3 });
    await train(6);
    button("Train").click();
    await until(() => button("Pause"), "it ran");
    button("Pause").click();
    await until(() => button("Train"), "it rested");
    const rested = trainedSteps();
    for (let i = 0; i < 10; i++) await frame();
    equal(trainedSteps(), rested, "the steps of a training that rests");
    button("Start again").click();
    await until(() => trainedSteps() === 0, "it began anew");
    await train(3);
    holds(figure.numbers().logits.data.join() === globalThis.threeSteps, "the logits after 3 steps are as they were");
  },
  async "the check finds no difference"() {
    button("check").click();
    await until(() => text(".note").includes("masked weights 0"), "it was checked");
    const differences = text(".note").match(/\d\.\de−\d+/g);
    holds(
      differences.every((difference) => Number(difference.replace("−", "-")) < 2e-6),
      text(".note"),
    );
  },
});
