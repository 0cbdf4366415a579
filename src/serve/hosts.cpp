#include "noughts/serve/hosts.h"

#include <algorithm>

namespace noughts::serve {
namespace {

// Lower case, without port, brackets and a last dot.
std::string bare_name(std::string_view authority) {
  if (authority.starts_with('[')) {
    authority = authority.substr(1, authority.find(']') - 1);
  } else if (std::count(authority.begin(), authority.end(), ':') == 1) {
    authority = authority.substr(0, authority.find(':'));
  }
  if (authority.ends_with('.')) authority.remove_suffix(1);
  std::string name(authority);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

}  // namespace

Hosts::Hosts(const std::string& host, const std::vector<std::string>& allowed)
    : names_{"localhost", "127.0.0.1", "::1", bare_name(host)} {
  for (const std::string& name : allowed) names_.insert(bare_name(name));
  names_.erase("");
}

bool Hosts::answers_to(std::string_view authority) const {
  return names_.contains(bare_name(authority));
}

Target split_target(std::string_view target) {
  constexpr std::string_view kScheme = "http://";
  if (!target.starts_with(kScheme)) return {{}, target};
  const std::string_view rest = target.substr(kScheme.size());
  const std::size_t slash = std::min(rest.find_first_of("/?"), rest.size());
  const std::string_view path = rest.substr(slash);
  return {rest.substr(0, slash), path.empty() ? "/" : path};
}

}  // namespace noughts::serve
