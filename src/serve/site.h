// What is at an address: a route of the API or a file of the page, and how an answer
// reads in HTTP. It knows no sockets.
//
// Only what is compiled in can be read: paths are looked up in two lists and never touch
// the file system. Every reply has the security headers; errors are
// {"error": "sentence"}.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noughts/serve/api.h"
#include "noughts/serve/assets.h"

namespace noughts::serve {

struct Reply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
  std::string_view fixed = {};  // a file of the page, instead of the body
  bool framed = false;          // pages of any origin may show it in a frame
  std::string_view content() const { return fixed.empty() ? std::string_view(body) : fixed; }
};

Reply error_reply(int status, const std::string& sentence);

// The head of a reply as it is sent. Without `keep` the connection ends with it.
std::string head_text(const Reply& reply, bool keep);

class Site {
 public:
  Site(AnalysisCache& analyses, const std::string& version);

  // The route at a target such as "/api/v1/health?x=1", if there is one.
  const Route* route(std::string_view target) const;
  // Who is to compute what it says.
  static Lane lane(const Route& route, std::string_view target);
  // What the route says. Computes.
  static Reply answer(const Route& route, std::string_view target);

  struct Accepts {
    bool gzip = false;
    std::string_view etag = {};  // what the client has already
  };
  // What is at any other target: a file, or nothing.
  Reply file(std::string_view target, const Accepts& accepts) const;

 private:
  Reply nothing(std::string_view path, const Accepts& accepts) const;

  std::vector<Route> routes_;
  std::unordered_map<std::string_view, const Route*> by_path_;
  std::unordered_map<std::string_view, const Asset*> assets_;
};

}  // namespace noughts::serve
