#include "noughts/serve/server.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <chrono>

#include "noughts/serve/connection.h"

namespace noughts::serve {
namespace {

class Listener {
 public:
  explicit Listener(Shared& shared)
      : shared_(shared),
        acceptor_(shared.io),
        pause_(shared.io),
        look_(shared.io),
        last_(shared.io) {}

  Result<int> listen() {
    const ServerOptions& options = shared_.options;
    Code code;
    const auto found =
        Tcp::resolver(shared_.io)
            .resolve(options.host, std::to_string(options.port), Tcp::resolver::passive, code);
    if (!code && found.empty()) code = asio::error::host_not_found;
    const Tcp::endpoint endpoint = code ? Tcp::endpoint() : found.begin()->endpoint();
    if (!code) acceptor_.open(endpoint.protocol(), code);
    if (!code) acceptor_.set_option(Tcp::acceptor::reuse_address(true), code);
    if (!code) acceptor_.bind(endpoint, code);
    if (!code) acceptor_.listen(kBacklog, code);
    if (code) {
      return Error{ErrorCode::kSystem, fmt::format("cannot listen on {} port {}: {}", options.host,
                                                   options.port, code.message())};
    }
    return acceptor_.local_endpoint().port();
  }

  void accept() {
    acceptor_.async_accept([this](Code code, Tcp::socket socket) {
      if (!acceptor_.is_open()) return;
      if (!code) {
        take(std::move(socket));
        return accept();
      }
      // No descriptors left, or the client is gone already: on after a moment. Whoever has been
      // idle longest makes room.
      const bool full = code == asio::error::no_descriptors || code.value() == ENFILE;
      if (full && !shared_.idle.empty()) shared_.idle.front()->close();
      pause_.expires_after(std::chrono::milliseconds(10));
      pause_.async_wait([this](Code) { accept(); });
    });
  }

  // Looks at the token now and then: whoever cancels it may be a signal handler.
  void look_at(const CancelToken& cancel) {
    look_.expires_after(std::chrono::milliseconds(50));
    look_.async_wait([this, &cancel](Code) {
      if (!cancel.cancelled()) return look_at(cancel);
      end();
    });
  }

 private:
  static constexpr int kBacklog = 4096;
  static constexpr std::size_t kRefusedAtOnce = 256;

  void take(Tcp::socket socket) {
    const std::size_t most = shared_.options.limits.connections;
    // Whoever has been idle longest makes room.
    if (shared_.connections.size() >= most && !shared_.idle.empty()) shared_.idle.front()->close();
    if (shared_.connections.size() >= most + kRefusedAtOnce) return;
    const auto connection = std::make_shared<Connection>(shared_, std::move(socket));
    shared_.connections.insert(connection);
    if (shared_.connections.size() <= most) return connection->wait();
    connection->refuse(error_reply(
        503, fmt::format("there are {} connections already; please try again in a moment", most)));
  }

  void end() {
    shared_.ending = true;
    Code ignored;
    acceptor_.close(ignored);
    const auto all = shared_.connections;
    for (const ConnectionPointer& connection : all) connection->end();
    wait_for_the_last(100);
  }

  // Answers on their way get a second.
  void wait_for_the_last(int looks) {
    if (shared_.connections.empty() || looks == 0) return shared_.io.stop();
    last_.expires_after(std::chrono::milliseconds(10));
    last_.async_wait([this, looks](Code) { wait_for_the_last(looks - 1); });
  }

  Shared& shared_;
  Tcp::acceptor acceptor_;
  asio::steady_timer pause_, look_, last_;
};

// As many descriptors as the connections need, if the system lets us.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Result<void> run_server(AnalysisCache& analyses, const ServerOptions& options,
                        const CancelToken& cancel, const std::function<void(int port)>& started) {
  raise_descriptor_limit();
  Shared shared(analyses, options);
  Listener listener(shared);
  const Result<int> port = listener.listen();
  if (!port) return port.error();
  listener.accept();
  listener.look_at(cancel);
  analyses.tell_load([&shared](Lane lane) { return shared.lanes.load(lane); });
  started(*port);
  shared.io.run();
  analyses.tell_load({});
  const auto left = std::exchange(shared.connections, {});
  for (const ConnectionPointer& connection : left) connection->close();
  return {};
}

}  // namespace noughts::serve
