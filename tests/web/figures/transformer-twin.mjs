// An encoder-decoder of one layer each, as plain loops in double precision, from its weights (Vaswani et al. 2017).

import { rows } from "../../page/in-page/oracle.mjs";
import { softmax, sum } from "./decoder-twin.mjs";

/** `weights(name)` gives a parameter as { data, shape }. Returns every intermediate by its name in the core. */
export function transformerTwin(weights, { source, tokens, n_heads, pre }) {
  const found = {};
  const matrix = (name) => rows(weights(name));
  const vector = (name) => [...weights(name).data];
  const keep = (name, value) => (found[name] = value);
  const table = matrix("embedding.tokens");
  const width = table[0].length;

  const memory = stack("encoder", source, ["attention", "feed_forward"]);
  const top = stack("decoder", tokens, ["attention", "cross_attention", "feed_forward"], memory);
  const logits = keep(
    "decoder.logits",
    top.map((row) => table.map((token) => dot(row, token))),
  );
  keep("decoder.probs", logits.map(softmax));
  return found;

  function stack(side, ids, parts, memory) {
    let x = ids.map((id, position) =>
      table[id].map((value, j) => {
        const angle = position / 10000 ** ((j - (j % 2)) / width);
        return value * Math.sqrt(width) + (j % 2 ? Math.cos(angle) : Math.sin(angle));
      }),
    );
    keep(`${side}.embedding.output`, x);
    parts.forEach((part, i) => {
      const at = `${side}.layers.0.`;
      const input = pre ? norm(`${at}norm_${i + 1}.`, x) : x;
      const f =
        part === "feed_forward"
          ? feedForward(`${at}${part}.`, input)
          : attention(
              `${at}${part}.`,
              input,
              part === "attention" ? input : memory,
              part === "attention" && side === "decoder",
            );
      const total = keep(
        `${at}residual_${i + 1}`,
        x.map((row, r) => row.map((value, j) => value + f[r][j])),
      );
      x = pre ? total : norm(`${at}norm_${i + 1}.`, total);
    });
    return pre ? norm(`${side}.norm_final.`, x) : x;
  }

  function attention(at, input, memory, causal) {
    const [q, k, v] = [
      ["q", input],
      ["k", memory],
      ["v", memory],
    ].map(([name, x]) => keep(at + name, linear(at, name, x)));
    const d = width / n_heads;
    const heads = Array.from({ length: n_heads }, (_, h) => {
      const of = (rows) => rows.map((row) => row.slice(h * d, (h + 1) * d));
      const scores = of(q).map((a, i) => of(k).map((b, j) => (causal && j > i ? -Infinity : dot(a, b) / Math.sqrt(d))));
      const shares = scores.map(softmax);
      return {
        scores,
        shares,
        mixed: shares.map((row) => of(v)[0].map((_, c) => sum(row.map((w, j) => w * of(v)[j][c])))),
      };
    });
    keep(
      `${at}scores`,
      heads.flatMap(({ scores }) => scores),
    );
    keep(
      `${at}weights`,
      heads.flatMap(({ shares }) => shares),
    );
    const mixed = keep(
      `${at}mixed`,
      input.map((_, i) => heads.flatMap((head) => head.mixed[i])),
    );
    return keep(`${at}output`, linear(at, "o", mixed));
  }

  function feedForward(at, input) {
    const hidden = keep(`${at}hidden`, linear(at, "1", input));
    const activated = keep(
      `${at}activated`,
      hidden.map((row) => row.map((value) => (value > 0 ? value : 0))),
    );
    return keep(`${at}output`, linear(at, "2", activated));
  }

  function norm(at, x) {
    const [gamma, beta] = [vector(`${at}gamma`), vector(`${at}beta`)];
    return keep(
      `${at}output`,
      x.map((row) => {
        const mean = sum(row) / row.length;
        const deviation = Math.sqrt(sum(row.map((value) => (value - mean) ** 2)) / row.length + 1e-5);
        return row.map((value, j) => (gamma[j] * (value - mean)) / deviation + beta[j]);
      }),
    );
  }

  function linear(at, name, x) {
    const [w, b] = [matrix(`${at}w_${name}`), vector(`${at}b_${name}`)];
    return x.map((row) => w.map((of, j) => dot(row, of) + b[j]));
  }
}

const dot = (a, b) => sum(a.map((value, i) => value * b[i]));
