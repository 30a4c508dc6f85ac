// The reader of weights, given any bytes as a file. What it accepts must lie within the file, cover its data
// once, and load. How to run: see CMakeLists.txt.

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "model/gpt2.hpp"
#include "model/load_weights.hpp"

namespace {

void demand(bool condition) {
  if (!condition) std::abort();
}

void check_tensors(const attn::SafetensorsFile& file, std::span<const std::byte> bytes) {
  std::size_t covered = 0;
  for (const attn::StoredTensor& stored : file.tensors) {
    covered += stored.bytes.size();
    demand(stored.bytes.data() >= bytes.data());
    demand(stored.bytes.data() + stored.bytes.size() <= bytes.data() + bytes.size());
    if (!stored.is_float()) continue;
    std::vector<float> values(stored.bytes.size() / (stored.dtype == "F32" ? 4 : 2));
    attn::widen(stored, 0, values);
  }
  std::uint64_t length = 0;
  for (int i = 7; i >= 0; --i)
    length = length << 8 | std::to_integer<std::uint64_t>(bytes[static_cast<std::size_t>(i)]);
  demand(covered == bytes.size() - 8 - length);
}

// A layer as the seeds have it.
void load(const attn::SafetensorsFile& file) {
  attn::TensorSet set;
  std::vector<attn::Tensor*> tensors;
  for (const char* name : {"layers.0.attention.w_q", "layers.0.attention.w_k", "layers.0.attention.w_v"})
    tensors.push_back(&set.add(name, {2, 2}));
  demand(set.allocate());
  attn::load_weights(tensors, file);
  attn::load_weights(tensors, file, attn::Gpt2Names());
}

void check(std::span<const std::byte> bytes) {
  const attn::SafetensorsFile file = attn::read_safetensors(bytes);
  demand(file.error.empty() || file.tensors.empty());
  if (file.error.empty()) check_tensors(file, bytes);
  load(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  check({bytes, size});
  if (size < 8) return 0;
  // Once more with the length of the header put right, as else hardly a change gets beyond it.
  std::vector<std::byte> file(bytes, bytes + size);
  std::size_t end = size;
  while (end > 8 && file[end - 1] != std::byte{'}'}) --end;
  for (std::size_t i = 0; i < 8; ++i) file[i] = static_cast<std::byte>((end - 8) >> 8 * i);
  check(file);
  return 0;
}
