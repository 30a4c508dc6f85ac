// Transformers as graphs of TensorFlow.js on its CPU backend, written from the papers: they share nothing with ours.
// Each takes `net`, { n_heads, norm, norm_kind, activation, position, mask, eps, weights, note }: `weights(name)` gives
// a parameter as a tensor, or nothing where the model has none; `note(name, tensor)` is told every intermediate.

import { tf } from "../tfjs.mjs";

/** Logits [n, vocab_size] of a decoder in GPT's form. */
export function decoder(net, { tokens }) {
  let x = embedded(net, "", tokens);
  for (let i = 0; i < net.n_layers; i++) x = block(net, `layers.${i}.`, x);
  return unembedded(net, "", x);
}

/** Logits [n, vocab_size] of an encoder-decoder: Vaswani et al. 2017, figure 1. */
export function transformer(net, { tokens, source }) {
  const encoder = { ...net, mask: "none" };
  let memory = embedded(encoder, "encoder.", source);
  for (let i = 0; i < net.n_encoder_layers; i++) memory = block(encoder, `encoder.layers.${i}.`, memory);
  if (net.norm === "pre") memory = normed(net, "encoder.norm_final.", memory);
  let x = embedded(net, "decoder.", tokens);
  for (let i = 0; i < net.n_decoder_layers; i++)
    x = block({ ...net, mask: "causal" }, `decoder.layers.${i}.`, x, memory);
  return unembedded(net, "decoder.", x);
}

/** Sublayers with their residual sums, the norm before each (Xiong et al. 2020, table 1) or after each sum. */
export function block(net, scope, x, memory) {
  const sublayer = (number, x, f) => {
    const norm = (x) => normed(net, `${scope}norm_${number}.`, x);
    const sum = tf.add(x, f(net.norm === "pre" ? norm(x) : x));
    net.note(`${scope}residual_${number}`, sum);
    return net.norm === "pre" ? sum : norm(sum);
  };
  x = sublayer(1, x, (x) => attention(net, `${scope}attention.`, x, x));
  const across = { ...net, mask: "none", position: "none" };
  if (memory) x = sublayer(2, x, (x) => attention(across, `${scope}cross_attention.`, x, memory));
  return sublayer(memory ? 3 : 2, x, (x) => feedForward(net, `${scope}feed_forward.`, x));
}

/** Mean of -ln softmax(logits)[target] over the targets that are not -1, as log-sum-exp minus the target's logit. */
export function crossEntropy(logits, targets) {
  const chosen = tf.oneHot(tf.tensor1d(targets, "int32"), logits.shape[1]); // A row of zeros for -1.
  const all = tf.mul(tf.logSumExp(logits, 1), tf.sum(chosen, 1));
  const losses = tf.sub(all, tf.sum(tf.mul(logits, chosen), 1));
  return { losses, loss: tf.div(tf.sum(losses), tf.sum(chosen)) };
}

/** Per head [h, n, d_head]: softmax(scale q k' - distances + mask) v, with scores and weights. */
export function heads({ q, k, v, scale, temperature = 1, distances = 0, visible }) {
  const all = tf.sub(tf.mul(tf.matMul(q, k, false, true), scale), distances);
  const scores = visible ? tf.where(tf.broadcastTo(visible, all.shape), all, tf.fill(all.shape, -Infinity)) : all;
  const weights = tf.softmax(tf.div(scores, temperature));
  return { scores, weights, output: tf.matMul(weights, v) };
}

/** [n, d] to [n_heads, n, d / n_heads], and back. */
export const split = (x, n_heads) => tf.transpose(tf.reshape(x, [x.shape[0], n_heads, -1]), [1, 0, 2]);
export const joined = (x) => tf.reshape(tf.transpose(x, [1, 0, 2]), [x.shape[1], -1]);

/** 1 where key j is not after query i, aligned at the end. */
export const causal = (n_q, n_k) => table(n_q, n_k, (i, j) => (j <= i + n_k - n_q ? 1 : 0), "bool");

function attention(net, scope, x, memory) {
  const turned = (x) => (net.position === "rope" ? rotated(x) : x);
  const [q, k, v] = ["q", "k", "v"].map((last) =>
    split(linear(net, scope, last, last === "q" ? x : memory), net.n_heads),
  );
  const parts = { q: turned(q), k: turned(k), v };
  const [n_q, n_k] = [x.shape[0], memory.shape[0]];
  const { scores, weights, output } = heads({
    ...parts,
    scale: 1 / Math.sqrt(q.shape[2]),
    distances: net.position === "alibi" ? distances(net.n_heads, n_q, n_k) : 0,
    visible: net.mask === "causal" ? causal(n_q, n_k) : undefined,
  });
  for (const [name, part] of Object.entries({ ...parts, mixed: output })) net.note(scope + name, joined(part));
  net.note(`${scope}scores`, scores);
  net.note(`${scope}weights`, weights);
  return noted(net, `${scope}output`, linear(net, scope, "o", joined(output)));
}

function feedForward(net, scope, x) {
  const hidden = noted(net, `${scope}hidden`, linear(net, scope, "1", x));
  const activated = noted(net, `${scope}activated`, ACTIVATIONS[net.activation](hidden));
  return noted(net, `${scope}output`, linear(net, scope, "2", activated));
}

const ACTIVATIONS = {
  relu: tf.relu,
  gelu: (x) => {
    const inner = tf.mul(Math.sqrt(2 / Math.PI), tf.add(x, tf.mul(0.044715, tf.mul(x, tf.mul(x, x)))));
    return tf.mul(tf.mul(0.5, x), tf.add(1, tf.tanh(inner)));
  },
  gelu_exact: (x) => tf.mul(tf.mul(0.5, x), tf.add(1, tf.erf(tf.mul(x, Math.SQRT1_2)))),
};

/** Ba, Kiros & Hinton 2016; Zhang & Sennrich 2019, equation 4. */
export function normed(net, scope, x) {
  const mean = net.norm_kind === "rms" ? tf.zeros([x.shape[0], 1]) : tf.mean(x, 1, true);
  const apart = tf.sub(x, mean);
  const deviation = tf.sqrt(tf.add(tf.mean(tf.mul(apart, apart), 1, true), net.eps));
  const scaled = tf.mul(tf.div(apart, deviation), net.weights(`${scope}gamma`));
  const beta = net.weights(`${scope}beta`);
  return noted(net, `${scope}output`, beta ? tf.add(scaled, beta) : scaled);
}

function linear(net, scope, last, x) {
  const [w, b] = [net.weights(`${scope}w_${last}`), net.weights(`${scope}b_${last}`)];
  return b ? tf.add(tf.matMul(x, w, false, true), b) : tf.matMul(x, w, false, true);
}

/** Vaswani et al. 2017, section 3.4, with its factor sqrt(d_model), which GPT-2 has not. */
function embedded(net, scope, tokens) {
  const rows = tf.gather(net.weights("embedding.tokens"), tf.tensor1d(tokens, "int32"));
  const [n, d] = rows.shape;
  let x = net.init === "gpt2" ? rows : tf.mul(rows, Math.sqrt(d));
  if (net.position === "learned") x = tf.add(x, tf.slice(net.weights(`${scope}embedding.positions`), [0, 0], [n, d]));
  const angle = (p, c) => p / 10000 ** ((c - (c % 2)) / d);
  const sinusoid = (p, c) => (c % 2 === 0 ? Math.sin(angle(p, c)) : Math.cos(angle(p, c)));
  if (net.position === "sinusoidal") x = tf.add(x, table(n, d, sinusoid));
  return noted(net, `${scope}embedding.output`, x);
}

function unembedded(net, scope, x) {
  if (net.norm === "pre") x = normed(net, `${scope}norm_final.`, x);
  const w = net.weights(`${scope}unembedding.w`) ?? net.weights("embedding.tokens");
  return noted(net, `${scope}logits`, tf.matMul(x, w, false, true));
}

/** Components 2i and 2i + 1 as a plane, turned by position / 10000^(2i / d): Su et al. 2021, equation 34. */
function rotated(x) {
  const [h, n, d] = x.shape;
  const angles = (f) => table(n, d / 2, (p, i) => f(p / 10000 ** ((2 * i) / d)));
  const [a, b] = tf.unstack(tf.reshape(x, [h, n, d / 2, 2]), 3);
  const [cos, sin] = [angles(Math.cos), angles(Math.sin)];
  const turned = [tf.sub(tf.mul(a, cos), tf.mul(b, sin)), tf.add(tf.mul(a, sin), tf.mul(b, cos))];
  return tf.reshape(tf.stack(turned, 3), [h, n, d]);
}

/** [n_heads, n_q, n_k] to be taken from the scores: Press, Smith & Lewis 2022, and their code for 3, 5, 6... heads. */
function distances(n_heads, n_q, n_k) {
  const geometric = (n) => Array.from({ length: n }, (_, h) => 2 ** ((-8 * (h + 1)) / n));
  const n = 2 ** Math.floor(Math.log2(n_heads));
  const slopes = [...geometric(n), ...geometric(2 * n).filter((_, h) => h % 2 === 0)].slice(0, n_heads);
  return tf.mul(
    tf.tensor3d(slopes, [n_heads, 1, 1]),
    table(n_q, n_k, (i, j) => Math.abs(i - j)),
  );
}

function noted(net, name, tensor) {
  net.note(name, tensor);
  return tensor;
}

function table(n_rows, n_columns, f, type = "float32") {
  const numbers = Array.from({ length: n_rows * n_columns }, (_, i) => f(Math.floor(i / n_columns), i % n_columns));
  return tf.tensor2d(numbers, [n_rows, n_columns], type);
}
