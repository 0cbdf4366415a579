#include "noughts/quixo/publish/published.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "noughts/core/fields.h"
#include "noughts/core/json.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/digests.h"
#include "noughts/store/packing.h"
#include "noughts/store/sha256.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo::publish {
namespace {

constexpr const char* kFormat = "noughts-published";
constexpr std::size_t kPlainNumbers = 4;   // of a block in a directory
constexpr std::size_t kSha256Numbers = 4;  // more, if there are digests
constexpr std::uint32_t kMostRawBlock = 2 * kMostBlockBoards;

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
  if (fields.has("sha256")) entry.sha256 = fields.at("sha256").dump();
  std::erase(entry.sha256, '"');
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
  for (const PublishedBlock& block : blocks) {
    numbers.insert(numbers.end(), block.sha256->begin(), block.sha256->end());
  }
  return numbers;
}

std::size_t directory_numbers(std::size_t blocks, bool sha256) {
  return blocks * (kPlainNumbers + (sha256 ? kSha256Numbers : 0));
}

std::vector<PublishedBlock> blocks_of_directory(const std::vector<std::uint32_t>& numbers,
                                                std::size_t count) {
  std::vector<PublishedBlock> blocks(count);
  const bool sha256 = numbers.size() > directory_numbers(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    blocks[i] = {numbers[i], numbers[count + i], numbers[2 * count + i], numbers[3 * count + i]};
    if (!sha256) continue;
    const auto first =
        numbers.begin() + static_cast<std::ptrdiff_t>(kPlainNumbers * count + kSha256Numbers * i);
    std::copy_n(first, kSha256Numbers, blocks[i].sha256.emplace().begin());
  }
  return blocks;
}

std::string directory_sha256(const std::vector<std::uint32_t>& numbers, std::size_t blocks) {
  const store::Bytes all(reinterpret_cast<const std::uint8_t*>(numbers.data()),
                         numbers.size() * sizeof(std::uint32_t));
  return store::to_hex(store::Sha256::of(all.subspan(blocks * sizeof(std::uint32_t))));
}

PublishedBlock describe_block(store::Bytes raw, std::size_t stored, std::uint64_t boards) {
  const store::Sha256::Digest digest = store::Sha256::of(raw);
  PublishedBlock block{static_cast<std::uint32_t>(stored), static_cast<std::uint32_t>(raw.size()),
                       static_cast<std::uint32_t>(boards),
                       static_cast<std::uint32_t>(store::checksum(raw))};
  std::memcpy(block.sha256.emplace().data(), digest.data(), kSha256Numbers * sizeof(std::uint32_t));
  return block;
}

std::optional<std::vector<std::uint8_t>> open_block(const PublishedBlock& block,
                                                    store::Bytes stored) {
  if (block.raw > kMostRawBlock) return std::nullopt;
  std::vector<std::uint8_t> raw(block.raw);
  if (!store::unpack(stored, raw)) return std::nullopt;
  const PublishedBlock found = describe_block(raw, block.stored, block.boards);
  const bool same =
      found.checksum == block.checksum && (!block.sha256 || found.sha256 == block.sha256);
  return same ? std::optional(std::move(raw)) : std::nullopt;
}

Result<std::vector<PublishedBlock>> read_directory(store::Bytes stored,
                                                   const PublishedClass& listed) {
  const auto wrong = [](const char* what) { return Error{ErrorCode::kCorrupt, what}; };
  if (stored.size() != listed.directory_bytes) return wrong("its size differs from the list");
  std::vector<std::uint32_t> numbers(directory_numbers(listed.blocks, !listed.sha256.empty()));
  const std::span<std::uint8_t> raw(reinterpret_cast<std::uint8_t*>(numbers.data()),
                                    numbers.size() * sizeof(std::uint32_t));
  if (!store::unpack(stored, raw) || store::checksum(raw) != listed.checksum) {
    return wrong("it does not match its checksum");
  }
  if (!listed.sha256.empty() && directory_sha256(numbers, listed.blocks) != listed.sha256) {
    return wrong("it has another SHA-256 than the list says");
  }
  return blocks_of_directory(numbers, listed.blocks);
}

std::optional<std::vector<BlockPlace>> places_of(const std::vector<PublishedBlock>& blocks,
                                                 const PublishedClass& listed) {
  std::vector<BlockPlace> places;
  std::uint32_t file = 0;
  std::uint64_t offset = 0;
  for (const PublishedBlock& block : blocks) {
    if (block.stored > kMostPiece) return std::nullopt;
    // One whose boards are all seen takes no bytes, and stays at the end of its file.
    if (block.stored > 0 && file < listed.files.size() && offset == listed.files[file]) {
      ++file;
      offset = 0;
    }
    if (file >= listed.files.size()) return std::nullopt;
    places.push_back({file, offset});
    offset += block.stored;
    if (offset > listed.files[file]) return std::nullopt;
  }
  const bool filled = file + 1 == listed.files.size() && offset == listed.files[file];
  return filled ? std::optional(std::move(places)) : std::nullopt;
}

std::uint64_t PublishedClass::bytes() const {
  return std::accumulate(files.begin(), files.end(), directory_bytes);
}

std::optional<std::string> Published::digest(const Rules& rules,
                                             const tables::Manifest& manifest) const {
  Json list = Json::array();
  for (const auto& [id, entry] : classes) {
    const auto listed = manifest.classes.find(id);
    if (entry.sha256.empty() || listed == manifest.classes.end()) return std::nullopt;
    const Counts& counts = listed->second.counts;
    list.push_back({{"x", id.x},
                    {"o", id.o},
                    {"blocks", entry.blocks},
                    {"at_once", entry.at_once},
                    {"sha256", entry.sha256},
                    {"win", counts.win},
                    {"loss", counts.loss},
                    {"draw", counts.draw}});
  }
  const std::string said = Json{
      {"rules", tables::describe_rules(rules)},
      {"ranks", ranks},
      {"plies", plies},
      {"classes", list}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  return store::to_hex(
      store::Sha256::of({reinterpret_cast<const std::uint8_t*>(said.data()), said.size()}));
}

bool Published::is_of_this_project(const Rules& rules, const tables::Manifest& manifest) const {
  const auto mine = digest(rules, manifest);
  const auto known = tables::digests_of(rules, plies, classes.size());
  return mine && manifest.classes.size() == classes.size() &&
         std::any_of(known.begin(), known.end(),
                     [&](const tables::KnownTables& tables) { return tables.published == *mine; });
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
    if (!entry.sha256.empty()) list.back()["sha256"] = entry.sha256;
  }
  Json document = {{"format", kFormat},
                   {"version", kPublishedVersion},
                   {"rules", tables::describe_rules(rules)},
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
  if (document->value("rules", Json()) != tables::describe_rules(rules))
    return wrong("is for other rules");
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
