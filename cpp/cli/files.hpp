// Files whole. What cannot be done throws Stop.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace attn::cli {

std::string read_file(const std::string& path);

/// Fails if the file could not be written later; one that is there keeps its bytes.
void check_writable(const std::string& path);
void write_file(const std::string& path, std::span<const std::byte> bytes);

}  // namespace attn::cli
