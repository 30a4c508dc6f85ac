// Keeps whatever goes wrong in the page where a test can read it: globalThis.faults.
"use strict";
globalThis.faults = [];
for (const level of ["error", "warn"]) {
  const original = console[level];
  console[level] = (...words) => {
    faults.push(`console.${level}: ${words.join(" ")}`);
    original.apply(console, words);
  };
}
addEventListener(
  "error",
  (event) => faults.push(`error: ${event.message ?? `${event.target?.src ?? event.target?.href} did not load`}`),
  true,
);
addEventListener("unhandledrejection", (event) => faults.push(`unhandled rejection: ${event.reason}`));
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
  if (blockedURI.endsWith("/favicon.ico")) return; // The browser asks for it by itself.
  faults.push(`policy: ${effectiveDirective} blocked ${blockedURI || sample}`);
});
