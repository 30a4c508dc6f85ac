#include "model/network.hpp"
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
class RecurrentLayer final : public Layer {
 public:
  RecurrentLayer(const Scope& scope, const ModelConfig& config, const int* length)
      : width_(config.d_model),
        all_(scope.all),
        w_x_(scope, 'x', width_, 3 * width_, config),
        w_h_(scope.parameter("w_h", {3 * width_, width_}, Role::weights)),
        zeros_(scope.passing("zeros", {1, width_})),
        dbefore_(scope.passing("dbefore", {1, width_})) {
    const Axis n(config.n_tokens, length);
    gates_x_ = scope.intermediate("gates_x", {n, 3 * width_});
    gates_h_ = scope.intermediate("gates_h", {n, 3 * width_});
    gates_ = scope.intermediate("gates", {n, 3 * width_});
    output_ = scope.intermediate("hidden", {n, width_});
    all_.need_scratch(linear_scratch_size(1, width_, 3 * width_));
  }

  void forward(const Intermediate& x, Rows rows, const Memory&) override {
    w_x_.forward(rows.of(x.rows()), rows.of(gates_x_.rows()));
    for (int t = rows.from; t < rows.to; ++t) {
      const MatrixView<float> before = hidden_before(t);
      matmul_transposed(before, w_h_.value->matrix(), gates_h_.rows().rows_from(t, 1), all_.scratch());
      step(gates_x_.rows().row(t), gates_h_.rows().row(t), before.row(0), gates_.rows().row(t),
           output_.rows().row(t));
    }
  }

  // Back through time; hidden's gradient is added to on the way.
  void backward(const Intermediate& x, const Memory&) override {
    for (int t = x.rows().rows - 1; t >= 0; --t) {
      const MatrixView<float> dgates_h = gates_h_.gradient_rows().rows_from(t, 1);
      back_step(t, gates_x_.gradient_rows().row(t), dgates_h.row(0));
      if (t == 0) continue;
      const MatrixView<float> before = output_.rows().rows_from(t - 1, 1);
      const MatrixView<float> dbefore = dbefore_.matrix();
      linear_backward_weights(before, dgates_h, w_h_.gradient->matrix(), {}, all_.scratch());
      linear_backward_input(dgates_h, w_h_.value->matrix(), dbefore, all_.scratch());
      float* total = output_.gradient_rows().row(t - 1);
      const float* z = gates_.rows().row(t);
      const float* dh = output_.gradient_rows().row(t);
      for (int i = 0; i < width_; ++i) total[i] += dbefore.row(0)[i] + dh[i] * z[i];
    }
    w_x_.backward(x.rows(), gates_x_.gradient_rows(), x.gradient_rows());
  }

 private:
  MatrixView<float> hidden_before(int t) const {
    return t == 0 ? zeros_.matrix() : output_.rows().rows_from(t - 1, 1);
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
    const float* dh = output_.gradient_rows().row(t);
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
  Intermediate gates_x_, gates_h_, gates_;
  Tensor &zeros_, &dbefore_;
};

void add_recurrent_layer(Stack& stack, const Scope& scope, const ModelConfig& config, Mask, Lengths lengths) {
  stack.add(std::make_unique<RecurrentLayer>(scope, config, lengths.length));
}

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
  return make_network(tensors, model, add_recurrent_layer);
}

}  // namespace attn
