// The boundary between the module and its host: nothing is exported but this, and weights.cpp where models
// are. Text goes in and out as UTF-8 ending in a zero byte; tensors are read and written in place at the
// addresses that the directory names. Nothing throws: a call that fails says so in its result and leaves a
// sentence in attn_text.

#include "wasm/api.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>

// Raised whenever a signature below, or the form of the directory, changes.
static constexpr int abi = 2;

// What went wrong in the last call that failed, as `code: sentence`. Fixed, so that an error holds no memory.
static char text[1024];

int reported(const attn::Failure& failure) {
  if (failure.sentence.empty()) return 0;
  std::string whole = std::string(failure.code) + ": " + failure.sentence;
  std::ranges::replace(whole, '\0', '?');  // as a key may have them, and the host stops at the first
  *std::copy_n(whole.begin(), std::min(whole.size(), sizeof text - 1), text) = '\0';
  return 1;
}

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
    reported(failure);
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

/// Why the last call that failed did so.
ATTN_EXPORT const char* attn_text() { return text; }

ATTN_EXPORT void attn_destroy(Handle* handle) { delete handle; }

/// Bytes now held from the allocator.
ATTN_EXPORT std::size_t attn_live_bytes() { return static_cast<std::size_t>(mallinfo().uordblks); }
