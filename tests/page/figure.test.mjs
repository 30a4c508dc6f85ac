// Figure 1 in three engines: what a page can rely on, and every number it shows.

const FIGURE = {
  head: '<script type="module" src="/dist/elements/soft-lookup.js"></script>',
  body: '<attn-soft-lookup query="its" temperature="0.5"><p id="fallback">The weights.</p></attn-soft-lookup>',
};

export default [
  { name: "the figure's interface", run: (t) => t.checks("figure-basics", FIGURE) },
  { name: "the displayed numbers", run: (t) => t.checks("figure-numbers", FIGURE) },
];
