/**
 * One figure alone, for pages that allow only a frame: embed.html?figure=soft-lookup&temperature=0.5. It runs under
 * sandbox="allow-scripts", and tells the page around it its height whenever that changes, by the message
 * { type: "attention-figures:height", figure: "soft-lookup", height: 620 }, in CSS pixels.
 */
import "../figures/all.js";

import { findFigure } from "../figures/manifest.js";

const attributes = new URLSearchParams(location.search);
const name = attributes.get("figure") ?? "";
attributes.delete("figure");

document.querySelector("main")!.append(content());
new ResizeObserver(tellHeight).observe(document.documentElement);

/** The figure that the address asks for, or a sentence on why there is none. */
function content(): HTMLElement {
  try {
    const { description } = findFigure(name, attributes.keys());
    document.title = document.querySelector("h1")!.textContent = description;
  } catch (error) {
    const sentence = document.createElement("p");
    sentence.setAttribute("role", "alert");
    sentence.textContent = (error as Error).message;
    return sentence;
  }
  const figure = document.createElement(`attn-${name}`);
  for (const [attribute, value] of attributes) figure.setAttribute(attribute, value);
  return figure;
}

function tellHeight(): void {
  if (parent === window) return;
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ type: "attention-figures:height", figure: name, height }, "*");
}
