import { texts } from "./texts/common.js";
import type { FigureState } from "./types.js";

// A link to a figure in a state is the page's address with #NAME?attribute=value&..., where NAME is the element's id or,
// without one, its tag less the prefix.
const nameOf = (element: Element) => element.id || element.localName.replace(/^attn-/, "");

/** The attributes that the page's address asks this figure to have; only those that it has at all. */
export function readLink(element: Element): [string, string][] {
  const [name, query] = location.hash.slice(1).split("?");
  if (!query || name !== nameOf(element)) return [];
  const known = (element.constructor as typeof HTMLElement & { observedAttributes: string[] }).observedAttributes;
  return [...new URLSearchParams(query)].filter(([attribute]) => known.includes(attribute));
}

/** Puts the address of this figure in its state into the clipboard; returns the sentence that says so. */
export async function writeLink(element: Element, state: FigureState): Promise<string> {
  const address = new URL(location.href);
  address.hash = `${nameOf(element)}?${new URLSearchParams(state)}`;
  try {
    await navigator.clipboard.writeText(address.href);
    return texts.linkCopied;
  } catch {
    return texts.linkNotCopied(address.href);
  }
}
