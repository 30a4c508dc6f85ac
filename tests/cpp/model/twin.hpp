// Whole models in double, by the formulas of the papers, one number at a time: what cpp/model is compared
// with. They take the parameters by name and share no code with the kernels.
#pragma once

#include "built.hpp"

namespace attn::test {

/// Rows of doubles.
struct Rows64 {
  int rows, cols;
  Doubles x;

  Rows64(int n_rows, int n_cols)
      : rows(n_rows), cols(n_cols), x(static_cast<std::size_t>(n_rows) * static_cast<std::size_t>(n_cols)) {}
  double& operator()(int i, int j) { return x[static_cast<std::size_t>(i * cols + j)]; }
  double operator()(int i, int j) const { return x[static_cast<std::size_t>(i * cols + j)]; }
};

Rows64 twin_decoder(const ModelConfig& config, const Parameters& p, const Example& example);
Rows64 twin_transformer(const ModelConfig& config, const Parameters& p, const Example& example);
Rows64 twin_recurrent(const ModelConfig& config, const Parameters& p, const Example& example);

using Twin = decltype(&twin_decoder);

/// The mean loss in nats over the targets that count.
double twin_loss(const Rows64& logits, const std::vector<int>& targets);

/// The worst share by which the model's logits and loss differ from the twin's.
double forward_error(const Built& built, Twin twin, const Example& example);

/// The worst share by which a parameter's gradient differs from central differences of the twin's loss, at up
/// to `n_entries` entries of each, relative to the largest of them, or to 0.01 if that is larger: the
/// gradient of the keys' bias, which no softmax sees, is 0 but for rounding.
double gradient_error(const Built& built, Twin twin, const Example& example, int n_entries);

}  // namespace attn::test
