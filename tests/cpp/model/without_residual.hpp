// A decoder whose blocks have no residual connections, for what the text says of them: x = f(layer_norm(x)).
#pragma once

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
      layers_.emplace_back(root_.inside("layers." + std::to_string(layer)), config_, &length_);
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
    for (Layer& layer : layers_) {
      layer.norm_1.forward(x->rows(), rows);
      const MatrixView<float> input = layer.norm_1.output().rows();
      layer.attention.forward(input, rows, input, rows);
      layer.norm_2.forward(layer.attention.output().rows(), rows);
      layer.feed_forward.forward(layer.norm_2.output().rows(), rows);
      x = &layer.feed_forward.output();
    }
    head_->forward(x->rows(), rows);
  }

  double loss(const Example& example) override { return head_->loss(example.targets); }

  void backward(const Example& example, float factor) override {
    const Intermediate& last = layers_.back().feed_forward.output();
    head_->backward(last.rows(), example.targets, factor, last.gradient_rows());
    for (std::size_t i = layers_.size(); i-- > 0;) {
      Layer& layer = layers_[i];
      const Intermediate& x = i == 0 ? embedding_.output() : layers_[i - 1].feed_forward.output();
      const Intermediate &first = layer.norm_1.output(), &second = layer.norm_2.output();
      const Intermediate& between = layer.attention.output();
      layer.feed_forward.backward(second.rows(), second.gradient_rows());
      layer.norm_2.backward(between.rows(), between.gradient_rows());
      layer.attention.backward(first.rows(), first.gradient_rows(), first.rows(), first.gradient_rows());
      layer.norm_1.backward(x.rows(), x.gradient_rows());
    }
    embedding_.backward(example.tokens);
  }

  MatrixView<float> logits() const override { return head_->logits(); }

 private:
  struct Layer {
    Layer(const Scope& scope, const ModelConfig& config, const int* length)
        : norm_1(scope.inside("norm_1"), config, length),
          attention(scope.inside("attention"), config, config.mask, true, length, length, length),
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
  std::deque<Layer> layers_;
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
