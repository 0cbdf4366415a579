#include "cli/quantum_json.h"

#include <fmt/format.h>

namespace noughts::cli {

using quantum::Collapse;

std::string pair_text(quantum::Pair pair) {
  return fmt::format("{}-{}", pair.first + 1, pair.second + 1);
}

std::string decimal_text(const quantum::Value& value) {
  return fmt::format("{:.6g}", to_double(value));
}

Json value_json(const quantum::Value& value) {
  return {{"exact", to_text(value)}, {"decimal", to_double(value)}};
}

Json variant_json(const quantum::Variant& variant) {
  Json json;
  switch (variant.collapse) {
    case Collapse::kOpponent:
      json["collapse"] = "opponent";
      break;
    case Collapse::kMover:
      json["collapse"] = "mover";
      break;
    case Collapse::kChance:
      json["collapse"] = "chance";
      break;
  }
  json["q"] = variant.collapse == Collapse::kChance ? Json(to_text(variant.q)) : Json(nullptr);
  json["draw"] = to_text(variant.draw);
  json["double_win"] = variant.double_win;
  return json;
}

std::string variant_text(const quantum::Variant& variant) {
  const std::string who = variant.collapse == Collapse::kOpponent ? "the opponent selects"
                          : variant.collapse == Collapse::kMover
                              ? "the mover selects"
                              : "chance selects, q = " + to_text(variant.q);
  return fmt::format("{}, draw {}{}", who, to_text(variant.draw),
                     variant.double_win ? ", double win 40" : "");
}

}  // namespace noughts::cli
