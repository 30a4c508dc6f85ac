// Files in the safetensors format, made by hand.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace attn::test {

/// Bytes on the heap that end exactly with the last one, so that AddressSanitizer sees every over-read.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : size_(bytes.size()), data_(new std::byte[bytes.size()]) {
    std::memcpy(data_.get(), bytes.data(), bytes.size());
  }
  operator std::span<const std::byte>() const { return {data_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> data_;
};

/// 8 bytes, the lowest first.
inline std::string little_endian(std::uint64_t number) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(number >> 8 * i & 0xff);
  return bytes;
}

/// Length, header and data.
inline Bytes file_of(const std::string& header, const std::string& data = "") {
  return Bytes(little_endian(header.size()) + header + data);
}

/// IEEE 754 single precision, the lowest byte first.
inline std::string floats(std::initializer_list<float> values) {
  std::string bytes;
  for (const float value : values) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    bytes += little_endian(bits).substr(0, 4);
  }
  return bytes;
}

}  // namespace attn::test
