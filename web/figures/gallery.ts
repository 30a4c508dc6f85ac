import { html } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";

import { tagOf } from "./embed.js";
import { findFigure } from "./manifest.js";
import { draw, fragment, stills, toHtml } from "./static.js";
import type { StillState } from "./still.js";

/** One state of one figure, as the gallery shows it and a snapshot holds it. */
export interface GalleryState extends StillState {
  figure: string;
  state: string;
}

/** Every state of every figure. */
export const galleryStates: readonly GalleryState[] = Object.entries(stills).flatMap(
  ([figure, { states = { default: {} } }]) =>
    Object.entries(states).map(([state, given]) => ({ ...given, figure, state })),
);

/** A state as HTML for a page with the figures' styles. */
export async function renderState({ figure, attributes = {}, unfold = false }: GalleryState): Promise<string> {
  return fragment(await draw(figure, attributes), unfold);
}

/** The gallery: for each figure its states, each in light and in dark. */
export async function renderGallery(): Promise<string> {
  const articles = await Promise.all(galleryStates.map(async (state) => article(state, await renderState(state))));
  const sections = Object.keys(stills).map(
    (name) =>
      html`<section aria-labelledby=${name}>
        <h2 id=${name}>${findFigure(name).description}</h2>
        ${articles.filter((_, i) => galleryStates[i]!.figure === name)}
      </section>`,
  );
  return toHtml(sections);
}

const article = ({ figure, state, attributes = {} }: GalleryState, still: string) =>
  html`<article>
    <h3>${state}</h3>
    <p><code>${tagOf(`attn-${figure}`, attributes)}</code></p>
    ${["light", "dark"].map((scheme) => html`<div class="still ${scheme}">${unsafeHTML(still)}</div>`)}
  </article>`;
