#include <algorithm>
#include <optional>

#include "experiments/experiment.hpp"
#include "model/generator.hpp"
#include "model/sentence.hpp"
#include "model/source.hpp"
#include "model/trainer.hpp"
#include "ops/cross_entropy.hpp"

namespace attn {
namespace {

enum class Action { forward, loss, gradients, train, evaluate, generate };

// What was found on the examples of an evaluation so far.
struct Evaluation {
  ExampleSource source;
  std::uint64_t seed = 0, n_examples = 0;
  double sum_of_losses = 0;
  int n_targets = 0, n_right = 0;
};

// A model and what is done with it. A request names an action, and what the action wants:
//   forward     tokens and, with an encoder, source: one pass
//   loss        targets as well, -1 where none counts: a pass and its mean loss
//   gradients   as loss, and then the gradients of the mean loss
//   train       data and the keys of TrainingConfig; without data, goes on with what another request
//               interrupted. A run is one sequence of a batch
//   evaluate    data, seed. A run is one example; loss and accuracy are means over all runs
//   generate    tokens, source, and the keys of GenerationConfig. A run is one token
// Besides the model's tensors there are the last sequence, source, tokens and targets, each [its length],
// and the results that the constructor names.
class ModelExperiment final : public Experiment {
 public:
  ModelExperiment(std::unique_ptr<Model> (*make)(TensorSet&, Config&), Config& config)
      : loss_(tensors.add("loss", {1})),                    // mean over the targets, nats
        accuracy_(tensors.add("accuracy", {1})),            // share of targets with the largest logit
        step_(tensors.add("step", {1})),                    // steps of training completed
        grad_norm_(tensors.add("grad_norm", {1})),          // of the last step, before clipping
        learning_rate_(tensors.add("learning_rate", {1})),  // of the last step
        next_token_(tensors.add("next_token", {1})),        // the one generated last
        model_(make(tensors, config)) {
    if (!model_) return;
    const std::vector<int> longest{model_->config().n_tokens};
    if (has_encoder()) source_ = &tensors.add("source", longest);
    tokens_ = &tensors.add("tokens", longest);
    targets_ = &tensors.add("targets", longest);
    // As grad_norm, for every parameter in order.
    grad_norms_ = &tensors.add("grad_norms", {static_cast<int>(model_->tensors().parameters().size())});
  }

  void start() override { model_->start(); }
  Failure configure(Config& request) override;
  std::string run(int n_steps) override;
  std::vector<Tensor*> weights() override { return model_->tensors().weights(); }

 private:
  bool has_encoder() const { return model_->config().n_encoder_layers > 0; }
  std::vector<int> read_tokens(Config& request, const char* key, int smallest, int longest) const;
  Example read_example(Config& request, Action action) const;
  bool prepare_training();

  void step();
  void pass();
  void train();
  void evaluate();
  void show(const Example& example);

  Tensor &loss_, &accuracy_, &step_, &grad_norm_, &learning_rate_, &next_token_;
  std::unique_ptr<Model> model_;
  Tensor *source_ = nullptr, *tokens_ = nullptr, *targets_ = nullptr, *grad_norms_ = nullptr;

  Action action_ = Action::forward;
  Example example_;
  std::optional<Trainer> trainer_;
  std::optional<Generator> generator_;
  Evaluation evaluation_;
};

// What a request changes is changed once all of it was found right.
Failure ModelExperiment::configure(Config& request) {
  const Action action = request.choice(
      "action", {"forward", "loss", "gradients", "train", "evaluate", "generate"}, Action::forward);
  TrainingConfig training;
  GenerationConfig generation;
  ExampleSource data;
  Example example;
  std::uint64_t seed = 0;
  const bool goes_on = action == Action::train && trainer_ && !request.has("data");
  if (action == Action::evaluate) seed = static_cast<std::uint64_t>(request.integer("seed", 0, 1 << 30, 0));
  if (action == Action::train && !goes_on) training.read(request);
  if (action == Action::generate) generation.read(request);
  if (action == Action::evaluate || (action == Action::train && !goes_on)) {
    data = read_source(request, model_->config());
  } else if (!goes_on) {
    example = read_example(request, action);
  }
  if (!request.finish()) return {"invalid_argument", request.error()};
  if ((action == Action::gradients || action == Action::train) && !prepare_training())
    return {"out_of_memory", "there is not enough memory for the gradients"};

  action_ = action;
  if (trainer_ && action == Action::gradients) trainer_->restart_step();
  if (action == Action::evaluate) evaluation_ = {.source = std::move(data), .seed = seed};
  if (action == Action::generate) generator_.emplace(*model_, generation, std::move(example));
  if (action == Action::train && !goes_on) {
    trainer_.emplace(*model_, training, std::move(data));
    *step_.data = 0;
  }
  if (action <= Action::gradients) example_ = std::move(example);
  return {};
}

std::vector<int> ModelExperiment::read_tokens(Config& request, const char* key, int smallest,
                                              int longest) const {
  std::vector<int> tokens = request.integers(key, smallest, model_->config().vocab_size - 1);
  if (tokens.size() > static_cast<std::size_t>(longest)) {
    request.fail(sentence("% (% numbers) must have at most n_tokens (%)", {key, tokens.size(), longest}));
  }
  return tokens;
}

Example ModelExperiment::read_example(Config& request, Action action) const {
  const int longest = model_->config().n_tokens;
  Example example;
  if (has_encoder()) example.source = read_tokens(request, "source", 0, longest);
  // A prompt may be longer: generation goes on from its end.
  example.tokens = read_tokens(request, "tokens", 0, action == Action::generate ? 1 << 24 : longest);
  if (action != Action::loss && action != Action::gradients) return example;
  example.targets = read_tokens(request, "targets", ignored_target, longest);
  if (example.targets.size() != example.tokens.size()) {
    request.fail(sentence("targets (% numbers) must have as many as tokens (%)",
                          {example.targets.size(), example.tokens.size()}));
  }
  return example;
}

// Gradients and moments have memory once somebody wants them.
bool ModelExperiment::prepare_training() {
  model_->tensors().declare_training();
  return tensors.allocate();
}

std::string ModelExperiment::run(int n_steps) {
  if (action_ == Action::forward && example_.tokens.empty())
    return "there are no tokens yet: say in a request what to do";
  for (int i = 0; i < n_steps; ++i) {
    step();
    if (action_ == Action::generate && *next_token_.data == no_token)
      return "the logits are not numbers (NaN), so no token follows: look at the weights";
  }
  return {};
}

void ModelExperiment::step() {
  if (action_ == Action::train) {
    train();
  } else if (action_ == Action::evaluate) {
    evaluate();
  } else if (action_ == Action::generate) {
    *next_token_.data = static_cast<float>(generator_->next());
  } else {
    pass();
  }
}

void ModelExperiment::pass() {
  model_->forward(example_, 0);
  show(example_);
  if (action_ == Action::forward) return;
  const int n_targets = std::max(n_counted(example_.targets), 1);
  *loss_.data = static_cast<float>(model_->loss(example_) / n_targets);
  if (action_ == Action::loss) return;
  model_->tensors().clear_gradients();
  model_->backward(example_, 1 / static_cast<float>(n_targets));
}

void ModelExperiment::train() {
  const bool completed = trainer_->advance();
  show(trainer_->example());
  if (!completed) return;
  *step_.data = static_cast<float>(trainer_->step());
  *loss_.data = static_cast<float>(trainer_->loss());
  *grad_norm_.data = static_cast<float>(trainer_->grad_norm());
  *learning_rate_.data = static_cast<float>(trainer_->learning_rate());
  std::ranges::copy(trainer_->grad_norms(), grad_norms_->data);
}

void ModelExperiment::evaluate() {
  Evaluation& e = evaluation_;
  e.source(e.seed, e.n_examples++, example_);
  model_->forward(example_, 0);
  e.sum_of_losses += model_->loss(example_);
  e.n_targets += n_counted(example_.targets);
  const MatrixView<float> logits = model_->logits();
  for (int row = 0; row < logits.rows; ++row) {
    const float* first = logits.row(row);
    e.n_right += std::max_element(first, first + logits.cols) - first ==
                 example_.targets[static_cast<std::size_t>(row)];
  }
  show(example_);
  *loss_.data = static_cast<float>(e.sum_of_losses / e.n_targets);
  *accuracy_.data = static_cast<float>(e.n_right) / static_cast<float>(e.n_targets);
}

// Leaves the sequence where it can be read.
void ModelExperiment::show(const Example& example) {
  const auto write = [this](const std::vector<int>& tokens, Tensor& tensor) {
    tensors.resize(tensor, 0, static_cast<int>(tokens.size()));
    std::ranges::transform(tokens, tensor.data, [](int token) { return static_cast<float>(token); });
  };
  if (source_) write(example.source, *source_);
  write(example.tokens, *tokens_);
  if (!example.targets.empty()) write(example.targets, *targets_);
}

template <std::unique_ptr<Model> (*make)(TensorSet&, Config&)>
std::unique_ptr<Experiment> make_model(Config& config) {
  return std::make_unique<ModelExperiment>(make, config);
}

}  // namespace

std::unique_ptr<Experiment> make_decoder_experiment(Config& config) {
  return make_model<make_decoder>(config);
}
std::unique_ptr<Experiment> make_transformer_experiment(Config& config) {
  return make_model<make_transformer>(config);
}
std::unique_ptr<Experiment> make_recurrent_experiment(Config& config) {
  return make_model<make_recurrent>(config);
}

}  // namespace attn
