#include <algorithm>

#include "model/block.hpp"
#include "model/embedding.hpp"
#include "model/model.hpp"

namespace attn {
namespace {

// Encoder and decoder share one table of embeddings (Vaswani et al. 2017, section 3.4).
class Transformer final : public Model {
 public:
  Transformer(TensorSet& tensors, const ModelConfig& config)
      : Model(tensors, config),
        encoder_(*tensors_, "encoder."),
        decoder_(*tensors_, "decoder."),
        table_(
            tensors_->parameter("embedding.tokens", {config_.vocab_size, config_.d_model}, Role::embedding)),
        source_embedding_(encoder_, config_, &source_length_, table_),
        embedding_(decoder_, config_, &length_, table_) {
    for (int layer = 0; layer < config_.n_encoder_layers; ++layer) {
      encoder_blocks_.push_back(
          std::make_unique<Block>(encoder_.inside("layers." + std::to_string(layer)), config_, Mask::none,
                                  Block::Lengths{&source_length_, &source_length_, nullptr}));
    }
    if (config_.norm == NormPlacement::pre)
      memory_norm_.emplace(encoder_.inside("norm_final"), config_, &source_length_);
    for (int layer = 0; layer < config_.n_layers; ++layer) {
      decoder_blocks_.push_back(std::make_unique<Block>(decoder_.inside("layers." + std::to_string(layer)),
                                                        config_, Mask::causal,
                                                        Block::Lengths{&n_rows_, &length_, &source_length_}));
    }
    head_ = std::make_unique<Head>(decoder_, config_, &length_, table_);
    if (config_.position == Position::rope) tensors_->declare_rope(config_.n_tokens, config_.d_head() / 2);
    tensors_->finish();
  }

  void start() override {
    initialise(*tensors_, config_);
    source_embedding_.start();
    embedding_.start();
  }

  void forward(const Example& example, int from) override {
    length_ = static_cast<int>(example.tokens.size());
    n_rows_ = length_ - from;
    source_length_ = static_cast<int>(example.source.size());
    tensors_->resize();
    // A continued pass finds the encoder's output, and its keys and values, as the first one left them.
    const Rows source_rows{from == 0 ? 0 : source_length_, source_length_};
    if (from == 0) encode(example.source, source_rows);
    const Rows rows{from, length_};
    embedding_.forward(example.tokens, rows);
    MatrixView<float> x = embedding_.output().rows();
    for (auto& block : decoder_blocks_) {
      block->forward(x, rows, memory().rows(), source_rows);
      x = block->output().rows();
    }
    head_->forward(x, rows);
  }

  double loss(const Example& example) override { return head_->loss(example.targets); }

  void backward(const Example& example, float factor) override {
    std::ranges::fill(flat(memory().gradient_rows()), 0.0f);
    const Intermediate& last = output_of(decoder_blocks_, embedding_, decoder_blocks_.size());
    head_->backward(last.rows(), example.targets, factor, last.gradient_rows());
    for (std::size_t layer = decoder_blocks_.size(); layer-- > 0;) {
      const Intermediate& input = output_of(decoder_blocks_, embedding_, layer);
      decoder_blocks_[layer]->backward(input.rows(), input.gradient_rows(), memory().rows(),
                                       memory().gradient_rows());
    }
    embedding_.backward(example.tokens);
    backward_encoder(example.source);
  }

  MatrixView<float> logits() const override { return head_->logits(); }

 private:
  using Blocks = std::vector<std::unique_ptr<Block>>;

  static const Intermediate& output_of(const Blocks& blocks, const Embedding& embedding,
                                       std::size_t n_layers) {
    return n_layers == 0 ? embedding.output() : blocks[n_layers - 1]->output();
  }

  const Intermediate& encoded() const {
    return output_of(encoder_blocks_, source_embedding_, encoder_blocks_.size());
  }
  const Intermediate& memory() const { return memory_norm_ ? memory_norm_->output() : encoded(); }

  void encode(std::span<const int> source, Rows rows) {
    source_embedding_.forward(source, rows);
    MatrixView<float> x = source_embedding_.output().rows();
    for (auto& block : encoder_blocks_) {
      block->forward(x, rows);
      x = block->output().rows();
    }
    if (memory_norm_) memory_norm_->forward(x, rows);
  }

  void backward_encoder(std::span<const int> source) {
    if (memory_norm_) memory_norm_->backward(encoded().rows(), encoded().gradient_rows());
    for (std::size_t layer = encoder_blocks_.size(); layer-- > 0;) {
      const Intermediate& input = output_of(encoder_blocks_, source_embedding_, layer);
      encoder_blocks_[layer]->backward(input.rows(), input.gradient_rows());
    }
    source_embedding_.backward(source);
  }

  int length_ = config_.n_tokens, n_rows_ = config_.n_tokens, source_length_ = config_.n_tokens;
  Scope encoder_, decoder_;
  Parameter& table_;
  Embedding source_embedding_, embedding_;
  Blocks encoder_blocks_, decoder_blocks_;
  std::optional<Norm> memory_norm_;
  std::unique_ptr<Head> head_;
};

}  // namespace

std::unique_ptr<Model> make_transformer(TensorSet& tensors, Config& config) {
  ModelConfig model;
  model.norm = NormPlacement::post;
  model.vocab_size = config.integer("vocab_size", 1, 1 << 20);
  model.n_encoder_layers = config.integer("n_encoder_layers", 1, 256);
  model.n_layers = config.integer("n_decoder_layers", 1, 256);
  model.tied = config.boolean("tied", true);
  model.read_shared(config);
  if (!config.finish()) return nullptr;
  return std::make_unique<Transformer>(tensors, model);
}

}  // namespace attn
