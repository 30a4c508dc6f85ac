// The door for JSON, given any bytes: the first line is the kind, the rest its config. Nothing may go wrong
// but what has a sentence, and an experiment that was made must run. How to run: see CMakeLists.txt.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "experiments/experiment.hpp"

// Sizes are the caller's to choose: where memory ends there is a sentence.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=64";
}

// So that no input takes longer than milliseconds.
static bool is_small(attn::TensorSet& tensors) {
  for (const char* name : {"x", "q", "k", "v", "scores", "weights", "output"}) {
    const attn::Tensor* tensor = tensors.find(name);
    if (tensor && tensor->size() > 1000) return false;
  }
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  if (end == text.npos) return 0;
  const std::string_view json = text.substr(end + 1);

  attn::Failure failure;
  const auto experiment = attn::create_experiment(text.substr(0, end), json, failure);
  if ((experiment == nullptr) == failure.sentence.empty()) std::abort();
  if (experiment && is_small(experiment->tensors)) experiment->run(1);
  return 0;
}
