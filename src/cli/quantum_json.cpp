#include "noughts/cli/quantum_json.h"

#include <fmt/format.h>

namespace noughts::cli {

using quantum::Collapse;

std::string variant_text(const quantum::Variant& variant) {
  const std::string who = variant.collapse == Collapse::kOpponent ? "the opponent selects"
                          : variant.collapse == Collapse::kMover
                              ? "the mover selects"
                              : "chance selects, q = " + to_text(variant.q);
  return fmt::format("{}, draw {}{}", who, to_text(variant.draw),
                     variant.double_win ? ", double win 40" : "");
}

}  // namespace noughts::cli
