#include "ops/elementary.hpp"

#include "ops/elementary_batch.hpp"

namespace attn {

float exp(float x) { return first_lane(exp(broadcast(x))); }

float log(float x) { return first_lane(log(broadcast(x))); }

}  // namespace attn
