// The whole boundary between the module and its host: nothing else is exported.
// Text goes in and out as UTF-8 ending in a zero byte; tensors are read and written in place at the addresses
// that the directory names. Nothing throws: a call that fails says so in its result and leaves a sentence in
// attn_text.

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "experiments/experiment.hpp"
#include "model/safetensors.hpp"

#define ATTN_EXPORT extern "C" __attribute__((used, visibility("default")))

namespace {

// Raised whenever a signature below, or the form of the directory, changes.
constexpr int abi = 2;

struct Handle {
  std::unique_ptr<attn::Experiment> experiment;
  std::string directory;
};

// What went wrong in the last call that failed, as `code: sentence`. Fixed, so that an error holds no memory.
char text[1024];

void report(std::string_view code, std::string_view sentence) {
  std::string whole = std::string(code) + ": " + std::string(sentence);
  std::ranges::replace(whole, '\0', '?');  // as a key may have them, and the host stops at the first
  *std::copy_n(whole.begin(), std::min(whole.size(), sizeof text - 1), text) = '\0';
}

// 0, or 1 with the failure's sentence left behind.
int reported(const attn::Failure& failure) {
  if (failure.sentence.empty()) return 0;
  report(failure.code, failure.sentence);
  return 1;
}

}  // namespace

/// The version of this boundary; a host that expects another one must not go on.
ATTN_EXPORT int attn_abi() { return abi; }

/// `size` bytes for text, or null if there is not enough memory.
ATTN_EXPORT char* attn_alloc(std::size_t size) { return static_cast<char*>(std::malloc(size)); }
ATTN_EXPORT void attn_free(char* memory) { std::free(memory); }

/// An experiment of a kind from its JSON config, or null.
ATTN_EXPORT Handle* attn_create(const char* kind, const char* json) {
  attn::Failure failure;
  auto experiment = attn::create_experiment(kind, json, failure);
  if (!experiment) {
    report(failure.code, failure.sentence);
    return nullptr;
  }
  return new Handle{std::move(experiment), {}};
}

/// Sets what the next runs do, for experiments that can do several things. 0 if all is well.
ATTN_EXPORT int attn_configure(Handle* handle, const char* json) {
  return reported(attn::configure(*handle->experiment, json));
}

/// The experiment's tensors as they are now, for their shapes follow the input:
/// `[{"name": "q", "shape": [5, 4], "dtype": "f32", "offset": 65600}, ...]`; parameters have `"trained":
/// true`. The text is the experiment's, and good until the next call.
ATTN_EXPORT const char* attn_tensors(Handle* handle) {
  handle->directory = handle->experiment->tensors.directory();
  return handle->directory.c_str();
}

/// Computes `n_steps` steps from the input tensors. 0 if all is well, 1 if not, 2 if all is well but the
/// directory is another now.
ATTN_EXPORT int attn_run(Handle* handle, int n_steps) {
  const int version = handle->experiment->tensors.version();
  if (reported({"invalid_argument", handle->experiment->run(n_steps)})) return 1;
  return handle->experiment->tensors.version() == version ? 0 : 2;
}

/// Writes the weights as a safetensors file of as many bytes as are returned; with null, only counts them.
ATTN_EXPORT std::size_t attn_save(Handle* handle, std::byte* file) {
  const std::vector<attn::Tensor*> weights = handle->experiment->weights();
  const std::size_t size = attn::safetensors_size(weights);
  if (file) attn::write_safetensors(weights, {file, size});
  return size;
}

/// Reads the weights from such a file. 0 if all is well.
ATTN_EXPORT int attn_load(Handle* handle, const std::byte* file, std::size_t size) {
  return reported({"invalid_argument", attn::load(*handle->experiment, {file, size})});
}

/// Why the last call that failed did so.
ATTN_EXPORT const char* attn_text() { return text; }

ATTN_EXPORT void attn_destroy(Handle* handle) { delete handle; }

/// Bytes now held from the allocator.
ATTN_EXPORT std::size_t attn_live_bytes() { return static_cast<std::size_t>(mallinfo().uordblks); }
