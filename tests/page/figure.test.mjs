// Figure 1 in three engines: what a page can rely on, and every number it shows.

const FIGURE = {
  head: '<script type="module" src="/dist/elements/soft-lookup.js"></script>',
  body: '<attn-soft-lookup query="its" temperature="0.5"><p id="fallback">The weights.</p></attn-soft-lookup>',
};

/** The state in the page's address is restored, and nothing but what the element has as attributes. */
async function link(t) {
  const page = await t.page({ ...FIGURE, path: "/#soft-lookup?query=dog&temperature=Infinity&onclick=alert(1)" });
  const { state, onclick } = await page.until(async () => {
    const { firstFigure } = await import("/in-page/figure.mjs");
    const figure = await firstFigure();
    return { state: figure.state(), onclick: figure.hasAttribute("onclick") };
  });
  if (onclick || state.query !== "dog" || state.temperature !== "Infinity") {
    throw new Error(`the state is ${JSON.stringify(state)}, onclick: ${onclick}`);
  }
}

export default [
  { name: "the figure's interface", run: (t) => t.checks("figure-basics", FIGURE) },
  { name: "the displayed numbers", run: (t) => t.checks("figure-numbers", FIGURE) },
  { name: "the figure's controls", run: (t) => t.checks("figure-controls", FIGURE) },
  { name: "the figure's corners", run: (t) => t.checks("figure-keys", FIGURE) },
  { name: "a link to a state", run: link },
];
