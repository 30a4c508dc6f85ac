#include <algorithm>
#include <chrono>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/session.hpp"
#include "model/trainer.hpp"

namespace attn::cli {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Lines on stderr, the first after a second, later ones at growing distances.
class Progress {
 public:
  explicit Progress(int n_steps) : n_steps_(n_steps) {}

  void sequence(int n_tokens, double flops_per_token) {
    n_tokens_ += n_tokens;
    flops_ += n_tokens * flops_per_token;
  }

  void step(int step, double loss) {
    const double seconds = seconds_since(start_);
    if (seconds < next_ && step < n_steps_) return;
    next_ = std::max(seconds + 1, 1.1 * seconds);
    const auto left = static_cast<long>(seconds / step * (n_steps_ - step) + 0.5);
    std::fprintf(stderr, "step %d/%d  loss %.4f  %.0f tokens/s  %.2f GFLOP/s  %ld:%02ld left\n", step,
                 n_steps_, loss, n_tokens_ / seconds, flops_ / seconds / 1e9, left / 60, left % 60);
  }

 private:
  int n_steps_;
  double n_tokens_ = 0, flops_ = 0, next_ = 1;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The name of a task as it is, a file as the tokens of its text.
std::string read_data(Session& session, Options& options) {
  const auto data = options.take("data");
  if (!data) throw Stop{"--data must say what to learn: a file, or the name of a task", 2};
  if (data->find_first_of("./") == data->npos) return member("data", *data);
  const Vocabulary vocabulary = read_vocabulary(options, session.vocab_size());
  return member("data", encode(vocabulary, read_file(*data)));
}

}  // namespace

void train(Options options) {
  const std::string json = read_file(options.word("CONFIG.json"));
  options.no_more_words();
  Session session(kind_of(json, options), json);
  if (const auto from = options.take("from")) session.load(*from);
  const auto out = options.take("out");
  const std::string request = options.request(R"("action": "train", )" + read_data(session, options));
  session.request(request);
  if (out) check_writable(*out);

  Config config(request);
  TrainingConfig training;
  training.read(config);
  Progress progress(training.schedule.n_steps);
  for (int step = 1; step <= training.schedule.n_steps; ++step) {
    for (int i = 0; i < training.batch_size; ++i) {
      session.run();
      progress.sequence(session.n_tokens_now(), session.flops_per_token(session.n_tokens_now()));
    }
    progress.step(step, session.number("loss"));
  }
  if (out) session.save(*out);
}

}  // namespace attn::cli
