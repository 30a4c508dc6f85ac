#include "model/data/markov.hpp"

#include <utility>

#include "ops/elementary.hpp"

namespace attn {
namespace {

// The stationary distribution of p [n, n], by taking out state after state: what led through the last one
// leads past it, in proportion. Nothing is subtracted, so nothing cancels (Grassmann, Taksar & Heyman 1985).
std::vector<double> stationary_of(std::vector<double> p, std::size_t n) {
  for (std::size_t last = n - 1; last > 0; --last) {
    double away = 0;
    for (std::size_t j = 0; j < last; ++j) away += p[last * n + j];
    for (std::size_t i = 0; i < last; ++i) {
      p[i * n + last] /= away;
      for (std::size_t j = 0; j < last; ++j) p[i * n + j] += p[i * n + last] * p[last * n + j];
    }
  }
  std::vector<double> pi = {1};
  double sum = 1;
  for (std::size_t j = 1; j < n; ++j) {
    double weight = 0;
    for (std::size_t i = 0; i < j; ++i) weight += pi[i] * p[i * n + j];
    pi.push_back(weight);
    sum += weight;
  }
  for (double& weight : pi) weight /= sum;
  return pi;
}

std::vector<double> random_transitions(int vocab_size, std::uint64_t seed, double sharpness) {
  Pcg32 random(seed);
  std::vector<double> transitions(static_cast<std::size_t>(vocab_size) *
                                  static_cast<std::size_t>(vocab_size));
  for (double& p : transitions) p = exp(sharpness * static_cast<double>(random.normal()));
  return transitions;
}

}  // namespace

MarkovTask::MarkovTask(int vocab_size, int n_tokens, std::uint64_t source_seed, double sharpness)
    : MarkovTask(vocab_size, n_tokens, random_transitions(vocab_size, source_seed, sharpness)) {}

MarkovTask::MarkovTask(int vocab_size, int n_tokens, std::vector<double> transitions)
    : vocab_size_(vocab_size), n_tokens_(n_tokens), transitions_(std::move(transitions)) {
  const auto n = static_cast<std::size_t>(vocab_size);
  std::vector<double> entropies;
  for (std::size_t i = 0; i < n; ++i) {
    const std::span row(&transitions_[i * n], n);
    double sum = 0, entropy = 0;
    for (const double p : row) sum += p;
    for (double& p : row) {
      p /= sum;
      entropy -= p * log(p);
    }
    entropies.push_back(entropy);
  }
  stationary_ = stationary_of(transitions_, n);
  for (std::size_t i = 0; i < n; ++i) entropy_rate_ += stationary_[i] * entropies[i];
}

std::span<const double> MarkovTask::transition(int token) const {
  return std::span(transitions_).subspan(static_cast<std::size_t>(token * vocab_size_), stationary_.size());
}

int MarkovTask::draw(std::span<const double> probs, Pcg32& random) {
  double left = static_cast<double>(random.next()) * 0x1p-32;
  int token = 0;
  for (; token + 1 < static_cast<int>(probs.size()); ++token) {
    left -= probs[static_cast<std::size_t>(token)];
    if (left < 0) break;
  }
  return token;
}

void MarkovTask::fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const {
  Pcg32 random = example_random(seed, i);
  int token = draw(stationary_, random);
  for (int& input : example.input) {
    input = token;
    token = next(token, random);
  }
  next_tokens(example.input, token, example.targets);
}

}  // namespace attn
