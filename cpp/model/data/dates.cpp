#include "model/data/dates.hpp"

#include <algorithm>

namespace attn {
namespace {

constexpr std::string_view months[] = {"January", "February", "March",     "April",   "May",      "June",
                                       "July",    "August",   "September", "October", "November", "December"};

// In the Gregorian calendar; months count from 0.
int days_of(int year, int month) {
  if (month == 1) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31;
}

std::string two_digits(int number) { return std::to_string(100 + number).substr(1); }

}  // namespace

DateTask::Texts DateTask::texts(std::uint64_t seed, std::uint64_t i) {
  Pcg32 random = example_random(seed, i);
  const auto below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint32_t>(n))); };
  const int year = 1900 + below(200), month = below(12), day = 1 + below(days_of(year, month));
  const std::string name(months[month]), d = std::to_string(day), y = std::to_string(year);
  const std::string iso = y + '-' + two_digits(month + 1) + '-' + two_digits(day);
  switch (below(4)) {
    case 0:
      return {d + ' ' + name + ' ' + y, iso};
    case 1:
      return {name + ' ' + d + ", " + y, iso};
    case 2:
      return {d + ' ' + name.substr(0, 3) + ' ' + y, iso};
    default:
      return {d + '.' + std::to_string(month + 1) + '.' + y, iso};
  }
}

bool DateTask::encode(std::string_view text, std::span<int> tokens) {
  if (text.size() > tokens.size()) return false;
  std::ranges::fill(tokens, end);
  for (std::size_t t = 0; t < text.size(); ++t) {
    const std::size_t token = characters.find(text[t]);
    if (token == characters.npos) return false;
    tokens[t] = static_cast<int>(token);
  }
  return true;
}

void DateTask::fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const {
  const Texts words = texts(seed, i);
  encode(words.source, example.source);
  example.input[0] = start;
  encode(words.iso, example.input.subspan(1));
  next_tokens(example.input, end, example.targets);
}

}  // namespace attn
