#include "noughts/serve/site.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>

#include "noughts/core/text.h"

namespace noughts::serve {
namespace {

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

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Internal Server Error";
  }
}

// Addresses that the page reads itself.
constexpr std::array<std::string_view, 4> kPages = {"/", "/quixo", "/quantum", "/hyper"};
// The board for frames in other pages.
constexpr std::string_view kEmbed = "/embed";
constexpr std::string_view kEmbedFile = "/embed.html";

constexpr std::string_view kPolicy =
    "Content-Security-Policy: default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors ";
constexpr std::string_view kAnywhere = "*\r\n";
constexpr std::string_view kNowhere = "'none'\r\nX-Frame-Options: DENY\r\n";
constexpr std::string_view kSecurityHeaders =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n";

Reply json_reply(int status, const Json& document) {
  return {status,
          {{"Cache-Control", "no-store"}, {"Content-Type", "application/json; charset=utf-8"}},
          document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"};
}

void put_content(Reply& reply, const Asset& asset, const Site::Accepts& accepts) {
  reply.headers.emplace_back("Content-Type", std::string(asset.type));
  if (accepts.gzip) reply.headers.emplace_back("Content-Encoding", "gzip");
  reply.fixed = accepts.gzip ? asset.gzip : asset.plain;
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

}  // namespace

Reply error_reply(int status, const std::string& sentence) {
  Reply reply = json_reply(status, {{"error", sentence}});
  if (status == 503) reply.headers.emplace_back("Retry-After", "1");
  if (status == 405) reply.headers.emplace_back("Allow", "GET, HEAD");
  return reply;
}

std::string head_text(const Reply& reply, bool keep) {
  std::string text =
      fmt::format("HTTP/1.1 {} {}\r\nDate: {:%a, %d %b %Y %H:%M:%S} GMT\r\n", reply.status,
                  reason_of(reply.status), fmt::gmtime(std::time(nullptr)));
  for (const auto& [name, value] : reply.headers) text += fmt::format("{}: {}\r\n", name, value);
  text += kPolicy;
  text += reply.framed ? kAnywhere : kNowhere;
  text += kSecurityHeaders;
  if (reply.status != 304) text += fmt::format("Content-Length: {}\r\n", reply.content().size());
  return text + (keep ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
}

Site::Site(AnalysisCache& analyses, const std::string& version)
    : routes_(make_routes(analyses, version)) {
  for (const Route& route : routes_) by_path_.emplace(route.path, &route);
  for (const Asset& asset : all_assets()) assets_.emplace(asset.path, &asset);
  for (const std::string_view page : kPages) {
    if (const auto index = assets_.find("/index.html"); index != assets_.end()) {
      assets_.emplace(page, index->second);
    }
  }
  if (const auto embed = assets_.find(kEmbedFile); embed != assets_.end()) {
    assets_.emplace(kEmbed, embed->second);
  }
}

const Route* Site::route(std::string_view target) const {
  const auto found = by_path_.find(path_of(target));
  return found == by_path_.end() ? nullptr : found->second;
}

Lane Site::lane(const Route& route, std::string_view target) {
  if (!route.lane_of) return route.lane;
  const Result<Query> query = parse_query(route.parameters, target);
  return query ? route.lane_of(*query) : Lane::kQuick;
}

Reply Site::answer(const Route& route, std::string_view target) try {
  const Result<Query> query = parse_query(route.parameters, target);
  if (!query) return error_reply(400, query.error().message);
  const Result<Json> document = route.answer(*query);
  if (document) return json_reply(200, *document);
  return error_reply(status_of(document.error().code), document.error().message);
} catch (const std::bad_alloc&) {
  return error_reply(503,
                     "there is not enough memory for this question now; try again in a moment");
} catch (const std::exception&) {
  return error_reply(500, "the server failed on this request; other requests still work");
}

// People who mistyped an address get the page, which says so; programs get a sentence.
Reply Site::nothing(std::string_view path, const Accepts& accepts) const {
  const bool for_programs = path.starts_with("/api/") || path.starts_with("/assets/");
  const auto page = assets_.find("/");
  if (for_programs || page == assets_.end()) {
    return error_reply(404, fmt::format("there is nothing at {}", quote(path)));
  }
  Reply reply;
  reply.status = 404;
  reply.headers = {{"Cache-Control", "no-cache"}, {"Vary", "Accept-Encoding"}};
  put_content(reply, *page->second, accepts);
  return reply;
}

// A game may be typed in any case and with a slash at its end.
Reply Site::file(std::string_view target, const Accepts& accepts) const {
  auto found = assets_.find(path_of(target));
  if (found == assets_.end()) {
    std::string plain(path_of(target));
    for (char& c : plain) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
    if (std::find(kPages.begin(), kPages.end(), plain) != kPages.end()) found = assets_.find(plain);
  }
  if (found == assets_.end()) return nothing(path_of(target), accepts);
  const Asset& asset = *found->second;
  Reply reply;
  reply.framed = asset.path == kEmbedFile;
  // Names under /assets/ carry a hash of their content and never change.
  reply.headers = {
      {"Cache-Control",
       asset.path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"},
      {"ETag", std::string(asset.etag)},
      {"Vary", "Accept-Encoding"}};
  if (accepts.etag.find(asset.etag) != std::string_view::npos) {
    reply.status = 304;
    return reply;
  }
  put_content(reply, asset, accepts);
  return reply;
}

}  // namespace noughts::serve
