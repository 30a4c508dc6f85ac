// The kinds of experiment in lookup.wasm, the module of a page with Figure 1 alone: in the place of
// kinds.cpp, so that nothing else is linked.

#include "experiments/experiment.hpp"

namespace attn {

std::span<const Kind> kinds() {
  static constexpr Kind some[] = {
      {"attention", make_attention},  // the host's check of the machine, at the start
      {"soft_lookup", make_soft_lookup},
  };
  return some;
}

}  // namespace attn
