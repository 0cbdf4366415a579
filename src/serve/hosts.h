// The names that a server answers to.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace noughts::serve {

class Hosts {
 public:
  // localhost, 127.0.0.1 and [::1] are always there.
  Hosts(const std::string& host, const std::vector<std::string>& allowed);
  // `authority`: a name or an address, with or without a port, as in the header Host.
  bool answers_to(std::string_view authority) const;

 private:
  std::set<std::string, std::less<>> names_;
};

// What a request is about: its path and query, and the host where the target names one
// ("http://localhost/path").
struct Target {
  std::string_view host = {};
  std::string_view path = {};
};
Target split_target(std::string_view target);

}  // namespace noughts::serve
