// Figure 1 as a reader sees it: its table as text, and what changes it.

/** The first figure of the page with this tag, ready. */
export async function firstFigure(tag = "attn-soft-lookup") {
  await customElements.whenDefined(tag);
  const figure = document.querySelector(tag);
  await figure.ready;
  return figure;
}

/** Sets properties and waits until their picture is there; the event's detail. */
export function change(figure, properties) {
  return new Promise((drawn) => {
    figure.addEventListener("attn-change", (event) => drawn(event.detail), { once: true });
    Object.assign(figure, properties);
  });
}

/** The table's numbers as they are written: { rows: [{ key, score, weight, values, products }], output }. */
export function table(figure) {
  const element = figure.shadowRoot.querySelector("table");
  const rows = [...element.tBodies[0].rows].map((row) => {
    const [key, score, weight, ...rest] = [...row.cells].map((cell) => cell.innerText.trim());
    const signs = [rest.indexOf("×"), rest.indexOf("=")];
    return { key, score, weight, values: rest.slice(signs[0] + 1, signs[1]), products: rest.slice(signs[1] + 1) };
  });
  const output = [...element.tFoot.rows[0].cells].slice(1).map((cell) => cell.innerText.trim());
  return { rows, output };
}
