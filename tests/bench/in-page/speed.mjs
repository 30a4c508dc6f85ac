// Attention against the machine's peak and against the peers: leaves { peak_gflops, rows } in globalThis.result.

import { contenders } from "./contenders.mjs";
import { interleaved, median } from "./measure.mjs";

const D = 64;
const ALL_SIZES = "16,32,64,128,256,512,1024,2048,4096";
const MFLOP_A_SAMPLE = 200;

const sizes = (new URLSearchParams(location.search).get("n") || ALL_SIZES).split(",").map(Number);
const { attn, makers } = await contenders();
const { peak } = (await WebAssembly.instantiateStreaming(fetch("/peak/peak.wasm"), {})).instance.exports;

const peaks = [];
const rows = [];
for (const n of sizes) {
  globalThis.progress = `n = ${n}`;
  rows.push(await compare(n));
}
globalThis.result = { peak_gflops: median(peaks), rows };

/** Milliseconds for n tokens: the kernel alone, and each contender without and with the intermediates. */
async function compare(n) {
  const inputs = [1, 2, 3].map((seed) => numbers(n * D, seed));
  const ready = [];
  for (const keep of [false, true]) {
    for (const [name, make] of Object.entries(makers)) ready.push({ name, keep, ...(await make(n, D, inputs, keep)) });
  }
  checkAgreement(n, await Promise.all(ready.map(async ({ name, run }) => [name, await run()])));

  const mflop = (4 * n * n * D) / 1e6;
  const steps = Math.max(1, Math.round(MFLOP_A_SAMPLE / mflop));
  const kernel = attn.experiment("attention", { n_q: n, n_k: n, d_k: D, d_v: D, keep: false });
  ["q", "k", "v"].forEach((name, i) => kernel.write(name, inputs[i]));
  const loops = Math.round((MFLOP_A_SAMPLE * 1e6) / 96); // tests/bench/peak.cpp: 96 flop each

  const tasks = [() => peak(loops), () => kernel.run(steps), ...ready.map(({ run }) => run)];
  const [peak_ms, kernel_ms, ...times] = await interleaved(tasks, { rounds: n <= 256 ? 21 : 7 });
  peaks.push(MFLOP_A_SAMPLE / peak_ms);
  kernel.dispose();
  for (const { dispose } of ready) await dispose();
  const calls = ready.map(({ name, keep }, i) => ({ name, keep, time_ms: times[i] }));
  return { n, peak_share: (steps * mflop) / kernel_ms / peaks.at(-1), kernel_ms: kernel_ms / steps, calls };
}

/** The contenders must have computed the same thing. */
function checkAgreement(n, [[, expected], ...others]) {
  for (const [name, output] of others) {
    const wrong = expected.findIndex((x, i) => !(Math.abs(x - output[i]) < 1e-4));
    if (wrong >= 0)
      throw new Error(`n = ${n}: output[${wrong}] of ${name} is ${output[wrong]}, ours is ${expected[wrong]}`);
  }
}

/** Numbers between -1 and 1, the same for the same seed. */
function numbers(length, seed) {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
