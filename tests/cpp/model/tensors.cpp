#include "model/tensors.hpp"

#include <doctest/doctest.h>

namespace attn::test {

TEST_CASE("tensors: with an extent of 0 there is nothing in them") {
  TensorSet tensors;
  Tensor& empty = tensors.add("empty", {3, 0, 2});
  CHECK(empty.size() == 0);
  REQUIRE(tensors.allocate());
  CHECK(empty.span().empty());
}

}  // namespace attn::test
