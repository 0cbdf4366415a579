// Tables laid out for a web host: few bytes for each probe, few bytes in all.
//
//     published.json   what is here: version, rules, per class its directory and its files
//     manifest.json    counts and digests of the values, as in any folder of tables
//     x03o04.index     the directory of a class: how large its blocks are, packed
//     x03o04.000 ...   its blocks, one after the other, in files of a chosen size at most
//     index.html       the same for people
//
// All kept boards of a class stand in a row (layout/kept_row.h). A block has as many of them as
// the list says, the last one the rest, and takes at most kMostPiece bytes, so a range request for
// one is cheap. What a prober sees for itself (sight.h), more than half of all boards, is left out
// (block.h): whoever opens a block looks at each of its boards once and knows which these are.
//
// Whoever reads trusts nothing: published.json has a checksum, it has those of the directories,
// and these have those of the blocks.
#pragma once

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo {

inline constexpr std::string_view kPublishedName = "published.json";
inline constexpr int kPublishedVersion = 2;
inline constexpr std::uint32_t kMostPiece = 64 << 10;  // bytes of a block as stored
inline constexpr std::uint32_t kMostBlockBoards = 1u << 19;

// A block in a directory, little-endian.
struct PublishedBlock {
  std::uint32_t raw;       // bytes
  std::uint32_t stored;    // bytes; the blocks of a file follow one another
  std::uint64_t checksum;  // of the raw bytes
};
static_assert(sizeof(PublishedBlock) == 16);

struct PublishedClass {
  std::uint32_t block_boards = 0;
  std::uint32_t blocks = 0;
  std::uint64_t directory_bytes = 0;  // as stored
  std::uint64_t checksum = 0;         // of the directory as it is unpacked
  std::vector<std::uint64_t> files;   // their sizes

  std::uint64_t bytes() const;  // of all its files
};

struct Published {
  bool ranks = false;
  std::map<ClassId, PublishedClass> classes;

  std::string text(const Rules& rules) const;
  // `path` is for messages. kWrongVersion if it is of another version or about other rules.
  static Result<Published> parse(std::string_view text, const store::Path& path,
                                 const Rules& rules);
  static Result<Published> read(const store::Path& folder, const Rules& rules);
};

store::Path directory_path(const store::Path& folder, ClassId id);
store::Path block_path(const store::Path& folder, ClassId id, std::uint32_t file);

// The tables in such a folder, mapped or on a web host. The manifest has been read.
Result<std::unique_ptr<ValueSource>> open_published(const store::Path& folder, const Rules& rules,
                                                    Manifest manifest);

}  // namespace noughts::quixo
