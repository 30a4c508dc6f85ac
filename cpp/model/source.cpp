#include "model/source.hpp"

#include <algorithm>

#include "model/data/dates.hpp"
#include "model/data/delayed_copy.hpp"
#include "model/data/induction.hpp"
#include "model/data/markov.hpp"
#include "model/data/reversal.hpp"
#include "model/data/text.hpp"
#include "model/sentence.hpp"

namespace attn {
namespace {

using TaskPointer = std::unique_ptr<Task>;

std::string of_model(const char* field, int value) { return sentence("% (%) of the model", {field, value}); }

// Records what is wrong if `value`, the model's `field`, is too small for the task.
void at_least(Config& request, const char* field, int value, int least, const char* task) {
  if (value >= least) return;
  request.fail(sentence("% must be at least % for %", {of_model(field, value), least, task}));
}

TaskPointer read_text(Config& request, const ModelConfig& model) {
  std::vector<int> tokens = request.integers("data", 0, model.vocab_size - 1);
  if (tokens.size() <= static_cast<std::size_t>(model.n_tokens)) {
    request.fail(
        sentence("data (% tokens) must have more than n_tokens (%)", {tokens.size(), model.n_tokens}));
  }
  return std::make_unique<TextTask>(std::move(tokens), model.vocab_size, model.n_tokens);
}

TaskPointer read_induction(Config& request, const ModelConfig& model) {
  const int longest = model.n_tokens / 2;
  at_least(request, "n_tokens", model.n_tokens, 2, "induction");
  at_least(request, "vocab_size", model.vocab_size, longest, "induction");
  const int shortest = request.integer("shortest", 1, longest, (longest + 1) / 2);
  return std::make_unique<InductionTask>(model.vocab_size, model.n_tokens, shortest);
}

TaskPointer read_delayed_copy(Config& request, const ModelConfig& model) {
  const int distance = request.integer("distance", 0, model.n_tokens - 1, model.n_tokens / 2);
  return std::make_unique<DelayedCopyTask>(model.vocab_size, model.n_tokens, distance);
}

TaskPointer read_markov(Config& request, const ModelConfig& model) {
  constexpr int most = 1 << 10;  // whose square of probabilities takes 8 MB
  const int vocab_size = model.vocab_size;
  if (vocab_size > most)
    request.fail(sentence("% must be at most % for markov", {of_model("vocab_size", vocab_size), most}));
  if (request.has("transitions")) {
    int n = vocab_size;
    std::vector<double> transitions = read_transitions(request, n);
    return std::make_unique<MarkovTask>(n, model.n_tokens, std::move(transitions));
  }
  const double sharpness = request.number("sharpness", 1.5);
  if (!(sharpness >= 0 && sharpness <= 10)) request.refuse("sharpness", "a number from 0 to 10");
  const auto seed = static_cast<std::uint64_t>(request.integer("data_seed", 0, 1 << 30, 0));
  if (!request.error().empty()) return nullptr;
  return std::make_unique<MarkovTask>(vocab_size, model.n_tokens, seed, sharpness);
}

TaskPointer read_reversal(Config& request, const ModelConfig& model) {
  at_least(request, "vocab_size", model.vocab_size, ReversalTask::end + 1, "reversal");
  at_least(request, "n_tokens", model.n_tokens, 2, "reversal");
  const int longest = request.integer("longest", 1, model.n_tokens - 1, model.n_tokens - 1);
  const int shortest = request.integer("shortest", 1, longest, longest);
  return std::make_unique<ReversalTask>(longest, shortest);
}

TaskPointer read_dates(Config& request, const ModelConfig& model) {
  at_least(request, "vocab_size", model.vocab_size, DateTask::end + 1, "dates");
  at_least(request, "n_tokens", model.n_tokens, DateTask::longest, "dates");
  return std::make_unique<DateTask>();
}

TaskPointer read_task(Config& request, const ModelConfig& model) {
  const bool has_encoder = model.n_encoder_layers > 0;
  if (!has_encoder && request.is_array("data")) return read_text(request, model);
  const char* const what =
      has_encoder
          ? R"("reversal" or "dates": the model has an encoder)"
          : R"(an array of tokens, "induction", "delayed_copy" or "markov": the model has no encoder)";
  const std::string name = request.text("data", what);
  if (!request.error().empty()) return nullptr;
  if (has_encoder) {
    if (name == "reversal") return read_reversal(request, model);
    if (name == "dates") return read_dates(request, model);
  } else {
    if (name == "induction") return read_induction(request, model);
    if (name == "delayed_copy") return read_delayed_copy(request, model);
    if (name == "markov") return read_markov(request, model);
  }
  request.refuse("data", what);
  return nullptr;
}

}  // namespace

std::vector<double> read_transitions(Config& request, int& n) {
  const NumberArray given = request.numbers("transitions", 2);
  if (n == 0) n = given.shape[0];
  if (given.shape != std::vector{n, n}) {
    request.fail(
        sentence("transitions has the shape %; it must be %", {shape_text(given.shape), shape_text({n, n})}));
    n = 1;
    return {1};
  }
  for (int i = 0; i < n; ++i) {
    const float* row = &given.data[static_cast<std::size_t>(i) * static_cast<std::size_t>(n)];
    float least = row[0];
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      least = std::min(least, row[j]);
      sum += static_cast<double>(row[j]);
    }
    if (least > 0 && sum > 1 - 1e-5 && sum < 1 + 1e-5) continue;
    request.fail(sentence("transitions[%] must be more than 0 each and sum to 1; the least is %, the sum %",
                          {i, number_text(least), number_text(sum)}));
  }
  return {given.data.begin(), given.data.end()};
}

ExampleSource read_source(Config& request, const ModelConfig& model) {
  const std::shared_ptr<const Task> task = read_task(request, model);
  if (!request.error().empty()) return {};
  return [task](std::uint64_t seed, std::uint64_t index, Example& example) {
    example.source.resize(static_cast<std::size_t>(task->n_source()));
    example.tokens.resize(static_cast<std::size_t>(task->n_tokens()));
    example.targets.resize(example.tokens.size());
    task->fill(seed, index, {example.source, example.tokens, example.targets});
  };
}

}  // namespace attn
