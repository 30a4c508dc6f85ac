// Numbers from text. Emscripten's own functions for it go through 128-bit floats and weigh a twelfth of the
// module.
#pragma once

namespace attn {

/// The double nearest to the decimal number at the start of `text`, ties to even:
/// [-+]digits[.digits][e[-+]digits]. Infinite where it is too large. `end` is behind what was read.
double read_decimal(const char* text, const char*& end);

}  // namespace attn
