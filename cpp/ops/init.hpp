// Weights before training.
#pragma once

#include "ops/matrix.hpp"
#include "ops/random.hpp"

namespace attn {

enum class Init {
  xavier_uniform,  ///< uniform in +-sqrt(6 / (n_in + n_out)) (Glorot & Bengio 2010, equation 16)
  gpt2,  ///< normal, deviation 0.02, divided by sqrt(2 n_layers) for residual projections (Radford et al.
         ///< 2019)
};

/// Fills w [n_out, n_in], row after row, with deviates from `random`.
/// residual: w writes into the residual stream (w_o of attention, the second matrix of the feed-forward
/// layer), of which a decoder has 2 n_layers; only gpt2 asks.
void fill_weights(Init init, const MatrixView<float>& w, bool residual, int n_layers, Pcg32& random);

}  // namespace attn
