// Any text as the manifest of a folder of tables: as it is, and with its checksum mended
// so that the rest of the reader sees it too. Either it is refused in one sentence, or
// writing what was read and reading it again gives the same classes.
#include <fmt/format.h>

#include "fuzz/check.h"
#include "noughts/core/json.h"
#include "noughts/quixo/tables/manifest.h"
#include "noughts/store/table_file.h"

namespace {

using namespace noughts;

void check_manifest(const std::string& text) {
  const auto rules = *quixo::Rules::make(3);
  const auto manifest = quixo::tables::Manifest::parse(text, "m", rules);
  if (manifest) {
    fuzz::demand(!manifest->classes.empty(), "a manifest lists something", text);
    for (const auto& [id, entry] : manifest->classes) {
      fuzz::demand(entry.counts.total() == class_size(rules, id), "it counts all boards", text);
    }
    return;
  }
  const Error& error = manifest.error();
  fuzz::demand(error.code == ErrorCode::kCorrupt || error.code == ErrorCode::kUnfinished ||
                   error.code == ErrorCode::kWrongVersion,
               "a bad manifest is damaged, cut short or about others", text);
  fuzz::check_sentence({ErrorCode::kBadInput, error.message}, text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_manifest(text);
  const std::size_t deepest = 400;  // what this program itself may walk through
  if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '[')) > deepest ||
      static_cast<std::size_t>(std::count(text.begin(), text.end(), '{')) > deepest) {
    return 0;
  }
  Json document = Json::parse(text, nullptr, false);
  if (!document.is_object()) return 0;
  document.erase("checksum");
  const std::string body = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  document["checksum"] = fmt::format(
      "{:016x}",
      store::checksum({reinterpret_cast<const std::uint8_t*>(body.data()), body.size()}));
  check_manifest(document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  return 0;
}
