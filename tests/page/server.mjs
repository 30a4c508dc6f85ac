// A static server on a free port, with the faults a test asks for.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, "../..");

const FOLDERS = {
  "/dist/": join(root, "dist"),
  "/golden/": join(root, "tests/golden"),
  "/in-page/": join(here, "in-page"),
};
const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * Serves `pages` (path to HTML) and the files of `folders` (prefix to folder; dist, golden and in-page are always
 * there). `headers` go with every answer. `fault(path)` may change an answer: `status`, `type`, `body`, `headers`,
 * `delay` (ms), `cut` (bytes kept), `block` (the connection is closed).
 * The result has `url`, `requests` (the paths asked for, in order) and `close()`.
 */
export async function serve({ pages = {}, folders = {}, headers = {}, fault = () => undefined } = {}) {
  const requests = [];
  const mounts = Object.entries({ ...FOLDERS, ...folders });
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    requests.push(path);
    const asked = fault(path) ?? {};
    if (asked.block) return request.socket.destroy();
    if (asked.delay) await wait(asked.delay);
    const found = asked.body === undefined ? await find(path, pages, mounts) : { body: asked.body };
    const { status, body, type } = { status: 200, ...found, ...asked, body: found.body };
    response.writeHead(status, {
      "content-type": type ?? TYPES[extname(path)] ?? TYPES[".html"],
      "cache-control": "no-store",
      ...headers,
      ...asked.headers,
    });
    response.end(Buffer.from(body).subarray(0, asked.cut));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

async function find(path, pages, mounts) {
  if (path === "/favicon.ico") return { status: 204, body: "" };
  if (Object.hasOwn(pages, path)) return { body: pages[path], type: TYPES[".html"] };
  const [prefix, folder] = mounts.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (!folder) return missing(path);
  const file = join(folder, normalize(`/${path.slice(prefix.length)}`));
  try {
    return { body: await readFile(file.endsWith("/") ? `${file}index.html` : file) };
  } catch {
    return missing(path);
  }
}

const missing = (path) => ({
  status: 404,
  type: TYPES[".html"],
  body: `<!doctype html><title>Not found</title>${path}`,
});

/** A page with a recorder of errors first. `head` and `body` are HTML. */
export const html = ({ head = "", body = "", attributes = 'lang="en"' }) => `<!doctype html>
<html ${attributes}><head><meta charset="utf-8"><title>Test</title>
<script src="/in-page/recorder.js"></script>${head}</head><body>${body}</body></html>`;
