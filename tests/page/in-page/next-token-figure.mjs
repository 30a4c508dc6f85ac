// Figure 10 as a reader meets it: what is written, what can be pressed.

import { meet, until } from "./reader.mjs";

export { frame, frames, until } from "./reader.mjs";
export const { figure, all, find, text, type, drawn, unfold } = await meet("attn-next-token");
export const button = (label) => all("button").find((element) => element.textContent.trim().startsWith(label));
export const cells = (row) => all(`.${row} > td:not(.end-of-row)`);
export const trainedSteps = () => figure.numbers()["training.causal.losses"].data.length;

/** Presses Train and waits until there were so many steps. */
export async function train(steps) {
  button("Train").click();
  await until(() => trainedSteps() === steps && button("Train"), `there were ${steps} steps`);
}
