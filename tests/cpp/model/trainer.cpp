// The trainer: that a step is the step of its batch, and what each of its settings does.
#include "model/trainer.hpp"

#include <doctest/doctest.h>

#include "built.hpp"

namespace attn::test {
namespace {

const std::string model = R"({"vocab_size": 7, "d_model": 8, "n_heads": 2, "n_layers": 2, "n_tokens": 6})";

// Of different lengths, so that a mean over sequences is not one over targets.
void draw(std::uint64_t seed, std::uint64_t index, Example& example) {
  Pcg32 random(seed, index);
  example.tokens.resize(2 + index % 5);
  example.targets.resize(2 + index % 5);
  for (int& token : example.tokens) token = static_cast<int>(random.below(7));
  for (int& target : example.targets) target = static_cast<int>(random.below(8)) - 1;
}

TrainingConfig settings(const std::string& json) {
  TrainingConfig training;
  Config config(json);
  training.read(config);
  CHECK(config.finish());
  return training;
}

void take_steps(Trainer& trainer, int n) {
  while (trainer.step() < n) trainer.advance();
}

// `layers.0.norm_1.gamma` -> `layers.0.norm_1.dgamma`
std::string with_d(std::string name) { return name.insert(name.rfind('.') + 1, "d"); }

// The length of the way that all parameters went, and that of those that do not decay.
struct Moved {
  double all = 0, without_decay = 0;
};
Moved moved(const Built& built, const Parameters& before) {
  Moved squares;
  for (const Parameter& p : built->tensors().parameters()) {
    const Doubles now = doubles(p.value->matrix()), then = before.at(p.value->name);
    double sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) sum += (now[i] - then[i]) * (now[i] - then[i]);
    squares.all += sum;
    if (p.value->shape.size() == 1) squares.without_decay += sum;
  }
  return {std::sqrt(squares.all), std::sqrt(squares.without_decay)};
}

}  // namespace

TEST_CASE("trainer: the loss is the mean over the batch's targets, the gradient that of this mean") {
  const Built built = build_noisy(make_decoder, model), other = build_noisy(make_decoder, model);
  Trainer trainer(*built.model, settings(R"({"batch_size": 4, "learning_rate": 0, "clip": 0, "seed": 3})"),
                  draw);
  take_steps(trainer, 2);  // examples 4 to 7
  double sum = 0, n = 0;
  std::map<std::string, Doubles> gradients;
  for (std::uint64_t index = 4; index < 8; ++index) {
    Example example;
    draw(3, index, example);
    const auto counted =
        static_cast<double>(std::ranges::count_if(example.targets, [](int target) { return target >= 0; }));
    sum += counted * learn(other, example);
    n += counted;
    for (const Parameter& p : other->tensors().parameters()) {
      Doubles& total = gradients[p.value->name];
      const Doubles each = doubles(p.gradient->matrix());
      total.resize(each.size());
      for (std::size_t i = 0; i < each.size(); ++i) total[i] += counted * each[i];
    }
  }
  CHECK(trainer.loss() == doctest::Approx(sum / n).epsilon(1e-7));
  double squares = 0;
  for (auto& [name, gradient] : gradients) {
    for (double& x : gradient) x /= n;
    squares += dot(gradient, gradient);
    CAPTURE(name);
    CHECK(relative(built[with_d(name)], gradient) < 3e-5);
  }
  CHECK(trainer.grad_norm() == doctest::Approx(std::sqrt(squares)).epsilon(1e-5));
}

TEST_CASE("trainer: clip bounds the step of sgd, and 0 does not") {
  const auto way = [](const std::string& clip, double& norm) {
    const Built built = build_noisy(make_decoder, model);
    const Parameters before = built.parameters();
    Trainer trainer(
        *built.model,
        settings(
            R"({"optimizer": "sgd", "learning_rate": 0.5, "weight_decay": 0, "warmup_steps": 0, "clip": )" +
            clip + "}"),
        draw);
    take_steps(trainer, 1);
    norm = trainer.grad_norm();
    return moved(built, before).all / 0.5;
  };
  double norm = 0;
  CHECK(way("0.125", norm) == doctest::Approx(0.125).epsilon(1e-4));
  CHECK(norm > 0.2);  // as it was before it was clipped
  CHECK(way("0", norm) == doctest::Approx(norm).epsilon(1e-4));
  CHECK(way("1e9", norm) == doctest::Approx(norm).epsilon(1e-4));
}

TEST_CASE("trainer: only matrices decay") {
  const auto way = [](const char* decay) {
    const Built built = build_noisy(make_decoder, model);
    const Parameters before = built.parameters();
    Trainer trainer(*built.model,
                    settings(std::string(R"({"warmup_steps": 0, "weight_decay": )") + decay + "}"), draw);
    take_steps(trainer, 1);
    return moved(built, before);
  };
  const Moved plain = way("0"), decayed = way("100");
  CHECK(plain.without_decay > 0);
  CHECK(decayed.without_decay == plain.without_decay);
  CHECK(decayed.all > 1.2 * plain.all);
}

TEST_CASE("trainer: with sgd too, and by the rate times the decay") {
  const Built built = build_noisy(make_decoder, model);
  const Parameters before = built.parameters();
  Trainer trainer(*built.model, settings(R"({"optimizer": "sgd", "learning_rate": 0.125, "warmup_steps": 0,
                                             "weight_decay": 0.5, "clip": 0})"),
                  draw);
  take_steps(trainer, 1);
  for (const Parameter& p : built->tensors().parameters()) {
    const Doubles gradient = doubles(p.gradient->matrix());
    const double decay = p.value->shape.size() == 1 ? 0 : 0.5;
    Doubles expected = before.at(p.value->name);
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] -= 0.125 * (gradient[i] + decay * expected[i]);
    CAPTURE(p.value->name);
    CHECK(relative(p.value->matrix(), expected) < 1e-6);
  }
}

TEST_CASE("trainer: a second training of a model begins with moments of 0, and at step 1") {
  const Built built = build_noisy(make_decoder, model), other = build_noisy(make_decoder, model);
  const TrainingConfig config = settings("{}");
  Trainer first(*built.model, config, draw);
  take_steps(first, 5);
  for (const Parameter& p : other->tensors().parameters())
    std::ranges::copy(built.tensors->find(p.value->name)->span(), p.value->span().begin());
  Trainer second(*built.model, config, draw), fresh(*other.model, config, draw);
  take_steps(second, 3);
  take_steps(fresh, 3);
  const bool same = built.parameters() == other.parameters();  // not printed
  CHECK(same);
}

TEST_CASE("trainer: the example is the one learned from last, at the end of a step too") {
  const Built built = build(make_decoder, model);
  Trainer trainer(*built.model, settings(R"({"batch_size": 3, "seed": 2})"), draw);
  for (std::uint64_t index = 0; index < 7; ++index) {
    CHECK(trainer.advance() == (index % 3 == 2));
    Example expected;
    draw(2, index, expected);
    CHECK(trainer.example().tokens == expected.tokens);
    CHECK(trainer.example().targets == expected.targets);
  }
}

TEST_CASE("trainer: a batch without any target is a step that teaches nothing") {
  const Built built = build_noisy(make_decoder, model);
  const Parameters before = built.parameters();
  Trainer trainer(*built.model, settings(R"({"weight_decay": 0, "warmup_steps": 0})"),
                  [](std::uint64_t, std::uint64_t, Example& example) {
                    example.tokens = {1, 2, 3};
                    example.targets = {-1, -1, -1};
                  });
  take_steps(trainer, 1);
  CHECK(trainer.loss() == 0);
  CHECK(trainer.grad_norm() == 0);
  const bool same = built.parameters() == before;  // not printed
  CHECK(same);
}

TEST_CASE("trainer: the rate follows the schedule, which ends where the config says") {
  const Built built = build(make_decoder, model);
  Trainer trainer(*built.model, settings(R"({"batch_size": 1, "schedule": "cosine", "learning_rate": 0.25,
                                             "warmup_steps": 2, "steps": 4, "final_rate": 0.125})"),
                  draw);
  for (const double rate : {0.125, 0.25, 0.1875, 0.125, 0.125}) {
    CHECK(trainer.advance());
    CHECK(trainer.learning_rate() == doctest::Approx(rate).epsilon(1e-6));
  }
}

TEST_CASE("trainer: an optimizer, a seed and a batch size are what was asked for") {
  const auto after = [](const std::string& json) {
    const Built built = build(make_decoder, model);
    Trainer trainer(*built.model, settings(json), draw);
    take_steps(trainer, 3);
    return built.parameters();
  };
  CHECK(settings("{}").schedule.n_steps == 1000);
  const Parameters usual = after("{}");
  const bool same =
      after(R"({"optimizer": "adamw", "seed": 0, "batch_size": 8, "clip": 1, "learning_rate": 0.003,
                  "weight_decay": 0.01, "schedule": "constant", "warmup_steps": 100})") == usual;
  CHECK(same);
  for (const char* other :
       {R"({"optimizer": "sgd"})", R"({"seed": 1})", R"({"batch_size": 7})", R"({"learning_rate": 0.002})",
        R"({"warmup_steps": 9})", R"({"schedule": "inverse_sqrt", "warmup_steps": 1})"}) {
    CAPTURE(other);
    const bool differs = after(other) != usual;  // not printed
    CHECK(differs);
  }
}

}  // namespace attn::test
