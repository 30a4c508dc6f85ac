// React 19 and its server renderer: a real app around the elements, rendered in the page, and hydrated.

import { build } from "esbuild";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

import { figureWorks } from "./embed.test.mjs";
import { root } from "./server.mjs";

const APP = `
  import { StrictMode, useEffect, useRef } from "react";
  import { createRoot, hydrateRoot } from "react-dom/client";
  import "/dist/elements.js";

  globalThis.heard = [];
  function App(props) {
    const ref = useRef(null);
    useEffect(() => void (globalThis.figure = ref.current), []);
    const listen = (event) => heard.push(event.detail);
    return <attn-soft-lookup ref={ref} onattn-change={listen} {...props}><p>The weights.</p></attn-soft-lookup>;
  }
  const place = document.querySelector("#root");
  const tree = (props) => <StrictMode><App {...props} /></StrictMode>;
  const first = { query: "its", temperature: 0.5 };
  const app = place.firstElementChild ? hydrateRoot(place, tree(first)) : createRoot(place);
  globalThis.show = (props) => app.render(tree(props));
  if (!place.firstElementChild) show(first);`;

let bundled;
/** The app with React's development build, which says in the console whatever it dislikes. */
const bundle = () =>
  (bundled ??= build({
    stdin: { contents: APP, resolveDir: root, loader: "jsx" },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    external: ["/dist/*"],
    define: { "process.env.NODE_ENV": '"development"' },
  }).then(({ outputFiles }) => outputFiles[0].text));

async function openApp(t, inside = "") {
  const app = await bundle();
  return t.page({
    head: '<script type="module" src="/app.js"></script>',
    body: `<div id="root">${inside}</div>`,
    fault: (path) => (path === "/app.js" ? { body: app, type: "text/javascript" } : undefined),
  });
}

async function rendered(t) {
  const page = await openApp(t);
  await figureWorks(page);
  const problem = await page.evaluate(async () => {
    const { change } = await import("/in-page/figure.mjs");
    const { figure, show, heard } = globalThis;
    const expect = (state, what) => {
      if (JSON.stringify(figure.state()) !== JSON.stringify(state))
        throw new Error(`${what}: the state is ${JSON.stringify(figure.state())}`);
    };
    const changed = async (props) => {
      const event = new Promise((done) => figure.addEventListener("attn-change", done, { once: true }));
      show(props);
      await event;
    };
    if (figure !== document.querySelector("attn-soft-lookup")) return "the ref is another element";
    expect({ temperature: "0.5", query: "its" }, "at first");
    await changed({ query: "dog", temperature: Infinity });
    expect({ temperature: "Infinity", query: "dog" }, "with other properties");
    if (heard.length !== 1 || heard[0].query !== "dog") return `onattn-change heard ${JSON.stringify(heard)}`;
    const data = { tokens: ["a", "b"], q: [[1], [2]], k: [[1], [2]], v: [[3], [4]] };
    await changed({ query: "b", temperature: 1, data });
    if (figure.data !== data) return "data was not set as a property";
    if (figure.numbers().weights.data.length !== 4) return "data changed nothing";
    await changed({ query: "a", temperature: 1, data });
    await change(figure, { temperature: 2 });
    if (heard.length !== 4) return `onattn-change heard ${heard.length} changes of 4`;
    await changed({});
    if (figure.numbers().weights.data.length !== 36) return "without its properties the figure is not the example";
    return figure.shadowRoot.querySelector("[role=alert]").textContent;
  });
  if (problem) throw new Error(problem);
  await figureWorks(page);
}

/** The server renders tag and fallback; the page takes both over without a word. */
async function hydrated(t) {
  const fallback = createElement("p", undefined, "The weights.");
  const tag = createElement(
    "attn-soft-lookup",
    { query: "its", temperature: 0.5, "onattn-change": () => {} },
    fallback,
  );
  const html = renderToString(tag);
  const expected = '<attn-soft-lookup query="its" temperature="0.5"><p>The weights.</p></attn-soft-lookup>';
  if (html !== expected) throw new Error(`the server renders ${html}`);
  const page = await openApp(t, html);
  await figureWorks(page);
  await page.until(() => globalThis.figure?.state().temperature === "0.5");
  const faults = await page.evaluate(() => globalThis.faults);
  if (faults.length > 0) throw new Error(`on the page: ${faults.join("; ")}`);
}

export default [
  { name: "React 19 renders it", run: rendered },
  { name: "React 19 hydrates it", run: hydrated },
];
