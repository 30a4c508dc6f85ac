/**
 * The page is a text; all that its script does is to bring the figures to life: the first at once, each of the others
 * when it comes near, as its static form is all that is needed before.
 */
import "../figures/soft-lookup.js";

const later: Record<string, () => Promise<unknown>> = {
  "attn-transformer": () => import("../figures/transformer.js"),
  "attn-next-token": () => import("../figures/next-token.js"),
  "attn-distribution-fit": () => import("../figures/distribution-fit.js"),
};

const nearby = new IntersectionObserver(
  (entries) => {
    for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
      nearby.unobserve(target);
      void later[target.localName]!();
    }
  },
  { rootMargin: "2000px" },
);
for (const figure of document.querySelectorAll(Object.keys(later).join())) nearby.observe(figure);

// A link to a figure in a state, #NAME?..., is no anchor that the browser knows.
const [name, state] = location.hash.slice(1).split("?");
if (state) document.getElementById(name!)?.scrollIntoView();
