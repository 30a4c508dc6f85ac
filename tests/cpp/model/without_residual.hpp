// A decoder whose blocks have no residual connections, for what the text says of them: x = f(layer_norm(x)).
#pragma once

#include <deque>

#include "model/embedding.hpp"
#include "model/model.hpp"

namespace attn::test {

/// The pre-norm decoder of make_decoder with each sum left out: the same parts, under the same names and with
/// the same parameters from a seed. Whole passes only, and no RoPE.
class WithoutResidual final : public Model {
 public:
  WithoutResidual(TensorSet& tensors, const ModelConfig& config)
      : Model(tensors, config),
        root_(*tensors_, ""),
        table_(tensors_->parameter("embedding.tokens", {config.vocab_size, config.d_model}, Role::embedding)),
        embedding_(root_, config_, &length_, table_) {
    for (int layer = 0; layer < config_.n_layers; ++layer)
      parts_.emplace_back(root_.inside("layers." + std::to_string(layer)), config_, &length_);
    head_ = std::make_unique<Head>(root_, config_, &length_, table_);
    tensors_->finish();
  }

  void start() override {
    initialise(*tensors_, config_);
    embedding_.start();
  }

  void forward(const Example& example, int /* from */) override {
    length_ = static_cast<int>(example.tokens.size());
    tensors_->resize();
    const Rows rows{0, length_};
    embedding_.forward(example.tokens, rows);
    const Intermediate* x = &embedding_.output();
    for (Part& part : parts_) {
      part.norm_1.forward(*x, rows);
      part.attention.forward(part.norm_1.output(), rows, {});
      part.norm_2.forward(part.attention.output(), rows);
      part.feed_forward.forward(part.norm_2.output(), rows, {});
      x = &part.feed_forward.output();
    }
    head_->forward(*x, rows);
  }

  double loss(const Example& example) override { return head_->loss(example.targets); }

  void backward(const Example& example, float factor) override {
    head_->backward(parts_.back().feed_forward.output(), example.targets, factor);
    for (std::size_t i = parts_.size(); i-- > 0;) {
      Part& part = parts_[i];
      part.feed_forward.backward(part.norm_2.output(), {});
      part.norm_2.backward(part.attention.output());
      part.attention.backward(part.norm_1.output(), {});
      part.norm_1.backward(i == 0 ? embedding_.output() : parts_[i - 1].feed_forward.output());
    }
    embedding_.backward(example.tokens);
  }

  MatrixView<float> logits() const override { return head_->logits(); }

 private:
  struct Part {
    Part(const Scope& scope, const ModelConfig& config, const int* length)
        : norm_1(scope.inside("norm_1"), config, length),
          attention(scope.inside("attention"), config, config.mask, {length, length, nullptr}),
          norm_2(scope.inside("norm_2"), config, length),
          feed_forward(scope.inside("feed_forward"), config, length) {}

    Norm norm_1;
    Attention attention;
    Norm norm_2;
    FeedForward feed_forward;
  };

  int length_ = config_.n_tokens;
  Scope root_;
  Parameter& table_;
  Embedding embedding_;
  std::deque<Part> parts_;
  std::unique_ptr<Head> head_;
};

inline std::unique_ptr<Model> make_without_residual(TensorSet& tensors, Config& config) {
  ModelConfig model;
  model.vocab_size = config.integer("vocab_size", 1, 1 << 20);
  model.n_layers = config.integer("n_layers", 1, 256);
  model.read_shared(config);
  if (!config.finish()) return nullptr;
  return std::make_unique<WithoutResidual>(tensors, model);
}

}  // namespace attn::test
