// Addresses of folders on web hosts: http://HOST, http://HOST:PORT/PATH, http://[::1]:8000/.
#pragma once

#include <string>
#include <string_view>

#include "noughts/core/result.h"

namespace noughts::fetch {

struct Address {
  std::string host;  // without brackets
  std::string port = "80";
  std::string path = "/";  // of the folder or file
  bool operator==(const Address&) const = default;

  // As requests name the host: with brackets, and with the port unless it is the usual one.
  std::string authority() const;
  std::string text() const { return "http://" + authority() + path; }
  // A file of the folder.
  Address file(std::string_view name) const;
};

// kBadInput with a sentence for everything else, https among it.
Result<Address> parse_address(std::string_view text);
// Where a redirect leads: another address, or a path of the same host.
Result<Address> follow(const Address& from, std::string_view location);

}  // namespace noughts::fetch
