#include <array>

#include "fuzz/check.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace noughts;
  static const std::array rules = {*quixo::Rules::make(3), *quixo::Rules::make(4, 3),
                                   *quixo::Rules::make(5)};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const quixo::Rules& variant : rules) fuzz::check_text(variant, text);
  return 0;
}
