// The embed page: one file with its script inside, since a sandboxed frame may fetch no module.

import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./setup.mjs";

/** The page as HTML, its script bundled with these options of esbuild. */
export async function embedPage(options) {
  const { outputFiles } = await build({
    ...options,
    format: "iife",
    write: false,
    entryPoints: [join(root, "web/page/embed.ts")],
  });
  const script = outputFiles[0].text.trim();
  if (/<\/script|<!--/i.test(script))
    throw new Error("web/page/embed.ts: its bundle would end the page's script early");
  return readFileSync(join(root, "web/page/embed.html"), "utf8").replace(/\s*\/\* embed\.ts \*\/\s*/, () => script);
}
