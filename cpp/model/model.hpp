// What training and generation need to know of a model.
#pragma once

#include <memory>
#include <vector>

#include "model/model_config.hpp"
#include "model/scope.hpp"

namespace attn {

/// Tokens in, tokens wanted: one sequence of a batch. A target of -1 does not count.
struct Example {
  std::vector<int> source;  // of an encoder, else empty
  std::vector<int> tokens;
  std::vector<int> targets;
};

/// A network over token sequences whose tensors all have names. One sequence is in it at a time.
class Model {
 public:
  virtual ~Model() = default;

  /// Fills parameters and tables; called once, when the tensors have their memory.
  virtual void start() = 0;
  /// Computes the logits of tokens [from, size); those before are as the last pass left them, which is how
  /// generation keeps its keys and values.
  virtual void forward(const Example& example, int from) = 0;
  /// After forward: the sum of losses in nats over the counted targets.
  virtual double loss(const Example& example) = 0;
  /// After loss: adds to every parameter's gradient that of factor times the sum of losses.
  virtual void backward(const Example& example, float factor) = 0;
  /// [length, vocab_size]
  virtual MatrixView<float> logits() const = 0;

  ModelTensors& tensors() { return *tensors_; }
  const ModelConfig& config() const { return config_; }

 protected:
  Model(TensorSet& tensors, ModelConfig config)
      : config_(config), tensors_(std::make_unique<ModelTensors>(tensors, config.keep)) {}

  ModelConfig config_;
  std::unique_ptr<ModelTensors> tensors_;
};

/// GPT's form: causal blocks over one sequence (Radford et al. 2018). The config is ours or GPT-2's
/// (gpt2.hpp).
std::unique_ptr<Model> make_decoder(TensorSet& tensors, Config& config);
/// One block over given vectors has no model of its own; encoder and decoder as in Vaswani et al. 2017.
std::unique_ptr<Model> make_transformer(TensorSet& tensors, Config& config);
/// A gated recurrent network (Cho et al. 2014).
std::unique_ptr<Model> make_recurrent(TensorSet& tensors, Config& config);

/// Draws every parameter from its initialisation, in order, from one seed.
void initialise(ModelTensors& tensors, const ModelConfig& config);

}  // namespace attn
