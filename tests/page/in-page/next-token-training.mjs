// Figure 10 is trained: progress, pause, a new start, and passes that are compared.

import { equal, holds, runChecks } from "./checks.mjs";
import { button, figure, find, frame, frames, text, train, trainedSteps, until } from "./next-token-figure.mjs";

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
  async "one pass equals separate passes"() {
    button("Compare").click();
    await until(() => figure.numbers().prefix_logits, "the passes were made");
    await frame();
    const { logits, prefix_logits } = figure.numbers();
    holds(prefix_logits.data.join() === logits.data.join(), "the logits are those of the passes");
    await until(() => text(".comparison span"), "they were told");
    holds(text(".comparison span").includes("difference from the one pass is 0. "), text(".comparison span"));
  },
  async "Train goes on, Pause rests, Start again begins anew"() {
    await train(6);
    button("Train").click();
    await until(() => button("Pause"), "it ran");
    button("Pause").click();
    await until(() => button("Train"), "it rested");
    const rested = trainedSteps();
    await frames(10);
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
