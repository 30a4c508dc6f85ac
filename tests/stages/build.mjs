// What several stages test: built once, when the first of them asks.

import { buildWasm } from "../../web/tools/setup.mjs";

const once = (build) => {
  let built;
  return () => (built ??= build());
};

const kernels = once(() => buildWasm());

/** Fills dist/. */
export const library = once(async () => {
  const { buildLibrary, buildTypes } = await import("../../web/tools/library.mjs");
  await buildLibrary(kernels());
  buildTypes();
});

/** Fills build/site/ with the document. */
export const page = once(async () => {
  const { buildPage } = await import("../../web/tools/page.mjs");
  await buildPage(kernels());
});
