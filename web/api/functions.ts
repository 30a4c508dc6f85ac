import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import { checkShape, number, refuseUnknown, type TensorLike, toTensor } from "./tensor.js";

/** softmax(x / temperature) over the last axis. */
export function softmax(engine: Engine, x: TensorLike, options: { temperature?: number } = {}): Tensor {
  refuseUnknown("softmax", options, ["temperature"]);
  const { temperature = 1 } = options;
  const { data, shape } = toTensor("x", x);
  return engine.with("softmax", rows(shape), (experiment) => {
    experiment.write("x", data);
    experiment.write("temperature", number("temperature", temperature));
    experiment.run();
    return { data: experiment.read("weights").data, shape: [...shape] };
  });
}

/** What `layerNorm` takes besides x. */
export interface LayerNormOptions {
  /** What each column is multiplied by; default 1. */
  gamma?: TensorLike;
  /** What is added to each column; default 0. */
  beta?: TensorLike;
  /** Added to the variance, inside the root; default 1e-5. */
  eps?: number;
}

/** gamma (x - mean) / sqrt(variance + eps) + beta over the last axis. */
export function layerNorm(engine: Engine, x: TensorLike, options: LayerNormOptions = {}): Tensor {
  refuseUnknown("layerNorm", options, ["gamma", "beta", "eps"]);
  const { data, shape } = toTensor("x", x);
  const n_columns = shape.at(-1)!;
  const vector = (name: "gamma" | "beta", fill: number) => {
    const tensor = toTensor(name, options[name] ?? new Array<number>(n_columns).fill(fill), 1);
    checkShape(name, tensor.shape, [n_columns], "as many entries as x has columns", [n_columns]);
    return tensor.data;
  };
  const [gamma, beta] = [vector("gamma", 1), vector("beta", 0)];
  const eps = number("eps", options.eps ?? 1e-5);
  return engine.with("layer_norm", { ...rows(shape), eps }, (experiment) => {
    experiment.write("x", data);
    experiment.write("gamma", gamma);
    experiment.write("beta", beta);
    experiment.run();
    return { data: experiment.read("output").data, shape: [...shape] };
  });
}

/** What `crossEntropy` gives. */
export interface CrossEntropyResult {
  /** Mean over the targets that count, nats; 0 if none does. */
  loss: number;
  /** -ln of each target's probability, 0 where none counts. */
  losses: Tensor;
  /** softmax(logits). */
  probs: Tensor;
}

/** -ln softmax(logits)[target] for each row. */
export function crossEntropy(engine: Engine, logits: TensorLike, targets: ArrayLike<number>): CrossEntropyResult {
  const { data, shape } = toTensor("logits", logits);
  const wanted = toTensor("targets", ArrayBuffer.isView(targets) ? Array.from(targets) : (targets as number[]), 1);
  const config = rows(shape);
  checkShape("targets", wanted.shape, [config.n_rows], "as many entries as logits has rows", [config.n_rows]);
  return engine.with("cross_entropy", config, (experiment) => {
    experiment.write("logits", data);
    experiment.write("targets", wanted.data);
    experiment.run();
    const loss = experiment.readNumber("loss");
    const probs = { data: experiment.read("probs").data, shape: [...shape] };
    return { loss, losses: experiment.read("losses"), probs };
  });
}

/** The last axis as columns, all others as rows. */
function rows(shape: number[]): { n_rows: number; n_columns: number } {
  const n_columns = shape.at(-1)!;
  return { n_rows: shape.reduce((product, extent) => product * extent, 1) / n_columns, n_columns };
}
