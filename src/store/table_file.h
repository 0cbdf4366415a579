// The table file: numbered chunks of bytes, compressed, checked, read one by one
// (random_access.h).
//
// It knows no game. Whoever writes one names its kind and describes its content
// in a short JSON text; whoever reads one compares both with what it expects.
//
//     header    magic, version, sizes, kind, checksum     64 bytes
//     metadata  JSON text
//     chunk 0   one zstd frame, or the bytes as they are if that is not smaller
//     chunk 1
//     ...
//     index     per chunk: offset, stored size, raw size, checksum of the raw bytes
//     trailer   where the index is, its checksum, the file's size, magic
//
// Numbers are little-endian; checksums are XXH3, 64 bits. Every byte is covered
// by a checksum, so a changed byte is either noticed or changes no answer. A
// file without its trailer is unfinished, not empty. docs/reference/table-format.md shows
// a dumped example.
//
// The four ways to fail stay apart: kMissing, kUnfinished (cut short), kCorrupt
// (a checksum is wrong), kWrongVersion (another format, kind or description).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noughts/core/json_fwd.h"
#include "noughts/store/random_access.h"

namespace noughts::store {

inline constexpr std::uint32_t kFormatVersion = 2;

std::uint64_t checksum(Bytes bytes, std::uint64_t seed = 0);

// A chunk ready to be written. Made on any thread.
struct PackedChunk {
  std::vector<std::uint8_t> stored;
  std::uint64_t raw_size = 0;
  std::uint64_t raw_checksum = 0;
};
PackedChunk pack_chunk(Bytes raw, int level);

// A checksum of a table's raw content: of the checksums of its chunks, in order.
class ContentDigest {
 public:
  explicit ContentDigest(std::uint64_t chunk_count) : value_(chunk_count) {}
  void add(std::uint64_t raw_checksum);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

class TableWriter {
 public:
  // `kind`: at most 15 characters.
  static Result<TableWriter> create(const Path& path, std::string_view kind, const Json& metadata,
                                    std::uint64_t chunk_count);
  // The next chunk in order.
  Result<void> append(const PackedChunk& chunk);
  // Require: all chunks were appended. The file appears under its name.
  Result<void> finish();
  // A ContentDigest of some chunks in a row, the same whatever the compression.
  std::uint64_t digest(std::uint64_t first, std::uint64_t count) const;
  std::uint64_t size() const { return file_.size(); }

 private:
  struct Entry {
    std::uint64_t offset, stored_size, raw_size, raw_checksum;
  };
  explicit TableWriter(NewFile file) : file_(std::move(file)) {}

  NewFile file_;
  std::vector<Entry> index_;
  std::uint64_t chunk_count_ = 0;
};

class TableReader {
 public:
  // Checks header, metadata, index and trailer; chunks are checked when read.
  static Result<TableReader> open(const Path& path, std::string_view kind);
  // The same of a file that is in memory already and stays there; `name` is for messages.
  static Result<TableReader> over(const Path& name, Bytes bytes, std::string_view kind);

  const Json& metadata() const { return *metadata_; }
  std::uint64_t chunk_count() const { return chunk_count_; }
  // A ContentDigest of some chunks in a row, or of all.
  std::uint64_t digest(std::uint64_t first, std::uint64_t count) const;
  std::uint64_t digest() const { return digest(0, chunk_count_); }
  std::uint64_t raw_size(std::uint64_t chunk) const;
  std::uint64_t stored_size(std::uint64_t chunk) const { return entry(chunk).stored_size; }
  // Safe to call from several threads.
  Result<std::vector<std::uint8_t>> read(std::uint64_t chunk) const;
  // A chunk that will not be read again soon need not stay in memory.
  void drop(std::uint64_t chunk) const;
  const Path& path() const { return path_; }

  // The offsets and sizes of the file's parts, for people.
  std::string dump(std::uint64_t chunks_to_show) const;

 private:
  struct Entry {
    std::uint64_t offset, stored_size, raw_size, raw_checksum;
  };
  TableReader(Path path, std::shared_ptr<const RandomAccess> file)
      : path_(std::move(path)), file_(std::move(file)) {}
  static Result<TableReader> checked(const Path& path, std::shared_ptr<const RandomAccess> file,
                                     std::string_view kind);
  Result<void> check(std::string_view kind);
  Result<void> read_header(std::string_view kind);
  Result<void> read_index();
  Entry entry(std::uint64_t chunk) const;
  Error cut_short() const;
  Error corrupt(std::string_view where) const;

  Path path_;
  std::shared_ptr<const RandomAccess> file_;
  RandomAccess::Piece index_;
  std::shared_ptr<const Json> metadata_;
  std::uint64_t chunk_count_ = 0;
  std::uint64_t data_begin_ = 0;
  std::uint64_t index_offset_ = 0;
};

}  // namespace noughts::store
