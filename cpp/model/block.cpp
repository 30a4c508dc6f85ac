#include "model/block.hpp"

namespace attn {

Sublayer::Sublayer(const Scope& scope, const std::string& number, const ModelConfig& config,
                   const int* length)
    : placement_(config.norm),
      norm_(scope.inside("norm_" + number), config, length),
      sum_(scope.all.intermediate(scope.name("residual_" + number), {config.n_tokens, config.d_model},
                                  {{0, length}})) {}

Block::Block(const Scope& scope, const ModelConfig& config, Mask mask, Lengths lengths)
    : attention_sublayer_(scope, "1", config, lengths.length),
      attention_(scope.inside("attention"), config, mask, true, lengths.rows, lengths.length, lengths.length),
      feed_forward_sublayer_(scope, lengths.memory ? "3" : "2", config, lengths.length),
      feed_forward_(scope.inside("feed_forward"), config, lengths.length) {
  if (!lengths.memory) return;
  cross_sublayer_ = std::make_unique<Sublayer>(scope, "2", config, lengths.length);
  cross_attention_ = std::make_unique<Attention>(scope.inside("cross_attention"), config, Mask::none, false,
                                                 lengths.rows, lengths.length, lengths.memory);
}

void Block::forward(const MatrixView<float>& x, Rows rows, const MatrixView<float>& memory,
                    Rows memory_rows) {
  attention_sublayer_.forward(x, rows, [&](const MatrixView<float>& input) -> const Intermediate& {
    attention_.forward(input, rows, input, rows);
    return attention_.output();
  });
  MatrixView<float> middle = attention_sublayer_.output().rows();
  if (cross_sublayer_) {
    cross_sublayer_->forward(middle, rows, [&](const MatrixView<float>& input) -> const Intermediate& {
      cross_attention_->forward(input, rows, memory, memory_rows);
      return cross_attention_->output();
    });
    middle = cross_sublayer_->output().rows();
  }
  feed_forward_sublayer_.forward(middle, rows, [&](const MatrixView<float>& input) -> const Intermediate& {
    feed_forward_.forward(input, rows);
    return feed_forward_.output();
  });
}

void Block::backward(const MatrixView<float>& x, const MatrixView<float>& dx, const MatrixView<float>& memory,
                     const MatrixView<float>& dmemory) {
  const Intermediate& middle = cross_sublayer_ ? cross_sublayer_->output() : attention_sublayer_.output();
  feed_forward_sublayer_.backward(middle.rows(), middle.gradient_rows(), feed_forward_.output(),
                                  [&](const MatrixView<float>& input, const MatrixView<float>& dinput) {
                                    feed_forward_.backward(input, dinput);
                                  });
  if (cross_sublayer_) {
    const Intermediate& queries = attention_sublayer_.output();
    cross_sublayer_->backward(queries.rows(), queries.gradient_rows(), cross_attention_->output(),
                              [&](const MatrixView<float>& input, const MatrixView<float>& dinput) {
                                cross_attention_->backward(input, dinput, memory, dmemory);
                              });
  }
  attention_sublayer_.backward(x, dx, attention_.output(),
                               [&](const MatrixView<float>& input, const MatrixView<float>& dinput) {
                                 attention_.backward(input, dinput, input, dinput);
                               });
}

}  // namespace attn
