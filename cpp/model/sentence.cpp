#include "model/sentence.hpp"

namespace attn {

void Part::append_to(std::string& whole) const {
  if (!text_) {
    whole += std::to_string(number_);
  } else if (number_ < 0) {
    whole += text_;
  } else {
    whole.append(text_, static_cast<std::size_t>(number_));
  }
}

std::string sentence(const char* form, std::initializer_list<Part> parts) {
  std::string whole;
  const Part* next = parts.begin();
  for (; *form; ++form) {
    if (*form == '%') {
      next++->append_to(whole);
    } else {
      whole += *form;
    }
  }
  return whole;
}

void add_to_list(std::string& list, Part next) {
  if (!list.empty()) list += ", ";
  next.append_to(list);
}

}  // namespace attn
