// What this machine can do at most: a loop of products and sums that touches nothing but registers.
// Kernels are judged by their share of it, measured in the same run.
#include "ops/simd.hpp"

namespace {

// A product and a sum take about 6 cycles and two of each start per cycle, so 12 chains keep both units busy;
// 12 sums and 2 constants still fit the 15 registers that V8 leaves.
constexpr int n_chains = 12;

}  // namespace

/// Repeats sum_c = sum_c * factor + term on 12 batches of 4, n times: 96 n flop (12 x 4 products, 12 x 4
/// sums). Returns a number that depends on every sum, so that no compiler leaves one out.
extern "C" float peak(int n) {
  using namespace attn;
  Batch sum[n_chains];
  for (int c = 0; c < n_chains; ++c) sum[c] = broadcast(static_cast<float>(c));
  const Batch factor = broadcast(0.999f), term = broadcast(0.001f);
  for (int i = 0; i < n; ++i) {
    for (Batch& s : sum) s = s * factor + term;
  }
  Batch total = sum[0];
  for (int c = 1; c < n_chains; ++c) total += sum[c];
  return sum_of_lanes(total);
}
