// JSON documents keep the order in which their keys were written.
#pragma once

#include <nlohmann/json.hpp>

#include "noughts/core/json_fwd.h"
