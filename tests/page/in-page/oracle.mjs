// Attention as plain loops in double precision, sharing nothing with the library.

/**
 * q [n_q][d], k [n_k][d], v [n_k][d_v] to { scores, weights, output }. `allowed(i, j)` says whether query i sees key
 * j. Temperature 0 is the exact limit (ties share), Infinity the plain average.
 */
export function attention({ q, k, v, temperature = 1, scale = 1 / Math.sqrt(q[0].length), allowed = () => true }) {
  const scores = q.map((query, i) => k.map((key, j) => (allowed(i, j) ? scale * dot(query, key) : -Infinity)));
  const weights = scores.map((row) => softmax(row, temperature));
  const output = weights.map((row) =>
    v[0].map((_, c) => row.reduce((sum, w, j) => (w === 0 ? sum : sum + w * v[j][c]), 0)),
  );
  return { scores, weights, output };
}

export function softmax(row, temperature) {
  const largest = Math.max(...row);
  if (largest === -Infinity) return row.map(() => 0);
  const terms = row.map((x) => {
    if (x === -Infinity) return 0;
    if (temperature === 0) return x === largest ? 1 : 0;
    return temperature === Infinity ? 1 : Math.exp((x - largest) / temperature);
  });
  const sum = terms.reduce((a, b) => a + b, 0);
  return terms.map((term) => term / sum);
}

const dot = (a, b) => a.reduce((sum, x, c) => sum + x * b[c], 0);

/** Numbers as float32 holds them, between -2 and 2, the same for the same seed. */
export function matrix(rows, columns, seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround(state / 2 ** 30 - 2);
  };
  return Array.from({ length: rows }, () => Array.from({ length: columns }, next));
}

/** The rows of a tensor with two axes or more: its last axis, cut out of all others. */
export function rows({ data, shape }) {
  const width = shape.at(-1);
  return Array.from({ length: data.length / width }, (_, i) => [...data.subarray(i * width, (i + 1) * width)]);
}
