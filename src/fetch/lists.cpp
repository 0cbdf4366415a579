#include "noughts/fetch/lists.h"

#include <fmt/format.h>

#include "noughts/quixo/publish/border_row.h"
#include "noughts/quixo/tables/folder.h"

namespace noughts::fetch {
namespace {

using quixo::ClassId;
using quixo::publish::PublishedClass;

constexpr std::uint64_t kMostList = 16 << 20;       // bytes; those of 5x5 have less than one MiB
constexpr std::uint64_t kMostDirectory = 64 << 20;  // bytes as unpacked

// What is wrong with what is said of a class whose row has so many boards; nothing: it is well.
const char* complaint_about(const PublishedClass& listed, std::uint64_t boards) {
  const std::uint64_t blocks = listed.blocks;
  if (blocks == 0 || blocks > boards) return "has more blocks than boards, or none";
  const std::uint64_t directory =
      quixo::publish::directory_numbers(listed.blocks, !listed.sha256.empty()) *
      sizeof(std::uint32_t);
  if (directory > kMostDirectory) return "has more blocks than any table";
  if (listed.directory_bytes > directory) return "has a directory that is too large";
  if (listed.files.empty() || listed.files.size() > blocks) return "has too many files, or none";
  std::uint64_t left = blocks * quixo::publish::kMostPiece;
  for (const std::uint64_t size : listed.files) {
    if (size > left) return "has files that are too large for its blocks";
    left -= size;
  }
  return nullptr;
}

Result<void> check(const Lists& lists) {
  const auto order = std::make_shared<const quixo::publish::BorderOrder>(lists.rules);
  for (const auto& [id, listed] : lists.published.classes) {
    const quixo::publish::BorderRow row(order, id);
    const char* complaint = complaint_about(listed, row.size());
    if (complaint == nullptr && !lists.manifest.classes.contains(id)) {
      complaint = "is not in the manifest";
    }
    if (complaint != nullptr) {
      return Error{ErrorCode::kCorrupt,
                   fmt::format("the list of tables is damaged: the class of {} X and {} O {}", id.x,
                               id.o, complaint)};
    }
  }
  if (lists.published.classes.empty()) {
    return Error{ErrorCode::kMissing, "the list of tables names no class"};
  }
  return {};
}

}  // namespace

Result<std::vector<ClassId>> Lists::choose(std::vector<ClassId> wanted) const {
  if (wanted.empty()) {
    for (const auto& [id, listed] : published.classes) wanted.push_back(id);
  }
  for (const ClassId id : wanted) {
    if (published.classes.contains(id)) continue;
    return Error{ErrorCode::kMissing,
                 fmt::format("the published tables lack boards with {} X and {} O", id.x, id.o)};
  }
  return wanted;
}

std::uint64_t Lists::bytes_of(const std::vector<ClassId>& classes) const {
  std::uint64_t bytes = 0;
  for (const ClassId id : classes) bytes += published.classes.at(id).bytes();
  return bytes;
}

Result<Lists> read_lists(Origin& origin) {
  const std::string published_name(quixo::publish::kPublishedName);
  const std::string manifest_name(quixo::tables::kManifestName);
  auto published_text = origin.read(published_name, kMostList);
  if (!published_text) return published_text.error();
  auto manifest_text = origin.read(manifest_name, kMostList);
  if (!manifest_text) return manifest_text.error();
  auto folder = quixo::tables::parse_folder(*manifest_text, manifest_name);
  if (!folder) return folder.error();
  auto published = quixo::publish::Published::parse(*published_text, published_name, folder->rules);
  if (!published) return published.error();
  Lists lists{folder->rules, std::move(folder->manifest), std::move(*published)};
  if (auto good = check(lists); !good) return good.error();
  return lists;
}

}  // namespace noughts::fetch
