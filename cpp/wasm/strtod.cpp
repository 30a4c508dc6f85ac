// What nlohmann/json reads numbers with. The linker puts these in the place of Emscripten's own (--wrap),
// which weigh 5 kB.

#include <cerrno>
#include <cstdlib>
#include <limits>

#include "wasm/decimal.hpp"

extern "C" double __wrap_strtod(const char* text, char** end) {
  const char* after;
  const double value = attn::read_decimal(text, after);
  *end = const_cast<char*>(after);
  return value;
}

// Decimal only, as JSON has it; ERANGE says that the number does not fit.
extern "C" unsigned long long __wrap_strtoull(const char* text, char** end, int) {
  constexpr unsigned long long most = std::numeric_limits<unsigned long long>::max();
  unsigned long long value = 0;
  for (; *text >= '0' && *text <= '9'; ++text) {
    const auto digit = static_cast<unsigned>(*text - '0');
    if (value > (most - digit) / 10) errno = ERANGE;
    value = value * 10 + digit;
  }
  *end = const_cast<char*>(text);
  return value;
}

extern "C" long long __wrap_strtoll(const char* text, char** end, int) {
  const bool negative = *text == '-';
  const unsigned long long magnitude = __wrap_strtoull(text + negative, end, 10);
  constexpr auto most = static_cast<unsigned long long>(std::numeric_limits<long long>::max());
  if (magnitude > most + negative) errno = ERANGE;
  return static_cast<long long>(negative ? 0 - magnitude : magnitude);
}
