#include "model/network.hpp"

#include <algorithm>
#include <optional>

#include "model/embedding.hpp"
#include "model/sentence.hpp"

namespace attn {
namespace {

void add_layers(Stack& stack, int n_layers, AddLayer add, const Scope& scope, const ModelConfig& config,
                Mask mask, Lengths lengths) {
  for (int i = 0; i < n_layers; ++i)
    add(stack, scope.inside(sentence("layers.%", {i})), config, mask, lengths);
}

// The encoder of Vaswani et al. (2017); with pre-norm it has a last norm.
class Encoder {
 public:
  Encoder(const Scope& scope, const ModelConfig& config, AddLayer add, int& length, Parameter& table)
      : length_(length), embedding_(scope, config, &length, table) {
    add_layers(layers_, config.n_encoder_layers, add, scope, config, Mask::none, {&length, &length, nullptr});
    if (config.norm == NormPlacement::pre) norm_.emplace(scope.inside("norm_final"), config, &length);
  }

  void start() { embedding_.start(); }

  void forward(std::span<const int> source) {
    const Rows rows{0, length_};
    embedding_.forward(source, rows);
    layers_.forward(embedding_.output(), rows, {});
    if (norm_) norm_->forward(layers_.output(), rows);
  }

  void backward(std::span<const int> source) {
    if (norm_) norm_->backward(layers_.output());
    layers_.backward(embedding_.output(), {});
    embedding_.backward(source);
  }

  const Intermediate& output() const { return norm_ ? norm_->output() : layers_.output(); }

 private:
  int& length_;
  Embedding embedding_;
  Stack layers_;
  std::optional<Norm> norm_;
};

class Network final : public Model {
 public:
  Network(TensorSet& tensors, const ModelConfig& config, AddLayer add)
      : Model(tensors, config),
        scope_(*tensors_, config.n_encoder_layers > 0 ? "decoder." : ""),
        // Encoder and decoder share one table (Vaswani et al. 2017, section 3.4).
        table_(
            tensors_->parameter("embedding.tokens", {config.vocab_size, config.d_model}, Role::embedding)) {
    if (config.n_encoder_layers > 0)
      encoder_.emplace(Scope(*tensors_, "encoder."), config_, add, source_length_, table_);
    embedding_.emplace(scope_, config_, &length_, table_);
    add_layers(layers_, config.n_layers, add, scope_, config_, config.mask,
               {&n_rows_, &length_, encoder_ ? &source_length_ : nullptr});
    head_.emplace(scope_, config_, &length_, table_);
    if (config.position == Position::rope) tensors_->declare_rope(config.n_tokens, config.d_head() / 2);
    tensors_->finish();
  }

  void start() override {
    initialise(*tensors_, config_);
    if (encoder_) encoder_->start();
    embedding_->start();
  }

  void forward(const Example& example, int from) override {
    length_ = static_cast<int>(example.tokens.size());
    n_rows_ = length_ - from;
    source_length_ = static_cast<int>(example.source.size());
    tensors_->resize();
    if (encoder_ && from == 0) encoder_->forward(example.source);
    const Rows rows{from, length_};
    embedding_->forward(example.tokens, rows);
    // A continued pass finds the encoder's output, and its keys and values, as the first one left them.
    layers_.forward(embedding_->output(), rows, memory({from == 0 ? 0 : source_length_, source_length_}));
    head_->forward(layers_.output(), rows);
  }

  double loss(const Example& example) override { return head_->loss(example.targets); }

  void backward(const Example& example, float factor) override {
    if (encoder_) std::ranges::fill(flat(encoder_->output().gradient_rows()), 0.0f);
    head_->backward(layers_.output(), example.targets, factor);
    layers_.backward(embedding_->output(), memory({}));
    embedding_->backward(example.tokens);
    if (encoder_) encoder_->backward(example.source);
  }

  MatrixView<float> logits() const override { return head_->logits(); }

 private:
  Memory memory(Rows fresh) const { return {encoder_ ? encoder_->output() : Intermediate{}, fresh}; }

  int length_ = config_.n_tokens, n_rows_ = config_.n_tokens, source_length_ = config_.n_tokens;
  Scope scope_;
  Parameter& table_;
  std::optional<Encoder> encoder_;
  std::optional<Embedding> embedding_;
  Stack layers_;
  std::optional<Head> head_;
};

}  // namespace

std::unique_ptr<Model> make_network(TensorSet& tensors, const ModelConfig& config, AddLayer add_layer) {
  return std::make_unique<Network>(tensors, config, add_layer);
}

}  // namespace attn
