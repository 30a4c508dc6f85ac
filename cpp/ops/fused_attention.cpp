#include "ops/fused_attention.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "ops/fused_panel.hpp"

namespace attn {
namespace {

// Up to 8 panels of 8 queries pass over a block of 65 keys while it stays in cache.
constexpr int block_panels = 8;
constexpr int block_queries = block_panels * panel_size;
constexpr int block_keys = 13 * group_size;

// Where everything lies in the scratch, in floats from its start.
struct Layout {
  std::size_t keys, values, panels, row, end;
  std::size_t panel_floats;

  Layout(int n_k, int d_k, int d_v) {
    const auto area = [](int rows, int cols) {
      return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    };
    panel_floats = area(d_k + 2 + panel_rows(d_v), panel_size);
    keys = area(block_keys, panel_size);  // the weights come first
    values = keys + area(in_groups(n_k), d_k);
    panels = values + area(in_groups(d_v), n_k);
    row = panels + block_panels * panel_floats;
    end = row + static_cast<std::size_t>(n_k) + attention_scratch_size(1, n_k, d_k, d_v);
  }
};

struct Fused {
  const MatrixView<const float>&q, k, v;
  const AttentionOptions& options;
  MatrixView<float> output;
  float* scratch;
  Layout layout;

  Panel panel(int index) const {
    float* queries = scratch + layout.panels + static_cast<std::size_t>(index) * layout.panel_floats;
    float* maxima = queries + panel_size * k.cols;
    return {queries, maxima, maxima + panel_size, maxima + 2 * panel_size};
  }

  int size_at(int i) const { return std::min(panel_size, q.rows - i); }
};

// -inf where a query may not see a key. Lanes beyond the last query do as the last one.
void mask_scores(const Fused& f, int first_query, int first_key, int n_keys, float* scores) {
  for (int r = 0; r < panel_size; ++r) {
    const int i = std::min(first_query + r, f.q.rows - 1);
    const int n_seen = causal_keys(i, f.q.rows, f.k.rows) - first_key;
    for (int j = 0; j < n_keys; ++j) {
      const bool seen =
          f.options.mask == Mask::causal ? j < n_seen : f.options.allowed(i, first_key + j) != 0;
      if (!seen) scores[j * panel_size + r] = -std::numeric_limits<float>::infinity();
    }
  }
}

// Panel p of the block, whose first query is i, past the block of keys from `first_key` on.
void pass(const Fused& f, int p, int i, int first_key) {
  int n_keys = std::min(block_keys, f.k.rows - first_key);
  if (f.options.mask == Mask::causal) {
    n_keys = std::min(n_keys, causal_keys(i + f.size_at(i) - 1, f.q.rows, f.k.rows) - first_key);
  }
  if (n_keys <= 0) return;
  const auto first = static_cast<std::size_t>(first_key);
  const float* keys = f.scratch + f.layout.keys + first * static_cast<std::size_t>(f.k.cols);
  const float* values = f.scratch + f.layout.values + first * group_size;
  float* weights = f.scratch;
  const Panel panel = f.panel(p);
  compute_scores(panel, keys, n_keys, f.k.cols, weights);
  if (f.options.mask != Mask::none) mask_scores(f, i, first_key, n_keys, weights);
  compute_weights(panel, weights, n_keys, f.v.cols, first_key == 0);
  add_values(panel, weights, values, static_cast<std::ptrdiff_t>(f.k.rows) * group_size, n_keys, f.v.cols,
             first_key == 0);
}

// Query i through attention_forward, which knows what to do with infinite and NaN entries.
void attend_row(const Fused& f, int i) {
  AttentionOptions options = f.options;
  int n_k = f.k.rows;
  if (options.mask == Mask::causal) {
    options.mask = Mask::none;
    n_k = causal_keys(i, f.q.rows, f.k.rows);
  } else if (options.mask == Mask::given) {
    options.allowed = options.allowed.rows_from(i, 1);
  }
  float* scratch = f.scratch + f.layout.row;
  const MatrixView<float> weights = {scratch, 1, n_k, n_k};
  attention_forward(f.q.rows_from(i, 1), f.k.rows_from(0, n_k), f.v.rows_from(0, n_k), options, weights,
                    weights, f.output.rows_from(i, 1),
                    {scratch + n_k, attention_scratch_size(1, n_k, f.k.cols, f.v.cols)});
}

void finish_panel(const Fused& f, int p, int i) {
  bool trusted[panel_size];
  finish(f.panel(p), f.output.rows_from(i, f.size_at(i)), trusted);
  for (int r = 0; r < f.size_at(i); ++r) {
    if (!trusted[r]) attend_row(f, i + r);
  }
}

}  // namespace

std::size_t fused_attention_scratch_size(int /*n_q*/, int n_k, int d_k, int d_v) {
  return Layout(n_k, d_k, d_v).end;
}

void fused_attention_forward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                             const MatrixView<const float>& v, const AttentionOptions& options,
                             const MatrixView<float>& output, std::span<float> scratch) {
  const Fused f = {q, k, v, options, output, scratch.data(), Layout(k.rows, k.cols, v.cols)};
  const float factor = options.scale / options.temperature * std::numbers::log2e_v<float>;
  pack_keys(k, f.scratch + f.layout.keys);
  pack_values(v, f.scratch + f.layout.values);
  for (int block = 0; block < q.rows; block += block_queries) {
    const int n_panels = (std::min(block_queries, q.rows - block) + panel_size - 1) / panel_size;
    for (int p = 0; p < n_panels; ++p) {
      const int i = block + p * panel_size;
      start(f.panel(p), q.rows_from(i, f.size_at(i)), factor);
    }
    for (int j = 0; j < k.rows; j += block_keys) {
      for (int p = 0; p < n_panels; ++p) pass(f, p, block + p * panel_size, j);
    }
    for (int p = 0; p < n_panels; ++p) finish_panel(f, p, block + p * panel_size);
  }
}

}  // namespace attn
