import type { Experiment, Tensor } from "../engine/experiment.js";

/** Everything that one drawing of the lookup shows, read from the core. */
export interface LookupPicture {
  tokens: readonly string[];
  /** Where the numbers come from. */
  source: "by hand" | "given" | "edited";
  query: number;
  temperature: number;
  tensors: Record<string, Tensor>;
}

const SHOWN = [
  ..."q k v scores weights products output hard_output mean_output doutput_dscores".split(" "),
  ..."entropy effective_keys distance_to_hard distance_to_mean".split(" "),
];
const PROJECTIONS = ["x", "w_q", "w_k", "w_v"];

/** Reads a picture from an experiment that has run. */
export function readPicture(
  experiment: Experiment,
  tokens: readonly string[],
  source: LookupPicture["source"],
): LookupPicture {
  const present = new Set(experiment.tensors());
  const names = [...SHOWN, ...PROJECTIONS.filter((name) => present.has(name))];
  return {
    tokens,
    source,
    query: experiment.read("query").data[0]!,
    temperature: experiment.read("temperature").data[0]!,
    tensors: Object.fromEntries(names.map((name) => [name, experiment.read(name)])),
  };
}

/** Row `i` of a matrix, or the number `i` of a vector. */
export function row(tensor: Tensor, i: number): Float32Array {
  const width = tensor.shape.length > 1 ? tensor.shape.at(-1)! : 1;
  return tensor.data.subarray(i * width, (i + 1) * width);
}
