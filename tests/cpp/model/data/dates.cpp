#include "model/data/dates.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <set>

#include "model/data/filled.hpp"

namespace attn::test {
namespace {

const char* const months[] = {"January", "February", "March",     "April",   "May",      "June",
                              "July",    "August",   "September", "October", "November", "December"};

// Start is <, end is >.
std::string shown(const std::vector<int>& tokens) {
  std::string text;
  for (const int token : tokens)
    text += token == DateTask::start ? '<'
            : token == DateTask::end ? '>'
                                     : DateTask::characters[static_cast<std::size_t>(token)];
  return text;
}

// Reads any of the four ways; 0 for the day if it is none.
struct Date {
  int year = 0, month = 0, day = 0, way = 0;
};
Date read(const std::string& text) {
  char name[16] = {};
  Date date;
  int length = 0;
  const auto month_of = [&](std::size_t n_letters) {
    for (int month = 1; month <= 12; ++month)
      if (std::string(months[month - 1]).substr(0, n_letters) == name) return month;
    return 0;
  };
  if (std::sscanf(text.c_str(), "%d.%d.%d%n", &date.day, &date.month, &date.year, &length) == 3) {
    date.way = 3;
  } else if (std::sscanf(text.c_str(), "%d %15s %d%n", &date.day, name, &date.year, &length) == 3) {
    date.month = month_of(std::string::npos);
    date.way = date.month ? 0 : 2;
    if (!date.month) date.month = month_of(3);
  } else if (std::sscanf(text.c_str(), "%15s %d, %d%n", name, &date.day, &date.year, &length) == 3) {
    date.month = month_of(std::string::npos);
    date.way = 1;
  }
  return length == static_cast<int>(text.size()) ? date : Date();
}

bool exists(const Date& date) {
  const int days[] = {31, date.year % 400 == 0 || (date.year % 4 == 0 && date.year % 100 != 0) ? 29 : 28,
                      31, 30,
                      31, 30,
                      31, 31,
                      30, 31,
                      30, 31};
  return date.year >= 1900 && date.year <= 2099 && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
         date.day <= days[date.month - 1];
}

}  // namespace

TEST_CASE("dates: both texts are the same day, which exists") {
  int ways[4] = {}, by_month[13] = {}, by_year[200] = {};
  std::set<int> days;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const DateTask::Texts texts = DateTask::texts(1, i);
    CAPTURE(texts.source);
    const Date date = read(texts.source);
    REQUIRE(exists(date));
    char iso[32];
    std::snprintf(iso, sizeof iso, "%04d-%02d-%02d", date.year, date.month, date.day);
    CHECK(texts.iso == iso);
    CHECK(texts.source.size() <= DateTask::longest);
    ++ways[date.way];
    ++by_month[date.month];
    ++by_year[date.year - 1900];
    days.insert(date.day);
  }
  for (const int count : ways) CHECK(std::abs(count - 1000) < 140);  // five spreads of 27
  for (int month = 1; month <= 12; ++month) CHECK(std::abs(by_month[month] - 333) < 90);
  for (const int count : by_year) CHECK((count > 0 && count < 45));
  CHECK(days.size() == 31);
}

TEST_CASE("dates: the 29th of February is there in leap years, also in 2000") {
  CHECK(DateTask::texts(1, 14274).iso == "2000-02-29");
  CHECK(DateTask::texts(1, 14274).source == "29 Feb 2000");
}

TEST_CASE("dates: tokens of the texts, with start, end and padding") {
  const DateTask task;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Filled example(task, 2, i);
    const DateTask::Texts texts = DateTask::texts(2, i);
    REQUIRE(in_vocabulary(example, task));
    CHECK(shown(example.source) == texts.source + std::string(18 - texts.source.size(), '>'));
    CHECK(shown(example.input) == "<" + texts.iso);
    CHECK(shown(example.targets) == texts.iso + ">");
  }
}

TEST_CASE("dates: encode refuses what it cannot say") {
  std::vector<int> tokens(5);
  CHECK(DateTask::encode("3 May", tokens));
  CHECK(shown(tokens) == "3 May");
  CHECK(DateTask::encode("", tokens));
  CHECK(shown(tokens) == ">>>>>");
  CHECK(!DateTask::encode("3 May ", tokens));
  CHECK(!DateTask::encode("3/5", tokens));
}

TEST_CASE("dates: an example is its seed and its number, on every machine") {
  CHECK(is_reproducible(DateTask()));
  CHECK(hash_of(DateTask()) == 2582812673u);
}

}  // namespace attn::test
