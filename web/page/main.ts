// The page is a text; all that its script does is to bring the figures to life: the first one at once, the others when
// the reader comes near one of them or a link names it. Until then their static form is there.

import "../figures/soft-lookup.js";

const NEAR = "600px 0px";

const observer = new IntersectionObserver(bringIfNear, { rootMargin: NEAR });
document.querySelectorAll(":not(:defined)").forEach((figure) => observer.observe(figure));

function bringIfNear(entries: IntersectionObserverEntry[]): void {
  if (!entries.some(({ isIntersecting, target }) => isIntersecting || location.hash.startsWith(`#${target.id}?`)))
    return;
  observer.disconnect();
  void import("../figures/all.js");
}
