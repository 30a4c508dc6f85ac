import type { Difference } from "../base.js";

/**
 * What all figures say. This folder holds everything that figures say, a file for each, so that none brings the texts of
 * others along; a translation replaces the folder.
 */
export const texts = {
  language: "en",
  direction: "ltr",
  check: "check",
  copyLink: "copy link",
  linkCopied: "The link to this state is in the clipboard.",
  linkNotCopied: (address: string) => `Copy this link: ${address}`,
  embed: "embed",
  embedding: {
    title: "Embed this figure",
    tag: "In a page that may have a script",
    frame: "In a page that allows only a frame",
    noFrame: "A frame needs a page to show: put the package's embed.html on a site of yours.",
    frameTitle: (name: string) => `A figure that computes: ${name}`,
    copy: "copy",
    copied: "Copied.",
    notCopied: "The text is selected: copy it with the keyboard.",
    close: "close",
  },
  unknownFigure: (name: string, names: readonly string[]) => `figure ("${name}") must be one of ${names.join(", ")}`,
  unknownAttribute: (figure: string, name: string, names: readonly string[]) =>
    `${figure} has no attribute "${name}"; it has ${names.join(", ")}`,
  unexpected: (error: string) => `This figure could not be computed: ${error}`,
  startedAnew: "The computation failed and was started anew; training begins again.",
  checked: (differences: Difference[]) =>
    `Recomputed with plain loops in double precision; largest difference: ${differences
      .map(({ name, largest }) => `${name} ${largest === 0 ? "0" : largest.toExponential(1).replace("-", "−")}`)
      .join(", ")}.`,
  notANumber: (cell: string, text: string) => `${cell} ("${text}") must be a number`,
};
