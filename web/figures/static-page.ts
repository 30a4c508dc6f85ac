import { fixed } from "../draw/number.js";
import { draw, fragment, stills, stylesOf } from "./static.js";
import type { StillPicture } from "./still.js";

/** What a page shows without JavaScript: each figure as HTML, their styles, and numbers that its text may quote. */
export interface StaticPage {
  figures: Record<string, string>;
  styles: string;
  /**
   * A number of a figure's tensor to two decimals; its indices are words of the figure (`its`) or whole numbers. Errors:
   * an Error that names what is not there.
   */
  quote(figure: string, tensor: string, ...indices: string[]): string;
}

/** Computes and renders all figures in their first state. */
export async function renderStatic(): Promise<StaticPage> {
  const names = Object.keys(stills);
  const pictures = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await draw(name, {})] as const)),
  );
  return {
    figures: Object.fromEntries(names.map((name) => [name, fragment(pictures[name]!)])),
    styles: stylesOf(names),
    quote: (figure, tensor, ...indices) => quote(pictures[figure], tensor, indices),
  };
}

function quote(picture: StillPicture | undefined, name: string, indices: string[]): string {
  const tensor = picture?.numbers[name];
  if (!tensor) throw new Error(`there is no tensor ${name}`);
  const { shape, data } = tensor;
  const places = indices.map((index) => (/^\d+$/.test(index) ? Number(index) : (picture.words ?? []).indexOf(index)));
  if (places.length !== shape.length || places.some((place, axis) => place < 0 || place >= shape[axis]!))
    throw new Error(`${name} [${shape.join(", ")}] has no number at ${indices.join(" ")}`);
  return fixed(data[places.reduce((at, place, axis) => at * shape[axis]! + place, 0)]!);
}
