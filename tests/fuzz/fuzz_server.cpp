// Any bytes at all on a connection to the whole server, in this process: a row of answers of HTTP,
// or an end. A JSON document is whole, an error is one sentence, nothing is a fault of the server,
// and it goes on.
#include <fmt/format.h>

#include <csignal>
#include <future>
#include <memory>
#include <thread>

#include "fuzz/check.h"
#include "noughts/core/json.h"
#include "noughts/serve/server.h"
#include "serve/client.h"

namespace {

using namespace noughts;
using serve::Client;
using serve::Response;

// One for all inputs; it ends with the process.
class Server {
 public:
  Server() {
    std::signal(SIGPIPE, SIG_IGN);
    serve::AnalysisCacheOptions options;
    options.hyper_seconds = options.curve_seconds = 0.02;  // what takes longer is a 503
    options.threads = 1;
    analyses_ = *serve::AnalysisCache::open(options);
    std::promise<int> port;
    auto started = port.get_future();
    std::thread([this, &port] {
      static_cast<void>(serve::run_server(*analyses_, {.port = 0, .version = "fuzz"}, cancel_,
                                          [&](int at) { port.set_value(at); }));
    }).detach();
    port_ = started.get();
  }

  int port() const { return port_; }

 private:
  std::unique_ptr<serve::AnalysisCache> analyses_;
  CancelToken cancel_;
  int port_ = 0;
};

int port_of_server() {
  static const auto* server = new Server;  // never destroyed: its thread runs to the end
  return server->port();
}

void check_answer(const Response& answer, std::string_view text) {
  fuzz::demand(answer.status >= 100 && answer.status < 600, "a status of HTTP", text);
  fuzz::demand(answer.status != 500, "nothing is a fault of the server", text);
  if (answer.header("Content-Type") != "application/json; charset=utf-8" || answer.body.empty()) {
    return;
  }
  const auto document = parse_document(answer.body);
  fuzz::demand(document && document->is_object(), "a document is whole", text);
  if (answer.status < 400) return;
  fuzz::demand(document->contains("error"), "an error says why", text);
  const std::string sentence = document->at("error");
  fuzz::demand(!sentence.empty() && sentence.find('\n') == std::string::npos,
               "an error is one sentence", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const int port = port_of_server();
  {
    Client client(port);
    client.send(text);
    client.finish();
    // The answer to a HEAD has no body, whatever its length says: what follows it is not told
    // apart.
    const bool has_head = text.find("HEAD ") != std::string::npos;
    while (const auto answer = client.receive(text.starts_with("HEAD "))) {
      check_answer(*answer, text);
      if (has_head || answer->status == 304) break;
    }
  }
  static int tried = 0;
  if (++tried % 64 != 0) return 0;
  Client client(port);
  client.send(serve::request_text("/api/v1/health"));
  const auto health = client.receive();
  fuzz::demand(health && health->status == 200, "the server goes on", text);
  return 0;
}
