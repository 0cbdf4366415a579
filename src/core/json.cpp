#include "noughts/core/json.h"

namespace noughts {

std::optional<Json> parse_document(std::string_view text) {
  constexpr int kDeepest = 16;
  bool too_deep = false;
  Json document = Json::parse(
      text,
      [&too_deep](int depth, Json::parse_event_t, Json&) {
        too_deep |= depth > kDeepest;
        return depth <= kDeepest;
      },
      false);
  if (too_deep || document.is_discarded()) return std::nullopt;
  return document;
}

}  // namespace noughts
