import type { Drawing } from "../draw/drawing.js";

const MARGIN = 16;

/** The ground and the ink of a document, in both schemes. */
const GROUND = `:root {
  color-scheme: light dark;
  --attn-background: #ffffff;
  background: var(--attn-background);
  color: #1c1f23;
}
@media (prefers-color-scheme: dark) {
  :root {
    --attn-background: #14171a;
    color: #e6e8eb;
  }
}`;

/**
 * A still as an HTML document for readers, print and feeds. Nothing in it can be pressed, so buttons become their
 * texts, typed fields their values, and what only works when pressed goes.
 */
export function htmlDocument(title: string, styles: string, body: string): string {
  const text = body
    .replace(/<p class="tools">.*?<\/p>/gs, "")
    .replace(/<button\b[^>]*class="(end|push)"[^>]*>.*?<\/button>/gs, "")
    .replace(/ aria-pressed="[^"]*"/g, "")
    .replace(/<(\/?)button\b([^>]*)>/g, (_, slash: string, attributes: string) => `<${slash}span${plain(attributes)}>`)
    .replace(/<input\b[^>]*class="typed"[^>]*\bvalue="([^"]*)"[^>]*>/g, "<span>$1</span>")
    .replace(/<input\b/g, "<input disabled");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>
${styles.replaceAll(":host", ".attn")}
${GROUND}
body { margin: ${MARGIN}px; font: 15px/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
h1 { margin: 0 0 12px; font-size: 1.1em; }
.slider { grid-template-columns: 1fr auto; }
.slider input[type="range"] { grid-column: 1; }
.slider .readout { grid-column: 2; }
</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${text}
</main>
</body>
</html>
`;
}

/** The attributes that a text keeps of a button. */
const plain = (attributes: string) => (/ class="[^"]*"/.exec(attributes) ?? [""])[0];

/**
 * A drawing as an SVG document. Texts and shapes alone: HTML inside an SVG needs a browser to be laid out, and many
 * that show images are none.
 */
export function svgDocument(title: string, styles: string, { width, height }: Drawing, body: string): string {
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" class="attn" width="${w}" height="${h}" viewBox="${-MARGIN} ${-MARGIN} ${w} ${h}" role="img">
<title>${escape(title)}</title>
<style>
${styles.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}
${GROUND}
:root { font: 14px system-ui, sans-serif; }
text { fill: currentColor; white-space: pre; }
svg svg { overflow: visible; max-width: none; }
.faint { color: var(--faint); }
.strong { font-weight: 600; }
.rule { fill: var(--rule); }
.fill { fill: var(--weight); }
</style>
${unprintable(body)}
</svg>
`;
}

// XML has no other control characters, not even written as entities.
// eslint-disable-next-line no-control-regex
const unprintable = (text: string) => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "�");

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
