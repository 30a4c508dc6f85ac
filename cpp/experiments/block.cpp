#include "model/block.hpp"

#include "experiments/experiment.hpp"
#include "model/model.hpp"
#include "model/sentence.hpp"

namespace attn {
namespace {

enum class Action { forward, gradients };

struct BlockConfig : ModelConfig {
  bool cross = false;

  static BlockConfig read(Config& config);
};

BlockConfig BlockConfig::read(Config& config) {
  BlockConfig c;
  c.n_tokens = 256;
  c.position = Position::none;
  c.cross = config.boolean("cross", false);
  c.mask = config.choice("mask", {"none", "causal"}, Mask::none);
  c.read_shared(config);
  if (c.position == Position::sinusoidal || c.position == Position::learned)
    config.fail(sentence("position (%) must be none, rope or alibi: a block's vectors have theirs added",
                         {c.position == Position::learned ? "learned" : "sinusoidal"}));
  return c;
}

// One block over given vectors. Inputs x [n_tokens, d_model] and, with `cross`, memory [n_memory, d_model],
// the output of an encoder; for gradients doutput [n_tokens, d_model]. Outputs every intermediate by name,
// the last as output; dx, dmemory and the parameters' gradients. A request sets action ("forward",
// "gradients"), n_tokens and n_memory.
class BlockExperiment final : public Experiment {
 public:
  explicit BlockExperiment(const BlockConfig& config)
      : config_(config),
        all_(tensors, config.keep),
        x_(vectors("x", &length_)),
        memory_(config.cross ? vectors("memory", &n_memory_) : Intermediate{}),
        output_(vectors("output", &length_)) {
    add_block(block_, {all_, ""}, config_, config_.mask,
              {&length_, &length_, config.cross ? &n_memory_ : nullptr});
    if (config_.position == Position::rope) all_.declare_rope(config_.n_tokens, config_.d_head() / 2);
    all_.finish();
  }

  void start() override { initialise(all_, config_); }

  Failure configure(Config& request) override {
    const Action action = request.choice("action", {"forward", "gradients"}, Action::forward);
    const int length = request.integer("n_tokens", 1, config_.n_tokens, length_);
    const int n_memory = config_.cross ? request.integer("n_memory", 1, config_.n_tokens, n_memory_) : 1;
    if (!request.finish()) return {"invalid_argument", request.error()};
    if (action == Action::gradients) {
      all_.declare_training(false);
      if (!tensors.allocate()) return {"out_of_memory", "there is not enough memory for the gradients"};
    }
    action_ = action;
    length_ = length;
    n_memory_ = n_memory;
    all_.resize();
    return {};
  }

  std::string run(int) override {
    const Memory memory{memory_, {0, n_memory_}};
    block_.forward(x_, {0, length_}, memory);
    std::ranges::copy(flat(block_.output().rows()), output_.value->data);
    if (action_ == Action::forward) return {};
    all_.clear_gradients();
    std::ranges::copy(output_.gradient->span(), block_.output().gradient->data);
    if (config_.cross) std::ranges::fill(memory_.gradient->span(), 0.0f);
    block_.backward(x_, memory);
    return {};
  }

  std::vector<Tensor*> weights() override { return all_.weights(); }

 private:
  Intermediate vectors(const char* name, const int* length) {
    const Axes axes{{config_.n_tokens, length}, config_.d_model};
    return {&all_.tensor(name, axes), &all_.tensor(sentence("d%", {name}), axes)};
  }

  BlockConfig config_;
  int length_ = config_.n_tokens, n_memory_ = config_.n_tokens;
  ModelTensors all_;
  Intermediate x_, memory_, output_;
  Stack block_;
  Action action_ = Action::forward;
};

}  // namespace

std::unique_ptr<Experiment> make_block(Config& config) {
  const BlockConfig read = BlockConfig::read(config);
  if (!config.finish()) return nullptr;
  return std::make_unique<BlockExperiment>(read);
}

}  // namespace attn
