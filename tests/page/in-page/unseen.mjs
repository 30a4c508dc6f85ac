// A figure with a training, put into the page by a script: what it tells meanwhile, rests when unseen, gives back.

import { equal, holds, runChecks } from "./checks.mjs";
import { frames, meet, until } from "./reader.mjs";

const { tag, watched, ...properties } = document.querySelector("#here").dataset;
const attn = await (await import("/dist/index.js")).load();
const bytesBefore = attn.liveBytes();
const figure = Object.assign(document.createElement(tag), properties, { steps: 10_000 });
document.querySelector("#here").append(figure);
const { find, text, button, drawn, changed } = await meet(tag);
const bytes = attn.liveBytes();

const steps = () => Number(find("progress").value);
const drawnNumbers = () => figure.numbers()[watched].data.join();
const spoken = () => text(".figure > [role=status]");
/** What vectors have in reserve differs by some bytes. */
function holdsOneModel(when) {
  const now = attn.liveBytes();
  holds(Math.abs(now / bytes - 1) < 0.02, `${now} bytes ${when}, ${bytes} at first`);
}
async function scrolledTo(y) {
  scrollTo(0, y);
  await frames(10);
}

await runChecks({
  async "it says that it trains once, while pictures follow, and how it stands when it rests"() {
    const before = spoken();
    button("Train").click();
    await until(() => spoken().startsWith("Training."), "it said that it trains");
    const then = steps();
    await until(() => steps() > then, "it got on");
    holds(spoken().startsWith("Training."), spoken());
    button("Pause").click();
    await until(() => !spoken().startsWith("Training."), "it said how it stands");
    holds(spoken() !== before, spoken());
  },
  async "it rests while nobody sees it, and goes on when somebody does"() {
    button("Train").click();
    const then = steps();
    await until(() => steps() > then, "it got on");
    const begin = steps();
    await frames(40);
    const seen = steps() - begin;
    await scrolledTo(4000);
    const [stepsThen, numbersThen] = [steps(), drawnNumbers()];
    await frames(80);
    equal(steps(), stepsThen, "steps");
    holds(drawnNumbers() === numbersThen, "the numbers are as they were");
    scrollTo(0, 0);
    await until(() => steps() > stepsThen, "it went on");
    const gained = steps() - stepsThen;
    holds(gained < seen, `${gained} steps were made in 80 frames unseen, ${seen} in 40 frames in view`);
    await until(() => drawnNumbers() !== numbersThen, "the numbers follow");
    button("Pause").click();
    await until(() => button("Train"), "it rested");
  },
  async "another plan gives back the model of the one before"() {
    await drawn(() => button("Start again").click());
    await changed(() => (figure.steps = 9_000));
    holdsOneModel("with other steps");
    equal(Number(find("progress").max), 9_000, "steps of the plan");
    await changed(() => (figure.seed = 5));
    holdsOneModel("with another seed");
  },
  async "removed, it leaves nothing"() {
    button("Train").click();
    await until(() => steps() > 0, "it got on");
    figure.remove();
    await frames(3);
    equal(attn.liveBytes(), bytesBefore, "bytes");
  },
  "nothing was said in the console": () => equal(faults.join(), ""),
});
