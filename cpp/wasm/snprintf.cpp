// The module's own snprintf. nlohmann/json, its only caller, writes one thing with it: `<U+%.4X>`, a control
// character in an error text. The C library's, with all it can do, would be a twelfth of the module.

#include <algorithm>
#include <cstdarg>
#include <cstddef>

extern "C" int snprintf(char* text, std::size_t size, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const unsigned code = va_arg(arguments, unsigned);
  va_end(arguments);
  char whole[] = "<U+0000>";
  for (int digit = 0; digit < 4; ++digit) whole[6 - digit] = "0123456789ABCDEF"[code >> (4 * digit) & 15];
  const std::size_t length = std::min(size, sizeof whole) - 1;
  *std::copy_n(whole, length, text) = '\0';
  return static_cast<int>(length);
}
