#include "model/config_reader.hpp"

#include <nlohmann/json.hpp>

#include "model/config.hpp"
#include "model/sentence.hpp"

namespace attn {

// Takes the parser's events one by one; no document is ever built. Returning false stops the parser.
class ConfigReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  ConfigReader(Config& config, bool foreign) : config_(config), foreign_(foreign) {}

  bool null() override {
    if (foreign_ && value_ && depth() == 0 && skipped_ == 0) return pass_over();
    return scalar(Kind::null, 0, "null");
  }
  bool boolean(bool value) override { return scalar(Kind::boolean, value, value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override {
    return number(static_cast<double>(value), std::to_string(value));
  }
  bool number_unsigned(std::uint64_t value) override {
    return number(static_cast<double>(value), std::to_string(value));
  }
  bool number_float(double value, const std::string& text) override { return number(value, text); }
  bool binary(nlohmann::json::binary_t&) override { return false; }

  bool string(std::string& text) override {
    if (skipped_ > 0) return true;
    if (depth() == 0) return scalar(Kind::text, 0, text);
    if (value_->kind == Kind::numbers || depth() > 1)
      return refuse(sentence("% (\"%\") must be a number", {place(), text}));
    value_->kind = Kind::texts;
    value_->texts.push_back(text);
    ++counts_.back();
    return true;
  }

  bool start_object(std::size_t) override {
    if (skips()) return true;
    if (value_) return refuse(place() + " (an object) must be a number, a string or an array");
    if (opened_) return refuse("the config must be one JSON object");
    return opened_ = true;
  }
  bool end_object() override {
    if (skipped_ > 0) --skipped_;
    return true;
  }

  bool key(std::string& name) override {
    if (skipped_ > 0) return true;
    constexpr std::size_t longest = 40;
    if (name.size() > longest && !foreign_) return refuse(name.substr(0, longest) + "... is not a known key");
    // Each key is compared with all before it.
    constexpr std::size_t most = 1000;
    if (config_.values_.size() == most) return refuse("the config must have at most 1000 keys");
    if (config_.has(name)) return refuse(name + " is given twice");
    value_ = &config_.values_.emplace_back();
    value_->key = name;
    return true;
  }

  bool start_array(std::size_t) override {
    if (skips()) return true;
    if (!value_) return refuse("the config (an array) must be one JSON object");
    if (depth() == max_axes) return refuse(place() + " is nested too deeply: an array has at most 3 axes");
    if (value_->kind == Kind::texts) return refuse(place() + " (an array) must be a string");
    if (leaf_depth_ != 0 && depth() >= leaf_depth_) return refuse(place() + " (an array) must be a number");
    counts_.push_back(0);
    return true;
  }

  bool end_array() override {
    if (skipped_ > 0) return end_object();
    const int count = counts_.back();
    std::vector<int>& shape = value_->array.shape;
    const auto axis = static_cast<std::size_t>(depth() - 1);
    counts_.pop_back();
    if (count == 0) return refuse(place() + " (an empty array) must have at least one entry");
    if (shape.size() <= axis) shape.resize(axis + 1, 0);
    if (shape[axis] == 0) shape[axis] = count;
    if (shape[axis] != count) {
      return refuse(sentence("% has % entries where its predecessors have %: all rows must be equally long",
                             {place(), count, shape[axis]}));
    }
    if (counts_.empty()) leaf_depth_ = 0;
    if (!counts_.empty()) ++counts_.back();
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    return refuse("the config is not JSON: " + json_error(error.what()));
  }

 private:
  using Kind = Config::Kind;
  static constexpr int max_axes = 3;

  int depth() const { return static_cast<int>(counts_.size()); }

  // Where the reader stands, as in `q[1][2]`.
  std::string place() const {
    std::string text = value_ ? value_->key : "the config";
    for (int count : counts_) text += "[" + std::to_string(count) + "]";
    return text;
  }

  bool refuse(std::string sentence) {
    config_.fail(std::move(sentence));
    return false;
  }

  // Whether what begins here is passed over.
  bool skips() {
    if (skipped_ == 0 && !(foreign_ && value_)) return false;
    return skipped_++ > 0 || pass_over();
  }

  // Forgets the key whose value has begun.
  bool pass_over() {
    config_.values_.pop_back();
    return true;
  }

  bool scalar(Kind kind, double number, const std::string& text) {
    if (skipped_ > 0) return true;
    if (!value_) return refuse(sentence("the config (%) must be one JSON object", {text}));
    if (depth() > 0) return refuse(sentence("% (%) must be a number or a string", {place(), text}));
    value_->kind = kind;
    value_->number = number;
    value_->text = text;
    return true;
  }

  bool number(double value, const std::string& text) {
    if (skipped_ > 0) return true;
    if (depth() == 0) return scalar(Kind::number, value, text);
    if (value_->kind == Kind::texts) return refuse(sentence("% (%) must be a string", {place(), text}));
    if (leaf_depth_ != 0 && depth() != leaf_depth_)
      return refuse(sentence("% (%) must be an array", {place(), text}));
    const auto narrow = static_cast<float>(value);
    if (narrow - narrow != 0)
      return refuse(sentence("% (%) is beyond the range of float32", {place(), text}));
    leaf_depth_ = depth();
    value_->kind = Kind::numbers;
    value_->array.data.push_back(narrow);
    ++counts_.back();
    return true;
  }

  Config& config_;
  Config::Value* value_ = nullptr;
  std::vector<int> counts_;  // entries seen so far, one count for each open array
  int leaf_depth_ = 0;       // the depth at which this array's numbers stand, once one was seen
  bool opened_ = false;
  bool foreign_;
  int skipped_ = 0;  // open objects and arrays that are passed over
};

void read_config(std::string_view json, Config& config, bool foreign) {
  ConfigReader reader(config, foreign);
  nlohmann::json_sax<nlohmann::json>& events = reader;  // as safetensors.cpp has it: one parser in the module
  nlohmann::json::sax_parse(json.begin(), json.end(), &events);
}

std::string json_error(std::string_view what) {
  const std::size_t start = what.find("] ");
  return std::string(start == what.npos ? what : what.substr(start + 2));
}

}  // namespace attn
