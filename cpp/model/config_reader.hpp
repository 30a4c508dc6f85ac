#pragma once

#include <string>
#include <string_view>

namespace attn {

class Config;

/// Fills `config` from JSON text, or records in it what is wrong with the text. Objects inside it and nulls
/// are passed over where it is `foreign`.
void read_config(std::string_view json, Config& config, bool foreign);

/// What the JSON parser found wrong, without the parser's own number for it.
std::string json_error(std::string_view what);

}  // namespace attn
