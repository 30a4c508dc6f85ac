export { AttentionError, type AttentionErrorCode } from "../engine/error.js";
export { Experiment, type Tensor } from "../engine/experiment.js";
export type { WasmSource } from "../engine/source.js";
export type { AttentionInput, AttentionResult } from "./attention.js";
export { Attn } from "./attn.js";
export type { TensorLike } from "./tensor.js";
