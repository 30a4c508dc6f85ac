import { invalid } from "./attributes.js";
import manifest from "./custom-elements.json";
import { texts } from "./texts/common.js";

/** What the package's custom-elements.json says about a figure. */
export interface FigureEntry {
  /** The name after `attn-`. */
  name: string;
  description: string;
  attributes: { name: string; description: string }[];
}

/** Every figure that the package has. */
export const figures: readonly FigureEntry[] = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .map(({ tagName, description, attributes }) => ({ name: tagName.replace("attn-", ""), description, attributes }));

/**
 * The figure of that name, if it has those attributes. Errors: `invalid_argument` for a name that no figure or no
 * attribute has.
 */
export function findFigure(name: string, attributes: Iterable<string> = []): FigureEntry {
  const figure = figures.find((entry) => entry.name === name);
  if (!figure) throw invalid(texts.unknownFigure(name, figures.map(nameOf)));
  const names = figure.attributes.map(nameOf);
  for (const attribute of attributes) {
    if (!names.includes(attribute)) throw invalid(texts.unknownAttribute(name, attribute, names));
  }
  return figure;
}

const nameOf = (entry: { name: string }) => entry.name;
