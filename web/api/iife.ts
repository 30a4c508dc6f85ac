/** What one classic script gives a page: every element, and the functions as `attentionFigures.load()`. */
import "../figures/all.js";

export * from "./index.js";
