#include "model/block.hpp"
#include "model/embedding.hpp"
#include "model/gpt2.hpp"
#include "model/model.hpp"

namespace attn {
namespace {

class Decoder final : public Model {
 public:
  Decoder(TensorSet& tensors, const ModelConfig& config)
      : Model(tensors, config),
        root_(*tensors_, ""),
        table_(
            tensors_->parameter("embedding.tokens", {config_.vocab_size, config_.d_model}, Role::embedding)),
        embedding_(root_, config_, &length_, table_) {
    for (int layer = 0; layer < config_.n_layers; ++layer) {
      blocks_.push_back(std::make_unique<Block>(root_.inside("layers." + std::to_string(layer)), config_,
                                                config_.mask, Block::Lengths{&n_rows_, &length_, nullptr}));
    }
    head_ = std::make_unique<Head>(root_, config_, &length_, table_);
    if (config_.position == Position::rope) tensors_->declare_rope(config_.n_tokens, config_.d_head() / 2);
    tensors_->finish();
  }

  void start() override {
    initialise(*tensors_, config_);
    embedding_.start();
  }

  void forward(const Example& example, int from) override {
    length_ = static_cast<int>(example.tokens.size());
    n_rows_ = length_ - from;
    tensors_->resize();
    const Rows rows{from, length_};
    embedding_.forward(example.tokens, rows);
    MatrixView<float> x = embedding_.output().rows();
    for (auto& block : blocks_) {
      block->forward(x, rows);
      x = block->output().rows();
    }
    head_->forward(x, rows);
  }

  double loss(const Example& example) override { return head_->loss(example.targets); }

  void backward(const Example& example, float factor) override {
    const Intermediate& last = input_of(config_.n_layers);
    head_->backward(last.rows(), example.targets, factor, last.gradient_rows());
    for (int layer = config_.n_layers - 1; layer >= 0; --layer) {
      const Intermediate& input = input_of(layer);
      blocks_[static_cast<std::size_t>(layer)]->backward(input.rows(), input.gradient_rows());
    }
    embedding_.backward(example.tokens);
  }

  MatrixView<float> logits() const override { return head_->logits(); }

 private:
  const Intermediate& input_of(int layer) const {
    return layer == 0 ? embedding_.output() : blocks_[static_cast<std::size_t>(layer - 1)]->output();
  }

  int length_ = config_.n_tokens, n_rows_ = config_.n_tokens;
  Scope root_;
  Parameter& table_;
  Embedding embedding_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::unique_ptr<Head> head_;
};

void read_decoder(Config& config, ModelConfig& model) {
  model.vocab_size = config.integer("vocab_size", 1, 1 << 20);
  model.n_layers = config.integer("n_layers", 1, 256);
  model.tied = config.boolean("tied", true);
  model.mask = config.choice("mask", {"none", "causal"}, Mask::causal);
  model.read_shared(config);
}

}  // namespace

std::unique_ptr<Model> make_decoder(TensorSet& tensors, Config& config) {
  ModelConfig model;
  is_gpt2(config) ? read_gpt2(config, model) : read_decoder(config, model);
  if (!config.finish()) return nullptr;
  return std::make_unique<Decoder>(tensors, model);
}

}  // namespace attn
