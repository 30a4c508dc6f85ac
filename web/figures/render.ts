/** Figures without a browser: what the build of the pages and the program need. */
export { command } from "./cli.js";
export { galleryStates, renderGallery, renderState } from "./gallery.js";
export { draw, renderDocument, stills } from "./static.js";
export { renderStatic } from "./static-page.js";
