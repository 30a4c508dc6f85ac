// The part of the boundary that only experiments with weights have a use for.

#include <cstddef>
#include <vector>

#include "model/safetensors.hpp"
#include "wasm/api.hpp"

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
