#include "ops/fused_panel.hpp"

#include <algorithm>

#include "ops/elementary_batch.hpp"
#include "ops/tile.hpp"

namespace attn {
namespace {

static_assert(panel_size == tile_cols && group_size == tile_rows);

// packed[k stride + r] = factor x(r, k) for four rows r; where x has fewer, the last one is repeated.
void pack_four(const MatrixView<const float>& x, float factor, float* packed, int stride) {
  const float* row[4];
  for (int r = 0; r < 4; ++r) row[r] = x.row(std::min(r, x.rows - 1));
  int k = 0;
  for (; k + batch_width <= x.cols; k += batch_width) {
    Batch part[4] = {load(row[0] + k), load(row[1] + k), load(row[2] + k), load(row[3] + k)};
    transpose(part);
    for (const Batch& terms : part) {
      store(packed, terms * factor);
      packed += stride;
    }
  }
  for (; k < x.cols; ++k, packed += stride) {
    for (int r = 0; r < 4; ++r) packed[r] = row[r][k] * factor;
  }
}

// 2^(score - maximum) for an integer maximum; exactly 0 from 2^-127 down.
inline Batch power(Batch score, Batch maximum) {
  const Batch s = max(score, maximum - 127.0f);
  const Batch magic = round_magic - maximum;
  const Batch shifted = s + magic;  // the whole part of s - maximum, in the low bits
  const Batch r = s - (shifted - magic);
  // Minimax polynomial for 2^r, 1 at r = 0, in pairs (Estrin 1960) for a short chain.
  const Batch r2 = r * r;
  const Batch p01 = 0x1.62e42ap-1f * r + 1.0f;
  const Batch p23 = 0x1.c6b752p-5f * r + 0x1.ebf9bcp-3f;
  const Batch p45 = 0x1.5bba14p-10f * r + 0x1.3cea88p-7f;
  const Batch p = (p45 * r2 + p23) * r2 + p01;
  return from_bits(bits(p) + (bits(shifted) << 23));
}

}  // namespace

void pack_keys(const MatrixView<const float>& k, float* packed) {
  for (int j = 0; j < k.rows; j += group_size, packed += group_size * k.cols) {
    pack_four(k.rows_from(j, std::min(4, k.rows - j)), 1.0f, packed, group_size);
    const float* fifth = k.row(std::min(j + 4, k.rows - 1));
    for (int c = 0; c < k.cols; ++c) packed[c * group_size + 4] = fifth[c];
  }
}

void pack_values(const MatrixView<const float>& v, float* packed) {
  for (int c = 0; c < v.cols; c += group_size) {
    const int n = std::min(group_size, v.cols - c);
    for (int j = 0; j < v.rows; ++j, packed += group_size) {
      const float* row = v.row(j) + c;
      if (n == group_size) {
        store(packed, load(row));
        packed[4] = row[4];
      } else {
        for (int u = 0; u < group_size; ++u) packed[u] = u < n ? row[u] : 0.0f;
      }
    }
  }
}

void start(Panel panel, const MatrixView<const float>& q, float factor) {
  for (int r = 0; r < panel_size; r += 4) {
    const int first = std::min(r, q.rows - 1);
    pack_four(q.rows_from(first, std::min(4, q.rows - first)), factor, panel.queries + r, panel_size);
  }
  std::fill_n(panel.maxima, panel_size, -score_limit);
  std::fill_n(panel.sums, panel_size, 0.0f);
}

void compute_scores(Panel panel, const float* keys, int n_keys, int d_k, float* scores) {
  for (int j = 0; j < n_keys; j += group_size, keys += group_size * d_k) {
    Batch sum[tile_rows][2];
    for (auto& row : sum) row[0] = row[1] = Batch(0.0f);
    accumulate<tile_rows>(sum, keys, 1, group_size, panel.queries, d_k);
    for (const auto& row : sum) {
      store(scores, row[0]);
      store(scores + batch_width, row[1]);
      scores += panel_size;
    }
  }
}

void compute_weights(Panel panel, float* scores, int n_keys, int d_v, bool first) {
  const float* const end = scores + n_keys * panel_size;
  Batch largest[2] = {load(scores), load(scores + batch_width)};
  for (const float* s = scores; s != end; s += panel_size) {
    largest[0] = max(largest[0], load(s));
    largest[1] = max(largest[1], load(s + batch_width));
  }
  Batch maximum[2], sum[2], ratio[2];
  bool grown = false;
  for (int h = 0; h < 2; ++h) {
    const Batch before = load(panel.maxima + h * batch_width);
    maximum[h] = max(before, (largest[h] + round_magic) - round_magic);
    ratio[h] = power(before, maximum[h]);
    sum[h] = load(panel.sums + h * batch_width) * ratio[h];
    grown = grown || any(before != maximum[h]);
  }
  for (float* s = scores; s != end; s += panel_size) {
    const Batch w0 = power(load(s), maximum[0]), w1 = power(load(s + batch_width), maximum[1]);
    store(s, w0);
    store(s + batch_width, w1);
    sum[0] += w0;
    sum[1] += w1;
  }
  for (int h = 0; h < 2; ++h) {
    store(panel.maxima + h * batch_width, maximum[h]);
    store(panel.sums + h * batch_width, sum[h]);
  }
  if (first || !grown) return;
  float* output = panel.output;
  for (int c = 0; c < d_v; ++c, output += panel_size) {
    store(output, load(output) * ratio[0]);
    store(output + batch_width, load(output + batch_width) * ratio[1]);
  }
}

void add_values(Panel panel, const float* weights, const float* values, std::ptrdiff_t group_stride,
                int n_keys, int d_v, bool first) {
  float* output = panel.output;
  for (int c = 0; c < d_v; c += group_size, values += group_stride, output += group_size * panel_size) {
    Batch sum[tile_rows][2];
    for (int r = 0; r < tile_rows; ++r) {
      const float* before = output + r * panel_size;
      sum[r][0] = first ? Batch(0.0f) : load(before);
      sum[r][1] = first ? Batch(0.0f) : load(before + batch_width);
    }
    accumulate<tile_rows>(sum, values, 1, group_size, weights, n_keys);
    for (int r = 0; r < tile_rows; ++r) {
      store(output + r * panel_size, sum[r][0]);
      store(output + r * panel_size + batch_width, sum[r][1]);
    }
  }
}

void finish(Panel panel, const MatrixView<float>& output, bool (&trusted)[panel_size]) {
  for (int first = 0; first < output.rows; first += batch_width) {
    const Batch inverse = 1.0f / load(panel.sums + first);
    const int n_rows = std::min(batch_width, output.rows - first);
    Batch zero(0.0f);  // stays 0 where all is finite
    for (int c = 0; c < output.cols; c += batch_width) {
      Batch part[4];
      for (int u = 0; u < 4; ++u) {
        part[u] = load(panel.output + (c + u) * panel_size + first) * inverse;
        zero += part[u] - part[u];
      }
      transpose(part);
      const int n_cols = std::min(batch_width, output.cols - c);
      for (int r = 0; r < 4; ++r) {
        if (r >= n_rows) break;
        float* to = output.row(first + r) + c;
        n_cols == batch_width ? store(to, part[r]) : store_partial(to, part[r], n_cols);
      }
    }
    float zeros[batch_width];
    store(zeros, zero);
    for (int r = 0; r < n_rows; ++r) {
      const float maximum = panel.maxima[first + r];
      trusted[first + r] = zeros[r] == 0 && -score_limit < maximum && maximum < score_limit;
    }
  }
}

}  // namespace attn
