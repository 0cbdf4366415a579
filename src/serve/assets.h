// The files of the page, inside the program (cmake/assets.cmake).
#pragma once

#include <span>
#include <string_view>

namespace noughts::serve {

struct Asset {
  std::string_view path;  // as a browser asks for it: "/index.html"
  std::string_view type;  // its content type
  std::string_view etag;  // with quotes
  std::string_view plain;
  std::string_view gzip;
};

std::span<const Asset> all_assets();

}  // namespace noughts::serve
