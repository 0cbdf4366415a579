// JSON documents keep the order in which their keys were written.
#pragma once

#include <nlohmann/json.hpp>

namespace noughts {

using Json = nlohmann::ordered_json;

}  // namespace noughts
