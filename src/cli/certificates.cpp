#include "noughts/cli/certificates.h"

#include <fmt/format.h>

#include "noughts/research/reports/hyper_interest.h"
#include "noughts/store/file.h"

namespace noughts::cli {

Result<Json> write_certificates(const std::vector<hyper::proof::Certificate>& certificates,
                                const std::string& folder) {
  if (auto there = store::make_folder(folder); !there) return there.error();
  Json files = Json::array();
  for (const hyper::proof::Certificate& c : certificates) {
    const std::string path = fmt::format("{}/{}", folder, research::reports::certificate_file(c));
    if (auto written = write_certificate(c, path); !written) return written.error();
    files.push_back(path);
  }
  return files;
}

std::string wrote_text(const Json& document) {
  std::string text;
  if (!document.contains("certificates")) return text;
  for (const Json& file : document["certificates"]) {
    text += fmt::format("wrote {}\n", file.get<std::string>());
  }
  return text;
}

}  // namespace noughts::cli
