#include "model/layer.hpp"

namespace attn {

void Stack::add(std::unique_ptr<Layer> layer) {
  output_ = layer->output();
  layers_.push_back(std::move(layer));
}

void Stack::forward(const Intermediate& x, Rows rows, const Memory& memory) {
  const Intermediate* input = &x;
  for (const auto& layer : layers_) {
    layer->forward(*input, rows, memory);
    input = &layer->output();
  }
}

void Stack::backward(const Intermediate& x, const Memory& memory) {
  for (std::size_t i = layers_.size(); i-- > 0;)
    layers_[i]->backward(i == 0 ? x : layers_[i - 1]->output(), memory);
}

}  // namespace attn
