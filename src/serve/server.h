// HTTP over the routes of the API and the files of the page.
//
// Only what is compiled in can be read: paths are looked up in two lists and
// never touch the file system. Every response has the security headers; errors
// are {"error": "sentence"}.
#pragma once

#include <functional>
#include <string>

#include "noughts/core/cancel.h"
#include "noughts/core/result.h"
#include "noughts/serve/knowledge.h"

namespace noughts::serve {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;  // 0: any free one
  std::string version;
};

// Serves until the token is cancelled; then finishes the requests that are
// running. `started` is told the port once connections are accepted.
Result<void> run_server(Knowledge& knowledge, const ServerOptions& options,
                        const CancelToken& cancel, const std::function<void(int port)>& started);

}  // namespace noughts::serve
