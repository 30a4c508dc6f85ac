// Rows of length 1.
#pragma once

#include "ops/matrix.hpp"

namespace attn {

/// unit_i = x_i / |x_i|, so that the product of two rows is the cosine of their angle; a zero row stays zero.
/// x [n_rows, n]; unit [n_rows, n] written, may be x itself.
/// The sum of squares is kept in double, where no float overflows or underflows.
void unit_rows(const MatrixView<const float>& x, const MatrixView<float>& unit);

}  // namespace attn
