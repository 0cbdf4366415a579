// The name of a JSON document, for headers that only pass one on: json.h, which makes and
// reads them, costs two seconds in every source that includes it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace noughts {

using Json = nlohmann::ordered_json;

}  // namespace noughts
