#include "noughts/research/quixo/full/half_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "noughts/core/json.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo::full {
namespace {

constexpr std::string_view kKind = "full-half";
constexpr std::size_t kChunk = std::size_t{4} << 20;
constexpr int kLevel = 1;  // it is written often and read once

std::size_t chunks_of(std::size_t bytes) { return (bytes + kChunk - 1) / kChunk; }

Result<void> append(store::TableWriter& writer, const void* data, std::size_t bytes) {
  const auto* first = static_cast<const std::uint8_t*>(data);
  for (std::size_t at = 0; at < bytes; at += kChunk) {
    const store::Bytes raw(first + at, std::min(kChunk, bytes - at));
    if (auto done = writer.append(store::pack_chunk(raw, kLevel)); !done) return done;
  }
  return {};
}

Result<void> read(const store::TableReader& reader, std::uint64_t& chunk, void* data,
                  std::size_t bytes) {
  auto* first = static_cast<std::uint8_t*>(data);
  for (std::size_t at = 0; at < bytes; at += kChunk) {
    const auto raw = reader.read(chunk);
    if (!raw) return raw.error();
    if (raw->size() != std::min(kChunk, bytes - at)) {
      return Error{ErrorCode::kCorrupt,
                   fmt::format("{}: a piece has another size", reader.path().string())};
    }
    std::memcpy(first + at, raw->data(), raw->size());
    reader.drop(chunk++);
  }
  return {};
}

}  // namespace

std::string half_name(const LargeRules& rules, bool odd) {
  std::string name = fmt::format("full-{0}x{0}", rules.size());
  if (rules.line() != rules.size()) name += fmt::format("-line{}", rules.line());
  if (rules.both_lines() == BothLines::kMoverWins) name += "-both-win";
  return name + (odd ? "-odd" : "-even");
}

HalfFile::HalfFile(const store::Path& folder, const LargeRules& rules, bool odd)
    : path_(folder / (half_name(rules, odd) + ".half")) {}

Result<void> HalfFile::save(const FullHalf& half,
                            const std::optional<std::vector<LargeCells>>& last) const {
  const std::size_t plane = half.plane_words() * sizeof(Packed);
  const std::size_t listed = last ? last->size() * sizeof(LargeCells) : 0;
  const Json metadata = {{"name", half_name(half.rules_, half.odd_)},
                         {"boards_by_plies", half.by_plies_},
                         {"closed", half.is_closed_},
                         {"listed", last ? Json(last->size()) : Json()}};
  auto writer =
      store::TableWriter::create(path_, kKind, metadata, 2 * chunks_of(plane) + chunks_of(listed));
  if (!writer) return writer.error();
  for (const FullHalf::Plane* words : {&half.not_won_, &half.won_after_}) {
    if (auto done = append(*writer, words->get(), plane); !done) return done;
  }
  if (last) {
    if (auto done = append(*writer, last->data(), listed); !done) return done;
  }
  return writer->finish();
}

Result<bool> HalfFile::load(FullHalf& half, std::optional<std::vector<LargeCells>>& last) const {
  const auto reader = store::TableReader::open(path_, kKind);
  if (!reader) {
    if (reader.error().code == ErrorCode::kMissing) return false;
    return reader.error();
  }
  const Json& metadata = reader->metadata();
  if (metadata.value("name", "") != half_name(half.rules_, half.odd_)) {
    return Error{ErrorCode::kWrongVersion, fmt::format("{} is of other rules", path_.string())};
  }
  const std::size_t plane = half.plane_words() * sizeof(Packed);
  const bool has_list = metadata.at("listed").is_number();
  if (has_list) last.emplace(metadata.at("listed").get<std::size_t>());
  const std::size_t listed = has_list ? last->size() * sizeof(LargeCells) : 0;
  if (reader->chunk_count() != 2 * chunks_of(plane) + chunks_of(listed)) {
    return Error{ErrorCode::kCorrupt, fmt::format("{} has other pieces", path_.string())};
  }
  half.by_plies_ = metadata.at("boards_by_plies").get<std::vector<std::uint64_t>>();
  half.is_closed_ = metadata.value("closed", false);
  std::uint64_t chunk = 0;
  for (FullHalf::Plane* words : {&half.not_won_, &half.won_after_}) {
    if (auto done = read(*reader, chunk, words->get(), plane); !done) return done.error();
  }
  if (has_list) {
    if (auto done = read(*reader, chunk, last->data(), listed); !done) return done.error();
  }
  return true;
}

void HalfFile::remove() const {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace noughts::quixo::full
