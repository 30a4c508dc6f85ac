// Eight queries on their way past the keys: the parts of fused attention that take its time.
#pragma once

#include <cstddef>

#include "ops/matrix.hpp"

namespace attn {

inline constexpr int panel_size = 8;  ///< queries, one to a lane
inline constexpr int group_size = 5;  ///< keys, or columns of v, that make the rows of a tile

/// Scores in powers of two stay below this, so that score + 1.5 2^23 - maximum still resolves integers.
inline constexpr float score_limit = 0x1p21f;

/// Entries of n in whole groups, and the groups.
inline int count_groups(int n) { return (n + group_size - 1) / group_size; }
inline int in_groups(int n) { return count_groups(n) * group_size; }

/// What the queries of a panel have accumulated over the keys seen so far.
struct Panel {
  float* queries;  ///< [d_k, 8] scaled
  float* maxima;   ///< [8] the largest score, rounded to an integer
  float* sums;     ///< [8] of the weights
  float* output;   ///< [panel_rows(d_v), 8] the sum of values, weighted; anything before the first keys
};

/// Rows of Panel::output: whole groups and whole batches.
inline int panel_rows(int d_v) { return in_groups(d_v) + 3; }

/// packed [count_groups(k.rows), k.cols, 5] = keys in groups, the terms of a group side by side.
void pack_keys(const MatrixView<const float>& k, float* packed);

/// packed [count_groups(v.cols), v.rows, 5] = columns of v in groups, zeros beyond the last one.
void pack_values(const MatrixView<const float>& v, float* packed);

/// An empty panel for the queries q [1 to 8, d_k], multiplied by `factor`; the last one repeated up to 8.
void start(Panel panel, const MatrixView<const float>& q, float factor);

/// scores [in_groups(n_keys), 8] = keys q^T for `n_keys` keys packed at `keys`, in powers of two.
void compute_scores(Panel panel, const float* keys, int n_keys, int d_k, float* scores);

/// Online softmax (Milakov & Gimelshein 2018, algorithm 3): scores [n_keys, 8] become weights 2^(score -
/// maximum) under the largest score so far, and what was accumulated before is brought to the same scale. The
/// maximum is rounded to an integer: then rescaling is exact, and a key of weight 0 changes no bit. `first`
/// if there was nothing before.
void compute_weights(Panel panel, float* scores, int n_keys, int d_v, bool first);

/// output += v^T weights for `n_keys` keys, or output = v^T weights if they are the first ones; `values`
/// points at the first of them in the first group, whose groups are `group_stride` floats apart.
void add_values(Panel panel, const float* weights, const float* values, std::ptrdiff_t group_stride,
                int n_keys, int d_v, bool first);

/// output [1 to 8, d_v] = accumulated / sum. trusted[r] is false where a number on the way was infinite, NaN
/// or beyond score_limit, or no key was seen at all: do that row again.
void finish(Panel panel, const MatrixView<float>& output, bool (&trusted)[panel_size]);

}  // namespace attn
