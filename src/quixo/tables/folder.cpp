#include "noughts/quixo/tables/folder.h"

namespace noughts::quixo::tables {
namespace {

std::vector<Rules> rules_with_tables() {
  std::vector<Rules> all;
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int line = kMinSize; line <= size; ++line) {
      for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
        for (const FortressRule fortress : {FortressRule::kNone, FortressRule::kWins}) {
          const auto rules = Rules::make(size, line, both, fortress);
          if (rules) all.push_back(*rules);
        }
      }
    }
  }
  return all;
}

}  // namespace

Result<Folder> read_folder(const store::Path& folder) {
  Error last{ErrorCode::kMissing, ""};
  for (const Rules& rules : rules_with_tables()) {
    Result<Manifest> manifest = Manifest::read(folder, rules);
    if (manifest) return Folder{rules, *std::move(manifest)};
    last = manifest.error();
    // Lists of single pairs are looked for by the pairs of a board, so other rules may find some.
    if (last.code != ErrorCode::kWrongVersion && last.code != ErrorCode::kMissing) return last;
  }
  return last;
}

Result<Folder> parse_folder(std::string_view text, const store::Path& path) {
  Error last{ErrorCode::kMissing, ""};
  for (const Rules& rules : rules_with_tables()) {
    Result<Manifest> manifest = Manifest::parse(text, path, rules);
    if (manifest) return Folder{rules, *std::move(manifest)};
    last = manifest.error();
    if (last.code != ErrorCode::kWrongVersion) return last;
  }
  return last;
}

}  // namespace noughts::quixo::tables
