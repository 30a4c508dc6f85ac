// npm run build: everything that the package holds.

import { buildWasm, installPackages } from "./setup.mjs";

try {
  installPackages();
  const { buildLibrary, buildTypes } = await import("./library.mjs");
  await buildLibrary(buildWasm());
  buildTypes();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
