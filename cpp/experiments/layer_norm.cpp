#include "ops/layer_norm.hpp"

#include <algorithm>

#include "experiments/experiment.hpp"

namespace attn {
namespace {

// Inputs x [n_rows, n_columns], gamma and beta [n_columns], at first 1 and 0; outputs output [n_rows,
// n_columns], mean and inverse_deviation [n_rows].
class LayerNorm final : public Experiment {
 public:
  LayerNorm(int n_rows, int n_columns, float eps)
      : eps_(eps),
        x_(tensors.add("x", {n_rows, n_columns})),
        gamma_(tensors.add("gamma", {n_columns})),
        beta_(tensors.add("beta", {n_columns})),
        output_(tensors.add("output", {n_rows, n_columns})),
        mean_(tensors.add("mean", {n_rows})),
        inverse_deviation_(tensors.add("inverse_deviation", {n_rows})) {}

  void start() override { std::ranges::fill(gamma_.span(), 1.0f); }

  std::string run(int) override {
    layer_norm_forward(x_.matrix(), gamma_.span(), beta_.span(), eps_, output_.matrix(), mean_.span(),
                       inverse_deviation_.span());
    return {};
  }

 private:
  float eps_;
  Tensor &x_, &gamma_, &beta_, &output_, &mean_, &inverse_deviation_;
};

}  // namespace

std::unique_ptr<Experiment> make_layer_norm(Config& config) {
  constexpr int most = 1 << 28;
  const int n_rows = config.integer("n_rows", 1, most);
  const int n_columns = config.integer("n_columns", 1, most);
  const float eps = config.positive("eps", 1e-5);
  if (!config.finish()) return nullptr;
  return std::make_unique<LayerNorm>(n_rows, n_columns, eps);
}

}  // namespace attn
