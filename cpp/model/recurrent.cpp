#include <algorithm>

#include "model/embedding.hpp"
#include "model/model.hpp"
#include "ops/elementary.hpp"
#include "ops/linear.hpp"
#include "ops/matmul.hpp"

namespace attn {
namespace {

float sigmoid(float x) { return 1 / (1 + exp(-x)); }
float hyperbolic_tangent(float x) { return 2 * sigmoid(2 * x) - 1; }

// A layer of gated recurrent units (Cho et al. 2014; the reset gate acts after the product, as in Chung et
// al. 2014):
//   [a_z a_r a_c] = x w_xᵀ + b,  [b_z b_r b_c] = h_{t-1} w_hᵀ
//   z = sigmoid(a_z + b_z),  r = sigmoid(a_r + b_r),  c = tanh(a_c + r b_c),  h_t = (1 - z) c + z h_{t-1}
class RecurrentLayer {
 public:
  RecurrentLayer(const Scope& scope, const ModelConfig& config, const int* length)
      : width_(config.d_model),
        all_(scope.all),
        w_x_(scope, "x", width_, 3 * width_, config),
        w_h_(scope.all.parameter(scope.name("w_h"), {3 * width_, width_}, Role::weights)),
        gates_x_(scope.all.intermediate(scope.name("gates_x"), {config.n_tokens, 3 * width_}, {{0, length}})),
        gates_h_(scope.all.intermediate(scope.name("gates_h"), {config.n_tokens, 3 * width_}, {{0, length}})),
        gates_(scope.all.intermediate(scope.name("gates"), {config.n_tokens, 3 * width_}, {{0, length}})),
        hidden_(scope.all.intermediate(scope.name("hidden"), {config.n_tokens, width_}, {{0, length}})),
        zeros_(scope.all.passing(scope.name("zeros"), {1, width_}, {})),
        dbefore_(scope.all.passing(scope.name("dbefore"), {1, width_}, {})) {
    all_.need_scratch(linear_scratch_size(1, width_, 3 * width_));
  }

  void forward(const MatrixView<float>& x, Rows rows) {
    w_x_.forward(rows.of(x), rows.of(gates_x_.rows()));
    for (int t = rows.from; t < rows.to; ++t) {
      const MatrixView<float> before = hidden_before(t);
      matmul_transposed(before, w_h_.value->matrix(), gates_h_.rows().rows_from(t, 1), all_.scratch());
      step(gates_x_.rows().row(t), gates_h_.rows().row(t), before.row(0), gates_.rows().row(t),
           hidden_.rows().row(t));
    }
  }

  // Back through time; hidden's gradient is added to on the way.
  void backward(const MatrixView<float>& x, const MatrixView<float>& dx) {
    for (int t = x.rows - 1; t >= 0; --t) {
      const MatrixView<float> dgates_h = gates_h_.gradient_rows().rows_from(t, 1);
      back_step(t, gates_x_.gradient_rows().row(t), dgates_h.row(0));
      if (t == 0) continue;
      const MatrixView<float> before = hidden_.rows().rows_from(t - 1, 1);
      const MatrixView<float> dbefore = dbefore_.matrix();
      linear_backward_weights(before, dgates_h, w_h_.gradient->matrix(), {}, all_.scratch());
      linear_backward_input(dgates_h, w_h_.value->matrix(), dbefore, all_.scratch());
      float* total = hidden_.gradient_rows().row(t - 1);
      const float* z = gates_.rows().row(t);
      const float* dh = hidden_.gradient_rows().row(t);
      for (int i = 0; i < width_; ++i) total[i] += dbefore.row(0)[i] + dh[i] * z[i];
    }
    w_x_.backward(x, gates_x_.gradient_rows(), dx);
  }

  const Intermediate& output() const { return hidden_; }

 private:
  MatrixView<float> hidden_before(int t) const {
    return t == 0 ? zeros_.matrix() : hidden_.rows().rows_from(t - 1, 1);
  }

  void step(const float* a, const float* b, const float* before, float* gates, float* hidden) const {
    for (int i = 0; i < width_; ++i) {
      const float z = sigmoid(a[i] + b[i]);
      const float r = sigmoid(a[i + width_] + b[i + width_]);
      const float c = hyperbolic_tangent(a[i + 2 * width_] + r * b[i + 2 * width_]);
      gates[i] = z;
      gates[i + width_] = r;
      gates[i + 2 * width_] = c;
      hidden[i] = (1 - z) * c + z * before[i];
    }
  }

  void back_step(int t, float* da, float* db) const {
    const float* gates = gates_.rows().row(t);
    const float* b = gates_h_.rows().row(t);
    const float* before = hidden_before(t).row(0);
    const float* dh = hidden_.gradient_rows().row(t);
    for (int i = 0; i < width_; ++i) {
      const float z = gates[i], r = gates[i + width_], c = gates[i + 2 * width_];
      const float dc = dh[i] * (1 - z) * (1 - c * c);
      const float dr = dc * b[i + 2 * width_] * r * (1 - r);
      const float dz = dh[i] * (before[i] - c) * z * (1 - z);
      da[i] = db[i] = dz;
      da[i + width_] = db[i + width_] = dr;
      da[i + 2 * width_] = dc;
      db[i + 2 * width_] = dc * r;
    }
  }

  int width_;
  ModelTensors& all_;
  Linear w_x_;
  Parameter& w_h_;
  Intermediate gates_x_, gates_h_, gates_, hidden_;
  Tensor &zeros_, &dbefore_;
};

class Recurrent final : public Model {
 public:
  Recurrent(TensorSet& tensors, const ModelConfig& config)
      : Model(tensors, config),
        root_(*tensors_, ""),
        table_(
            tensors_->parameter("embedding.tokens", {config_.vocab_size, config_.d_model}, Role::embedding)),
        embedding_(root_, config_, &length_, table_) {
    for (int layer = 0; layer < config_.n_layers; ++layer) {
      layers_.push_back(std::make_unique<RecurrentLayer>(root_.inside("layers." + std::to_string(layer)),
                                                         config_, &length_));
    }
    head_ = std::make_unique<Head>(root_, config_, &length_, table_);
    tensors_->finish();
  }

  void start() override {
    initialise(*tensors_, config_);
    embedding_.start();
  }

  void forward(const Example& example, int from) override {
    length_ = static_cast<int>(example.tokens.size());
    tensors_->resize();
    const Rows rows{from, length_};
    embedding_.forward(example.tokens, rows);
    MatrixView<float> x = embedding_.output().rows();
    for (auto& layer : layers_) {
      layer->forward(x, rows);
      x = layer->output().rows();
    }
    head_->forward(x, rows);
  }

  double loss(const Example& example) override { return head_->loss(example.targets); }

  void backward(const Example& example, float factor) override {
    const Intermediate& last = input_of(layers_.size());
    head_->backward(last.rows(), example.targets, factor, last.gradient_rows());
    for (std::size_t layer = layers_.size(); layer-- > 0;) {
      const Intermediate& input = input_of(layer);
      layers_[layer]->backward(input.rows(), input.gradient_rows());
    }
    embedding_.backward(example.tokens);
  }

  MatrixView<float> logits() const override { return head_->logits(); }

 private:
  const Intermediate& input_of(std::size_t layer) const {
    return layer == 0 ? embedding_.output() : layers_[layer - 1]->output();
  }

  int length_ = config_.n_tokens;
  Scope root_;
  Parameter& table_;
  Embedding embedding_;
  std::vector<std::unique_ptr<RecurrentLayer>> layers_;
  std::unique_ptr<Head> head_;
};

}  // namespace

std::unique_ptr<Model> make_recurrent(TensorSet& tensors, Config& config) {
  ModelConfig model;
  model.vocab_size = config.integer("vocab_size", 1, 1 << 20);
  model.n_layers = config.integer("n_layers", 1, 256, 1);
  model.d_model = config.integer("d_model", 1, 1 << 16);
  model.n_tokens = config.integer("n_tokens", 1, 1 << 16);
  model.tied = config.boolean("tied", true);
  model.keep = config.boolean("keep", true);
  model.seed = static_cast<std::uint64_t>(config.integer("seed", 0, 1 << 30, 0));
  model.norm = NormPlacement::post;  // which here means that the head has no norm before it
  model.position = Position::none;
  if (!config.finish()) return nullptr;
  return std::make_unique<Recurrent>(tensors, model);
}

}  // namespace attn
