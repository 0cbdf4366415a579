#include "noughts/store/table_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include "noughts/core/fields.h"
#include "noughts/store/packing.h"

namespace noughts::store {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

using Magic = std::array<char, 8>;
constexpr Magic kMagic = {'\x89', 'n', 'o', 'u', 'g', 'h', 't', '\n'};
constexpr Magic kEndMagic = {'\x89', 'n', 'o', 'u', 'g', 'h', 't', 'E'};
constexpr std::uint64_t kMostRaw = std::uint64_t{1} << 32;  // no chunk is larger

struct Header {
  Magic magic;
  std::uint32_t version;
  std::uint32_t metadata_size;
  std::array<char, 16> kind;  // padded with zeros
  std::uint64_t chunk_count;
  std::array<std::uint64_t, 2> reserved;  // zero
  std::uint64_t checksum;                 // of the header before it, and of the metadata
};
static_assert(sizeof(Header) == 64);

struct Trailer {
  std::uint64_t index_offset;
  std::uint64_t index_checksum;
  std::uint64_t file_size;
  std::uint64_t checksum;  // of the trailer before it
  Magic magic;
};
static_assert(sizeof(Trailer) == 40);

constexpr std::size_t kEntrySize = 32;

template <class T>
Bytes bytes_of(const T& value) {
  return {reinterpret_cast<const std::uint8_t*>(&value), sizeof value};
}

Bytes bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::uint64_t header_checksum(const Header& header, Bytes metadata) {
  return checksum(metadata, checksum(bytes_of(header).first(offsetof(Header, checksum))));
}

std::uint64_t trailer_checksum(const Trailer& trailer) {
  return checksum(bytes_of(trailer).first(offsetof(Trailer, checksum)));
}

}  // namespace

std::uint64_t checksum(Bytes bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

void ContentDigest::add(std::uint64_t raw_checksum) {
  value_ = checksum(bytes_of(raw_checksum), value_);
}

PackedChunk pack_chunk(Bytes raw, int level) {
  PackedChunk chunk;
  chunk.raw_size = raw.size();
  chunk.raw_checksum = checksum(raw);
  chunk.stored = pack(raw, level);
  return chunk;
}

Result<TableWriter> TableWriter::create(const Path& path, std::string_view kind,
                                        const Json& metadata, std::uint64_t chunk_count) {
  assert(kind.size() < sizeof(Header::kind));
  auto file = NewFile::create(path);
  if (!file) return file.error();
  const std::string text = metadata.dump();
  Header header{};
  header.magic = kMagic;
  header.version = kFormatVersion;
  header.metadata_size = static_cast<std::uint32_t>(text.size());
  std::copy(kind.begin(), kind.end(), header.kind.begin());
  header.chunk_count = chunk_count;
  header.checksum = header_checksum(header, bytes_of(text));
  TableWriter writer(std::move(*file));
  writer.chunk_count_ = chunk_count;
  auto wrote = writer.file_.append(bytes_of(header));
  if (wrote) wrote = writer.file_.append(bytes_of(text));
  if (!wrote) return wrote.error();
  return writer;
}

Result<void> TableWriter::append(const PackedChunk& chunk) {
  assert(index_.size() < chunk_count_);
  index_.push_back({file_.size(), chunk.stored.size(), chunk.raw_size, chunk.raw_checksum});
  return file_.append(chunk.stored);
}

Result<void> TableWriter::finish() {
  static_assert(sizeof(Entry) == kEntrySize);
  assert(index_.size() == chunk_count_);
  const Bytes index{reinterpret_cast<const std::uint8_t*>(index_.data()),
                    index_.size() * kEntrySize};
  Trailer trailer{};
  trailer.index_offset = file_.size();
  trailer.index_checksum = checksum(index);
  trailer.file_size = file_.size() + index.size() + sizeof(Trailer);
  trailer.checksum = trailer_checksum(trailer);
  trailer.magic = kEndMagic;
  auto wrote = file_.append(index);
  if (wrote) wrote = file_.append(bytes_of(trailer));
  return wrote ? file_.commit() : wrote;
}

std::uint64_t TableWriter::digest(std::uint64_t first, std::uint64_t count) const {
  ContentDigest digest(count);
  for (std::uint64_t i = first; i < first + count; ++i) digest.add(index_[i].raw_checksum);
  return digest.value();
}

Error TableReader::cut_short() const {
  return {ErrorCode::kUnfinished,
          fmt::format("{} is cut short; delete it and solve again", path_.string())};
}

Error TableReader::corrupt(std::string_view where) const {
  return {ErrorCode::kCorrupt,
          fmt::format("{} is damaged: {} does not match its checksum; delete it and solve again",
                      path_.string(), where)};
}

Result<TableReader> TableReader::open(const Path& path, std::string_view kind) {
  auto file = open_random(path);
  if (!file) return file.error();
  return checked(path, std::move(*file), kind);
}

Result<TableReader> TableReader::over(const Path& name, Bytes bytes, std::string_view kind) {
  return checked(name, over_memory(bytes), kind);
}

Result<TableReader> TableReader::checked(const Path& path, std::shared_ptr<const RandomAccess> file,
                                         std::string_view kind) {
  TableReader reader(path, std::move(file));
  if (auto good = reader.check(kind); !good) return good.error();
  return reader;
}

Result<void> TableReader::check(std::string_view kind) {
  auto good = read_header(kind);
  return good ? read_index() : good;
}

Result<void> TableReader::read_header(std::string_view kind) {
  if (file_->size() < sizeof(Header)) return cut_short();
  auto start = file_->read(0, sizeof(Header));
  if (!start) return start.error();
  Header header;
  std::memcpy(&header, start->bytes.data(), sizeof header);
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::kWrongVersion, fmt::format("{} {}", path_.string(), why)};
  };
  if (header.magic != kMagic) return wrong("is not a table of this program");
  if (header.version != kFormatVersion) {
    return wrong(
        fmt::format("has format version {}, this program reads version {}; solve again "
                    "into another folder",
                    header.version, kFormatVersion));
  }
  if (file_->size() - sizeof(Header) < header.metadata_size) return cut_short();
  auto description = file_->read(sizeof(Header), header.metadata_size);
  if (!description) return description.error();
  const Bytes metadata = description->bytes;
  if (header.checksum != header_checksum(header, metadata)) return corrupt("its header");
  const std::string_view found(header.kind.data(), ::strnlen(header.kind.data(), 16));
  if (found != kind) return wrong(fmt::format("is a table of kind '{}', not '{}'", found, kind));
  auto described =
      parse_document({reinterpret_cast<const char*>(metadata.data()), metadata.size()});
  if (!described) return corrupt("its description");
  metadata_ = std::make_shared<const Json>(std::move(*described));
  chunk_count_ = header.chunk_count;
  data_begin_ = sizeof(Header) + header.metadata_size;
  return {};
}

Result<void> TableReader::read_index() {
  const std::uint64_t size = file_->size();
  if (size < data_begin_ + sizeof(Trailer)) return cut_short();
  const std::uint64_t room = size - sizeof(Trailer);
  auto end = file_->read(room, sizeof(Trailer));
  if (!end) return end.error();
  Trailer trailer;
  std::memcpy(&trailer, end->bytes.data(), sizeof trailer);
  if (trailer.magic != kEndMagic) return cut_short();
  if (trailer.checksum != trailer_checksum(trailer) || trailer.file_size != size ||
      trailer.index_offset < data_begin_ || trailer.index_offset > room ||
      (room - trailer.index_offset) % kEntrySize != 0 ||
      (room - trailer.index_offset) / kEntrySize != chunk_count_) {
    return corrupt("its trailer");
  }
  index_offset_ = trailer.index_offset;
  auto index = file_->read(index_offset_, room - index_offset_);
  if (!index) return index.error();
  index_ = std::move(*index);
  if (checksum(index_.bytes) != trailer.index_checksum) return corrupt("its index");
  for (std::uint64_t chunk = 0; chunk < chunk_count_; ++chunk) {
    const Entry e = entry(chunk);
    if (e.offset < data_begin_ || e.offset > index_offset_ ||
        e.stored_size > index_offset_ - e.offset || e.raw_size > kMostRaw) {
      return corrupt("its index");
    }
  }
  return {};
}

TableReader::Entry TableReader::entry(std::uint64_t chunk) const {
  assert(chunk < chunk_count_);
  Entry entry;
  std::memcpy(&entry, index_.bytes.data() + chunk * kEntrySize, kEntrySize);
  return entry;
}

std::uint64_t TableReader::digest(std::uint64_t first, std::uint64_t count) const {
  ContentDigest digest(count);
  for (std::uint64_t chunk = first; chunk < first + count; ++chunk) {
    digest.add(entry(chunk).raw_checksum);
  }
  return digest.value();
}

std::uint64_t TableReader::raw_size(std::uint64_t chunk) const { return entry(chunk).raw_size; }

Result<std::vector<std::uint8_t>> TableReader::read(std::uint64_t chunk) const {
  const Entry e = entry(chunk);
  auto stored = file_->read(e.offset, e.stored_size);
  if (!stored) return stored.error();
  std::vector<std::uint8_t> raw(e.raw_size);
  if (!unpack(stored->bytes, raw)) return corrupt(fmt::format("chunk {}", chunk));
  if (checksum(raw) != e.raw_checksum) return corrupt(fmt::format("chunk {}", chunk));
  return raw;
}

void TableReader::drop(std::uint64_t chunk) const {
  const Entry e = entry(chunk);
  file_->drop(e.offset, e.stored_size);
}

std::string TableReader::dump(std::uint64_t chunks_to_show) const {
  std::string text = fmt::format("{:>10}  header, version {}\n{:>10}  metadata {}\n", 0,
                                 kFormatVersion, sizeof(Header), metadata_->dump());
  std::uint64_t raw = 0;
  for (std::uint64_t chunk = 0; chunk < chunk_count_; ++chunk) raw += entry(chunk).raw_size;
  for (std::uint64_t chunk = 0; chunk < std::min(chunk_count_, chunks_to_show); ++chunk) {
    const Entry e = entry(chunk);
    text += fmt::format("{:>10}  chunk {}: {} bytes stored, {} raw, checksum {:016x}\n", e.offset,
                        chunk, e.stored_size, e.raw_size, e.raw_checksum);
  }
  if (chunks_to_show < chunk_count_) {
    text += fmt::format("{:>10}  {} chunks more\n", "...", chunk_count_ - chunks_to_show);
  }
  text += fmt::format("{:>10}  index of {} chunks, {} bytes raw in all, digest {:016x}\n",
                      index_offset_, chunk_count_, raw, digest());
  return text + fmt::format("{:>10}  trailer\n{:>10}  end\n", file_->size() - sizeof(Trailer),
                            file_->size());
}

}  // namespace noughts::store
