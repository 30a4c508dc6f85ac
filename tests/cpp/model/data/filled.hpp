// Examples of a task, on heap buffers that end exactly where they should.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "model/data/task.hpp"

namespace attn::test {

/// Example i of a seed. What the task leaves unwritten is -99.
struct Filled {
  Filled(const Task& task, std::uint64_t seed, std::uint64_t i)
      : source(static_cast<std::size_t>(task.n_source()), -99),
        input(static_cast<std::size_t>(task.n_tokens()), -99),
        targets(input.size(), -99) {
    source.shrink_to_fit();
    task.fill(seed, i, {source, input, targets});
  }
  bool operator==(const Filled&) const = default;

  std::vector<int> source, input, targets;
};

/// All tokens are in the vocabulary, all targets too or ignored, and nothing was left unwritten.
inline bool in_vocabulary(const Filled& filled, const Task& task) {
  const auto known = [&](int token) { return token >= 0 && token < task.vocab_size(); };
  return std::ranges::all_of(filled.source, known) && std::ranges::all_of(filled.input, known) &&
         std::ranges::all_of(filled.targets,
                             [&](int target) { return target == ignored_target || known(target); });
}

/// Example i of seed s is the same whenever it is asked for, and differs from its neighbours and from
/// those of other seeds.
inline bool is_reproducible(const Task& task) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Filled filled(task, 7, i);
    if (filled == Filled(task, 7, i + 1) || filled == Filled(task, 8, i)) return false;
    if (filled != Filled(task, 7, i) || !in_vocabulary(filled, task)) return false;
  }
  return true;
}

/// FNV-1a over the tokens of the first examples of seed 1: one number that every machine must agree on.
inline std::uint32_t hash_of(const Task& task) {
  std::uint32_t hash = 2166136261u;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Filled filled(task, 1, i);
    for (const auto* tokens : {&filled.source, &filled.input, &filled.targets}) {
      for (const int token : *tokens) hash = (hash ^ static_cast<std::uint32_t>(token)) * 16777619u;
    }
  }
  return hash;
}

}  // namespace attn::test
