// Browsers that lack something: the figure's fallback stays, with one sentence; the next call works.

const FIGURE = {
  head: '<script type="module" src="/dist/elements/soft-lookup.js"></script>',
  body: '<attn-soft-lookup><p id="fallback">The weights are 0.2 and 0.8.</p></attn-soft-lookup>',
};
const WITHOUT_WASM = "default-src 'none'; script-src 'self'; style-src 'self'";

/** The figure has refused: fallback in view, one sentence with `word`, nothing in the console but policy reports. */
async function staysFallback(page, word) {
  const seen = await page.until(async () => {
    await customElements.whenDefined("attn-soft-lookup");
    const figure = document.querySelector("attn-soft-lookup");
    const reason = await figure.ready.then(
      () => "none",
      (error) => error.message,
    );
    const sentences = [...figure.shadowRoot.querySelectorAll("[role=alert]")].filter((line) => line.checkVisibility());
    const { width, height } = document.querySelector("#fallback").getBoundingClientRect();
    const text = sentences.map((line) => line.textContent.trim());
    return (
      text.length > 0 && {
        reason,
        text,
        area: width * height,
        tables: figure.shadowRoot.querySelectorAll("table").length,
        faults,
      }
    );
  });
  const { reason, text, area, tables, faults } = seen;
  if (text.length !== 1 || text[0] !== reason || !reason.includes(word))
    throw new Error(`the sentences ${JSON.stringify(seen)} lack ${word}`);
  if (!(area > 0) || tables > 0) throw new Error(`the fallback is not what is seen: ${JSON.stringify(seen)}`);
  const ours = faults.filter((fault) => !fault.startsWith("policy:"));
  if (ours.length > 0) throw new Error(`in the console: ${ours}`);
}

const loadIsRefused = (page, words) =>
  page.evaluate(async (words) => {
    const { load } = await import("/dist/index.js");
    const error = await load().then(
      () => undefined,
      (error) => error,
    );
    if (error?.code !== "unsupported" || !error.message.includes(words)) throw new Error(`load() gave ${error}`);
  }, words);

async function lacks(t, words) {
  const page = await t.page(FIGURE);
  await staysFallback(page, words);
  await loadIsRefused(page, words);
}

async function forbidden(t) {
  const page = await t.page({ ...FIGURE, headers: { "content-security-policy": WITHOUT_WASM } });
  await staysFallback(page, "'wasm-unsafe-eval'");
}

/** 300 pages of memory hold 19 MB; the intermediates of 4,096 tokens take 134 MB. */
async function littleMemory(t) {
  const page = await t.page({});
  await page.evaluate(async () => {
    const { load } = await import("/dist/index.js");
    const attn = await load();
    const start = attn.liveBytes();
    const rows = (n) => ({ data: new Float32Array(n * 4).fill(1), shape: [n, 4] });
    const call = (n) => attn.attention({ q: rows(n), k: rows(n), v: rows(n) }).output.data[0];
    for (let attempt = 0; attempt < 20; attempt++) {
      let error;
      try {
        call(4096);
      } catch (caught) {
        error = caught;
      }
      if (error?.code !== "out_of_memory" || !/memory/.test(error.message))
        throw new Error(`attention of 4,096 tokens gave ${error}`);
      if (call(8) !== 1) throw new Error("the call after it is wrong");
    }
    if (attn.liveBytes() !== start) throw new Error(`${attn.liveBytes()} bytes are held, ${start} at the start`);
    if (faults.length > 0) throw new Error(`in the console: ${faults}`);
  });
}

export default [
  { name: "no WebAssembly", limit: "no WebAssembly", run: (t) => lacks(t, "no WebAssembly") },
  { name: "no SIMD", limit: "no SIMD", run: (t) => lacks(t, "SIMD") },
  { name: "a policy without wasm-unsafe-eval", run: forbidden },
  { name: "memory that cannot grow", limit: "little memory", run: littleMemory },
];
