/** Sizes and choices that blocks and models have in common. */
export interface SharedConfig {
  /** Width of the residual stream. */
  d_model: number;
  /** Number of heads; must divide d_model. Default 1. */
  n_heads?: number;
  /** Width of the feed-forward network's hidden layer. Default 4 d_model. */
  d_ff?: number;
  /** Norm before each sublayer or after its residual sum. Default "pre"; for `transformer` "post". */
  norm?: "pre" | "post";
  /** Layer norm or RMS norm. Default "layer". */
  norm_kind?: "layer" | "rms";
  /** Added to the variance, inside the root. Default 1e-5. */
  eps?: number;
  /** Default "gelu", its tanh form. */
  activation?: "relu" | "gelu" | "gelu_exact";
  /** How weights start: Xavier's uniform distribution as in Glorot & Bengio 2010, or GPT-2's. Default "xavier". */
  init?: "xavier" | "gpt2";
  /** Whether linear layers have biases. Default true. */
  bias?: boolean;
  /** Whether all intermediates can be read; false saves memory. Default true. */
  keep?: boolean;
  /** Of the initialisation. Default 0. */
  seed?: number;
}

/** What `decoder` takes: GPT's form (Radford et al. 2018). */
export interface DecoderConfig extends SharedConfig {
  /** Number of tokens there are. */
  vocab_size: number;
  n_layers: number;
  /** The longest sequence. */
  n_tokens: number;
  /** Default "sinusoidal", with GPT-2's initialisation "learned". */
  position?: "none" | "sinusoidal" | "learned" | "rope" | "alibi";
  /** "none" lets every position see the tokens it is to predict. Default "causal". */
  mask?: "causal" | "none";
  /** Whether the unembedding is the embedding's table. Default true. */
  tied?: boolean;
}

/** GPT-2's config.json as Hugging Face has it, which `decoder` takes too; weights may then have GPT-2's names. */
export interface Gpt2Config {
  n_embd: number;
  /** As in DecoderConfig. */
  keep?: boolean;
  /** n_head, n_layer, n_positions, vocab_size and more; what says nothing about the form is passed over. */
  [key: string]: unknown;
}

/** What `transformer` takes: encoder and decoder (Vaswani et al. 2017). */
export interface TransformerConfig extends Omit<DecoderConfig, "n_layers" | "mask"> {
  n_encoder_layers: number;
  n_decoder_layers: number;
}

/** What `recurrent` takes: a gated recurrent network (Cho et al. 2014). */
export interface RecurrentConfig {
  vocab_size: number;
  d_model: number;
  n_tokens: number;
  /** Default 1. */
  n_layers?: number;
  tied?: boolean;
  keep?: boolean;
  seed?: number;
}

/**
 * Where examples come from: the tokens of a text, of which windows are taken, or the name of a task. For a decoder
 * "induction" (`shortest`), "delayed_copy" (`distance`), "markov" (`sharpness`, `data_seed`); with an encoder "reversal"
 * (`shortest`, `longest`), "dates".
 */
export interface DataConfig {
  data: string | ArrayLike<number>;
  /** Of the examples. Default 0. */
  seed?: number;
  shortest?: number;
  longest?: number;
  distance?: number;
  sharpness?: number;
  data_seed?: number;
}

/** What `train` takes. */
export interface TrainConfig extends DataConfig {
  /** How many there will be, for the schedule and for the loop over `train`. Default 1000. */
  steps?: number;
  /** Sequences per step. Default 8. */
  batch_size?: number;
  /** The highest. Default 0.003. */
  learning_rate?: number;
  /** Steps in which the rate rises to its highest. Default 100. */
  warmup_steps?: number;
  /** What comes after the warm-up. Default "constant". */
  schedule?: "constant" | "cosine" | "inverse_sqrt";
  /** Where "cosine" ends. Default 0. */
  final_rate?: number;
  /** Decoupled, of matrices alone. Default 0.01. */
  weight_decay?: number;
  /** Default "adamw". */
  optimizer?: "adamw" | "sgd";
  /** Largest norm of the whole gradient; 0 does not clip. Default 1. */
  clip?: number;
}

/** What `generate` takes. */
export interface GenerateConfig {
  /** How many tokens. */
  n: number;
  /** Divides the logits; 0 takes the most probable token. Default 1. */
  temperature?: number;
  /** Draws among the k most probable; 0 among all. Default 0. */
  top_k?: number;
  /** Default 0. */
  seed?: number;
  /** What the encoder reads, if there is one. */
  source?: ArrayLike<number>;
}
