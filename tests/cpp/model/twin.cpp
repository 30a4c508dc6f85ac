#include "twin.hpp"

namespace attn::test {
namespace {

// y = x wᵀ + b; without an entry of that name there is no bias.
Rows64 linear(const Parameters& p, const Rows64& x, const std::string& w_name, const std::string& b_name) {
  const Doubles& w = p.at(w_name);
  const auto bias = p.find(b_name);
  Rows64 y(x.rows, static_cast<int>(w.size()) / x.cols);
  for (int t = 0; t < y.rows; ++t) {
    for (int o = 0; o < y.cols; ++o) {
      double sum = bias == p.end() ? 0 : bias->second[static_cast<std::size_t>(o)];
      for (int i = 0; i < x.cols; ++i) sum += x(t, i) * w[static_cast<std::size_t>(o * x.cols + i)];
      y(t, o) = sum;
    }
  }
  return y;
}

Rows64 sum(Rows64 a, const Rows64& b) {
  for (std::size_t i = 0; i < a.x.size(); ++i) a.x[i] += b.x[i];
  return a;
}

Rows64 norm(const ModelConfig& config, const Parameters& p, Rows64 x, const std::string& scope) {
  const bool centred = config.norm_kind == NormKind::layer;
  for (int t = 0; t < x.rows; ++t) {
    double mean = 0, squares = 0;
    for (int i = 0; i < x.cols; ++i) mean += x(t, i) / x.cols;
    if (!centred) mean = 0;
    for (int i = 0; i < x.cols; ++i) squares += (x(t, i) - mean) * (x(t, i) - mean) / x.cols;
    for (int i = 0; i < x.cols; ++i) {
      const auto at = static_cast<std::size_t>(i);
      x(t, i) = p.at(scope + "gamma")[at] * (x(t, i) - mean) / std::sqrt(squares + double(config.eps));
      if (centred) x(t, i) += p.at(scope + "beta")[at];
    }
  }
  return x;
}

double activation(Activation kind, double x) {
  if (kind == Activation::relu) return x > 0 ? x : 0;
  if (kind == Activation::gelu_exact) return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
  return x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x))) / 2;
}

Rows64 feed_forward(const ModelConfig& config, const Parameters& p, const Rows64& x,
                    const std::string& scope) {
  Rows64 hidden = linear(p, x, scope + "w_1", scope + "b_1");
  for (double& h : hidden.x) h = activation(config.activation, h);
  return linear(p, hidden, scope + "w_2", scope + "b_2");
}

// Turns components 2i and 2i + 1 of each head by position / 10000^(2i / d_head).
void rotate(Rows64& x, int d_head) {
  for (int t = 0; t < x.rows; ++t) {
    for (int a = 0; a < x.cols; a += 2) {
      const double angle = t * std::pow(10000.0, -double(a % d_head) / d_head);
      const double first = x(t, a), second = x(t, a + 1);
      x(t, a) = first * std::cos(angle) - second * std::sin(angle);
      x(t, a + 1) = first * std::sin(angle) + second * std::cos(angle);
    }
  }
}

// Queries from x, keys and values from memory. ALiBi's slopes are those of a power of 2 of heads.
Rows64 attention(const ModelConfig& config, const Parameters& p, const Rows64& x, const Rows64& memory,
                 bool causal, Position position, const std::string& scope) {
  const int width = config.d_model / config.n_heads;
  Rows64 q = linear(p, x, scope + "w_q", scope + "b_q"), k = linear(p, memory, scope + "w_k", scope + "b_k");
  const Rows64 v = linear(p, memory, scope + "w_v", scope + "b_v");
  if (position == Position::rope) {
    rotate(q, width);
    rotate(k, width);
  }
  Rows64 mixed(x.rows, config.d_model);
  for (int h = 0; h < config.n_heads; ++h) {
    const double slope = position == Position::alibi ? std::pow(2.0, -8.0 * (h + 1) / config.n_heads) : 0;
    for (int i = 0; i < x.rows; ++i) {
      Doubles weights;
      double total = 0;
      for (int j = 0; j < (causal ? i + 1 : memory.rows); ++j) {
        double score = 0;
        for (int c = h * width; c < (h + 1) * width; ++c) score += q(i, c) * k(j, c);
        weights.push_back(std::exp(score / std::sqrt(double(width)) - slope * std::abs(i - j)));
        total += weights.back();
      }
      for (int j = 0; j < static_cast<int>(weights.size()); ++j) {
        for (int c = h * width; c < (h + 1) * width; ++c)
          mixed(i, c) += weights[static_cast<std::size_t>(j)] / total * v(j, c);
      }
    }
  }
  return linear(p, mixed, scope + "w_o", scope + "b_o");
}

// norm(x + f(x)), or x + f(norm(x)).
Rows64 sublayer(const ModelConfig& config, const Parameters& p, const Rows64& x, const std::string& scope,
                const std::function<Rows64(const Rows64&)>& f) {
  if (config.norm == NormPlacement::pre) return sum(x, f(norm(config, p, x, scope)));
  return norm(config, p, sum(x, f(x)), scope);
}

Rows64 block(const ModelConfig& config, const Parameters& p, Rows64 x, bool causal, const std::string& scope,
             const Rows64* memory = nullptr) {
  x = sublayer(config, p, x, scope + "norm_1.", [&](const Rows64& in) {
    return attention(config, p, in, in, causal, config.position, scope + "attention.");
  });
  if (memory) {
    x = sublayer(config, p, x, scope + "norm_2.", [&](const Rows64& in) {
      return attention(config, p, in, *memory, false, Position::none, scope + "cross_attention.");
    });
  }
  return sublayer(config, p, x, scope + (memory ? "norm_3." : "norm_2."),
                  [&](const Rows64& in) { return feed_forward(config, p, in, scope + "feed_forward."); });
}

Rows64 embed(const ModelConfig& config, const Parameters& p, const std::vector<int>& tokens,
             const std::string& scope) {
  const int d = config.d_model;
  Rows64 x(static_cast<int>(tokens.size()), d);
  for (int t = 0; t < x.rows; ++t) {
    for (int i = 0; i < d; ++i) {
      const int token = tokens[static_cast<std::size_t>(t)];
      x(t, i) = p.at("embedding.tokens")[static_cast<std::size_t>(token * d + i)];
      if (config.scale_embedding) x(t, i) *= std::sqrt(double(d));
      const double angle = t / std::pow(10000.0, double(i - i % 2) / d);
      if (config.position == Position::sinusoidal) x(t, i) += i % 2 == 0 ? std::sin(angle) : std::cos(angle);
      if (config.position == Position::learned)
        x(t, i) += p.at(scope + "embedding.positions")[static_cast<std::size_t>(t * d + i)];
    }
  }
  return x;
}

Rows64 head(const ModelConfig& config, const Parameters& p, const Rows64& x, const std::string& scope) {
  const std::string w = config.tied ? "embedding.tokens" : scope + "unembedding.w";
  return linear(p, config.norm == NormPlacement::pre ? norm(config, p, x, scope + "norm_final.") : x, w, "");
}

}  // namespace

Rows64 twin_decoder(const ModelConfig& config, const Parameters& p, const Example& example) {
  Rows64 x = embed(config, p, example.tokens, "");
  for (int layer = 0; layer < config.n_layers; ++layer)
    x = block(config, p, x, config.mask == Mask::causal, "layers." + std::to_string(layer) + ".");
  return head(config, p, x, "");
}

Rows64 twin_transformer(const ModelConfig& config, const Parameters& p, const Example& example) {
  Rows64 memory = embed(config, p, example.source, "encoder.");
  for (int layer = 0; layer < config.n_encoder_layers; ++layer)
    memory = block(config, p, memory, false, "encoder.layers." + std::to_string(layer) + ".");
  if (config.norm == NormPlacement::pre) memory = norm(config, p, memory, "encoder.norm_final.");
  Rows64 x = embed(config, p, example.tokens, "decoder.");
  for (int layer = 0; layer < config.n_layers; ++layer)
    x = block(config, p, x, true, "decoder.layers." + std::to_string(layer) + ".", &memory);
  return head(config, p, x, "decoder.");
}

Rows64 twin_recurrent(const ModelConfig& config, const Parameters& p, const Example& example) {
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const int d = config.d_model;
  Rows64 x = embed(config, p, example.tokens, "");
  for (int layer = 0; layer < config.n_layers; ++layer) {
    const std::string scope = "layers." + std::to_string(layer) + ".";
    const Rows64 a = linear(p, x, scope + "w_x", scope + "b_x");
    Rows64 hidden(1, d);
    for (int t = 0; t < x.rows; ++t) {
      const Rows64 b = linear(p, hidden, scope + "w_h", "");
      for (int i = 0; i < d; ++i) {
        const double z = sigmoid(a(t, i) + b(0, i)), r = sigmoid(a(t, i + d) + b(0, i + d));
        const double c = std::tanh(a(t, i + 2 * d) + r * b(0, i + 2 * d));
        hidden(0, i) = (1 - z) * c + z * hidden(0, i);
        x(t, i) = hidden(0, i);
      }
    }
  }
  return head(config, p, x, "");
}

double twin_loss(const Rows64& logits, const std::vector<int>& targets) {
  double loss = 0;
  int n = 0;
  for (int t = 0; t < logits.rows; ++t) {
    const int target = targets[static_cast<std::size_t>(t)];
    if (target < 0) continue;
    double total = 0;
    for (int j = 0; j < logits.cols; ++j) total += std::exp(logits(t, j));
    loss += std::log(total) - logits(t, target);
    ++n;
  }
  return loss / n;
}

double forward_error(const Built& built, Twin twin, const Example& example) {
  const Rows64 expected = twin(built->config(), built.parameters(), example);
  const double loss = learn(built, example), expected_loss = twin_loss(expected, example.targets);
  return std::max(relative(built->logits(), expected.x), difference(loss, expected_loss) / expected_loss);
}

double gradient_error(const Built& built, Twin twin, const Example& example, int n_entries) {
  constexpr double step = 1e-5;
  learn(built, example);
  Parameters p = built.parameters();
  Pcg32 random(3);
  double worst = 0;
  const auto loss = [&] { return twin_loss(twin(built->config(), p, example), example.targets); };
  for (const Parameter& parameter : built->tensors().parameters()) {
    const Doubles gradient = doubles(parameter.gradient->matrix());
    Doubles& values = p.at(parameter.value->name);
    Doubles actual, expected;
    for (int n = 0; n < n_entries; ++n) {
      const std::size_t all = values.size();
      if (static_cast<std::size_t>(n) == all) break;
      const std::size_t i = static_cast<int>(all) <= n_entries
                                ? static_cast<std::size_t>(n)
                                : random.below(static_cast<std::uint32_t>(all));
      const double middle = values[i];
      values[i] = middle + step;
      const double above = loss();
      values[i] = middle - step;
      expected.push_back((above - loss()) / (2 * step));
      values[i] = middle;
      actual.push_back(gradient[i]);
    }
    double largest = 0.01;
    for (const double x : expected) largest = std::max(largest, std::abs(x));
    for (std::size_t i = 0; i < actual.size(); ++i)
      worst = std::max(worst, difference(actual[i], expected[i]) / largest);
  }
  return worst;
}

}  // namespace attn::test
