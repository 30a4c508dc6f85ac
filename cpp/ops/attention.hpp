// Scaled dot-product attention, with every intermediate kept.
#pragma once

#include <cstddef>
#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// Which keys a query may attend to.
enum class Mask {
  none,
  causal,  ///< query i sees keys 0 ... i + n_k - n_q: aligned at the end, as with a cache of earlier keys
  given,   ///< query i sees key j where allowed(i, j) is not 0
};

struct AttentionOptions {
  float scale = 1;        ///< multiplies q k^T; usually 1 / sqrt(d_k)
  float temperature = 1;  ///< >= 0, with the exact limits of softmax_rows
  Mask mask = Mask::none;
  MatrixView<const float> allowed = {};  ///< [n_q, n_k] of 0 and 1, for Mask::given
  /// ALiBi (Press, Smith & Lewis 2022, section 3): this times the distance of key and query is taken from a
  /// score. Distances are counted with both sequences aligned at the end.
  float alibi_slope = 0;
};

/// Floats of scratch that attention_forward needs.
std::size_t attention_scratch_size(int n_q, int n_k, int d_k, int d_v);

/// scores = scale q k^T - alibi_slope |i - j|, -inf where masked; weights = softmax(scores / temperature);
/// output = weights v (Vaswani et al. 2017, equation 1).
///
/// q [n_q, d_k], k [n_k, d_k], v [n_k, d_v]; scores [n_q, n_k], weights [n_q, n_k] and output [n_q, d_v]
/// written; scratch [attention_scratch_size(...)]. weights may be scores itself; nothing else may overlap.
///
/// A key of weight 0 contributes nothing, even where its v is infinite or NaN: it is left out, not multiplied
/// by 0. A masked key has score -inf and weight 0 whatever its k. A query that sees no key has weights 0 and
/// output 0. Causal attention over n tokens gives each row the same bits as attention over its prefix alone.
void attention_forward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                       const MatrixView<const float>& v, const AttentionOptions& options,
                       const MatrixView<float>& scores, const MatrixView<float>& weights,
                       const MatrixView<float>& output, std::span<float> scratch);

/// attention_forward for each head h on its own columns: d_k / n_heads of q and k, d_v / n_heads of v and
/// output (Vaswani et al. 2017, section 3.2.2, without the projections). n_heads divides d_k and d_v; scores
/// and weights [n_heads n_q, n_k], head after head; the rest as above. scratch [attention_scratch_size(n_q,
/// n_k, d_k / n_heads, d_v / n_heads)].
void multi_head_attention_forward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                                  const MatrixView<const float>& v, int n_heads,
                                  const AttentionOptions& options, const MatrixView<float>& scores,
                                  const MatrixView<float>& weights, const MatrixView<float>& output,
                                  std::span<float> scratch);

/// The diagonal of scores and weights: query i sees no key after i + this.
int mask_diagonal(Mask mask, int n_q, int n_k);

/// How many keys query i sees under the causal mask, between 0 and n_k.
int causal_keys(int i, int n_q, int n_k);

}  // namespace attn
