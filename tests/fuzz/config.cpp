// The door for JSON, given any bytes: the first line is the kind, the second its config, and each other one a
// request. Nothing may go wrong but what has a sentence, and what was accepted must run. How to run: see
// CMakeLists.txt.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "experiments/experiment.hpp"

// Sizes are the caller's to choose: where memory ends there is a sentence.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=64";
}

namespace {

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view kind = take_line(text), json = take_line(text);
  attn::Failure failure;
  const auto experiment = attn::create_experiment(kind, json, failure);
  if ((experiment == nullptr) == failure.sentence.empty()) std::abort();
  // So that no input takes longer than milliseconds.
  constexpr std::size_t small = 1 << 20;
  if (!experiment || experiment->tensors.n_bytes() > small) return 0;
  experiment->run(1);
  while (!text.empty()) {
    if (configure(*experiment, take_line(text)).sentence.empty()) experiment->run(3);
  }
  return 0;
}
