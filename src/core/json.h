// JSON documents keep the order in which their keys were written.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "noughts/core/json_fwd.h"

namespace noughts {

// A document of a file that anybody may have written; nothing if it is none, or nested
// deeper than any of ours: whoever walks through a document calls himself once a level.
std::optional<Json> parse_document(std::string_view text);

}  // namespace noughts
