#include "noughts/serve/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <unordered_map>

#include "noughts/core/text.h"
#include "noughts/serve/api.h"
#include "noughts/serve/assets.h"

namespace noughts::serve {
namespace {

// A connection keeps a thread while it is open, so there are many; an idle one
// is closed soon, which also bounds how long shutting down takes.
constexpr std::size_t kThreads = 160;
constexpr int kIdleSeconds = 2;
constexpr int kTransferSeconds = 5;
constexpr std::size_t kMostRequestsPerConnection = 1'000'000;
constexpr std::size_t kMostBodyBytes = 64 << 10;

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadInput:
      return 400;
    case ErrorCode::kMissing:
    case ErrorCode::kUnfinished:
      return 404;
    case ErrorCode::kCancelled:
    case ErrorCode::kNoSpace:
    case ErrorCode::kNoTime:
      return 503;
    case ErrorCode::kCorrupt:
    case ErrorCode::kWrongVersion:
    case ErrorCode::kSystem:
    case ErrorCode::kWrongValue:
      break;
  }
  return 500;
}

// By provider: httplib would compress a body of this type each time anew.
void send_static(httplib::Response& response, std::string_view content, std::string_view type) {
  response.set_content_provider(
      content.size(), std::string(type),
      [content](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(content.data() + offset, length);
      });
}

// As a body, which httplib sends to its end even while it shuts down. It would
// compress plain application/json with more effort than the answer took.
void send_json(httplib::Response& response, int status, const Json& document) {
  response.status = status;
  response.set_header("Cache-Control", "no-store");
  response.set_content(document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
                       "application/json; charset=utf-8");
}

void send_error(httplib::Response& response, int status, const std::string& sentence) {
  if (status == 503) response.set_header("Retry-After", "1");
  send_json(response, status, {{"error", sentence}});
}

httplib::Headers security_headers() {
  return {{"Content-Security-Policy",
           "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"X-Frame-Options", "DENY"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"}};
}

class Site {
 public:
  Site(Knowledge& knowledge, const std::string& version)
      : routes_(make_routes(knowledge, version)) {
    for (const Route& route : routes_) by_path_.emplace(route.path, &route);
    for (const Asset& asset : all_assets()) assets_.emplace(asset.path, &asset);
    // The page reads its address itself.
    for (const char* page : {"/", "/quixo", "/quantum", "/hyper"}) {
      if (const auto index = assets_.find("/index.html"); index != assets_.end()) {
        assets_.emplace(page, index->second);
      }
    }
  }

  void answer(const httplib::Request& request, httplib::Response& response) const {
    if (const auto route = by_path_.find(request.path); route != by_path_.end()) {
      return answer_route(*route->second, request, response);
    }
    if (const auto asset = assets_.find(request.path); asset != assets_.end()) {
      return answer_asset(*asset->second, request, response);
    }
    send_error(response, 404, fmt::format("there is nothing at {}", quote(request.path)));
  }

 private:
  static void answer_route(const Route& route, const httplib::Request& request,
                           httplib::Response& response) {
    const Result<Query> query = parse_query(route.parameters, request.target);
    if (!query) return send_error(response, 400, query.error().message);
    const Result<Json> document = route.answer(*query);
    if (!document) {
      return send_error(response, status_of(document.error().code), document.error().message);
    }
    send_json(response, 200, *document);
  }

  static void answer_asset(const Asset& asset, const httplib::Request& request,
                           httplib::Response& response) {
    // Names under /assets/ carry a hash of their content and never change.
    response.set_header("Cache-Control", asset.path.starts_with("/assets/")
                                             ? "public, max-age=31536000, immutable"
                                             : "no-cache");
    response.set_header("ETag", std::string(asset.etag));
    response.set_header("Vary", "Accept-Encoding");
    if (request.get_header_value("If-None-Match").find(asset.etag) != std::string::npos) {
      response.status = 304;
      return;
    }
    response.status = 200;
    const bool gzip = request.get_header_value("Accept-Encoding").find("gzip") != std::string::npos;
    if (gzip) response.set_header("Content-Encoding", "gzip");
    send_static(response, gzip ? asset.gzip : asset.plain, asset.type);
  }

  std::vector<Route> routes_;
  std::unordered_map<std::string_view, const Route*> by_path_;
  std::unordered_map<std::string_view, const Asset*> assets_;
};

// What httplib itself refuses: too long, not HTTP, another method.
void explain(const httplib::Request& request, httplib::Response& response) {
  if (response.has_header("Content-Type")) return;  // explained already
  const bool other_method = request.method != "GET" && request.method != "HEAD";
  if (response.status == 404 && other_method) response.status = 405;
  if (response.status == 405) response.set_header("Allow", "GET, HEAD");
  const char* sentence = response.status == 405   ? "only GET and HEAD are answered here"
                         : response.status == 413 ? "the request is too large"
                         : response.status == 414 ? "the address is too long"
                                                  : "the request was not understood";
  send_error(response, response.status, sentence);
}

void configure(httplib::Server& server, const Site& site) {
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  server.set_keep_alive_max_count(kMostRequestsPerConnection);
  server.set_keep_alive_timeout(kIdleSeconds);
  server.set_read_timeout(kTransferSeconds);
  server.set_write_timeout(kTransferSeconds);
  server.set_payload_max_length(kMostBodyBytes);
  server.set_tcp_nodelay(true);
  // Without the default's SO_REUSEPORT: a port that is taken must be an error.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_default_headers(security_headers());
  server.set_pre_routing_handler(
      [&site](const httplib::Request& request, httplib::Response& response) {
        using Handled = httplib::Server::HandlerResponse;
        if (request.method != "GET" && request.method != "HEAD") return Handled::Unhandled;
        site.answer(request, response);
        return Handled::Handled;
      });
  server.set_error_handler(httplib::Server::Handler(explain));
  server.set_exception_handler(
      [](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
        send_error(response, 500, "the server failed on this request; it goes on with others");
      });
}

}  // namespace

Result<void> run_server(Knowledge& knowledge, const ServerOptions& options,
                        const CancelToken& cancel, const std::function<void(int port)>& started) {
  const Site site(knowledge, options.version);
  httplib::Server server;
  configure(server, site);
  errno = 0;
  int port = options.port;
  if (port == 0) port = server.bind_to_any_port(options.host);
  if (port <= 0 || (options.port != 0 && !server.bind_to_port(options.host, options.port))) {
    return Error{ErrorCode::kSystem,
                 fmt::format("cannot listen on {} port {}: {}", options.host, options.port,
                             errno != 0 ? std::strerror(errno) : "no such address")};
  }
  std::thread listener([&server] { server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::yield();
  started(port);
  constexpr auto kLook = std::chrono::milliseconds(50);
  while (!cancel.cancelled() && server.is_running()) std::this_thread::sleep_for(kLook);
  server.stop();
  listener.join();
  return {};
}

}  // namespace noughts::serve
