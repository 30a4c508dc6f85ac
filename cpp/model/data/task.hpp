// What is learned: examples made from a seed, as many as one likes.
#pragma once

#include <cstdint>
#include <span>

#include "ops/cross_entropy.hpp"
#include "ops/random.hpp"

namespace attn {

/// One example of a task, in the reader's own memory.
struct TaskExample {
  std::span<int> source;   // [n_source] what the encoder reads; empty if the task has none
  std::span<int> input;    // [n_tokens] what the decoder reads
  std::span<int> targets;  // [n_tokens] what comes next at every position, or ignored_target
};

/// A kind of example. Example i of a seed is the same on every machine, in whatever order they are asked
/// for.
class Task {
 public:
  virtual ~Task() = default;

  /// Tokens of input and targets, and of the source, are below this.
  virtual int vocab_size() const = 0;
  virtual int n_tokens() const = 0;
  virtual int n_source() const { return 0; }

  /// Writes all of `example`, whose lengths are the task's.
  virtual void fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const = 0;
};

/// The random numbers of example i: stream i, begun at a place of its own. Streams of one seed run beside
/// each other at fixed distances, which shows in the first numbers of neighbours.
Pcg32 example_random(std::uint64_t seed, std::uint64_t i);

/// targets_t = input_{t+1}, and `last` at the end.
void next_tokens(std::span<const int> input, int last, std::span<int> targets);

}  // namespace attn
