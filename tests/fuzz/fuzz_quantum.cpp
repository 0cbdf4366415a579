#include <array>

#include "fuzz/check.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace noughts;
  static const std::array rules = {*quantum::Rules::make(),
                                   *quantum::Rules::make({.collapse = quantum::Collapse::kChance})};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const quantum::Rules& variant : rules) fuzz::check_text(variant, text);
  const auto number = parse_rational(text);
  if (!number) {
    fuzz::check_sentence(number.error(), text);
  } else {
    const auto again = parse_rational(to_text(*number));
    fuzz::demand(again && *again == *number, "parsing undoes printing a number", text);
  }
  return 0;
}
