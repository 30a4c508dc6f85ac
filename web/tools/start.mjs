// npm start: sets up, builds, serves the document and prints its address. PORT chooses the port.

import { join } from "node:path";

import { buildWasm, installPackages, say } from "./setup.mjs";

try {
  installPackages();
  const wasm = buildWasm();
  const { buildPage } = await import("./page.mjs");
  const site = await buildPage(wasm);
  if (!process.argv.includes("--build-only")) await serve(site);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function serve(site) {
  const { preview } = await import("vite");
  const port = process.env.PORT === undefined ? 0 : Number(process.env.PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT (${process.env.PORT}) must be a number from 0 to 65535`);
  const server = await preview({
    root: join(site, ".."),
    configFile: false,
    logLevel: "warn",
    build: { outDir: site },
    preview: { port, strictPort: true, host: "localhost" },
  });
  say(`the document is at http://localhost:${server.httpServer.address().port}/ (Ctrl+C ends)`);
}
