#include "noughts/fetch/address.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/fetch/origin.h"

namespace noughts::fetch {
namespace {

constexpr std::string_view kScheme = "http://";
constexpr std::size_t kMostAddress = 2000;  // characters
constexpr int kMostPort = 65535;

Error no_address(std::string_view text, const char* why) {
  return bad_input(fmt::format("'{}' is no address of a folder: {}", text.substr(0, 200), why));
}

bool is_port(std::string_view text) {
  if (text.empty() || text.size() > 5) return false;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return false;
  }
  const int port = std::stoi(std::string(text));
  return port > 0 && port <= kMostPort;
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

std::string Address::authority() const {
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == "80" ? name : name + ":" + port;
}

Address Address::file(std::string_view name) const {
  Address made = *this;
  if (!made.path.ends_with('/')) made.path += '/';
  made.path += name;
  return made;
}

Result<Address> parse_address(std::string_view text) {
  if (text.starts_with("https://")) {
    return no_address(text,
                      "https is not spoken here; download the folder with wget or curl, then "
                      "give the folder, and every piece is checked all the same");
  }
  if (!text.starts_with(kScheme)) return no_address(text, "it does not begin with http://");
  if (text.size() > kMostAddress) return no_address(text, "it is too long");
  if (!is_plain(text)) return no_address(text, "write signs beyond ASCII and spaces as %XX");
  std::string_view rest = text.substr(kScheme.size());
  Address made;
  if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
    made.path = rest.substr(slash);
    rest = rest.substr(0, slash);
  }
  if (text.find_first_of("?#@\\") != std::string_view::npos) {
    return no_address(text, "it must have no ?, #, @ or backslash");
  }
  std::string_view port = rest;
  if (rest.starts_with('[')) {
    const auto end = rest.find(']');
    if (end == std::string_view::npos) return no_address(text, "a bracket is not closed");
    made.host = rest.substr(1, end - 1);
    port = rest.substr(end + 1);
  } else {
    const auto colon = rest.find(':');
    made.host = rest.substr(0, colon);
    port = colon == std::string_view::npos ? "" : rest.substr(colon);
  }
  if (made.host.empty()) return no_address(text, "it names no host");
  if (port.empty()) return made;
  if (!port.starts_with(':') || !is_port(port.substr(1))) {
    return no_address(text, "the port is no number from 1 to 65535");
  }
  made.port = port.substr(1);
  return made;
}

Result<Address> follow(const Address& from, std::string_view location) {
  if (location.starts_with("//") || !location.starts_with('/')) return parse_address(location);
  return parse_address("http://" + from.authority() + std::string(location));
}

Result<std::unique_ptr<Origin>> open_origin(const std::string& address, const CancelToken& cancel) {
  if (address.find("://") == std::string::npos) return open_folder(address, cancel);
  const auto parsed = parse_address(address);
  if (!parsed) return parsed.error();
  return open_host(*parsed, cancel);
}

}  // namespace noughts::fetch
