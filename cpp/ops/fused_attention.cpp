#include "ops/fused_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ops/elementary_batch.hpp"
#include "ops/tile.hpp"

namespace attn {
namespace {

// A panel is 8 queries, one to a lane. Up to 8 panels pass over a block of keys while it stays in cache.
constexpr int panel_size = tile_cols;
constexpr int block_panels = 8;
constexpr int block_queries = block_panels * panel_size;
constexpr int block_keys = 64;

// Scores in powers of two stay below this, so that score + round_magic - maximum still resolves integers.
constexpr float score_limit = 0x1p21f;

int padded(int n) { return (n + tile_cols - 1) / tile_cols * tile_cols; }

// What the queries of a panel have accumulated over the keys seen so far.
struct Panel {
  float* queries;  // [d_k, 8] scaled
  float* maxima;   // [8] the largest score, rounded to an integer
  float* sums;     // [8] of the weights
  float* output;   // [8, padded(d_v)] the sum of values, weighted
};

struct Workspace {
  float* weights;  // [block_keys, 8], first the scores
  float* keys;     // [n_k / 4, d_k, 4]
  float* tail;     // [n_k, 8] the last columns of v, if they do not fill a tile
  float* panels;   // [block_panels] of Panel
  float* row;      // for attend_row
};

std::ptrdiff_t panel_floats(int d_k, int d_v) { return panel_size * (d_k + 2 + padded(d_v)); }

std::ptrdiff_t row_floats(int n_k, int d_k, int d_v) {
  return n_k + static_cast<std::ptrdiff_t>(attention_scratch_size(1, n_k, d_k, d_v));
}

Workspace lay_out(float* scratch, int n_k, int d_k, int d_v) {
  Workspace space;
  space.weights = scratch;
  space.keys = space.weights + block_keys * panel_size;
  space.tail = space.keys + static_cast<std::ptrdiff_t>(padded(n_k)) * d_k;
  space.panels = space.tail + static_cast<std::ptrdiff_t>(n_k) * tile_cols;
  space.row = space.panels + block_panels * panel_floats(d_k, d_v);
  return space;
}

Panel panel_at(float* panels, int index, int d_k, int d_v) {
  float* queries = panels + index * panel_floats(d_k, d_v);
  float* maxima = queries + panel_size * d_k;
  return {queries, maxima, maxima + panel_size, maxima + 2 * panel_size};
}

void pack_keys(MatrixView<const float> k, float* keys) {
  for (int j = 0; j < k.rows; j += tile_rows, keys += tile_rows * k.cols) {
    pack_four_rows(k.rows_from(j, std::min(tile_rows, k.rows - j)), 1.0f, keys, tile_rows);
  }
}

void pack_tail(MatrixView<const float> v, float* tail) {
  const int first = v.cols / tile_cols * tile_cols;
  if (first == v.cols) return;
  for (int j = 0; j < v.rows; ++j, tail += tile_cols) {
    std::fill(std::copy(v.row(j) + first, v.row(j) + v.cols, tail), tail + tile_cols, 0.0f);
  }
}

void start(Panel panel, MatrixView<const float> q, float factor, int d_v) {
  for (int r = 0; r < panel_size; r += tile_rows) {
    const int first = std::min(r, q.rows - 1);
    pack_four_rows(q.rows_from(first, std::min(tile_rows, q.rows - first)), factor, panel.queries + r,
                   panel_size);
  }
  std::fill_n(panel.maxima, panel_size, -score_limit);
  std::fill_n(panel.sums, panel_size, 0.0f);
  std::fill_n(panel.output, panel_size * padded(d_v), 0.0f);
}

// scores [n_keys, 8] = k q^T; up to 3 rows beyond the last key are written too.
void compute_scores(const float* keys, const float* queries, int n_keys, int d_k, float* scores) {
  for (int j = 0; j < n_keys; j += tile_rows, keys += tile_rows * d_k) {
    Batch sum[tile_rows][2];
    for (auto& row : sum) row[0] = row[1] = Batch(0.0f);
    accumulate<tile_rows, tile_rows>(sum, keys, 1, queries, panel_size, d_k);
    for (int r = 0; r < tile_rows; ++r, scores += panel_size) {
      store(scores, sum[r][0]);
      store(scores + batch_width, sum[r][1]);
    }
  }
}

// 2^(score - maximum) for an integer maximum; exactly 0 from 2^-127 down.
inline Batch power(Batch score, Batch maximum) {
  const Batch s = max(score, maximum - 127.0f);
  const Batch magic = round_magic - maximum;
  const Batch shifted = s + magic;
  const Batch r = s - (shifted - magic);
  // Minimax polynomial for 2^r, 1 at r = 0, in pairs (Estrin) for a short chain.
  const Batch r2 = r * r;
  const Batch p01 = 0x1.62e42ap-1f * r + 1.0f;
  const Batch p23 = 0x1.c6b752p-5f * r + 0x1.ebf9bcp-3f;
  const Batch p45 = 0x1.5bba14p-10f * r + 0x1.3cea88p-7f;
  const Batch p = (p45 * r2 + p23) * r2 + p01;
  return from_bits(bits(p) + (bits(shifted) << 23));
}

// Turns scores into weights under the largest score so far, and what was accumulated before to the same
// scale.
void compute_weights(Panel panel, float* scores, int n_keys, int d_v) {
  Batch largest[2] = {load(scores), load(scores + batch_width)};
  const float* const end = scores + n_keys * panel_size;
  for (const float* s = scores; s != end; s += panel_size) {
    largest[0] = max(largest[0], load(s));
    largest[1] = max(largest[1], load(s + batch_width));
  }
  Batch maximum[2], sum[2];
  bool grown = false;
  float correction[panel_size];
  for (int h = 0; h < 2; ++h) {
    const Batch before = load(panel.maxima + h * batch_width);
    maximum[h] = max(before, (largest[h] + round_magic) - round_magic);
    const Batch ratio = power(before, maximum[h]);
    sum[h] = load(panel.sums + h * batch_width) * ratio;
    store(correction + h * batch_width, ratio);
    grown = grown || any(before != maximum[h]);
  }
  for (float* s = scores; s != end; s += panel_size) {
    const Batch w0 = power(load(s), maximum[0]);
    const Batch w1 = power(load(s + batch_width), maximum[1]);
    store(s, w0);
    store(s + batch_width, w1);
    sum[0] += w0;
    sum[1] += w1;
  }
  for (int h = 0; h < 2; ++h) {
    store(panel.maxima + h * batch_width, maximum[h]);
    store(panel.sums + h * batch_width, sum[h]);
  }
  if (!grown) return;
  float* row = panel.output;
  for (int r = 0; r < panel_size; ++r) {
    for (int c = 0; c < padded(d_v); c += batch_width, row += batch_width)
      store(row, load(row) * correction[r]);
  }
}

// output += weights^T v.
void add_values(Panel panel, const float* weights, MatrixView<const float> values, const float* tail) {
  const int n_cols = padded(values.cols);
  for (int c = 0; c < n_cols; c += tile_cols) {
    const bool whole = c + tile_cols <= values.cols;
    const float* v = whole ? values.data + c : tail;
    const int stride = whole ? values.stride : tile_cols;
    for (int first = 0; first < panel_size; first += tile_rows) {
      float* output = panel.output + first * n_cols + c;
      Batch sum[tile_rows][2];
      for (int r = 0; r < tile_rows; ++r) {
        sum[r][0] = load(output + r * n_cols);
        sum[r][1] = load(output + r * n_cols + batch_width);
      }
      accumulate<tile_rows, panel_size>(sum, weights + first, 1, v, stride, values.rows);
      for (int r = 0; r < tile_rows; ++r) {
        store(output + r * n_cols, sum[r][0]);
        store(output + r * n_cols + batch_width, sum[r][1]);
      }
    }
  }
}

// Query `i` through attention_forward.
void attend_row(MatrixView<const float> q, MatrixView<const float> k, MatrixView<const float> v, int i,
                const AttentionOptions& options, MatrixView<float> output, float* scratch) {
  AttentionOptions row = options;
  int n_k = k.rows;
  if (options.mask == Mask::causal) {
    row.mask = Mask::none;
    n_k = causal_keys(i, q.rows, k.rows);
  } else if (options.mask == Mask::given) {
    row.allowed = options.allowed.rows_from(i, 1);
  }
  const MatrixView<float> weights = {scratch, 1, n_k, n_k};
  attention_forward(q.rows_from(i, 1), k.rows_from(0, n_k), v.rows_from(0, n_k), row, weights, weights,
                    output.rows_from(i, 1), {scratch + n_k, attention_scratch_size(1, n_k, q.cols, v.cols)});
}

// output = accumulated / sum; false if a number on the way was infinite, NaN or beyond the limit.
bool finish_row(Panel panel, int r, float* output, int d_v) {
  const float maximum = panel.maxima[r];
  const float inverse = 1 / panel.sums[r];
  const float* from = panel.output + r * padded(d_v);
  Batch zero(0.0f);  // stays 0 unless x is infinite or NaN
  int c = 0;
  for (; c + batch_width <= d_v; c += batch_width) {
    const Batch x = load(from + c) * inverse;
    zero += x - x;
    store(output + c, x);
  }
  const Batch x = load_partial(from + c, d_v - c, 0.0f) * inverse;
  zero += x - x;
  store_partial(output + c, x, d_v - c);
  return -score_limit < maximum && maximum < score_limit && sum_of_lanes(zero) == 0;
}

void mask_scores(const AttentionOptions& options, int first_query, int n_queries, int first_key, int n_keys,
                 int n_q, int n_k, float* scores) {
  for (int r = 0; r < n_queries; ++r) {
    const int i = first_query + r;
    const int seen = options.mask == Mask::causal ? causal_keys(i, n_q, n_k) - first_key : n_keys;
    for (int j = 0; j < n_keys; ++j) {
      const bool masked = options.mask == Mask::given ? options.allowed(i, first_key + j) == 0 : j >= seen;
      if (masked) scores[j * panel_size + r] = -std::numeric_limits<float>::infinity();
    }
  }
}

}  // namespace

std::size_t fused_attention_scratch_size(int /*n_q*/, int n_k, int d_k, int d_v) {
  float* const nothing = nullptr;
  return static_cast<std::size_t>(lay_out(nothing, n_k, d_k, d_v).row - nothing + row_floats(n_k, d_k, d_v));
}

void fused_attention_forward(MatrixView<const float> q, MatrixView<const float> k, MatrixView<const float> v,
                             const AttentionOptions& options, MatrixView<float> output,
                             std::span<float> scratch) {
  const Workspace space = lay_out(scratch.data(), k.rows, k.cols, v.cols);
  const float factor = options.scale / options.temperature * std::numbers::log2e_v<float>;
  pack_keys(k, space.keys);
  pack_tail(v, space.tail);
  for (int block = 0; block < q.rows; block += block_queries) {
    const int n_panels = padded(std::min(block_queries, q.rows - block)) / panel_size;
    for (int p = 0; p < n_panels; ++p) {
      const int i = block + p * panel_size;
      start(panel_at(space.panels, p, q.cols, v.cols), q.rows_from(i, std::min(panel_size, q.rows - i)),
            factor, v.cols);
    }
    for (int j = 0; j < k.rows; j += block_keys) {
      for (int p = 0; p < n_panels; ++p) {
        const int i = block + p * panel_size;
        const int n_queries = std::min(panel_size, q.rows - i);
        int n_keys = std::min(block_keys, k.rows - j);
        if (options.mask == Mask::causal)
          n_keys = std::min(n_keys, causal_keys(i + n_queries - 1, q.rows, k.rows) - j);
        if (n_keys <= 0) continue;
        const Panel panel = panel_at(space.panels, p, q.cols, v.cols);
        compute_scores(space.keys + static_cast<std::ptrdiff_t>(j) * k.cols, panel.queries, n_keys, k.cols,
                       space.weights);
        if (options.mask != Mask::none)
          mask_scores(options, i, n_queries, j, n_keys, q.rows, k.rows, space.weights);
        compute_weights(panel, space.weights, n_keys, v.cols);
        add_values(panel, space.weights, v.rows_from(j, n_keys),
                   space.tail + static_cast<std::ptrdiff_t>(j) * tile_cols);
      }
    }
    for (int p = 0; p < n_panels; ++p) {
      const Panel panel = panel_at(space.panels, p, q.cols, v.cols);
      for (int r = 0; r < std::min(panel_size, q.rows - block - p * panel_size); ++r) {
        const int i = block + p * panel_size + r;
        if (!finish_row(panel, r, output.row(i), v.cols)) attend_row(q, k, v, i, options, output, space.row);
      }
    }
  }
}

}  // namespace attn
