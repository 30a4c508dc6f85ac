// Lets the module fail: globalThis.trap.times is how often the next run of an experiment traps.
"use strict";
globalThis.trap = { times: 0 };
const original = WebAssembly.instantiate;
WebAssembly.instantiate = async (...args) => {
  const { exports } = await original.apply(WebAssembly, args);
  const attn_run = (...numbers) => {
    if (trap.times-- > 0) throw new WebAssembly.RuntimeError("unreachable");
    trap.times = 0;
    return exports.attn_run(...numbers);
  };
  return { exports: { ...exports, attn_run } };
};
