// Steps of training against the machine's peak: leaves { peak_gflops, rows } in globalThis.result.

import { load } from "/dist/index.js";
import { median } from "./measure.mjs";

const SIZES = [
  { n_layers: 2, d_model: 64, n_heads: 4, n_tokens: 64, batch_size: 8, vocab_size: 64 },
  { n_layers: 4, d_model: 128, n_heads: 4, n_tokens: 64, batch_size: 8, vocab_size: 128 },
  { n_layers: 6, d_model: 192, n_heads: 6, n_tokens: 128, batch_size: 8, vocab_size: 256 },
];
const SAMPLE_MS = 200;
const ROUNDS = 15;
const WARM_UP_GFLOP = 20; // V8 compiles anew what runs often.

const attn = await load();
const { peak } = (await WebAssembly.instantiateStreaming(fetch("/peak/peak.wasm"), {})).instance.exports;
const peaks = [];
const rows = [];
for (const size of SIZES) {
  globalThis.progress = JSON.stringify(size);
  await new Promise((resolve) => setTimeout(resolve)); // Lets whoever follows the progress look.
  rows.push(measure(size));
}
globalThis.result = { peak_gflops: median(peaks), rows };

/** GFLOP/s as a median, and the median share of the peak measured just before. */
function measure({ batch_size, ...config }) {
  const model = attn.decoder({ ...config, keep: false });
  const data = Array.from({ length: 20_000 }, (_, i) => (i * i + (i >> 3)) % config.vocab_size);
  const training = model.train({ data, batch_size, steps: 1 << 20 });
  const gflop = work(model, config, batch_size) / 1e9;
  const step_ms = time(() => training.step(), Math.ceil(WARM_UP_GFLOP / gflop));
  time(() => peak(500_000), WARM_UP_GFLOP / 0.048);
  const steps = Math.ceil(SAMPLE_MS / step_ms);
  const samples = Array.from({ length: ROUNDS }, () => {
    const loops = 500_000;
    const most = (96 * loops) / 1e6 / time(() => peak(loops), 1);
    peaks.push(most);
    const gflops = (1000 * gflop) / time(() => training.step(), steps);
    return { gflops, share: gflops / most };
  });
  model.dispose();
  return {
    ...config,
    batch_size,
    gflops: median(samples.map(({ gflops }) => gflops)),
    share: median(samples.map(({ share }) => share)),
  };
}

/** Flop of a step: 6 for each parameter and token, and 12 L d T for each token in the products of attention. */
function work(model, { n_layers, d_model, n_tokens }, batch_size) {
  const n_parameters = model.parameters().reduce((sum, name) => sum + model.read(name).data.length, 0);
  return (6 * n_parameters + 12 * n_layers * d_model * n_tokens) * n_tokens * batch_size;
}

/** Milliseconds of one of `count` calls. */
function time(task, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) task();
  return (performance.now() - start) / count;
}
