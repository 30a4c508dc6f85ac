// A decoder as plain loops in double precision, from its weights: pre-norm blocks, rotary positions, tied unembedding.

import { rows } from "../../page/in-page/oracle.mjs";

/**
 * `weights(name)` gives a parameter as { data, shape }. Returns logits [n][vocab_size], and the attention's weights
 * as [n_layers][n_heads][n][n].
 */
export function decoderTwin(weights, { tokens, n_layers, n_heads, causal, eps = 1e-5 }) {
  const matrix = (name) => rows(weights(name));
  const vector = (name) => [...weights(name).data];
  const linear = (x, scope, last) => {
    const [w, b] = [matrix(`${scope}w_${last}`), vector(`${scope}b_${last}`)];
    return x.map((row) => w.map((w_o, o) => b[o] + dot(w_o, row)));
  };
  const norm = (x, scope) => {
    const [gamma, beta] = [vector(`${scope}gamma`), vector(`${scope}beta`)];
    return x.map((row) => {
      const mean = sum(row) / row.length;
      const variance = sum(row.map((a) => (a - mean) ** 2)) / row.length;
      return row.map((a, i) => (gamma[i] * (a - mean)) / Math.sqrt(variance + eps) + beta[i]);
    });
  };
  const embedding = matrix("embedding.tokens");
  let x = tokens.map((token) => embedding[token]);
  const attention_weights = [];
  for (let layer = 0; layer < n_layers; layer++) {
    const scope = `layers.${layer}.`;
    const { output, weights } = attention(norm(x, `${scope}norm_1.`), `${scope}attention.`);
    attention_weights.push(weights);
    x = add(x, output);
    const hidden = linear(norm(x, `${scope}norm_2.`), `${scope}feed_forward.`, "1");
    x = add(
      x,
      linear(
        hidden.map((row) => row.map(gelu)),
        `${scope}feed_forward.`,
        "2",
      ),
    );
  }
  const last = norm(x, "norm_final.");
  return { logits: last.map((row) => embedding.map((token) => dot(token, row))), weights: attention_weights };

  function attention(input, scope) {
    const [q, k, v] = ["q", "k", "v"].map((last) => linear(input, scope, last));
    const width = q[0].length / n_heads;
    const heads = Array.from({ length: n_heads }, (_, h) => {
      const part = (rows) => rows.map((row) => row.slice(h * width, (h + 1) * width));
      const [keys, values] = [part(k).map(rotated), part(v)];
      const weights = part(q)
        .map(rotated)
        .map((query, i) =>
          softmax(keys.map((key, j) => (causal && j > i ? -Infinity : dot(query, key) / Math.sqrt(width)))),
        );
      return {
        weights,
        mixed: weights.map((row) => values[0].map((_, c) => sum(row.map((w, j) => w * values[j][c])))),
      };
    });
    const mixed = input.map((_, i) => heads.flatMap(({ mixed }) => mixed[i]));
    return { output: linear(mixed, scope, "o"), weights: heads.map(({ weights }) => weights) };
  }
}

export const sum = (row) => row.reduce((total, a) => total + a, 0);
const dot = (a, b) => sum(a.map((x, i) => x * b[i]));
const add = (a, b) => a.map((row, i) => row.map((x, j) => x + b[i][j]));
const gelu = (x) => (x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)))) / 2;

/** Components 2i and 2i + 1 turned by position / 10000^(2i / d) (Su et al. 2021, equation 34). */
function rotated(row, position) {
  return row.map((x, c) => {
    const angle = position * 10000 ** -((c - (c % 2)) / row.length);
    return c % 2 === 0
      ? x * Math.cos(angle) - row[c + 1] * Math.sin(angle)
      : row[c - 1] * Math.sin(angle) + x * Math.cos(angle);
  });
}

export function softmax(row) {
  const largest = Math.max(...row);
  const terms = row.map((x) => Math.exp(x - largest));
  return terms.map((term) => term / sum(terms));
}
