// A route of the API: its path, its parameters, and what answers it.
//
// One table of routes (api.h) is behind everything that must agree: which
// requests are understood, how their parameters are checked, and what
// /api/v1/openapi.json says.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "noughts/core/json.h"
#include "noughts/core/result.h"
#include "noughts/play/parameters.h"

namespace noughts::serve {

// The parameters of one request, checked against those of its route.
using Query = play::Values;

// Who computes an answer (lanes.h).
enum class Lane { kQuick, kSearch, kLong };
// How much a lane has to do, and may have.
struct Load {
  int running = 0;
  int waiting = 0;
  int most_running = 0;
  int most_waiting = 0;
};

struct Route {
  std::string path;
  std::string summary;
  play::Parameters parameters;
  Lane lane;
  std::function<Result<Json>(const Query&)> answer;
  // Where some questions take more, or less, than the others: the lane of this one.
  std::function<Lane(const Query&)> lane_of = {};
  // A parameter without which there is no answer, and a value that it may have.
  std::pair<std::string, std::string> required = {};
};

// The query in the target of a request, such as "/api/v1/quixo/moves?size=3". Fails with a
// sentence on what is not encoded as it should be, on an unknown name, a name given twice, a
// wrong value. The parameters must outlive the query.
Result<Query> parse_query(const play::Parameters& parameters, std::string_view target);

}  // namespace noughts::serve
