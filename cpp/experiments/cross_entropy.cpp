#include "ops/cross_entropy.hpp"

#include <algorithm>
#include <vector>

#include "experiments/experiment.hpp"
#include "model/sentence.hpp"

namespace attn {
namespace {

// Inputs logits [n_rows, n_columns], targets [n_rows], -1 where none counts; outputs probs [n_rows,
// n_columns], losses [n_rows], 0 where none counts, loss [1], the mean over those that do. Nats.
class CrossEntropy final : public Experiment {
 public:
  CrossEntropy(int n_rows, int n_columns)
      : logits_(tensors.add("logits", {n_rows, n_columns})),
        targets_(tensors.add("targets", {n_rows})),
        probs_(tensors.add("probs", {n_rows, n_columns})),
        losses_(tensors.add("losses", {n_rows})),
        loss_(tensors.add("loss", {1})) {}

  void start() override {}

  std::string run(int) override {
    const int n_columns = logits_.shape[1];
    std::vector<int> targets;
    for (float target : targets_.span()) {
      if (!is_whole(static_cast<double>(target), ignored_target, n_columns - 1)) {
        return sentence("targets[%] (%) must be a whole number from 0 to %, or -1 where none counts",
                        {targets.size(), number_text(target), n_columns - 1});
      }
      targets.push_back(static_cast<int>(target));
    }
    const int n_counted = cross_entropy_forward(logits_.matrix(), targets, losses_.span(), probs_.matrix());
    double sum = 0;
    for (float loss : losses_.span()) sum += static_cast<double>(loss);
    *loss_.data = static_cast<float>(sum / std::max(n_counted, 1));
    return {};
  }

 private:
  Tensor &logits_, &targets_, &probs_, &losses_, &loss_;
};

}  // namespace

std::unique_ptr<Experiment> make_cross_entropy(Config& config) {
  constexpr int most = 1 << 28;
  const int n_rows = config.integer("n_rows", 1, most);
  const int n_columns = config.integer("n_columns", 1, most);
  if (!config.finish()) return nullptr;
  return std::make_unique<CrossEntropy>(n_rows, n_columns);
}

}  // namespace attn
