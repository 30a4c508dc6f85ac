import type { Tensor } from "../engine/experiment.js";
import type { Difference } from "./base.js";
import type { Side } from "./transformer-layout.js";
import { N_HEADS, type TransformerPicture, vocabulary } from "./transformer-model.js";

type Matrix = number[][];

/**
 * Recomputes every box from what is shown to go into it: plain loops, double precision, nothing of the core. Gives the
 * largest difference for each kind of box.
 */
export function checkTransformer(picture: TransformerPicture): Difference[] {
  const check = new Check(picture.tensors);
  const tokens = (side: Side) => picture.rows[side].map((token) => vocabulary.indexOf(token));
  const memory = check.stack("encoder", tokens("encoder"), picture.state.norm === "pre");
  const output = check.stack("decoder", tokens("decoder"), picture.state.norm === "pre", memory);
  check.head(
    output,
    picture.wanted.map((token) => vocabulary.indexOf(token)),
  );
  return [...check.largest].map(([name, largest]) => ({ name, largest }));
}

class Check {
  readonly largest = new Map<string, number>();
  #tensors: Record<string, Tensor>;

  constructor(tensors: Record<string, Tensor>) {
    this.#tensors = tensors;
  }

  /** All boxes of one column; returns what comes out of it, as it is shown. */
  stack(side: Side, tokens: number[], pre: boolean, memory?: Matrix): Matrix {
    const table = this.rows("embedding.tokens");
    const width = table[0]!.length;
    const expected = tokens.map((token, at) =>
      table[token]!.map((x, j) => {
        const angle = at / 10000 ** ((2 * Math.floor(j / 2)) / width);
        return x * Math.sqrt(width) + (j % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
      }),
    );
    let x = this.compare("embedding", `${side}.embedding.output`, expected);
    const fs = memory ? ["attention", "cross_attention", "feed_forward"] : ["attention", "feed_forward"];
    fs.forEach((f, i) => {
      const at = `${side}.layers.0.`;
      const normed = (input: Matrix) => this.#norm(`${at}norm_${i + 1}.`, input);
      const inside = pre ? normed(x) : x;
      const result =
        f === "feed_forward"
          ? this.#feedForward(`${at}${f}.`, inside)
          : this.#attention(`${at}${f}.`, inside, f === "attention" ? inside : memory!, f, side);
      const sum = this.compare("sums", `${at}residual_${i + 1}`, add(x, result));
      x = pre ? sum : normed(sum);
    });
    return pre ? this.#norm(`${side}.norm_final.`, x) : x;
  }

  /** Linear and softmax at the top, and the losses of the right letters. */
  head(x: Matrix, targets: number[]): void {
    const logits = this.compare("logits", "decoder.logits", linear(x, this.rows("embedding.tokens")));
    const probs = this.compare("probabilities", "decoder.probs", logits.map(softmax));
    const losses = targets.map((target, i) => -Math.log(probs[i]![target]!));
    // A probability is rounded before its logarithm is taken here; the core's losses come from the logits.
    if (losses.every((loss) => loss < 10)) this.compare("losses", "decoder.losses", [losses]);
  }

  #attention(at: string, input: Matrix, memory: Matrix, f: string, side: Side): Matrix {
    const project = (name: "q" | "k" | "v", x: Matrix) =>
      this.compare("projections", at + name, linear(x, this.rows(`${at}w_${name}`), this.rows(`${at}b_${name}`)[0]));
    const [q, k, v] = [project("q", input), project("k", memory), project("v", memory)];
    const width = q[0]!.length / N_HEADS;
    const heads = Array.from({ length: N_HEADS }, (_, h) => {
      const of = (x: Matrix) => x.map((row) => row.slice(h * width, (h + 1) * width));
      const scores = of(q).map((a, i) =>
        of(k).map((b, j) =>
          f === "attention" && side === "decoder" && j > i ? -Infinity : dot(a, b) / Math.sqrt(width),
        ),
      );
      const weights = scores.map(softmax);
      return { scores, weights, mixed: multiply(weights, of(v)) };
    });
    this.compare(
      "scores",
      `${at}scores`,
      heads.flatMap(({ scores }) => scores),
    );
    this.compare(
      "weights",
      `${at}weights`,
      heads.flatMap(({ weights }) => weights),
    );
    const mixed = q.map((_, i) => heads.flatMap((head) => head.mixed[i]!));
    const shown = this.compare("weighted values", `${at}mixed`, mixed);
    return this.compare("attention", `${at}output`, linear(shown, this.rows(`${at}w_o`), this.rows(`${at}b_o`)[0]));
  }

  #feedForward(at: string, input: Matrix): Matrix {
    const layer = (n: number, x: Matrix) => linear(x, this.rows(`${at}w_${n}`), this.rows(`${at}b_${n}`)[0]);
    const hidden = this.compare("feed forward", `${at}hidden`, layer(1, input));
    const activated = this.compare(
      "feed forward",
      `${at}activated`,
      hidden.map((row) => row.map((x) => Math.max(0, x))),
    );
    return this.compare("feed forward", `${at}output`, layer(2, activated));
  }

  #norm(at: string, input: Matrix): Matrix {
    const [[gamma], [beta]] = [this.rows(`${at}gamma`), this.rows(`${at}beta`)];
    const expected = input.map((row) => {
      const mean = sum(row) / row.length;
      const variance = sum(row.map((x) => (x - mean) ** 2)) / row.length;
      return row.map((x, j) => (gamma![j]! * (x - mean)) / Math.sqrt(variance + 1e-5) + beta![j]!);
    });
    return this.compare("norms", `${at}output`, expected);
  }

  /** The rows of a tensor, all matrices of it one below the other. */
  rows(name: string): Matrix {
    const { data, shape } = this.#tensors[name]!;
    const width = shape.at(-1)!;
    return Array.from({ length: data.length / width }, (_, i) => Array.from(data.subarray(i * width, (i + 1) * width)));
  }

  /** Notes how far a tensor is from what it should be, and returns it as it is shown. */
  compare(kind: string, name: string, expected: Matrix): Matrix {
    const shown = this.rows(name);
    let largest = this.largest.get(kind) ?? 0;
    expected.forEach((row, i) =>
      row.forEach((x, j) => {
        if (x !== shown[i]![j]) largest = Math.max(largest, Math.abs(x - shown[i]![j]!));
      }),
    );
    this.largest.set(kind, largest);
    return shown;
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, x) => total + x, 0);
const dot = (a: number[], b: number[]) => a.reduce((total, x, i) => total + x * b[i]!, 0);
const add = (a: Matrix, b: Matrix) => a.map((row, i) => row.map((x, j) => x + b[i]![j]!));
const linear = (x: Matrix, w: Matrix, b?: number[]) => x.map((row) => w.map((of, j) => dot(row, of) + (b?.[j] ?? 0)));
const multiply = (a: Matrix, b: Matrix) => a.map((row) => b[0]!.map((_, j) => sum(row.map((x, k) => x * b[k]![j]!))));

function softmax(scores: number[]): number[] {
  const most = Math.max(...scores);
  const unnormalised = scores.map((x) => Math.exp(x - most));
  return unnormalised.map((x) => x / sum(unnormalised));
}
