import { html, nothing, type TemplateResult } from "lit";

export interface UnfoldOptions {
  summary: string;
  /** Whether it is open; a closed one is not drawn again and again for nobody. */
  open: boolean;
  toggle: (open: boolean) => void;
  content: () => unknown;
}

/** Something more, to be unfolded: a native disclosure whose content is drawn while it is open. */
export function unfold({ summary, open, toggle, content }: UnfoldOptions): TemplateResult {
  return html`<details @toggle=${(event: Event) => toggle((event.target as HTMLDetailsElement).open)}>
    <summary>${summary}</summary>
    ${open ? content() : nothing}
  </details>`;
}
