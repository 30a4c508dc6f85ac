import { kernels } from "virtual:kernels";

import type { Engine } from "./engine.js";
import { sharedEngine } from "./load.js";

/** The shared engine, from the module that this file carries (compressed, as text: no second request, no path). */
export const inlinedEngine = (): Promise<Engine> => sharedEngine(inflate);

async function inflate(): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = Uint8Array.from(atob(kernels), (character) => character.charCodeAt(0));
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
