// WebKitGTK's MiniBrowser on a virtual screen, driven by W3C WebDriver.

import { freePort, start, stop, until, within } from "./processes.mjs";

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

export const programs = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb", MINI_BROWSER];

/** Starts the browser; `env` are switches of the engine. */
export async function launchWebKit(env = {}) {
  const screen = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]);
  const children = [screen];
  try {
    const number = await within(
      "Xvfb",
      10_000,
      new Promise((done) => screen.stdout.once("data", (text) => done(String(text).trim()))),
    );
    const port = await freePort();
    children.unshift(
      start("WebKitWebDriver", [`--port=${port}`], { env: { ...process.env, ...env, DISPLAY: `:${number}` } }),
    );
    const command = (method, path, body) => request(`http://127.0.0.1:${port}${path}`, method, body);
    await until("WebKitWebDriver", 10_000, async () => (await command("GET", "/status")).ready);
    const options = { "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation"] } };
    const { sessionId } = await command("POST", "/session", { capabilities: { alwaysMatch: options } });
    const session = (method, path, body) => command(method, `/session/${sessionId}${path}`, body);
    await session("POST", "/timeouts", { script: 30_000, pageLoad: 30_000 });
    return {
      open: (url) => openPage(session, url),
      async close() {
        await session("DELETE", "").catch(() => undefined);
        for (const child of children) await stop(child);
      },
    };
  } catch (error) {
    for (const child of children) await stop(child);
    throw error;
  }
}

async function openPage(session, url) {
  await session("POST", "/url", { url });
  return {
    evaluate: async (task, ...args) => {
      const result = await session("POST", "/execute/async", { script: runTask(task), args });
      if (result.error !== undefined) throw new Error(result.error);
      return result.value;
    },
    close: () => session("POST", "/url", { url: "about:blank" }),
  };
}

const runTask = (task) => `
  const args = [...arguments], done = args.pop();
  (async () => ({ value: await (${task})(...args) }))().catch((error) => ({ error: String(error?.stack ?? error) })).then(done);`;

async function request(url, method, body) {
  const signal = AbortSignal.timeout(40_000);
  const response = await fetch(url, { method, signal, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
