// The attention functions against double loops, and their refusals.

import { load } from "/dist/index.js";
import { expectedHash, run } from "/golden/attention-case.mjs";
import { equal, holds, near, refused, runChecks } from "./checks.mjs";
import { attention, matrix, softmax } from "./oracle.mjs";

const attn = await load();
const SIZES = [
  [1, 1],
  [1, 16],
  [3, 7],
  [5, 2],
  [17, 33],
];
const WIDTHS = [
  [1, 1],
  [4, 4],
  [9, 5],
  [64, 64],
];
const MASKS = {
  none: () => () => true,
  causal: (n_q, n_k) => (i, j) => j <= i + n_k - n_q,
};

const inputs = (n_q, n_k, d, d_v) => ({ q: matrix(n_q, d, 1), k: matrix(n_k, d, 2), v: matrix(n_k, d_v, 3) });

function agree(given, expected, what) {
  const result = attn.attention(given);
  near(result.scores, expected.scores, 2e-5, `${what} scores`);
  near(result.weights, expected.weights, 2e-5, `${what} weights`);
  near(result.output, expected.output, 5e-5, `${what} output`);
  near(attn.attention({ ...given, keep: false }).output, expected.output, 5e-5, `${what} output alone`);
}

await runChecks({
  "the same bits as everywhere": () => equal(run(attn), expectedHash, "the hash of all results"),
  "sizes, widths and masks"() {
    for (const [n_q, n_k] of SIZES) {
      for (const [d, d_v] of WIDTHS) {
        for (const [mask, allowed] of Object.entries(MASKS)) {
          const given = inputs(n_q, n_k, d, d_v);
          const expected = attention({ ...given, allowed: allowed(n_q, n_k) });
          agree({ ...given, mask }, expected, `[${n_q}, ${n_k}] x ${d}, ${mask}:`);
        }
      }
    }
  },
  temperatures() {
    for (const temperature of [0, 0.1, 1, 10, Infinity]) {
      const given = { ...inputs(3, 7, 4, 4), temperature };
      agree(given, attention(given), `temperature ${temperature}:`);
    }
  },
  "a mask of 0 and 1, a row without a key"() {
    const mask = [
      [1, 0, 1],
      [0, 0, 0],
      [0, 1, 1],
    ];
    const given = inputs(3, 3, 4, 4);
    given.k[1] = [NaN, Infinity, 1, 1];
    mask[2][1] = 0;
    agree({ ...given, mask }, attention({ ...given, allowed: (i, j) => mask[i][j] === 1 }), "mask:");
  },
  "two heads are two attentions"() {
    const part = (rows, head) => rows.map((row) => row.slice(3 * head, 3 * head + 3));
    const { q, k, v } = inputs(5, 2, 6, 6);
    const heads = [0, 1].map((head) => attention({ q: part(q, head), k: part(k, head), v: part(v, head) }));
    const result = attn.attention({ q, k, v, n_heads: 2 });
    equal(String(result.weights.shape), "2,5,2");
    near(
      result.weights,
      heads.map((head) => head.weights),
      1e-6,
      "weights",
    );
    near(
      result.output,
      q.map((_, i) => heads.map((head) => head.output[i])),
      5e-6,
      "output",
    );
  },
  "softmax: extremes"() {
    const rows = [
      [1e4, -1e4, 0],
      [3e38, -3e38, 3e38],
      [-Infinity, -Infinity, -Infinity],
      [5, 5, 5],
    ];
    near(
      attn.softmax(rows),
      rows.map((row) => softmax(row, 1)),
      1e-6,
      "weights",
    );
    holds(
      attn
        .softmax([
          [NaN, 1],
          [0, 1],
        ])
        .data.map(Number.isNaN)
        .join() === "1,1,0,0",
      "a NaN stays in its row",
    );
  },
  "results are copies"() {
    const first = attn.softmax([1, 2, 3]);
    const before = [...first.data];
    attn.softmax([3, 2, 1]);
    attn.attention({ ...inputs(64, 64, 64, 64) });
    equal(String([...first.data]), String(before));
  },
  "memory grows between write and read"() {
    const small = attn.experiment("softmax", { n_rows: 1, n_columns: 3 });
    small.write("x", [1, 2, 3]);
    const large = attn.experiment("attention", { n_q: 1500, n_k: 1500, d_k: 4, d_v: 4 });
    small.run();
    near(small.read("weights"), softmax([1, 2, 3], 1), 1e-6, "weights");
    small.dispose();
    large.dispose();
  },
  async "memory is given back, and the disposed cannot be used"() {
    const start = attn.liveBytes();
    for (let n = 1; n <= 300; n++) attn.attention({ ...inputs(1 + (n % 7), 5, 4, 4), keep: n % 2 === 0 });
    equal(attn.liveBytes(), start, "liveBytes()");
    const experiment = attn.experiment("softmax", { n_rows: 1, n_columns: 3 });
    holds(attn.liveBytes() > start, "an experiment holds memory");
    experiment.dispose();
    experiment.dispose();
    equal(attn.liveBytes(), start, "liveBytes() at the end");
    await refused(() => experiment.run(), "invalid_argument", "disposed");
  },
  async refusals() {
    const given = inputs(3, 7, 4, 4);
    const refuse = (change, ...words) =>
      refused(() => attn.attention({ ...given, ...change }), "invalid_argument", ...words);
    await refuse({ n_heads: 3 }, "d_k (4)", "n_heads (3)");
    await refuse({ q: [[1, 2], [3]] }, "q[1]");
    await refuse({ k: matrix(7, 5, 1) }, "k", "[7, 5]");
    await refuse({ temperature: -1 }, "temperature (-1)");
    await refuse({ temperature: NaN }, "temperature");
    await refuse({ masks: "causal" }, "masks");
    await refuse({ mask: matrix(3, 7, 1) }, "mask[0][0]");
    await refused(() => attn.experiment("atention", {}), "invalid_argument", "atention", "softmax");
    await refused(() => attn.softmax([]), "invalid_argument", "x");
    agree(given, attention(given), "after the refusals:");
  },
});
