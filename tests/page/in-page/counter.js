// Counts what figures make and have not given back: globalThis.counts.
"use strict";
globalThis.counts = { compile: 0, instantiate: 0, observers: 0, listeners: 0 };
for (const [name, counted] of [
  ["compile", "compile"],
  ["compileStreaming", "compile"],
  ["instantiate", "instantiate"],
]) {
  const original = WebAssembly[name];
  WebAssembly[name] = (source, ...rest) => {
    counts[counted]++;
    if (counted === "instantiate" && !(source instanceof WebAssembly.Module)) counts.compile++;
    return original.call(WebAssembly, source, ...rest);
  };
}
for (const name of ["IntersectionObserver", "ResizeObserver", "MutationObserver"]) {
  const { observe, disconnect } = globalThis[name].prototype;
  const active = new Set();
  globalThis[name].prototype.observe = function (...args) {
    if (!active.has(this)) counts.observers++;
    active.add(this);
    return observe.apply(this, args);
  };
  globalThis[name].prototype.disconnect = function () {
    if (active.delete(this)) counts.observers--;
    return disconnect.apply(this);
  };
}
const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
const shared = (target) =>
  [document, document.documentElement, document.body].includes(target) || !(target instanceof Node);
EventTarget.prototype.addEventListener = function (...args) {
  if (shared(this ?? globalThis) && !(this instanceof AbortSignal)) counts.listeners++;
  return add.apply(this, args);
};
EventTarget.prototype.removeEventListener = function (...args) {
  if (shared(this ?? globalThis) && !(this instanceof AbortSignal)) counts.listeners--;
  return remove.apply(this, args);
};
