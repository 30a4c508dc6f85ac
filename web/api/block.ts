import type { Engine } from "../engine/engine.js";
import type { Tensor } from "../engine/experiment.js";
import type { SharedConfig } from "./config.js";
import { Network } from "./network.js";
import { invalid, refuseUnknown, shown, type TensorLike, toTensor } from "./tensor.js";

/** What `block` takes. */
export interface BlockConfig extends SharedConfig {
  /** The longest input. Default 256. */
  n_tokens?: number;
  /** Who may attend to whom in self-attention. Default "none". */
  mask?: "none" | "causal";
  /** How attention knows of positions. Default "none". */
  position?: "none" | "rope" | "alibi";
  /** Whether there is cross-attention to a memory, as in a decoder of Vaswani et al. 2017. Default false. */
  cross?: boolean;
}

/**
 * One transformer block over given vectors: attention, in the decoder's form cross-attention, and the feed-forward
 * network, each with residual connection and norm (Vaswani et al. 2017, section 3.1; Xiong et al. 2020, table 1).
 */
export class Block extends Network {
  #cross: boolean;

  /** @internal */
  constructor(engine: Engine, config: BlockConfig) {
    super(engine, "block", config);
    this.#cross = config.cross === true;
  }

  /** x [n, d_model] -> output [n, d_model]; memory [n_memory, d_model] if it has cross-attention. */
  forward(x: TensorLike, options: { memory?: TensorLike } = {}): { output: Tensor } {
    this.#pass("forward", x, options);
    this.experiment.run();
    return { output: this.read("output") };
  }

  /**
   * From the gradient of some loss by the output, doutput [n, d_model], to those by all inputs: x, memory and, by name,
   * every parameter.
   */
  gradients(x: TensorLike, doutput: TensorLike, options: { memory?: TensorLike } = {}): Record<string, Tensor> {
    this.#pass("gradients", x, options);
    this.write("doutput", doutput);
    this.experiment.run();
    const gradients = { x: this.read("dx"), ...this.parameterGradients() };
    return options.memory ? { ...gradients, memory: this.read("dmemory") } : gradients;
  }

  #pass(action: string, x: TensorLike, options: { memory?: TensorLike }): void {
    refuseUnknown(action, options, ["memory"]);
    const { memory } = options;
    if (this.#cross !== (memory !== undefined)) {
      throw invalid(`memory (${shown(memory)}) must be given if the block has cross-attention, and only then`);
    }
    const inputs = { x: toTensor("x", x, 2), ...(memory && { memory: toTensor("memory", memory, 2) }) };
    const n_memory = inputs.memory && { n_memory: inputs.memory.shape[0] };
    this.experiment.configure({ action, n_tokens: inputs.x.shape[0], ...n_memory });
    for (const [name, tensor] of Object.entries(inputs)) this.write(name, tensor);
  }
}
