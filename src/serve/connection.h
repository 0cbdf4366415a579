// One connection of the server: requests read within their limits, answers computed in a
// lane and written, and its end. server.cpp alone includes this, so that Boost is compiled
// once.
//
//     wait -> read -> answer -> (a lane computes) -> send -> wait, or goodbye
#pragma once

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <chrono>
#include <list>
#include <memory>
#include <optional>
#include <set>

#include "noughts/core/parallel.h"
#include "noughts/serve/hosts.h"
#include "noughts/serve/lanes.h"
#include "noughts/serve/server.h"
#include "noughts/serve/site.h"
#include "noughts/serve/stop.h"

namespace noughts::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;
using Code = boost::system::error_code;

inline asio::steady_timer::duration seconds(double count) {
  return std::chrono::duration_cast<asio::steady_timer::duration>(
      std::chrono::duration<double>(count));
}

class Connection;
using ConnectionPointer = std::shared_ptr<Connection>;

// What all connections share. Used by the thread that reads and writes, only.
struct Shared {
  Shared(AnalysisCache& analyses, const ServerOptions& options_)
      : options(options_),
        hosts(options_.host, options_.allowed_hosts),
        site(analyses, options_.version) {}

  const ServerOptions& options;
  const Hosts hosts;
  const Site site;
  asio::io_context io{1};
  Lanes lanes{hardware_threads()};
  std::set<ConnectionPointer> connections;
  std::list<Connection*> idle;  // the one that has waited longest first
  std::size_t bytes_in_flight = 0;
  bool ending = false;
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Shared& shared, Tcp::socket socket)
      : shared_(shared),
        socket_(std::move(socket)),
        timer_(shared.io),
        place_(shared.idle.end()),
        buffer_(shared.options.limits.header_bytes + kMoreThanAHeader) {
    Code ignored;
    socket_.non_blocking(true, ignored);
    socket_.set_option(Tcp::no_delay(true), ignored);
  }

  // The next request, of which nothing has come yet.
  void wait() {
    if (shared_.ending) return close();
    parser_.reset();
    if (buffer_.size() > 0) return read();  // it was sent along with the last one
    buffer_.shrink_to_fit();
    place_ = shared_.idle.insert(shared_.idle.end(), this);
    expire(shared_.options.limits.idle_seconds, [](Connection& self) { self.close(); });
    socket_.async_wait(Tcp::socket::wait_read, [self = shared_from_this()](Code code) {
      self->leave_idle();
      if (!code) self->read();
    });
  }

  // One reply, and the connection ends.
  void refuse(Reply reply) {
    keep_ = false;
    send(std::move(reply));
  }

  void close() {
    leave_idle();
    timer_.cancel();
    if (stop_ != nullptr) stop_->cancel();
    stop_.reset();
    release();
    Code ignored;
    socket_.close(ignored);
    shared_.connections.erase(shared_from_this());
  }

  // The server ends: what is not about to be answered need not be.
  void end() {
    if (stop_ != nullptr) return stop_->cancel();
    if (place_ != shared_.idle.end() || reading_) close();
  }

 private:
  using Then = void (*)(Connection&);
  static constexpr std::size_t kMoreThanAHeader = 1024;
  static constexpr double kGrace = 1;  // seconds

  // From now on there are so many seconds for what is to come.
  void expire(double limit, Then then) {
    timer_.expires_after(seconds(limit));
    // One that was over before it could be taken back comes too late.
    timer_.async_wait([self = shared_from_this(), then, turn = ++turn_](Code code) {
      if (!code && turn == self->turn_ && self->socket_.is_open()) then(*self);
    });
  }

  void leave_idle() {
    if (place_ == shared_.idle.end()) return;
    shared_.idle.erase(place_);
    place_ = shared_.idle.end();
  }

  // ---- a request --------------------------------------------------------------

  void read() {
    const ServerLimits& limits = shared_.options.limits;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(limits.header_bytes));
    parser_->body_limit(limits.body_bytes);
    reading_ = true;
    late_ = false;
    head_only_ = false;
    expire(limits.request_seconds, [](Connection& self) {
      self.late_ = true;
      Code ignored;
      self.socket_.cancel(ignored);
    });
    http::async_read_header(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](Code code, std::size_t) { self->on_header(code); });
  }

  void on_header(Code code) {
    if (code) return on_bad_request(code);
    if (const auto complaint = complaint_about(parser_->get())) {
      reading_ = false;
      return refuse(*complaint);
    }
    // Who waits for a word before the body gets it, unless the body is on its way already.
    if (parser_->get().count(http::field::expect) == 0 || parser_->is_done() ||
        buffer_.size() > 0) {
      return read_body();
    }
    static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(socket_, asio::buffer(kGoOn.data(), kGoOn.size()),
                      [self = shared_from_this()](Code failed, std::size_t) {
                        if (failed || !self->socket_.is_open()) return self->close();
                        self->read_body();
                      });
  }

  void read_body() {
    http::async_read(socket_, buffer_, *parser_,
                     [self = shared_from_this()](Code end, std::size_t) {
                       if (end) return self->on_bad_request(end);
                       self->reading_ = false;
                       self->answer();
                     });
  }

  void on_bad_request(Code code) {
    reading_ = false;
    if (!socket_.is_open()) return;
    if (late_ && (buffer_.size() > 0 || parser_->is_header_done())) {
      return refuse(error_reply(
          408, fmt::format("the request did not arrive within {:g} seconds; send it again",
                           shared_.options.limits.request_seconds)));
    }
    // The connection broke, or ended: also in the middle of a request.
    if (late_ || code.category() != make_error_code(http::error::end_of_stream).category() ||
        code == http::error::end_of_stream || code == http::error::partial_message) {
      return close();
    }
    if (code == http::error::header_limit || code == http::error::buffer_overflow) {
      const bool has_target = !parser_->get().target().empty();
      if (!has_target)
        return refuse(error_reply(414, "the address is too long; send a shorter one"));
      return refuse(error_reply(431, "the header is too large; send fewer or shorter fields"));
    }
    if (code == http::error::body_limit) {
      return refuse(error_reply(413, "the request is too large; send a smaller one"));
    }
    if (code == http::error::bad_version && names_a_version()) {
      return refuse(error_reply(505, "this server speaks HTTP/1.1; send the request that way"));
    }
    refuse(error_reply(400, "the request is not valid HTTP/1.1"));
  }

  // Whether the first line ends with a version, though not with one of ours.
  bool names_a_version() const {
    const std::string_view text(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    const std::string_view line = text.substr(0, text.find('\r'));
    const std::string_view version = line.substr(line.rfind(' ') + 1);
    return version.size() == 8 && version.starts_with("HTTP/") && version[6] == '.';
  }

  using Request = http::request<http::string_body>;

  // What is wrong with a request, whatever it asks for.
  std::optional<Reply> complaint_about(const Request& request) const {
    const Target target = split_target(view(request.target()));
    if (request.version() != 10 && request.version() != 11) {
      return error_reply(505, "this server speaks HTTP/1.1; send the request that way");
    }
    if (auto unclear = complaint_about_body(request)) return unclear;
    const auto hosts = request.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && (request.version() == 11 || target.host.empty()))) {
      return error_reply(400, "a request must name exactly one host");
    }
    const std::string_view host =
        target.host.empty() ? view(request[http::field::host]) : target.host;
    if ((hosts == 1 || !target.host.empty()) && !shared_.hosts.answers_to(host)) {
      return error_reply(
          421, "this server does not answer to that host name; its operator can allow more names");
    }
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      return error_reply(405, "this server answers GET and HEAD only");
    }
    return std::nullopt;
  }

  // Where the body ends must be beyond doubt: what comes after it is the next request.
  static std::optional<Reply> complaint_about_body(const Request& request) {
    const auto codings = request.count(http::field::transfer_encoding);
    const auto coding = request[http::field::transfer_encoding];
    if (codings > 1 || (codings == 1 && !boost::beast::iequals(coding, "chunked"))) {
      return error_reply(501, "chunked is the only transfer coding understood here");
    }
    const auto lengths = request.count(http::field::content_length);
    if (lengths + codings > 1 || (codings == 1 && request.version() == 10)) {
      return error_reply(400, "a request must give the length of its body once");
    }
    if (request.count(http::field::expect) > 0 &&
        !boost::beast::iequals(request[http::field::expect], "100-continue")) {
      return error_reply(417, "100-continue is the only expectation understood here");
    }
    return std::nullopt;
  }

  static std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
  }

  // ---- an answer --------------------------------------------------------------

  void answer() {
    const Request& request = parser_->get();
    keep_ = request.keep_alive() && !shared_.ending;
    head_only_ = request.method() == http::verb::head;
    target_ = split_target(view(request.target())).path;
    const Route* route = shared_.site.route(target_);
    if (route == nullptr) {
      const auto accepts = view(request[http::field::accept_encoding]);
      return send(shared_.site.file(target_, {.gzip = accepts.find("gzip") != accepts.npos,
                                              .etag = view(request[http::field::if_none_match])}));
    }
    ask(*route);
  }

  // Lets a lane compute the reply.
  void ask(const Route& route) {
    stop_ = std::make_shared<Stop>();
    const Lane lane = Site::lane(route, target_);
    ++turn_;  // from here on the question has its own time
    timer_.cancel();
    const bool taken = shared_.lanes.of(lane).offer(
        [self = shared_from_this(), stop = stop_, route = &route, target = target_] {
          Reply reply = error_reply(503, "the question was cancelled; ask it again");
          if (!stop->cancelled()) {
            const Answering answering(*stop);
            reply = Site::answer(*route, target);
          }
          asio::post(self->shared_.io, [self, stop, reply = std::move(reply)]() mutable {
            self->on_answer(stop, std::move(reply));
          });
        });
    if (!taken) {
      stop_.reset();
      return send(error_reply(503,
                              "the server is busy: too many questions of this kind are "
                              "waiting; please try again in a moment"));
    }
    if (lane != Lane::kQuick) watch();
  }

  // Notices that the client has gone while its question is being answered.
  void watch() {
    socket_.async_wait(Tcp::socket::wait_read, [self = shared_from_this(),
                                                stop = stop_](Code code) {
      if (code || self->stop_ != stop) return;
      char byte = 0;
      const ssize_t got = ::recv(self->socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (got < 0) return self->close();
      // More to read is the next request: the client is still there. An end may only mean
      // that it has said all: what is found in a moment is still sent.
      if (got == 0) self->expire(kGrace, [](Connection& gone) { gone.close(); });
    });
  }

  void on_answer(const std::shared_ptr<Stop>& stop, Reply reply) {
    if (stop_ != stop) return;  // the client has gone
    stop_.reset();
    Code ignored;
    socket_.cancel(ignored);  // the watch
    send(std::move(reply));
  }

  void send(Reply reply) {
    const ServerLimits& limits = shared_.options.limits;
    if (shared_.ending) keep_ = false;
    if (shared_.bytes_in_flight + reply.body.size() > limits.bytes_in_flight) {
      reply = error_reply(503, "too many answers are being sent; please try again in a moment");
    }
    reply_ = std::move(reply);
    shared_.bytes_in_flight += in_flight_ = reply_.body.size();
    head_ = head_text(reply_, keep_);
    const std::string_view content = head_only_ || reply_.status == 304 ? "" : reply_.content();
    expire(limits.reply_seconds, [](Connection& self) { self.close(); });
    const std::array<asio::const_buffer, 2> both = {asio::buffer(head_),
                                                    asio::buffer(content.data(), content.size())};
    asio::async_write(socket_, both, [self = shared_from_this()](Code code, std::size_t) {
      self->release();
      if (code || !self->socket_.is_open()) return self->close();
      if (self->keep_) return self->wait();
      self->part();
    });
  }

  // The reply is gone, sent or not.
  void release() {
    shared_.bytes_in_flight -= std::exchange(in_flight_, 0);
    reply_ = {};
  }

  // Says goodbye, and reads on for a moment: closing while the client is still sending
  // would take the reply away from it.
  void part() {
    Code ignored;
    socket_.shutdown(Tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    expire(1, [](Connection& self) { self.close(); });
    drain();
  }
  void drain() {
    if (shared_.ending) return close();
    socket_.async_read_some(buffer_.prepare(1024),
                            [self = shared_from_this()](Code code, std::size_t) {
                              if (code) return self->close();
                              self->drain();
                            });
  }

  Shared& shared_;
  Tcp::socket socket_;
  asio::steady_timer timer_;
  std::list<Connection*>::iterator place_;  // among the idle, or their end
  boost::beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string target_;
  std::shared_ptr<Stop> stop_;  // of the question that is being answered
  Reply reply_;
  std::string head_;
  std::size_t in_flight_ = 0;
  std::uint64_t turn_ = 0;  // of the timer
  bool reading_ = false;
  bool late_ = false;
  bool keep_ = true;
  bool head_only_ = false;
};

}  // namespace noughts::serve
