// Where examples come from: each kind of data by its name, and every sentence that refuses it.
#include "model/source.hpp"

#include <doctest/doctest.h>

#include "model/data/dates.hpp"
#include "model/data/delayed_copy.hpp"
#include "model/data/filled.hpp"
#include "model/data/induction.hpp"
#include "model/data/markov.hpp"
#include "model/data/reversal.hpp"
#include "model/data/text.hpp"

namespace attn::test {
namespace {

ModelConfig sizes(int vocab_size, int n_tokens, int n_encoder_layers = 0) {
  ModelConfig model;
  model.vocab_size = vocab_size;
  model.n_tokens = n_tokens;
  model.n_encoder_layers = n_encoder_layers;
  return model;
}

// What is wrong with the request; empty if there is a source.
std::string refusal(const ModelConfig& model, const std::string& json) {
  Config request("{" + json + "}");
  const bool is_there = read_source(request, model) != nullptr;
  CHECK(is_there == request.error().empty());
  request.finish();
  return request.error();
}

// The examples of the source are those of `task`, in vectors that had the sizes of another.
void check_examples(const ModelConfig& model, const std::string& json, const Task& task) {
  CAPTURE(json);
  Config request("{" + json + "}");
  const ExampleSource source = read_source(request, model);
  REQUIRE_MESSAGE(request.finish(), request.error());
  Example example{{1, 2, 3}, {4}, {5, 6}};
  for (std::uint64_t i = 0; i < 20; ++i) {
    source(3, i, example);
    const Filled expected(task, 3, i);
    CHECK(example.source == expected.source);
    CHECK(example.tokens == expected.input);
    CHECK(example.targets == expected.targets);
    CHECK(in_vocabulary(expected, task));
    CHECK(task.vocab_size() <= model.vocab_size);
    CHECK(std::max(task.n_tokens(), task.n_source()) <= model.n_tokens);
  }
}

}  // namespace

TEST_CASE("sources: data names a task, whose settings have keys of their own") {
  const ModelConfig decoder = sizes(20, 16), transformer = sizes(42, 18, 1);
  check_examples(decoder, R"("data": [5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 19])",
                 TextTask({5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 19}, 20, 16));
  check_examples(decoder, R"("data": "induction")", InductionTask(20, 16, 4));
  check_examples(decoder, R"("data": "induction", "shortest": 8)", InductionTask(20, 16, 8));
  check_examples(decoder, R"("data": "delayed_copy")", DelayedCopyTask(20, 16, 8));
  check_examples(decoder, R"("data": "delayed_copy", "distance": 15)", DelayedCopyTask(20, 16, 15));
  check_examples(decoder, R"("data": "markov")", MarkovTask(20, 16, 0, 1.5));
  check_examples(decoder, R"("data": "markov", "sharpness": 0.5, "data_seed": 7)",
                 MarkovTask(20, 16, 7, 0.5));
  check_examples(sizes(2, 9), R"("data": "markov", "transitions": [[0.25, 0.75], [0.5, 0.5]])",
                 MarkovTask(2, 9, {1, 3, 1, 1}));
  check_examples(transformer, R"("data": "dates")", DateTask());
  check_examples(transformer, R"("data": "reversal")", ReversalTask(17, 17));
  check_examples(transformer, R"("data": "reversal", "longest": 9)", ReversalTask(9, 9));
  check_examples(transformer, R"("data": "reversal", "longest": 9, "shortest": 2)", ReversalTask(9, 2));
}

TEST_CASE("sources: the smallest models that a task fits") {
  check_examples(sizes(1, 2), R"("data": "induction")", InductionTask(1, 2, 1));
  check_examples(sizes(1, 1), R"("data": "delayed_copy")", DelayedCopyTask(1, 1, 0));
  check_examples(sizes(1, 1), R"("data": "markov")", MarkovTask(1, 1, 0));
  check_examples(sizes(1, 1), R"("data": [0, 0])", TextTask({0, 0}, 1, 1));
  check_examples(sizes(28, 2, 1), R"("data": "reversal")", ReversalTask(1, 1));
}

TEST_CASE("sources: a text with tokens outside the vocabulary, or too short") {
  const ModelConfig model = sizes(7, 3);
  CHECK(refusal(model, R"("data": [0, 6, 3, 1])") == "");
  CHECK(refusal(model, R"("data": [[0, 1], [2, 3]])") ==
        "data (an array of shape [2, 2]) must be an array of numbers with 1 axis");
  CHECK(refusal(model, R"("data": [0, 7, 1, 2])") == "data[1] (7) must be a whole number from 0 to 6");
  CHECK(refusal(model, R"("data": [0, 1, -1, 2])") == "data[2] (-1) must be a whole number from 0 to 6");
  CHECK(refusal(model, R"("data": [0.5, 1, 1, 2])") == "data[0] (0.5) must be a whole number from 0 to 6");
  CHECK(refusal(model, R"("data": [0, 1, 2])") == "data (3 tokens) must have more than n_tokens (3)");
}

TEST_CASE("sources: no data, none that there is, or for another kind of model") {
  const std::string plain =
      R"( must be an array of tokens, "induction", "delayed_copy" or "markov": the model has no encoder)";
  const std::string both = R"( must be "reversal" or "dates": the model has an encoder)";
  const ModelConfig decoder = sizes(64, 64), transformer = sizes(64, 64, 2);
  CHECK(refusal(decoder, "") == "data is missing: it" + plain);
  CHECK(refusal(transformer, "") == "data is missing: it" + both);
  CHECK(refusal(decoder, R"("data": "To be")") == "data (\"To be\")" + plain);
  CHECK(refusal(decoder, R"("data": 3)") == "data (3)" + plain);
  CHECK(refusal(decoder, R"("data": ["a", "b"])") == "data (a list of 2 strings)" + plain);
  CHECK(refusal(decoder, R"("data": "reversal")") == "data (\"reversal\")" + plain);
  CHECK(refusal(decoder, R"("data": "dates")") == "data (\"dates\")" + plain);
  CHECK(refusal(transformer, R"("data": "markov")") == "data (\"markov\")" + both);
  CHECK(refusal(transformer, R"("data": [0, 1])") == "data (an array of shape [2])" + both);
}

TEST_CASE("sources: models too small for a task, or too large") {
  CHECK(refusal(sizes(7, 1), R"("data": "induction")") ==
        "n_tokens (1) of the model must be at least 2 for induction");
  CHECK(refusal(sizes(7, 16), R"("data": "induction")") ==
        "vocab_size (7) of the model must be at least 8 for induction");
  CHECK(refusal(sizes(27, 9, 1), R"("data": "reversal")") ==
        "vocab_size (27) of the model must be at least 28 for reversal");
  CHECK(refusal(sizes(28, 1, 1), R"("data": "reversal")") ==
        "n_tokens (1) of the model must be at least 2 for reversal");
  CHECK(refusal(sizes(41, 18, 1), R"("data": "dates")") ==
        "vocab_size (41) of the model must be at least 42 for dates");
  CHECK(refusal(sizes(42, 17, 1), R"("data": "dates")") ==
        "n_tokens (17) of the model must be at least 18 for dates");
  CHECK(refusal(sizes(1024, 2), R"("data": "markov")") == "");
  CHECK(refusal(sizes(1025, 2), R"("data": "markov")") ==
        "vocab_size (1025) of the model must be at most 1024 for markov");
}

TEST_CASE("sources: settings of a task out of bounds, or of another task") {
  const ModelConfig decoder = sizes(20, 16), transformer = sizes(28, 9, 1);
  const auto whole = [](const std::string& least, const std::string& most) {
    return " must be a whole number from " + least + " to " + most;
  };
  CHECK(refusal(decoder, R"("data": "induction", "shortest": 0)") == "shortest (0)" + whole("1", "8"));
  CHECK(refusal(decoder, R"("data": "induction", "shortest": 9)") == "shortest (9)" + whole("1", "8"));
  CHECK(refusal(decoder, R"("data": "delayed_copy", "distance": -1)") == "distance (-1)" + whole("0", "15"));
  CHECK(refusal(decoder, R"("data": "delayed_copy", "distance": 16)") == "distance (16)" + whole("0", "15"));
  CHECK(refusal(decoder, R"("data": "markov", "sharpness": -0.5)") ==
        "sharpness (-0.5) must be a number from 0 to 10");
  CHECK(refusal(decoder, R"("data": "markov", "sharpness": 10.5)") ==
        "sharpness (10.5) must be a number from 0 to 10");
  CHECK(refusal(decoder, R"("data": "markov", "sharpness": "high")") ==
        "sharpness (\"high\") must be a number");
  CHECK(refusal(decoder, R"("data": "markov", "data_seed": -1)") ==
        "data_seed (-1)" + whole("0", "1073741824"));
  CHECK(refusal(transformer, R"("data": "reversal", "longest": 0)") == "longest (0)" + whole("1", "8"));
  CHECK(refusal(transformer, R"("data": "reversal", "longest": 9)") == "longest (9)" + whole("1", "8"));
  CHECK(refusal(transformer, R"("data": "reversal", "shortest": 0)") == "shortest (0)" + whole("1", "8"));
  CHECK(refusal(transformer, R"("data": "reversal", "longest": 5, "shortest": 6)") ==
        "shortest (6)" + whole("1", "5"));
  CHECK(refusal(decoder, R"("data": "markov", "shortest": 3)") ==
        "shortest is not a known key; known are data, sharpness, data_seed");
}

TEST_CASE("sources: transitions that are none") {
  const auto transitions = [](const std::string& rows) {
    return refusal(sizes(2, 3), R"("data": "markov", "transitions": )" + rows);
  };
  CHECK(transitions("[[0.3, 0.7], [0.9, 0.1]]") == "");
  CHECK(transitions("[[0.300002, 0.7], [0.9, 0.1]]") == "");
  CHECK(transitions("[0.3, 0.7]") ==
        "transitions (an array of shape [2]) must be an array of numbers with 2 axes");
  CHECK(transitions("[[0.3, 0.7]]") == "transitions has the shape [1, 2]; it must be [2, 2]");
  CHECK(transitions("[[1]]") == "transitions has the shape [1, 1]; it must be [2, 2]");
  const std::string rule = " must be more than 0 each and sum to 1; the least is ";
  CHECK(transitions("[[0.5, 0.5], [1, 0]]") == "transitions[1]" + rule + "0, the sum 1");
  CHECK(transitions("[[1.5, -0.5], [0.5, 0.5]]") == "transitions[0]" + rule + "-0.5, the sum 1");
  CHECK(transitions("[[0.5, 0.5], [0.5, 0.25]]") == "transitions[1]" + rule + "0.25, the sum 0.75");
  CHECK(transitions("[[0.5, 0.5], [0.5, 0.75]]") == "transitions[1]" + rule + "0.5, the sum 1.25");
  CHECK(transitions("[[0.75, 0.25], [0, 1]]") == "transitions[1]" + rule + "0, the sum 1");
  CHECK(transitions("[[0.3, 0.7], [0.5, 0.5]], \"sharpness\": 1") ==
        "sharpness is not a known key; known are data, transitions");
}

}  // namespace attn::test
