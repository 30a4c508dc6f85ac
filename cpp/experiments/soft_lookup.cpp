#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "experiments/experiment.hpp"
#include "model/sentence.hpp"
#include "ops/attention.hpp"
#include "ops/elementary.hpp"
#include "ops/entropy.hpp"
#include "ops/matmul.hpp"
#include "ops/softmax.hpp"

namespace attn {
namespace {

constexpr int most = 64;  // tokens, and components of a vector
constexpr float infinity = std::numeric_limits<float>::infinity();

struct SoftLookupConfig {
  int n_tokens = 1, d_model = 0, d_k = 1, d_v = 1;  // d_model is 0 where q, k, v are given themselves
  std::vector<std::pair<std::string, NumberArray>> given;
  float temperature = 1;
  int query = 0;

  static SoftLookupConfig read(Config& config);

 private:
  // Reads `name` [rows, columns]; a negative extent stands for any, and is set to what was found.
  void take(Config& config, const char* name, int& rows, int& columns);
};

void SoftLookupConfig::take(Config& config, const char* name, int& rows, int& columns) {
  given.emplace_back(name, config.numbers(name, 2));
  const std::vector<int>& shape = given.back().second.shape;
  const auto fits = [](int found, int want) { return want < 0 ? found <= most : found == want; };
  if (!fits(shape[0], rows) || !fits(shape[1], columns)) {
    const auto extent = [](int want) {
      return want < 0 ? "at most " + std::to_string(most) : std::to_string(want);
    };
    config.fail(sentence("% has the shape %; it must have % rows and % columns",
                         {name, shape_text(shape), extent(rows), extent(columns)}));
  }
  rows = shape[0];
  columns = shape[1];
}

SoftLookupConfig SoftLookupConfig::read(Config& config) {
  SoftLookupConfig c;
  const std::size_t n_tokens = config.texts("tokens").size();
  if (n_tokens > most) {
    config.fail(sentence("tokens has % entries; it must have at most %", {n_tokens, most}));
  }
  c.n_tokens = static_cast<int>(n_tokens);
  c.d_k = c.d_v = -1;
  if (config.has("x")) {
    c.d_model = -1;
    c.take(config, "x", c.n_tokens, c.d_model);
    c.take(config, "w_q", c.d_k, c.d_model);
    c.take(config, "w_k", c.d_k, c.d_model);
    c.take(config, "w_v", c.d_v, c.d_model);
  } else {
    c.take(config, "q", c.n_tokens, c.d_k);
    c.take(config, "k", c.n_tokens, c.d_k);
    c.take(config, "v", c.n_tokens, c.d_v);
  }
  c.temperature = static_cast<float>(config.number("temperature", 1));
  c.query = config.integer("query", 0, c.n_tokens - 1, 0);
  return c;
}

float distance(const MatrixView<const float>& a, const MatrixView<const float>& b, int row) {
  double sum = 0;  // where no square overflows
  for (int j = 0; j < a.cols; ++j) {
    const double difference = static_cast<double>(a.row(row)[j]) - static_cast<double>(b.row(row)[j]);
    sum += difference * difference;
  }
  return static_cast<float>(std::sqrt(sum));
}

// The lookup of every token in all tokens and, for one of them, the query, each step that a table can show.
// Inputs x [n, d_model], w_q, w_k [d_k, d_model], w_v [d_v, d_model] or q, k [n, d_k], v [n, d_v];
// temperature, query (a row number), target_entropy (bits), each [1]. Outputs, besides those named in the
// constructor: temperature_for_entropy [1], the temperature at which the query's weights have the target
// entropy.
class SoftLookup final : public Experiment {
 public:
  explicit SoftLookup(SoftLookupConfig config)
      : config_(std::move(config)),
        q_(tensors.add("q", {config_.n_tokens, config_.d_k})),
        k_(tensors.add("k", {config_.n_tokens, config_.d_k})),
        v_(tensors.add("v", {config_.n_tokens, config_.d_v})),
        temperature_(tensors.add("temperature", {1})),
        query_(tensors.add("query", {1})),
        target_entropy_(tensors.add("target_entropy", {1})),
        scores_(tensors.add("scores", {config_.n_tokens, config_.n_tokens})),
        weights_(tensors.add("weights", scores_.shape)),
        hard_weights_(tensors.add("hard_weights", scores_.shape)),  // at temperature 0
        mean_weights_(tensors.add("mean_weights", scores_.shape)),  // at temperature infinity
        output_(tensors.add("output", v_.shape)),
        hard_output_(tensors.add("hard_output", v_.shape)),
        mean_output_(tensors.add("mean_output", v_.shape)),
        products_(tensors.add("products", v_.shape)),                // weight x value, for the query
        doutput_dscores_(tensors.add("doutput_dscores", v_.shape)),  // d output_c / d score_j, for the query
        entropy_(tensors.add("entropy", {config_.n_tokens})),        // bits
        effective_keys_(tensors.add("effective_keys", entropy_.shape)),
        distance_to_hard_(tensors.add("distance_to_hard", entropy_.shape)),
        distance_to_mean_(tensors.add("distance_to_mean", entropy_.shape)),
        temperature_for_entropy_(tensors.add("temperature_for_entropy", {1})),
        trial_(tensors.add("", {config_.n_tokens})) {
    const int n = config_.n_tokens, d_k = config_.d_k, d_v = config_.d_v;
    for (const auto& [name, array] : config_.given) {
      if (config_.d_model > 0) tensors.add(name, array.shape);
    }
    const std::size_t n_scratch =
        std::max(attention_scratch_size(n, n, d_k, d_v), matmul_scratch_size(std::max(n, config_.d_model)));
    scratch_ = &tensors.add("", {static_cast<int>(n_scratch)});
  }

  void start() override {
    for (const auto& [name, array] : config_.given) std::ranges::copy(array.data, tensors.find(name)->data);
    *temperature_.data = config_.temperature;
    *query_.data = static_cast<float>(config_.query);
  }

  std::string run(int) override;

 private:
  void project(const char* weights, Tensor& target);
  void look_up();
  void work_out(int query);
  float temperature_for(float target_bits, int query);

  SoftLookupConfig config_;
  Tensor &q_, &k_, &v_, &temperature_, &query_, &target_entropy_;
  Tensor &scores_, &weights_, &hard_weights_, &mean_weights_, &output_, &hard_output_, &mean_output_;
  Tensor &products_, &doutput_dscores_, &entropy_, &effective_keys_, &distance_to_hard_, &distance_to_mean_;
  Tensor &temperature_for_entropy_, &trial_;
  Tensor* scratch_;
};

std::string SoftLookup::run(int) {
  std::string error = check_temperature(*temperature_.data);
  if (error.empty()) error = check_index(query_, config_.n_tokens - 1);
  if (!error.empty()) return error;
  if (config_.d_model > 0) {
    project("w_q", q_);
    project("w_k", k_);
    project("w_v", v_);
  }
  look_up();
  const int query = static_cast<int>(*query_.data);
  work_out(query);
  *temperature_for_entropy_.data = temperature_for(*target_entropy_.data, query);
  return {};
}

// target = x wᵀ
void SoftLookup::project(const char* weights, Tensor& target) {
  matmul_transposed(tensors.find("x")->matrix(), tensors.find(weights)->matrix(), target.matrix(),
                    scratch_->span());
}

// The attention of all tokens, its two limits, and how far it is from them.
void SoftLookup::look_up() {
  const AttentionOptions options{.scale = 1 / std::sqrt(static_cast<float>(config_.d_k)),
                                 .temperature = *temperature_.data};
  attention_forward(q_.matrix(), k_.matrix(), v_.matrix(), options, scores_.matrix(), weights_.matrix(),
                    output_.matrix(), scratch_->span());
  softmax_rows(scores_.matrix(), 0, hard_weights_.matrix());
  softmax_rows(scores_.matrix(), infinity, mean_weights_.matrix());
  matmul(hard_weights_.matrix(), v_.matrix(), hard_output_.matrix(), scratch_->span());
  matmul(mean_weights_.matrix(), v_.matrix(), mean_output_.matrix(), scratch_->span());
  const auto width = static_cast<std::size_t>(config_.n_tokens);
  for (int i = 0; i < config_.n_tokens; ++i) {
    entropy_.data[i] = entropy_bits({weights_.matrix().row(i), width});
    effective_keys_.data[i] = effective_number(entropy_.data[i]);
    distance_to_hard_.data[i] = distance(output_.matrix(), hard_output_.matrix(), i);
    distance_to_mean_.data[i] = distance(output_.matrix(), mean_output_.matrix(), i);
  }
}

// weight x value, and d output_c / d score_j = weight_j (v_jc - output_c) / temperature, which is 0 at both
// limits.
void SoftLookup::work_out(int query) {
  const float temperature = *temperature_.data;
  for (int j = 0; j < config_.n_tokens; ++j) {
    const float weight = weights_.matrix().row(query)[j];
    for (int c = 0; c < config_.d_v; ++c) {
      const float value = v_.matrix().row(j)[c];
      products_.matrix().row(j)[c] = weight * value;
      const float pull = weight * (value - output_.matrix().row(query)[c]);
      doutput_dscores_.matrix().row(j)[c] = temperature > 0 ? pull / temperature : 0;
    }
  }
}

// The inverse of entropy(temperature), which never falls, by bisection of log(temperature).
float SoftLookup::temperature_for(float target_bits, int query) {
  const MatrixView<float> scores = scores_.matrix().rows_from(query, 1);
  const auto entropy_at = [&](float temperature) {
    softmax_rows(scores, temperature, trial_.matrix());
    return entropy_bits(trial_.span());
  };
  if (!(target_bits > entropy_at(0))) return 0;
  if (target_bits >= entropy_at(infinity)) return infinity;
  float low = -87, high = 88;  // where exp is neither 0 nor infinite
  for (int step = 0; step < 48; ++step) {
    const float middle = (low + high) / 2;
    (entropy_at(exp(middle)) < target_bits ? low : high) = middle;
  }
  return exp((low + high) / 2);
}

}  // namespace

std::unique_ptr<Experiment> make_soft_lookup(Config& config) {
  SoftLookupConfig lookup = SoftLookupConfig::read(config);
  if (!config.finish()) return nullptr;
  return std::make_unique<SoftLookup>(std::move(lookup));
}

}  // namespace attn
