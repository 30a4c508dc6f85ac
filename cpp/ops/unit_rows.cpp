#include "ops/unit_rows.hpp"

#include <cmath>

namespace attn {

void unit_rows(const MatrixView<const float>& x, const MatrixView<float>& unit) {
  for (int i = 0; i < x.rows; ++i) {
    double squares = 0;
    for (int j = 0; j < x.cols; ++j) squares += static_cast<double>(x(i, j)) * static_cast<double>(x(i, j));
    const double inverse = squares == 0 ? 0 : 1 / std::sqrt(squares);
    for (int j = 0; j < x.cols; ++j) unit(i, j) = static_cast<float>(x(i, j) * inverse);
  }
}

}  // namespace attn
