#include "ops/attention.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/experiment.hpp"
#include "model/sentence.hpp"
#include "ops/fused_attention.hpp"
#include "ops/unit_rows.hpp"

namespace attn {
namespace {

struct AttentionConfig {
  int n_q, n_k, d_k, d_v, n_heads;
  Mask mask;
  bool unit_norm;
  float scale;
  bool keep;

  static AttentionConfig read(Config& config);
};

AttentionConfig AttentionConfig::read(Config& config) {
  constexpr int most = 1 << 24;
  AttentionConfig c{};
  c.n_q = config.integer("n_q", 1, most);
  c.n_k = config.integer("n_k", 1, most);
  c.d_k = config.integer("d_k", 1, most);
  c.d_v = config.integer("d_v", 1, most);
  c.n_heads = config.integer("n_heads", 1, most, 1);
  for (const auto& [name, width] : {std::pair{"d_k", c.d_k}, std::pair{"d_v", c.d_v}}) {
    if (width % c.n_heads == 0) continue;
    config.fail(sentence("% (%) must be divisible by n_heads (%)", {name, width, c.n_heads}));
  }
  c.mask = config.choice("mask", {"none", "causal", "given"}, Mask::none);
  c.keep = config.boolean("keep", true);
  const auto d_head = static_cast<float>(c.d_k / c.n_heads);
  if (config.is_number("scale")) {
    c.scale = static_cast<float>(config.number("scale", 1));
  } else {
    enum class Scale { sqrt_d_k, none, d_k, unit_norm };
    const Scale scale = config.choice("scale", {"sqrt_d_k", "none", "d_k", "unit_norm"}, Scale::sqrt_d_k);
    c.scale = scale == Scale::sqrt_d_k ? 1 / std::sqrt(d_head) : scale == Scale::d_k ? 1 / d_head : 1;
    c.unit_norm = scale == Scale::unit_norm;
  }
  return c;
}

// Inputs q [n_q, d_k], k [n_k, d_k], v [n_k, d_v], temperature [1], mask [n_q, n_k] (1 = may attend) if it is
// given; outputs output [n_q, d_v] and, if kept, scores and weights [n_heads, n_q, n_k] (without the first
// axis for one head). d_k and d_v are the widths over all heads.
class Attention final : public Experiment {
 public:
  explicit Attention(const AttentionConfig& config)
      : config_(config),
        q_(tensors.add("q", {config.n_q, config.d_k})),
        k_(tensors.add("k", {config.n_k, config.d_k})),
        v_(tensors.add("v", {config.n_k, config.d_v})),
        temperature_(tensors.add("temperature", {1})),
        output_(tensors.add("output", {config.n_q, config.d_v})) {
    if (config.mask == Mask::given) mask_ = &tensors.add("mask", {config.n_q, config.n_k});
    if (config.keep) {
      scores_ = &tensors.add("scores", per_head());
      weights_ = &tensors.add("weights", per_head());
    }
    if (config.unit_norm) {
      unit_q_ = &tensors.add("", q_.shape);
      unit_k_ = &tensors.add("", k_.shape);
    }
    const auto size = config.keep ? attention_scratch_size : fused_attention_scratch_size;
    const std::size_t n_scratch =
        size(config.n_q, config.n_k, config.d_k / config.n_heads, config.d_v / config.n_heads);
    constexpr int line = 1024;  // as one extent the whole could be beyond an int
    scratch_ = &tensors.add("", {static_cast<int>(n_scratch / line) + 1, line});
  }

  void start() override { *temperature_.data = 1; }

  std::string run(int n_steps) override {
    std::string error = check_temperature(*temperature_.data);
    if (error.empty()) error = check_mask();
    for (int step = 0; error.empty() && step < n_steps; ++step) {
      for (int head = 0; head < config_.n_heads; ++head) run_head(head);
    }
    return error;
  }

 private:
  std::vector<int> per_head() const {
    if (config_.n_heads == 1) return {config_.n_q, config_.n_k};
    return {config_.n_heads, config_.n_q, config_.n_k};
  }

  std::string check_mask() const {
    if (!mask_) return {};
    const auto values = mask_->span();
    const auto wrong =
        std::ranges::find_if(values, [](float allowed) { return allowed != 0 && allowed != 1; });
    if (wrong == values.end()) return {};
    const auto at = wrong - values.begin();
    return sentence("mask[%][%] (%) must be 0 or 1",
                    {at / config_.n_k, at % config_.n_k, number_text(*wrong)});
  }

  void run_head(int head) {
    const int d_k = config_.d_k / config_.n_heads, d_v = config_.d_v / config_.n_heads;
    const auto columns = [head](Tensor& tensor, int width) {
      return tensor.matrix().columns_from(head * width, width);
    };
    MatrixView<const float> q = columns(q_, d_k), k = columns(k_, d_k);
    if (config_.unit_norm) {
      unit_rows(q, columns(*unit_q_, d_k));
      unit_rows(k, columns(*unit_k_, d_k));
      q = columns(*unit_q_, d_k);
      k = columns(*unit_k_, d_k);
    }
    AttentionOptions options{.scale = config_.scale, .temperature = *temperature_.data, .mask = config_.mask};
    if (mask_) options.allowed = mask_->matrix();
    const MatrixView<const float> v = columns(v_, d_v);
    const MatrixView<float> output = columns(output_, d_v);
    if (config_.keep) {
      attention_forward(q, k, v, options, scores_->matrix(head), weights_->matrix(head), output,
                        scratch_->span());
    } else {
      fused_attention_forward(q, k, v, options, output, scratch_->span());
    }
  }

  AttentionConfig config_;
  Tensor& q_;
  Tensor& k_;
  Tensor& v_;
  Tensor& temperature_;
  Tensor& output_;
  Tensor* mask_ = nullptr;
  Tensor* scores_ = nullptr;
  Tensor* weights_ = nullptr;
  Tensor* unit_q_ = nullptr;
  Tensor* unit_k_ = nullptr;
  Tensor* scratch_ = nullptr;
};

}  // namespace

std::unique_ptr<Experiment> make_attention(Config& config) {
  const AttentionConfig attention = AttentionConfig::read(config);
  if (!config.finish()) return nullptr;
  return std::make_unique<Attention>(attention);
}

}  // namespace attn
