// What a reader does with Figure 6: every control, and what is written of the tensors.

import { equal, holds, runChecks } from "./checks.mjs";
import { meet, printed } from "./reader.mjs";

const { figure, all, find, text, button, type, drawn, set, changed, unfold } = await meet("attn-transformer");
const DEFAULT_TITLE = text(".opened .part-title");
const choice = (name, label) =>
  all(`input[name=${name}]`).find((input) => input.labels[0].textContent.trim() === label) ??
  holds(false, `no ${name} ${label}`);
const shown = () => text(".tensor-name code");
const tensor = () => figure.numbers()[shown()];
const drawing = () => find(".drawing [tabindex='0']");
const place = () => Number(/^box (\d+) of/.exec(text(".steps .readout"))?.[1]);

/** The numbers beside a head's name, or those of the only row. */
const numbers = (head = 0) =>
  [...all(".opened .numbers")[head].querySelectorAll("span:not(.head)")].map((span) => ({
    name: span.querySelector("i")?.textContent,
    value: span.lastChild.textContent,
  }));

function press(key) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true });
  drawing().dispatchEvent(event);
  return event.defaultPrevented;
}

await runChecks({
  async "a word, the norms, a token, a tensor: state, attribute and drawing follow"() {
    equal((await changed(() => type("input[type=text]", "planet", "input"))).word, "planet");
    equal(figure.getAttribute("word"), "planet");
    holds(text(".drawing").includes("planet"), "the drawing has the word");
    equal((await changed(() => choice("norm", "pre-norm").click())).norm, "pre");
    equal(figure.getAttribute("norm"), "pre");
    holds(find('[data-id="encoder.norm_final"]'), "pre-norm has a final norm");
    equal((await changed(() => choice("tensor", "scores").click())).tensor, "scores");
    equal(figure.getAttribute("tensor"), "scores");
    equal(shown(), "decoder.layers.0.cross_attention.scores");
    equal((await changed(() => choice("token", "n").click())).token, "e4");
    equal(figure.getAttribute("token"), "e4");
    equal((await changed(() => choice("norm", "post-norm").click())).norm, "post");
  },
  async "what is open and not there in the other placement gives way to the default"() {
    await set({ norm: "pre", open: "encoder.norm_final" });
    equal(figure.getAttribute("open"), "encoder.norm_final");
    holds(text(".opened .part-title") !== DEFAULT_TITLE, "the norm is open");
    await drawn(() => choice("norm", "post-norm").click());
    equal(text(".opened .part-title"), DEFAULT_TITLE);
    equal(text("[role=alert]"), "", "the sentence");
  },
  async "arrow keys go round the drawing, with the focus"() {
    await changed(() => press("Home"));
    const [first] = all("[data-id]").filter((one) => one.matches(".box"));
    equal(figure.state().open, first.dataset.id);
    equal(figure.shadowRoot.activeElement?.dataset.id, first.dataset.id, "the focus");
    const last = (await changed(() => press("ArrowLeft"))).open;
    equal((await changed(() => press("ArrowRight"))).open, first.dataset.id, "behind the last");
    const second = (await changed(() => press("ArrowUp"))).open;
    holds(second !== first.dataset.id && second !== last, `${first.dataset.id}, then ${second}, last ${last}`);
    equal(figure.shadowRoot.activeElement?.dataset.id, second, "the focus");
    equal((await changed(() => press("ArrowDown"))).open, first.dataset.id, "down again");
    for (const key of ["ArrowUp", "ArrowDown", "Home"]) equal(press(key), true, `the page does not scroll at ${key}`);
    equal(press("Tab"), false, "Tab is the page's");
    await figure.updateComplete;
  },
  async "a followed token goes from box to box, and no further"() {
    await set({ token: "d2", open: "decoder.embedding" });
    equal(place(), 1);
    equal(button("↓ Back").getAttribute("aria-disabled"), "true", "Back at the start");
    const way = [figure.state().open];
    for (let expected = 2; button("Next box ↑").getAttribute("aria-disabled") !== "true"; expected++) {
      way.push((await changed(() => button("Next box ↑").click())).open);
      equal(place(), expected);
      holds(expected < 30, "the way ends");
    }
    equal(new Set(way).size, way.length, "boxes on the way");
    equal(way.at(-1), "decoder.softmax");
    button("Next box ↑").click();
    await figure.updateComplete;
    equal(figure.state().open, "decoder.softmax", "behind the last box");
    for (const before of way.slice(0, -1).reverse())
      equal((await changed(() => button("↓ Back").click())).open, before, "the way back");
  },
  async "another token begins its way, unless it passes what is open"() {
    await set({ token: "d2", open: "decoder.cross_attention" });
    await drawn(() => choice("token", "l").click());
    equal(figure.state().open, "decoder.cross_attention", "where an encoder's token passes as well");
    await drawn(() => (figure.open = "decoder.linear"));
    await drawn(() => choice("token", "a").click());
    equal(figure.state().open, "encoder.embedding", "where it does not pass");
    await drawn(() => (figure.open = "encoder.attention.q"));
    equal(text(".steps .readout"), "not on its way");
    await drawn(() => button("↓ Back").click());
    equal(figure.state().open, "encoder.embedding", "Back from beside the way");
  },
  async "the numbers are those of the followed token, under their names"() {
    await set({ word: "planet", token: "e2", open: "decoder.cross_attention" });
    await drawn(() => (figure.tensor = "weights"));
    const [n_heads, n_rows, n_columns] = tensor().shape;
    for (let head = 0; head < n_heads; head++) {
      const column = Array.from({ length: n_rows }, (_, i) => tensor().data[(head * n_rows + i) * n_columns + 1]);
      equal(String(numbers(head).map(({ value }) => value)), String(column.map((x) => printed(x))), `head ${head}`);
    }
    await set({ token: "d3" });
    const row = [...tensor().data.subarray(2 * n_columns, 3 * n_columns)];
    equal(String(numbers().map(({ value }) => value)), String(row.map((x) => printed(x))), "the decoder's row");
    equal(
      numbers()
        .map(({ name }) => name)
        .join(""),
      "planet··".slice(0, n_columns),
      "whose keys they are",
    );
  },
  async "logits and probabilities are named by the letters, the encoding by positions"() {
    for (const [open, name] of [
      ["decoder.linear", "decoder.logits"],
      ["decoder.softmax", "decoder.probs"],
    ]) {
      await set({ open, tensor: name.slice("decoder.".length) });
      equal(shown(), name);
      const names = numbers().map(({ name }) => name);
      equal(names.slice(0, 26).join(""), "abcdefghijklmnopqrstuvwxyz", open);
      equal(names.length, 28);
    }
    await drawn(() => (figure.tensor = "losses"));
    equal(shown(), "decoder.losses");
    equal(String(numbers().map(({ value }) => value)), printed(tensor().data[2]), "the loss of the followed token");
    await drawn(() => (figure.open = "encoder.position"));
    const names = all(".map .row-names span").map((span) => span.textContent);
    equal(names.join(), Array.from({ length: tensor().shape[0] }, (_, i) => i).join(), "the rows of the encoding");
  },
  async "all numbers are there, when they are unfolded"() {
    await set({ open: "encoder.attention.q", tensor: undefined });
    const table = await unfold("All numbers");
    const cells = [...table.querySelectorAll("td")].map((cell) => cell.textContent.trim());
    equal(String(cells), String([...tensor().data].map((x) => printed(x))), shown());
    equal(figure.unfolded, true);
  },
  "nothing was said in the console": () => equal(faults.join(), ""),
});
