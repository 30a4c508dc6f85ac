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

/** Lines and grounds that carry nothing: without them a picture says the same. */
const DECORATION = ".track, .grid, .ground, .at, .reach, .repeated";

/** Throws the marks of drawings, and the borders of fields, whose contrast with their ground is below 3 : 1. */
export async function marksStandOut(page) {
  const { weak, seen } = await page.evaluate((decoration) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const painted = (...colours) => {
      context.clearRect(0, 0, 1, 1);
      for (const { colour, alpha = 1 } of colours) {
        Object.assign(context, { fillStyle: colour, globalAlpha: alpha });
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r, g, b]) => {
      const linear = [r, g, b].map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const contrast = (a, b) => {
      const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    };
    const parent = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;
    const grounds = (element) => {
      const colours = [];
      for (let at = element; at; at = parent(at)) colours.unshift({ colour: getComputedStyle(at).backgroundColor });
      return [{ colour: "Canvas" }, ...colours];
    };
    // What an element paints, as layers over its ground.
    const paints = (element) => {
      const style = getComputedStyle(element);
      if (element instanceof HTMLElement) return [{ colour: style.borderTopColor }];
      const layers = [];
      if (style.fill !== "none") layers.push({ colour: style.fill, alpha: Number(style.fillOpacity) });
      if (style.stroke !== "none") layers.push({ colour: style.stroke, alpha: Number(style.strokeOpacity) });
      return layers.filter(({ colour }) => !colour.startsWith("url"));
    };
    const all = (root) => [
      ...root.querySelectorAll(
        "svg :is(rect, path, line, circle):not([fill-opacity]), input:is(:not([type]), [type=text])",
      ),
      ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot) : [])),
    ];
    const weak = new Set();
    let seen = 0;
    for (const element of all(document)) {
      const layers = paints(element);
      if (element.matches(decoration) || layers.length === 0 || !element.checkVisibility()) continue;
      seen++;
      const ground = grounds(parent(element));
      const best = Math.max(...layers.map((layer) => contrast(painted(...ground, layer), painted(...ground))));
      const { tagName, classList } = element;
      if (best < 3)
        weak.add(`${[tagName, ...classList].join(".")} in ${parent(element).getAttribute("class")} ${best.toFixed(2)}`);
    }
    return { weak: [...weak], seen };
  }, DECORATION);
  if (weak.length > 0) throw new Error(`marks that hardly stand out: ${weak.join("; ")}`);
  if (seen === 0) throw new Error("no marks were found");
}
