// One training, whose weights must come out the same wherever it runs: in the browser's module and natively.

export const config = { vocab_size: 20, n_layers: 2, d_model: 16, n_heads: 2, n_tokens: 12, keep: false };
export const request = { data: "induction", steps: 20, batch_size: 4, warmup_steps: 5, seed: 3 };
/** SHA-256 of the safetensors file. */
export const sha256 = "c7f3cff5c5e997f50fe4e70c114cedc133e07288385af97bc84b0302a1e0d8f4";
