// Where a token stands: sinusoids added to the input, rotations of queries and keys, slopes of the scores.
#pragma once

#include "ops/matrix.hpp"

namespace attn {

/// table_{t, 2i} = sin(p / 10000^(2i / d)), table_{t, 2i + 1} = cos(the same), p = first_position + t
/// (Vaswani et al. 2017, section 3.5). Of an odd d the last column is a sine.
/// table [n_tokens, d] written; first_position >= 0. Angles are computed in double: at p = 10^4 a float would
/// be off by 5e-4 radians.
void sinusoidal_positions(int first_position, const MatrixView<float>& table);

/// Which two of d components a rotation turns.
enum class RopePairing {
  interleaved,  ///< 2i and 2i + 1, as in the paper
  halves,       ///< i and i + d / 2: the same up to a permutation of the components
};

/// cos_ti = cos(p theta_i), sin_ti = sin(p theta_i), theta_i = base^(-2i / d), p = first_position + t
/// (Su et al. 2021, section 3.2.2; their i starts at 1). base is 10000 in the paper.
/// cos [n_tokens, d / 2] and sin [n_tokens, d / 2] written, for components x [n_tokens, d], d even.
void rope_angles(int first_position, float base, const MatrixView<float>& cos, const MatrixView<float>& sin);

/// (y_a, y_b) = (x_a cos - x_b sin, x_a sin + x_b cos) for each pair (a, b) (Su et al. 2021, equation 34).
/// Products of rows rotated so depend on the difference of their positions only; position 0 is the identity.
/// x [n_tokens, d], cos and sin [n_tokens, d / 2] of rope_angles; y [n_tokens, d] written, may be x itself.
void rope_forward(const MatrixView<const float>& x, const MatrixView<const float>& cos,
                  const MatrixView<const float>& sin, RopePairing pairing, const MatrixView<float>& y);

/// The rotation back, which is the gradient: (dx_a, dx_b) = (dy_a cos + dy_b sin, -dy_a sin + dy_b cos).
/// dy [n_tokens, d], cos and sin as in the forward; dx [n_tokens, d] written, may be dy itself.
void rope_backward(const MatrixView<const float>& dy, const MatrixView<const float>& cos,
                   const MatrixView<const float>& sin, RopePairing pairing, const MatrixView<float>& dx);

/// The slope m of head h of n_heads, to add -m (i - j) to the score of query i and key j (Press, Smith &
/// Lewis 2022, section 3): m = 2^(-8 (h + 1) / n) for n heads, n a power of 2. For other n_heads, as in the
/// authors' code, n is the power of 2 below, and the heads from n on take every other slope of 2n heads.
float alibi_slope(int head, int n_heads);

}  // namespace attn
