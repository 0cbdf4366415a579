#include "noughts/core/text.h"

#include <fmt/format.h>

namespace noughts {

std::string quote(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kMost)) {
    if (c >= ' ' && c <= '~')
      result += c;
    else
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  if (text.size() > kMost) result += "...";
  return result + "'";
}

}  // namespace noughts
