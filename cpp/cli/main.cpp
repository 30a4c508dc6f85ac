// attn: trains small transformers, generates from them and looks into their files.
#include <algorithm>
#include <cstdio>
#include <new>
#include <string_view>

#include "cli/commands.hpp"

namespace attn::cli {
namespace {

struct Command {
  std::string_view name;
  void (*run)(Options);
  std::string_view help;
};

constexpr Command commands[] = {
    {"train", train, R"(attn train CONFIG.json --data FILE|TASK [--out WEIGHTS.safetensors] [OPTION VALUE]...

Trains the model of CONFIG.json, a JSON object such as {"vocab_size": 256, "n_layers": 2,
"d_model": 64, "n_heads": 4, "n_tokens": 64, "keep": false}. Says on stderr how it goes.

  --data           a file with a text (with . or / in its name), or the name of a task: induction,
                   delayed_copy, markov; of a model with an encoder reversal, dates
  --out            where the weights go
  --from           weights to start from
  --kind           decoder, transformer or recurrent; else a config with n_encoder_layers is a transformer
  --characters-of  a file whose characters are the tokens; else bytes are
  --steps, --batch-size, --learning-rate, --schedule, --warmup-steps, --final-rate, --weight-decay,
  --optimizer, --clip, --seed, and a task's own settings are those of the JavaScript interface
)"},
    {"generate", generate,
     R"(attn generate CONFIG.json WEIGHTS.safetensors --prompt TEXT|--tokens 1,2,3 [OPTION VALUE]...

Writes what follows the prompt, as text or, after --tokens, as numbers. CONFIG.json may be GPT-2's, the
weights under its names.

  --n              how many tokens (100)
  --temperature    divides the logits; 0 takes the most probable token (1)
  --top-k          draws among the k most probable tokens; 0 among all (0)
  --seed           of the draws (0)
  --source         what the encoder reads, as numbers
  --kind, --characters-of  as in training
)"},
    {"inspect", inspect, R"(attn inspect WEIGHTS.safetensors|CONFIG.json [--kind KIND]

Lists a file's tensors, or the parameters of a config's model and the memory that it takes.
)"},
};

constexpr std::string_view help = R"(attn COMMAND ...

  train     trains a model
  generate  continues a prompt
  inspect   lists weights, or what a config asks for

attn COMMAND --help says more. Exit codes: 0 done, 1 could not be done, 2 not understood.
)";

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

int run(std::vector<std::string> arguments) {
  if (arguments.empty()) throw Stop{"a command is missing: train, generate, inspect or --help", 2};
  const bool asks = std::ranges::find(arguments, "--help") != arguments.end();
  const auto command = std::ranges::find(commands, arguments.front(), &Command::name);
  if (command == std::end(commands) && !asks)
    throw Stop{"command (\"" + arguments.front() + "\") must be one of train, generate, inspect", 2};
  if (asks) {
    print(command == std::end(commands) ? help : command->help);
  } else {
    arguments.erase(arguments.begin());
    command->run(Options(std::move(arguments)));
  }
  return 0;
}

}  // namespace
}  // namespace attn::cli

int main(int n, char** arguments) {
  try {
    return attn::cli::run({arguments + 1, arguments + n});
  } catch (const attn::cli::Stop& stop) {
    std::fprintf(stderr, "attn: %s\n", stop.sentence.c_str());
    return stop.exit_code;
  } catch (const std::bad_alloc&) {
    std::fputs("attn: the memory of this machine does not suffice\n", stderr);
    return 1;
  }
}
