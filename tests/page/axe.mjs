// axe-core in a page, and the ways of looking at it.

import { join } from "node:path";

import { root } from "./server.mjs";

/** What a server of such a page has besides. */
export const folders = { "/axe/": join(root, "node_modules/axe-core") };

export const MODES = {
  light: { "prefers-color-scheme": "light" },
  dark: { "prefers-color-scheme": "dark" },
  "forced colours": { "forced-colors": "active" },
};

/** Sets media features, which outlive no page. */
export async function emulate(page, features) {
  const session = await page.puppet.createCDPSession();
  const list = Object.entries(features).map(([name, value]) => ({ name, value }));
  await session.send("Emulation.setEmulatedMedia", { features: list });
}

/** Throws what axe-core, served below /axe/, finds wrong on a page. */
export async function axeIsContent(page) {
  const found = await page.evaluate(async () => {
    if (!globalThis.axe) {
      await new Promise((done) => {
        const script = Object.assign(document.createElement("script"), { src: "/axe/axe.min.js", onload: done });
        document.head.append(script);
      });
    }
    const { violations } = await axe.run(document);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5)}`);
  });
  if (found.length > 0) throw new Error(found.join("; "));
}
