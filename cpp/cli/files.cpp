#include "cli/files.hpp"

#include <fstream>
#include <iterator>

#include "cli/options.hpp"

namespace attn::cli {

// Folders can be opened, but not read.
std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.peek();
  if (!file && !file.eof()) throw Stop{"the file " + path + " cannot be read"};
  file.clear();
  return {std::istreambuf_iterator<char>(file), {}};
}

void check_writable(const std::string& path) {
  if (!std::ofstream(path, std::ios::app)) throw Stop{"the file " + path + " cannot be written"};
}

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw Stop{"the file " + path + " cannot be written"};
}

}  // namespace attn::cli
