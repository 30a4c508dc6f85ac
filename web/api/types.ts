export { AttentionError, type AttentionErrorCode } from "../engine/error.js";
export { Experiment, type Tensor } from "../engine/experiment.js";
export type { WasmSource } from "../engine/source.js";
export type { AttentionInput, AttentionResult } from "./attention.js";
export { Attn } from "./attn.js";
export { Block, type BlockConfig } from "./block.js";
export type {
  DataConfig,
  DecoderConfig,
  GenerateConfig,
  Gpt2Config,
  RecurrentConfig,
  SharedConfig,
  TrainConfig,
  TransformerConfig,
} from "./config.js";
export type { CrossEntropyResult, LayerNormOptions } from "./functions.js";
export { Model, type Sequence } from "./model.js";
export type { TensorLike } from "./tensor.js";
export { type StepResult, Training } from "./training.js";
