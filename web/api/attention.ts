import type { Engine } from "../engine/engine.js";
import type { Experiment, Tensor } from "../engine/experiment.js";
import { checkShape, invalid, number, refuseUnknown, shown, type TensorLike, toTensor } from "./tensor.js";

/** What `attention` takes. */
export interface AttentionInput {
  /** Queries [n_q, d_k]. With several heads, head h has the columns h d_k / n_heads and on. */
  q: TensorLike;
  /** Keys [n_k, d_k]. */
  k: TensorLike;
  /** Values [n_k, d_v]. */
  v: TensorLike;
  /** How many heads share the columns of q, k and v; must divide d_k and d_v. Default 1. */
  n_heads?: number;
  /**
   * Who may attend to whom: everybody; "causal", no key after the query (where n_q is less than n_k, the queries are
   * the last ones); or 0 and 1 as [n_q, n_k], 1 where the query may see the key. A query that may see none gets
   * weights 0 and output 0. Default "none".
   */
  mask?: "none" | "causal" | TensorLike;
  /** Divides the scores before the softmax; 0 and Infinity are the exact limits. Default 1. */
  temperature?: number;
  /** What q.k is multiplied by: 1/sqrt(d_k), 1, 1/d_k, 1/(|q||k|), or a number; d_k is a head's. Default "sqrt_d_k". */
  scale?: "sqrt_d_k" | "none" | "d_k" | "unit_norm" | number;
  /** False: the output alone, and n_q x n_k numbers are never stored. Default true. */
  keep?: boolean;
  /**
   * What an earlier call for the same shapes gave: it is filled anew and returned, and nothing is allocated. Its arrays
   * may be those of q, k and v. By default every call gives new arrays.
   */
  out?: Partial<AttentionResult>;
}

/** What `attention` gives. `scores` and `weights` are [n_q, n_k], with several heads [n_heads, n_q, n_k]. */
export interface AttentionResult {
  /** scale q.k, -Infinity where masked. */
  scores: Tensor;
  /** softmax(scores / temperature); each row sums to 1. */
  weights: Tensor;
  /** weights v [n_q, d_v]. */
  output: Tensor;
}

const OPTIONS = ["q", "k", "v", "n_heads", "mask", "temperature", "scale", "keep", "out"];

const RESULTS: (keyof AttentionResult)[] = ["scores", "weights", "output"];
const OUTPUT: (keyof AttentionResult)[] = ["output"];

/** softmax(scale q k' / temperature) v, per head: Vaswani et al. 2017, equation 1. */
export function attention(engine: Engine, input: AttentionInput): Partial<AttentionResult> {
  refuseUnknown("attention", input, OPTIONS);
  const { n_heads = 1, mask = "none", temperature = 1, scale = "sqrt_d_k", keep = true, out = {} } = input;
  const q = toTensor("q", input.q, 2);
  const k = toTensor("k", input.k, 2);
  const v = toTensor("v", input.v, 2);
  const [n_q, d_k] = q.shape as [number, number];
  const [n_k, d_v] = [k.shape[0]!, v.shape[1]!];
  checkShape("k", k.shape, [n_k, d_k], "as many columns as q", q.shape);
  checkShape("v", v.shape, [n_k, d_v], "as many rows as k", k.shape);
  const named = mask === "none" || mask === "causal";
  if (typeof mask === "string" && !named)
    throw invalid(`mask (${shown(mask)}) must be "none", "causal", or 0 and 1 as [n_q, n_k]`);
  const given = named ? undefined : toTensor("mask", mask, 2);
  if (given) checkShape("mask", given.shape, [n_q, n_k], "the shape [n_q, n_k]", [n_q, n_k]);

  const config = { n_q, n_k, d_k, d_v, n_heads, scale, keep, mask: given ? "given" : mask };
  return engine.with("attention", config, (experiment) => {
    experiment.write("q", q.data);
    experiment.write("k", k.data);
    experiment.write("v", v.data);
    if (given) experiment.write("mask", given.data);
    experiment.write("temperature", number("temperature", temperature));
    const names = keep ? RESULTS : OUTPUT;
    if (input.out !== undefined) checkOut(out, names, experiment);
    experiment.run();
    for (const name of names) {
      const tensor = experiment.read(name, out[name]);
      out[name] ??= tensor;
    }
    return out;
  });
}

/** Refuses what cannot be filled, before anything is. */
function checkOut(out: Partial<AttentionResult>, names: readonly (keyof AttentionResult)[], from: Experiment): void {
  refuseUnknown("out", out, RESULTS);
  const taken = new Set<ArrayBufferLike>();
  for (const name of names) {
    if (out[name] === undefined) {
      if (Object.isExtensible(out)) continue;
      throw invalid(`out.${name} (undefined) must be given: out is frozen and takes no more`);
    }
    const wanted = from.shape(name);
    const { data, shape } = toTensor(`out.${name}`, out[name], wanted.length);
    if (data !== out[name].data) throw invalid(`out.${name}.data (${shown(out[name].data)}) must be a Float32Array`);
    checkShape(`out.${name}`, shape, wanted, `the shape of ${name}`, wanted);
    if (taken.has(data.buffer))
      throw invalid(`out.${name}.data must have a buffer of its own: it is another's as well`);
    taken.add(data.buffer);
  }
}
