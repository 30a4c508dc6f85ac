#pragma once

#include <string_view>

namespace attn {

class Config;

/// Fills `config` from JSON text, or records in it what is wrong with the text.
void read_config(std::string_view json, Config& config);

}  // namespace attn
