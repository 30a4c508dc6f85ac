// The size of a matrix, and whether all of it is finite.
#pragma once

#include "ops/matrix.hpp"

namespace attn {

/// sum_ij x_ij^2, the squared Frobenius norm. By Cauchy and Schwarz no product of a row of x and a row of y
/// exceeds the root of both sums multiplied.
/// x [n_rows, n]. Infinite or NaN if an entry is, and also if entries beyond 1e19 overflow: a finite result
/// proves a finite matrix. The order of summation is unspecified; use it for decisions, not for numbers
/// shown.
float sum_of_squares(const MatrixView<const float>& x);

}  // namespace attn
