// The program in a page: the routes of the server (serve/api.h), without a server.
//
//     noughts_start(tables)     once: where published tables are, or ""
//     noughts_origin()          "published by this project", or "unverified"
//     noughts_answer(target)    "200 {...}\n": status and document of a request such as
//                               "/api/v1/quixo/moves?size=3", as `noughts serve` would send them
//
// Texts are UTF-8 and end with a zero byte; what is returned is valid until the next call.
// web/src/site/worker.ts calls it, one request after the other.
#include <emscripten.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "noughts/quixo/publish/published.h"
#include "noughts/serve/site.h"
#include "noughts/version.h"

namespace noughts::serve {

// The page is beside the program here, not in it.
std::span<const Asset> all_assets() { return {}; }

}  // namespace noughts::serve

namespace {

using namespace noughts;

class Program {
 public:
  // A sentence, or nothing if all is well.
  std::string start(const std::string& tables) {
    serve::AnalysisCacheOptions options;
    options.tables = tables;
    options.threads = 1;
    auto analyses = serve::AnalysisCache::open(options);
    const std::string failed = analyses ? "" : analyses.error().message;
    if (!analyses) {
      options.tables.clear();
      analyses = serve::AnalysisCache::open(options);
    }
    analyses_ = std::move(*analyses);
    site_.emplace(*analyses_, std::string(kVersion));
    return failed;
  }

  // What a program keeps of a list it reads once, so the tables that answer are the ones judged
  // here.
  std::string origin() const {
    const auto& tables = analyses_->tables();
    const bool ours = !tables.empty() && std::all_of(tables.begin(), tables.end(), is_ours);
    return ours ? "published by this project" : "unverified";
  }

  std::string answer(std::string_view target) {
    if (!site_) start("");
    const serve::Route* route = site_->route(target);
    const serve::Reply reply =
        route != nullptr ? serve::Site::answer(*route, target) : site_->file(target, {});
    return fmt::format("{} {}", reply.status, reply.content());
  }

 private:
  static bool is_ours(const play::FoundTables& tables) {
    const auto lists = quixo::publish::Published::read(tables.folder, tables.rules);
    const auto manifest = quixo::tables::Manifest::read(tables.folder, tables.rules);
    return lists && manifest && lists->is_of_this_project(tables.rules, *manifest);
  }

  std::unique_ptr<serve::AnalysisCache> analyses_;
  std::optional<serve::Site> site_;
};

Program program;
std::string said;

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* noughts_start(const char* tables) {
  said = program.start(tables);
  return said.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* noughts_origin() {
  said = program.origin();
  return said.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* noughts_answer(const char* target) {
  said = program.answer(target);
  return said.c_str();
}
}
