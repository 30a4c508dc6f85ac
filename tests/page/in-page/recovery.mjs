// The module traps under a figure: a sentence, the picture stays, and the next change computes again.

import { equal, holds, runChecks } from "./checks.mjs";
import { table } from "./figure.mjs";
import { meet, until } from "./reader.mjs";

const lookup = await meet("attn-soft-lookup");
const fit = await meet("attn-distribution-fit");
const other = document.querySelectorAll("attn-distribution-fit")[1]; // With the same training.
other.scrollIntoView();
await other.ready;
const steps = () => Number(fit.find("progress").value);

await runChecks({
  async "while a picture is computed"() {
    const { figure, text, drawn } = lookup;
    figure.scrollIntoView();
    const before = JSON.stringify(table(figure));
    trap.times = 1;
    await drawn(() => (figure.temperature = 3));
    holds(text("[role=alert]").includes("failed"), text("[role=alert]"));
    equal(JSON.stringify(table(figure)), before, "the table");
    await drawn(() => (figure.temperature = Infinity));
    equal(text("[role=alert]"), "", "the sentence");
    equal(String(table(figure).rows.map(({ weight }) => weight)), Array(6).fill("0.17").join(), "the weights");
    holds(text(".note").includes("started anew"), text(".note"));
  },
  async "while a model learns"() {
    const { figure, find, text, button, drawn } = fit;
    figure.scrollIntoView();
    await drawn(() => (figure.samples = 200)); // With the new module.
    const untrained = figure.numbers().q.data.join();
    button("Train").click();
    await until(() => steps() > 2, "it learned");
    trap.times = 1;
    await until(() => steps() === 0 && button("Train"), "it was as at first");
    equal(figure.numbers().q.data.join(), untrained, "what it says untrained");
    holds(text(".note").includes("started anew"), text(".note"));
    equal(find("[role=alert]").textContent, "", "the sentence");
    button("Train").click();
    await until(() => steps() > 2, "it learned again");
    button("Pause").click();
  },
  "nothing was said in the console": () => equal(faults.join(), ""),
});
