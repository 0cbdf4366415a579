#include "noughts/quixo/publish/published.h"

#include <fmt/format.h>

#include <numeric>

#include "noughts/core/fields.h"
#include "noughts/core/json.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo::publish {
namespace {

constexpr const char* kFormat = "noughts-published";

std::string published_hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::string published_checksum(const Json& document) {
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  return published_hex(
      store::checksum({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

void read_published_class(const Fields& fields, const Rules& rules, Published& published) {
  const ClassId id{fields.small("x"), fields.small("o")};
  if (id.x > rules.cells() || id.o > rules.cells() - id.x) {
    return fields.refuse("has more tiles than the board");
  }
  PublishedClass entry;
  entry.blocks = static_cast<std::uint32_t>(fields.small("blocks"));
  entry.at_once = fields.flag("at_once");
  entry.directory_bytes = fields.whole("directory_bytes");
  entry.checksum = fields.digest("checksum");
  for (const Json& size : fields.list("files")) entry.files.push_back(fields.number(size, "size"));
  if (!published.classes.emplace(id, std::move(entry)).second) fields.refuse("is listed twice");
}

}  // namespace

store::Path directory_path(const store::Path& folder, ClassId id) {
  return folder / fmt::format("x{:02}o{:02}.index", id.x, id.o);
}

store::Path block_path(const store::Path& folder, ClassId id, std::uint32_t file) {
  return folder / fmt::format("x{:02}o{:02}.{:03}", id.x, id.o, file);
}

std::vector<std::uint32_t> directory_of(const std::vector<PublishedBlock>& blocks) {
  std::vector<std::uint32_t> numbers;
  for (const auto field : {&PublishedBlock::stored, &PublishedBlock::raw, &PublishedBlock::boards,
                           &PublishedBlock::checksum}) {
    for (const PublishedBlock& block : blocks) numbers.push_back(block.*field);
  }
  return numbers;
}

std::vector<PublishedBlock> blocks_of_directory(const std::vector<std::uint32_t>& numbers) {
  const std::size_t count = numbers.size() / kDirectoryNumbers;
  std::vector<PublishedBlock> blocks(count);
  for (std::size_t i = 0; i < count; ++i) {
    blocks[i] = {numbers[i], numbers[count + i], numbers[2 * count + i], numbers[3 * count + i]};
  }
  return blocks;
}

std::uint32_t block_checksum(store::Bytes raw) {
  return static_cast<std::uint32_t>(store::checksum(raw));
}

std::uint64_t PublishedClass::bytes() const {
  return std::accumulate(files.begin(), files.end(), directory_bytes);
}

std::string Published::text(const Rules& rules) const {
  Json list = Json::array();
  for (const auto& [id, entry] : classes) {
    list.push_back({{"x", id.x},
                    {"o", id.o},
                    {"blocks", entry.blocks},
                    {"at_once", entry.at_once},
                    {"directory_bytes", entry.directory_bytes},
                    {"checksum", published_hex(entry.checksum)},
                    {"files", entry.files}});
  }
  Json document = {{"format", kFormat},
                   {"version", kPublishedVersion},
                   {"rules", describe_rules(rules)},
                   {"ranks", ranks},
                   {"plies", plies},
                   {"classes", list}};
  document["checksum"] = published_checksum(document);
  return document.dump() + "\n";
}

Result<Published> Published::parse(std::string_view text, const store::Path& path,
                                   const Rules& rules) {
  const std::string name = path.string();
  const auto damaged = [&](const std::string& why) {
    return Error{ErrorCode::kCorrupt,
                 fmt::format("{} is damaged: {}; publish the tables again", name, why)};
  };
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::kWrongVersion, fmt::format("{} {}", name, why)};
  };
  auto document = parse_document(text);
  if (!text.ends_with("}\n")) {
    return Error{ErrorCode::kUnfinished,
                 fmt::format("{} is cut short; publish the tables again", name)};
  }
  if (!document || !document->is_object() || document->value("format", Json()) != Json(kFormat)) {
    return wrong("is not a list of published tables");
  }
  if (document->value("version", Json()) != Json(kPublishedVersion)) {
    return wrong(
        fmt::format("has version {}, this program reads version {}: publish the tables again",
                    document->value("version", Json()).dump().substr(0, 20), kPublishedVersion));
  }
  const Json checksum = document->value("checksum", Json());
  document->erase("checksum");
  if (checksum != Json(published_checksum(*document))) {
    return damaged("it does not match its checksum");
  }
  if (document->value("rules", Json()) != describe_rules(rules)) return wrong("is for other rules");
  std::optional<std::string> complaint;
  Published published;
  const Fields all(*document, "it", complaint);
  published.ranks = all.flag("ranks");
  published.plies = document->contains("plies") && all.flag("plies");
  std::size_t number = 0;
  for (const Json& entry : all.list("classes")) {
    const std::string what = fmt::format("class {} of its list", ++number);
    read_published_class(Fields(entry, what, complaint), rules, published);
    if (complaint) return damaged(*complaint);
  }
  if (complaint) return damaged(*complaint);
  return published;
}

Result<Published> Published::read(const store::Path& folder, const Rules& rules) {
  const store::Path path = folder / kPublishedName;
  auto text = store::read_plain_file(path);
  if (!text) return text.error();
  return parse(*text, path, rules);
}

}  // namespace noughts::quixo::publish
