// Fifty steps of training whose every weight has the same bits in each browser, in Node and in the native build.
//
// The hashes are regression values, as in attention-case.mjs: FNV-1a (32 bits) over the safetensors files of both models.
// tests/cpp/experiments/model_bits.cpp states the same requests and the same hashes.

import { fnv1a } from "./attention-case.mjs";

const sizes = { vocab_size: 28, d_model: 16, n_heads: 2, d_ff: 32, n_tokens: 12, seed: 3 };
const training = { steps: 50, batch_size: 3, learning_rate: 0.01, warmup_steps: 5, schedule: "cosine", seed: 5 };

export const expectedHashes = [1516719108, 2152649471];

/** The hashes of what `attn`, as `load()` gives it, has learned: a decoder and an encoder-decoder. */
export function train(attn) {
  const decoder = attn.decoder({ ...sizes, n_layers: 2, position: "rope" });
  const transformer = attn.transformer({ ...sizes, n_encoder_layers: 1, n_decoder_layers: 1 });
  return [
    [decoder, { data: "induction", shortest: 3 }],
    [transformer, { data: "reversal", shortest: 3, longest: 8 }],
  ].map(([model, data]) => {
    for (const { loss } of model.train({ ...training, ...data })) if (!(loss > 0)) throw new Error(`a loss of ${loss}`);
    const file = model.save();
    model.dispose();
    return fnv1a(0x811c9dc5, new Float32Array(file.buffer));
  });
}
