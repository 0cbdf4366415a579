// What a root is, once it is found: this needs no algebra, and is all that a document needs.
#include <algorithm>

#include "noughts/quantum/curve/algebraic.h"

namespace noughts::quantum::curve {

bool is_rational(const Root& root) {
  return root.minimal[1] != 0 &&
         std::all_of(root.minimal.begin() + 2, root.minimal.end(), [](auto c) { return c == 0; });
}

Rational rational_of(const Root& root) { return {-Wide{root.minimal[0]}, root.minimal[1]}; }

double to_double(const Root& root) {
  return static_cast<double>(root.digits) / static_cast<double>(Wide{1} << kRootBits);
}

}  // namespace noughts::quantum::curve
