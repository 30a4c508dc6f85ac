// The embed page: one file with its script inside, since a sandboxed frame may fetch no module.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { bundle } from "./bundle.mjs";
import { root } from "./setup.mjs";

/** The page as HTML, its script bundled with these options of esbuild. */
export async function embedPage(options) {
  const files = await bundle({ ...options, format: "iife", entryPoints: [join(root, "web/page/embed.ts")] });
  const script = [...files.values()][0].trim();
  if (/<\/script|<!--/i.test(script))
    throw new Error("web/page/embed.ts: its bundle would end the page's script early");
  return readFileSync(join(root, "web/page/embed.html"), "utf8").replace(/\s*\/\* embed\.ts \*\/\s*/, () => script);
}
