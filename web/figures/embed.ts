import { html, type TemplateResult } from "lit";

import { version } from "../engine/version.js";
import { texts } from "./texts/common.js";
import type { FigureElement, FigureState } from "./types.js";

const t = texts.embedding;
/** The height of what is below a picture, and of the frame's margins, in px. */
const CONTROLS = 80;

/** A figure's tag in a state. */
export function tagOf(tagName: string, state: FigureState): string {
  const attributes = Object.entries(state).map(([name, value]) => ` ${name}=${quoted(value)}`);
  return `<${tagName}${attributes.join("")}></${tagName}>`;
}

/** `attn-soft-lookup` -> `soft-lookup` */
const nameOf = ({ localName }: FigureElement): string => localName.replace(/^attn-/, "");

/**
 * The tag after the script of this figure alone, for a page that may have scripts. It is a module, which a page that has
 * it twice runs once.
 */
function tagWithScript(element: FigureElement): string {
  const file = `https://cdn.jsdelivr.net/npm/attention-figures@${version}/dist/elements/${nameOf(element)}.js`;
  return `<script type="module" src="${file}"></script>\n${tagOf(element.localName, element.state())}`;
}

/**
 * The figure in a frame, or undefined where the page names no embed page, as
 * `<meta name="attention-figures-embed" content="embed.html">` does.
 */
function frameOf(element: FigureElement): string | undefined {
  const page = document.querySelector<HTMLMetaElement>('meta[name="attention-figures-embed"]')?.content;
  if (page === undefined) return undefined;
  const name = nameOf(element);
  const address = new URL(page, document.baseURI);
  address.search = String(new URLSearchParams({ figure: name, ...element.state() }));
  const picture = element.shadowRoot!.querySelector(".figure") ?? element;
  const height = Math.ceil(picture.getBoundingClientRect().height) + CONTROLS;
  return `<iframe src=${quoted(address.href)} title=${quoted(t.frameTitle(name))}
  width="100%" height="${height}" sandbox="allow-scripts" loading="lazy" style="border: 0"></iframe>`;
}

/** A value as HTML writes it between quotes. */
function quoted(value: string): string {
  const text = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return text.includes('"') ? `'${text.replaceAll("'", "&#39;")}'` : `"${text}"`;
}

export interface EmbedActions {
  /** Shows a sentence on what was done. */
  tell: (note: string) => void;
  close: () => void;
}

/** What to paste into another page: texts to copy, by button or by hand. Escape closes. */
export function embedPanel(element: FigureElement, { tell, close }: EmbedActions): TemplateResult {
  const frame = frameOf(element);
  return html`<div
    class="embed"
    role="group"
    aria-label=${t.title}
    @keydown=${(event: KeyboardEvent) => event.key === "Escape" && close()}
  >
    ${code(t.tag, tagWithScript(element), tell)}
    ${frame === undefined ? html`<p>${t.noFrame}</p>` : code(t.frame, frame, tell)}
    <button type="button" @click=${close}>${t.close}</button>
  </div>`;
}

function code(label: string, text: string, tell: EmbedActions["tell"]): TemplateResult {
  const copy = async (event: Event) => {
    const area = (event.target as Element).previousElementSibling!.querySelector("textarea")!;
    try {
      await navigator.clipboard.writeText(text);
      tell(t.copied);
    } catch {
      area.focus();
      area.select();
      tell(t.notCopied);
    }
  };
  return html`<label>
      <span>${label}</span>
      <textarea readonly rows="3" spellcheck="false" .value=${text}></textarea>
    </label>
    <button type="button" aria-label="${t.copy}: ${label}" @click=${copy}>${t.copy}</button>`;
}
