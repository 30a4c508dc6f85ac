#include "model/block.hpp"

#include <algorithm>

#include "model/sentence.hpp"
#include "ops/add.hpp"

namespace attn {

Sublayer::Sublayer(const Scope& scope, int number, const ModelConfig& config, const int* length)
    : pre_(config.norm == NormPlacement::pre),
      norm_(scope.inside(sentence("norm_%", {number})), config, length),
      sum_(
          scope.intermediate(sentence("residual_%", {number}), {{config.n_tokens, length}, config.d_model})) {
  output_ = pre_ ? sum_ : norm_.output();
}

void Sublayer::forward(const Intermediate& x, Rows rows, const Memory& memory) {
  if (pre_) norm_.forward(x, rows);
  f_->forward(pre_ ? norm_.output() : x, rows, memory);
  const std::span<float> sum = flat(rows.of(sum_.rows()));
  std::ranges::copy(flat(rows.of(x.rows())), sum.begin());
  add(flat(rows.of(f_->output().rows())), sum);
  if (!pre_) norm_.forward(sum_, rows);
}

void Sublayer::backward(const Intermediate& x, const Memory& memory) {
  if (!pre_) norm_.backward(sum_);
  const std::span<float> dsum = flat(sum_.gradient_rows());
  std::ranges::copy(dsum, f_->output().gradient->data);
  f_->backward(pre_ ? norm_.output() : x, memory);
  if (pre_) norm_.backward(x);
  add(dsum, flat(x.gradient_rows()));
}

void add_block(Stack& stack, const Scope& scope, const ModelConfig& config, Mask mask, Lengths lengths) {
  int number = 0;
  const auto add = [&]() -> Sublayer& {
    auto sublayer = std::make_unique<Sublayer>(scope, ++number, config, lengths.length);
    Sublayer& added = *sublayer;
    stack.add(std::move(sublayer));
    return added;
  };
  const Lengths own{lengths.n_rows, lengths.length, nullptr};
  add().apply(std::make_unique<Attention>(scope.inside("attention"), config, mask, own));
  if (lengths.memory)
    add().apply(std::make_unique<Attention>(scope.inside("cross_attention"), config, Mask::none, lengths));
  add().apply(std::make_unique<FeedForward>(scope.inside("feed_forward"), config, lengths.length));
}

}  // namespace attn
