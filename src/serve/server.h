// HTTP over the site: connections, limits, deadlines.
//
// One thread does all reading and writing and never computes; questions go to the lanes
// (lanes.h) and their replies come back. So a connection costs a few kilobytes and no
// thread, and a client that sends or reads slowly delays nobody:
//
//     accepted -> idle -> reading -> answering -> writing -> idle -> ...
//                  |         |           |           |
//           makes room for   408      question     closed
//           others, or ends           is stopped
//
// Each arrow has a limit in time for the whole of it, not for a byte. Each limit in size
// has an answer of its own: 414 for the address, 431 for the header, 413 for the body,
// 503 with Retry-After for a full queue, or when there are too many connections. A
// question whose client closed its connection is stopped after a second: the client may
// only have finished sending, and most are answered by then.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "noughts/core/cancel.h"
#include "noughts/core/result.h"
#include "noughts/serve/analysis_cache.h"

namespace noughts::serve {

struct ServerLimits {
  std::size_t header_bytes = 16 << 10;
  std::size_t body_bytes = 16 << 10;
  std::size_t connections = 2048;
  std::size_t bytes_in_flight = std::size_t{32} << 20;  // of replies that are being sent
  double request_seconds = 10;  // from the first byte of a request to the last
  double reply_seconds = 30;    // from the first byte of a reply to the last
  double idle_seconds = 60;     // between two requests
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;  // 0: any free one
  // Names to answer to besides localhost, 127.0.0.1, [::1] and the host: a page elsewhere
  // whose name was made to lead here (DNS rebinding) gets nothing.
  std::vector<std::string> allowed_hosts = {};
  std::string version = {};
  ServerLimits limits = {};
};

// Serves until the token is cancelled; then stops what is running, answers what it can
// within a second, and ends. `started` is told the port once connections are accepted.
Result<void> run_server(AnalysisCache& analyses, const ServerOptions& options,
                        const CancelToken& cancel, const std::function<void(int port)>& started);

}  // namespace noughts::serve
