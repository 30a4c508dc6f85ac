// How the learning rate changes over the steps.
#pragma once

namespace attn {

enum class Decay {
  constant,  ///< the peak for ever
  cosine,    ///< half a cosine down to `final_rate` at step n_steps, then constant (Loshchilov & Hutter 2017)
  inverse_sqrt,  ///< peak sqrt(warmup_steps / step) (Vaswani et al. 2017, equation 3)
};

struct Schedule {
  Decay decay = Decay::constant;
  float peak = 1e-3f;    ///< for equation 3: 1 / sqrt(d_model warmup_steps)
  int warmup_steps = 0;  ///< the rate grows linearly from peak / warmup_steps at step 1 to the peak
  int n_steps = 0;       ///< for cosine: where it ends
  float final_rate = 0;  ///< for cosine
};

/// The learning rate of step 1, 2, 3, ... Without warm-up, inverse_sqrt decays from the peak at step 1. A
/// cosine that ends with the warm-up or before (n_steps <= warmup_steps) is `final_rate` from step
/// warmup_steps on.
float learning_rate(const Schedule& schedule, int step);

}  // namespace attn
