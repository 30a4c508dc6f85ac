// What the command line can do.
#pragma once

#include "cli/options.hpp"

namespace attn::cli {

void train(Options options);
void generate(Options options);
void inspect(Options options);

}  // namespace attn::cli
