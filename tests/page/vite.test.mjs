// A Vite app that imports the packed package, without any configuration: development server and build.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, createServer } from "vite";

import { figureWorks } from "./embed.test.mjs";
import { html, root } from "./server.mjs";

const MAIN = `
import { load } from "attention-figures";
import { load as loadExternal } from "attention-figures/external";
import kernels from "attention-figures/kernels.wasm?url";
import "attention-figures/elements";

const [inlined, external] = [await load(), await loadExternal({ wasm: kernels })];
globalThis.sums = [inlined, external].map((attn) => attn.softmax([1, 1]).data[0]).join();
`;
const TAG = "<attn-soft-lookup><p>The weights.</p></attn-soft-lookup>";

/** Makes the app with the package's tarball in its node_modules, hands its folder to `use`, and removes it. */
async function withApp(use) {
  mkdirSync(join(root, "build"), { recursive: true });
  const folder = mkdtempSync(join(root, "build/vite-app-"));
  try {
    const installed = join(folder, "node_modules/attention-figures");
    mkdirSync(installed, { recursive: true });
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root, stdio: "ignore" });
    const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
    execFileSync("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const page = html({ head: '<script type="module" src="/main.js"></script>', body: TAG });
    writeFileSync(join(folder, "index.html"), page.replace('<script src="/in-page/recorder.js"></script>', ""));
    writeFileSync(join(folder, "main.js"), MAIN);
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function appWorks(page) {
  await figureWorks(page);
  const sums = await page.until(() => globalThis.sums);
  if (sums !== "0.5,0.5") throw new Error(`load() of the two entries gives ${sums}`);
}

const development = (t) =>
  withApp(async (folder) => {
    const server = await createServer({ root: folder, configFile: false, logLevel: "error", server: { port: 0 } });
    try {
      await server.listen();
      await appWorks(await t.open(`http://localhost:${server.httpServer.address().port}/`));
    } finally {
      await server.close();
    }
  });

const production = (t) =>
  withApp(async (folder) => {
    await build({ root: folder, configFile: false, logLevel: "error" });
    const server = await t.serve({ folders: { "/": join(folder, "dist") } });
    await appWorks(await t.open(`${server.url}/`));
  });

export default [
  { name: "a Vite app's development server", engines: ["chromium"], run: development },
  { name: "a Vite app's build", engines: ["chromium"], run: production },
];
