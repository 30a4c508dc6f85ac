import { version } from "../engine/version.js";

/**
 * Defines `attn-NAME`, unless it is defined already: by another copy of this library, perhaps of another version. The
 * first one stays, and one warning on the page names both.
 */
export function register(name: string, element: CustomElementConstructor & { version?: string }): void {
  // Servers that render may have a registry, and even a kind of document, but no page for an element to live in.
  if (typeof customElements === "undefined" || !globalThis.document?.documentElement) return;
  const tag = `attn-${name}`;
  const present = customElements.get(tag) as (CustomElementConstructor & { version?: string }) | undefined;
  if (!present) {
    element.version = version;
    customElements.define(tag, element);
    return;
  }
  const page = globalThis as { attentionFiguresWarned?: boolean };
  if (page.attentionFiguresWarned) return;
  page.attentionFiguresWarned = true;
  console.warn(
    `attention-figures ${version}: <${tag}> is already defined by version ${present.version ?? "unknown"}, which stays in use`,
  );
}
