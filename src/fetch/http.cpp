// Files of a folder on a web host, over plain HTTP/1.1.
//
// One connection, kept for the next file. A host that answers no ranges sends the file from its
// begin; what is known already is skipped. Every wait ends: with an answer, after kPatience, or
// when the token is cancelled.
#include <fmt/format.h>

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <charconv>
#include <chrono>
#include <optional>

#include "noughts/fetch/address.h"
#include "noughts/fetch/origin.h"
#include "noughts/version.h"

namespace noughts::fetch {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;
using Code = boost::system::error_code;
using Parser = http::response_parser<http::buffer_body>;

constexpr auto kPatience = std::chrono::seconds(60);  // for one answer or its next bytes
constexpr auto kLook = std::chrono::milliseconds(100);
constexpr int kMostRedirects = 5;
constexpr std::uint32_t kMostHeader = 16 << 10;
constexpr std::size_t kHttpBuffer = 64 << 10;

// What is wanted of a file: `size` bytes but for the first `offset`, or at most `most` bytes.
struct Wanted {
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> size = {};
  std::uint64_t most = 0;
};

// "bytes 100-199/200" says where a part begins and how long the whole is.
struct Part {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

std::optional<Part> parse_part(std::string_view text) {
  Part part;
  std::uint64_t end = 0;
  const auto number = [&](std::string_view before, std::uint64_t& to) {
    if (!text.starts_with(before)) return false;
    text.remove_prefix(before.size());
    const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), to);
    if (code != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return true;
  };
  const bool good = number("bytes ", part.begin) && number("-", end) && number("/", part.size);
  return good && text.empty() ? std::optional(part) : std::nullopt;
}

class HostOrigin final : public Origin {
 public:
  HostOrigin(Address address, const CancelToken& cancel)
      : folder_(std::move(address)), cancel_(cancel) {}

  Result<std::string> read(const std::string& name, std::uint64_t most) override {
    std::string text;
    const Take take = [&](store::Bytes bytes) -> Result<void> {
      text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return {};
    };
    auto done = fetch(name, {.most = most}, take);
    if (!done) return done.error();
    return text;
  }
  Result<void> read(const std::string& name, std::uint64_t offset, std::uint64_t size,
                    const Take& take) override {
    return fetch(name, {.offset = offset, .size = size, .most = size}, take);
  }

 private:
  Result<void> fetch(const std::string& name, const Wanted& wanted, const Take& take);
  Result<void> ask(const Wanted& wanted);
  Result<void> connect();
  Result<std::optional<Address>> read_header(const Wanted& wanted);
  Result<void> read_body(const Wanted& wanted, const Take& take);
  void close();

  Error fault(ErrorCode code, const std::string& what) const {
    return {code, fmt::format("{} {}", at_.text(), what)};
  }
  Error lost(Code code) const {
    if (cancel_.cancelled()) return cancelled_error();
    const std::string why =
        code == beast::error::timeout ? "no answer for a minute" : code.message();
    return fault(ErrorCode::kUnfinished,
                 fmt::format("is lost ({}); run the same command again to go on", why));
  }
  // Starts one operation and waits for its end.
  template <class Start>
  Code run(const Start& start) {
    std::optional<Code> result;
    stream_->expires_after(kPatience);
    start([&result](Code code, auto&&...) { result = code; });
    while (!result) {
      if (io_.stopped()) io_.restart();
      io_.run_one_for(kLook);
      if (!result && cancel_.cancelled()) stream_->cancel();
    }
    return *result;
  }

  Address folder_;
  const CancelToken& cancel_;
  asio::io_context io_{1};
  std::optional<beast::tcp_stream> stream_;
  std::string connected_to_;  // host and port, if the connection may be used again
  bool reused_ = false;       // the host may have closed it meanwhile
  Address at_;                // what is asked for
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::uint64_t begin_ = 0;  // of what the answer has
};

void HostOrigin::close() {
  connected_to_.clear();
  buffer_.clear();
  parser_.reset();
  stream_.reset();
}

Result<void> HostOrigin::connect() {
  reused_ = !connected_to_.empty() && connected_to_ == at_.authority();
  if (reused_) return {};
  close();
  Code code;
  Tcp::resolver resolver(io_);
  const auto found = resolver.resolve(at_.host, at_.port, code);
  if (code) return fault(ErrorCode::kMissing, "cannot be reached: its host is not known");
  stream_.emplace(io_);
  code = run([&](auto done) { stream_->async_connect(found, done); });
  if (cancel_.cancelled()) return cancelled_error();
  if (code) {
    stream_.reset();
    return fault(ErrorCode::kMissing, fmt::format("cannot be reached: {}", code.message()));
  }
  connected_to_ = at_.authority();
  return {};
}

// Sends the request and reads the header; once more where a kept connection was closed meanwhile.
Result<void> HostOrigin::ask(const Wanted& wanted) {
  if (auto done = connect(); !done) return done;
  http::request<http::empty_body> request(http::verb::get, at_.path, 11);
  request.set(http::field::host, at_.authority());
  request.set(http::field::user_agent, "noughts/" + std::string(kVersion));
  request.set(http::field::accept_encoding, "identity");
  if (wanted.offset > 0) request.set(http::field::range, fmt::format("bytes={}-", wanted.offset));
  parser_.emplace();
  parser_->header_limit(kMostHeader);
  parser_->body_limit(UINT64_MAX);  // what is wanted has limits of its own
  Code code = run([&](auto done) { http::async_write(*stream_, request, done); });
  if (!code) {
    code = run([&](auto done) { http::async_read_header(*stream_, buffer_, *parser_, done); });
  }
  if (!code) return {};
  const bool again = reused_ && !cancel_.cancelled() && code != beast::error::timeout;
  close();
  if (again) return ask(wanted);
  if (code == http::error::header_limit) {
    return fault(ErrorCode::kCorrupt, "sends a header without an end");
  }
  const bool foreign =
      code.category() == http::make_error_code(http::error::bad_version).category();
  if (foreign && code != http::error::end_of_stream && code != http::error::partial_message) {
    return fault(ErrorCode::kCorrupt, fmt::format("does not speak HTTP ({})", code.message()));
  }
  return lost(code);
}

// Where the answer sends us, or nothing if its body is what is wanted.
Result<std::optional<Address>> HostOrigin::read_header(const Wanted& wanted) {
  const auto& header = parser_->get();
  const int status = header.result_int();
  if (status == 301 || status == 302 || status == 303 || status == 307 || status == 308) {
    const auto said = header[http::field::location];
    auto next = follow(at_, {said.data(), said.size()});
    if (!next) {
      return fault(ErrorCode::kMissing, "leads elsewhere: " + next.error().message);
    }
    return std::optional(std::move(*next));
  }
  if (status == 404 || status == 410) return fault(ErrorCode::kMissing, "does not exist");
  if (status == 416) return fault(ErrorCode::kCorrupt, "is shorter than its list says");
  if (status != 200 && status != 206) {
    return fault(ErrorCode::kSystem, fmt::format("cannot be read: the host answers {}", status));
  }
  begin_ = 0;
  std::optional<std::uint64_t> whole;
  if (status == 206) {
    const auto said = header[http::field::content_range];
    const auto part = parse_part({said.data(), said.size()});
    if (!part || part->begin != wanted.offset) {
      return fault(ErrorCode::kCorrupt, "is sent from another place than was asked for");
    }
    begin_ = part->begin;
    whole = part->size;
  } else if (const auto length = parser_->content_length()) {
    whole = *length;
  }
  if (whole && wanted.size && *whole != *wanted.size) {
    return fault(ErrorCode::kCorrupt,
                 fmt::format("has {} bytes, not {} as its list says", *whole, *wanted.size));
  }
  if (whole && *whole > wanted.most) {
    return fault(ErrorCode::kCorrupt,
                 fmt::format("has {} bytes, more than any list of tables", *whole));
  }
  return std::optional<Address>();
}

Result<void> HostOrigin::read_body(const Wanted& wanted, const Take& take) {
  std::array<char, kHttpBuffer> bytes;
  std::uint64_t at = begin_;
  while (!parser_->is_done()) {
    auto& body = parser_->get().body();
    body.data = bytes.data();
    body.size = bytes.size();
    Code code = run([&](auto done) { http::async_read(*stream_, buffer_, *parser_, done); });
    if (code == http::error::need_buffer) code = {};
    if (code) return lost(code);
    const std::uint64_t got = bytes.size() - body.size;
    if (at + got > wanted.most) return fault(ErrorCode::kCorrupt, "does not end where it should");
    const std::uint64_t known = wanted.offset > at ? std::min(got, wanted.offset - at) : 0;
    at += got;
    if (got == known) continue;
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    if (auto taken = take({first + known, static_cast<std::size_t>(got - known)}); !taken) {
      return taken;
    }
  }
  if (wanted.size && at != *wanted.size) {
    return fault(ErrorCode::kCorrupt, fmt::format("ends after {} of {} bytes", at, *wanted.size));
  }
  return {};
}

Result<void> HostOrigin::fetch(const std::string& name, const Wanted& wanted, const Take& take) {
  at_ = folder_.file(name);
  for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
    if (cancel_.cancelled()) return cancelled_error();
    if (auto asked = ask(wanted); !asked) return asked;
    auto next = read_header(wanted);
    if (!next || *next) {
      close();  // its body is of no use
      if (!next) return next.error();
      at_ = **next;
      continue;
    }
    auto done = read_body(wanted, take);
    if (!done || !parser_->get().keep_alive()) close();
    return done;
  }
  return fault(ErrorCode::kCorrupt,
               fmt::format("is the end of more than {} redirects", kMostRedirects));
}

}  // namespace

std::unique_ptr<Origin> open_host(const Address& address, const CancelToken& cancel) {
  return std::make_unique<HostOrigin>(address, cancel);
}

}  // namespace noughts::fetch
