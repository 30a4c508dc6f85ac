import { render as renderTemplate } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";

import { numbersDrawing } from "../draw/drawing.js";
import { inlinedEngine } from "../engine/inlined.js";
import { still as distributionFit } from "./distribution-fit-still.js";
import { frame } from "./frame.js";
import { findFigure } from "./manifest.js";
import { still as nextToken } from "./next-token-still.js";
import { still as softLookup } from "./soft-lookup-still.js";
import type { Still, StillPicture, StillState } from "./still.js";
import { htmlDocument, svgDocument } from "./still-document.js";
import { still as transformer } from "./transformer-still.js";
import type { FigureState } from "./types.js";

/** Every figure that can be drawn without a browser, by the name after `attn-`. */
export const stills: Readonly<Record<string, Still>> = {
  "soft-lookup": softLookup,
  transformer,
  "next-token": nextToken,
  "distribution-fit": distributionFit,
};

const drawn = new Map<string, StillPicture>();

/**
 * Computes and draws a figure, each state once, for some train for seconds. Errors: `invalid_argument` for an unknown
 * name or attribute, and the figure's own.
 */
export async function draw(name: string, attributes: FigureState): Promise<StillPicture> {
  findFigure(name, Object.keys(attributes));
  const engine = await inlinedEngine();
  const key = JSON.stringify([name, attributes]);
  const picture = drawn.get(key) ?? (await stills[name]!.draw(engine, attributes));
  drawn.set(key, picture);
  return picture;
}

/** A figure as a document of its own that needs nothing else: `html` without scripts, or `svg`, which is an image. */
export async function renderDocument(
  name: string,
  { attributes = {}, unfold = false }: StillState = {},
  format: "html" | "svg" = "html",
): Promise<string> {
  const picture = await draw(name, attributes);
  const { description } = findFigure(name);
  const styles = stylesOf([name]);
  if (format === "html") return htmlDocument(description, styles, open(bodyOf(picture), unfold));
  const drawing = picture.drawing ?? numbersDrawing(picture.numbers);
  return svgDocument(description, styles, drawing, toHtml(drawing.body));
}

/** The styles of these figures, each sheet once. */
export function stylesOf(names: Iterable<string>): string {
  const sheets = new Set([...names].flatMap((name) => stills[name]!.styles));
  return [...sheets].map(({ cssText }) => cssText).join("\n");
}

const inert = () => {};

/** A picture in its frame; what is a button of a drawing there is none here, nor has it a place to press. */
function bodyOf({ view, tools }: StillPicture): string {
  const body = toHtml(frame(view, tools, "", "", { check: inert, copyLink: inert, embed: inert }));
  return body.replace(/(<g\b[^>]*?) role="button"[^>]*/g, "$1").replace(/<path class="reach"[^>]*><\/path>/g, "");
}

/**
 * A template as plain HTML: without the renderer's markers, and without what it makes of properties, which the templates
 * give as attributes too (`checked="false"` would check a radio button).
 */
export const toHtml = (template: unknown): string =>
  collectResultSync(renderTemplate(template))
    .replace(/<!--.*?-->|<\?>/g, "")
    .replace(/ checked="(true|false)"/g, "")
    .replace(/ value="[^"]*"(?=[^>]* value=")/g, "")
    .replace(/\s+/g, " ")
    .replace(/ class=" ?"/g, "")
    .replace(/ class=" ?([^"]*?) ?"/g, ' class="$1"')
    .replace(/ (?=\/?>)/g, "");

/**
 * With every control disabled, and without what may be on a page only once: the landmarks, which the live figure has
 * under the same names, and the names of radio buttons, which would make one group of all figures.
 */
export function fragment(picture: StillPicture, unfold = false): string {
  const body = bodyOf(picture)
    .replace(/<(input|button)\b/g, "<$1 disabled")
    .replace(/(<input\b[^>]*?) name="[^"]*"/g, "$1")
    .replace(/ role="region" (tabindex="0") aria-label="[^"]*"/g, " $1")
    .replace(/(<section\b[^>]*?) aria-label="[^"]*"/g, "$1");
  return `<div class="attn-static">${open(body, unfold)}</div>`;
}

const open = (body: string, unfold: boolean) => (unfold ? body.replace(/<details\b/g, "<details open") : body);
