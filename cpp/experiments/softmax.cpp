#include "ops/softmax.hpp"

#include "experiments/experiment.hpp"

namespace attn {
namespace {

// Inputs x [n_rows, n_columns], temperature [1]; output weights [n_rows, n_columns].
class Softmax final : public Experiment {
 public:
  Softmax(int n_rows, int n_columns)
      : x_(tensors.add("x", {n_rows, n_columns})),
        temperature_(tensors.add("temperature", {1})),
        weights_(tensors.add("weights", {n_rows, n_columns})) {}

  void start() override { *temperature_.data = 1; }

  std::string run(int) override {
    const float temperature = *temperature_.data;
    std::string error = check_temperature(temperature);
    if (error.empty()) softmax_rows(x_.matrix(), temperature, weights_.matrix());
    return error;
  }

 private:
  Tensor& x_;
  Tensor& temperature_;
  Tensor& weights_;
};

}  // namespace

std::unique_ptr<Experiment> make_softmax(Config& config) {
  constexpr int most = 1 << 28;
  const int n_rows = config.integer("n_rows", 1, most);
  const int n_columns = config.integer("n_columns", 1, most);
  if (!config.finish()) return nullptr;
  return std::make_unique<Softmax>(n_rows, n_columns);
}

}  // namespace attn
