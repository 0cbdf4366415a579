#include <array>

#include "fuzz/check.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace noughts;
  static const std::array rules = {
      *hyper::Rules::make(3, 2, 2), *hyper::Rules::make(4, 3, 3), *hyper::Rules::make(11, 2, 8),
      *hyper::Rules::make(*hyper::Board::make(hyper::Grid{{3, 4}, 3}), 2)};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const hyper::Rules& variant : rules) fuzz::check_text(variant, text);
  return 0;
}
