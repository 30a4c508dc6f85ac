// Generation: one token after another, from the distribution that the model gives.
#pragma once

#include "model/model.hpp"
#include "ops/random.hpp"

namespace attn {

struct GenerationConfig {
  float temperature = 1;  // 0 takes the most probable token, ties the first
  int top_k = 0;          // draws among the k most probable; 0 among all
  std::uint64_t seed = 0;

  /// temperature, top_k, seed.
  void read(Config& config);
};

/// What `next` gives where a logit is NaN.
constexpr int no_token = -1;

/// Continues a prompt. Keys and values of earlier tokens are those of earlier passes, and equal a full pass
/// to the bit. When the model's n_tokens are used up, the older half is dropped and the rest computed anew.
class Generator {
 public:
  Generator(Model& model, const GenerationConfig& config, Example prompt);

  /// Appends a token and returns it. With a NaN among the logits nothing is appended, and the next call
  /// computes all of the context again.
  int next();

 private:
  Model& model_;
  GenerationConfig config_;
  Example context_;
  int n_computed_ = 0;
  Pcg32 random_;
  std::vector<float> probs_;
};

}  // namespace attn
