#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/config_reader.hpp"
#include "model/safetensors_header.hpp"
#include "model/sentence.hpp"

namespace attn {
namespace {

enum Field { dtype, shape, data_offsets };
constexpr std::string_view fields[] = {"dtype", "shape", "data_offsets"};

// Takes the parser's events one by one. Returning false stops the parser.
class HeaderReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit HeaderReader(std::vector<HeaderEntry>& entries) : entries_(entries) {}

  std::string error;

  bool null() override { return refuse("null"); }
  bool boolean(bool value) override { return refuse(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override { return refuse(std::to_string(value)); }
  bool number_float(double, const std::string& text) override { return refuse(text); }
  bool binary(nlohmann::json::binary_t&) override { return false; }

  bool number_unsigned(std::uint64_t value) override {
    if (!in_list_ || (field_ == shape && value > HeaderEntry::largest_extent))
      return refuse(std::to_string(value));
    (field_ == shape ? entries_.back().shape : entries_.back().data_offsets).push_back(value);
    return true;
  }

  bool string(std::string& text) override {
    if (depth_ != 2 || (!in_metadata_ && field_ != dtype)) return refuse(sentence("\"%\"", {text}));
    if (!in_metadata_) entries_.back().dtype = text;
    return true;
  }

  bool start_object(std::size_t) override {
    if (depth_ == 2) return refuse("an object");
    ++depth_;
    std::ranges::fill(seen_, false);
    return true;
  }

  bool end_object() override {
    if (depth_ == 2 && !in_metadata_) {
      for (const Field field : {dtype, shape, data_offsets}) {
        field_ = field;
        if (!seen_[field]) return fail(place() + " is missing");
      }
    }
    --depth_;
    return true;
  }

  bool key(std::string& name) override {
    if (depth_ == 1) {
      in_metadata_ = name == "__metadata__";
      if (!in_metadata_) entries_.emplace_back().name = name;
      if (in_metadata_ && std::exchange(metadata_seen_, true)) return fail("__metadata__ is given twice");
      return true;
    }
    if (in_metadata_) return true;
    const auto found = std::ranges::find(fields, name);
    if (found == std::end(fields)) {
      return fail(sentence("% of % is not a known key; known are dtype, shape, data_offsets",
                           {shortened(name), shortened(entries_.back().name)}));
    }
    field_ = static_cast<Field>(found - fields);
    if (std::exchange(seen_[field_], true)) return fail(place() + " is given twice");
    return true;
  }

  bool start_array(std::size_t) override {
    if (in_list_ || depth_ != 2 || in_metadata_ || field_ == dtype) return refuse("a list");
    return in_list_ = true;
  }

  bool end_array() override {
    in_list_ = false;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& what) override {
    return fail("the header is not JSON: " + json_error(what.what()));
  }

 private:
  bool fail(std::string sentence) {
    error = std::move(sentence);
    return false;
  }

  // Where the reader stands.
  std::string place() const {
    if (depth_ == 0) return "the header";
    const std::string name = in_metadata_ ? "__metadata__" : shortened(entries_.back().name);
    if (depth_ == 1) return name;
    return (in_metadata_ ? "an entry" : std::string(fields[field_])) + " of " + name;
  }

  bool refuse(const std::string& value) {
    constexpr const char* kinds[] = {"a string", "a list of whole numbers from 0 to 2147483647",
                                     "a list of two whole numbers"};
    const char* wanted = depth_ < 2 ? "a JSON object" : kinds[in_metadata_ ? dtype : field_];
    return fail(sentence("% (%) must be %", {place(), shortened(value), wanted}));
  }

  std::vector<HeaderEntry>& entries_;
  int depth_ = 0;        // of open objects
  Field field_ = dtype;  // whose value is read
  bool seen_[3] = {};    // fields of the last entry
  bool in_list_ = false, in_metadata_ = false, metadata_seen_ = false;
};

}  // namespace

std::string read_header(std::string_view json, std::vector<HeaderEntry>& entries) {
  HeaderReader reader(entries);
  nlohmann::json_sax<nlohmann::json>& events = reader;  // one parser in the module for this and the config
  nlohmann::json::sax_parse(json.begin(), json.end(), &events);
  return reader.error;
}

}  // namespace attn
