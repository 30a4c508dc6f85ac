// The recurrent network against its twin.
#include <doctest/doctest.h>

#include "twin.hpp"

namespace attn::test {
namespace {

const Example example{{}, {3, 0, 6, 3, 5}, {0, 6, -1, 5, 1}};

}  // namespace

TEST_CASE("recurrent: logits, loss and the gradient of every parameter, against double") {
  for (const std::string tied : {"true", "false"}) {
    for (const std::string n_layers : {"1", "2", "3"}) {
      const Built built = build_noisy(make_recurrent, std::string(R"({"vocab_size": 7, "d_model": 9)") +
                                                          R"(, "n_tokens": 6, "n_layers": )" + n_layers +
                                                          R"(, "tied": )" + tied + "}");
      CAPTURE(tied);
      CAPTURE(n_layers);
      CHECK(forward_error(built, twin_recurrent, example) < 2e-6);         // at worst 4.0e-7
      CHECK(gradient_error(built, twin_recurrent, example, 1000) < 1e-5);  // at worst 4.6e-7
    }
  }
}

}  // namespace attn::test
