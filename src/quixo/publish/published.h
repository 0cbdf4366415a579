// Tables laid out for a web host: few bytes for each probe, few bytes in all.
//
//     published.json   what is here: version, rules, per class its directory and its files
//     manifest.json    counts and digests of the values, as in any folder of tables
//     x03o04.index     the directory of a class: how large its blocks are, packed
//     x03o04.000 ...   its blocks, one after the other, in files of a chosen size at most
//     index.html       the same for people
//
// All boards of a class stand in a row (border_row.h). A block has kMostBlockBoards of them, the
// last one the rest; one that takes more than kMostPiece bytes is halved until it does not, so a
// range request for one is cheap. What a prober sees for itself (sight.h), more than half of all
// boards, and images of other boards are left out (block.h): whoever opens a block looks at each
// of its boards once and knows which these are. Small blocks that follow one another are fetched
// together.
//
// A prober who wants a board of 5x5 with all its moves, values and ranks, reads few blocks. The row
// puts the children into at most
//
//     12 blocks                              for the moves that change what is inside
//     2 * (ceil(n / kMostBlockBoards) + 1)   for the others, in two classes; n <= 2,018,016 borders
//
// unless blocks were halved,
// and which wins have rank 1 is said, so that nobody need look at the moves after the moves. Tables
// with plies have no ranks, need none, and take more room.
//
// A reader trusts nothing: published.json has a checksum, it has those of the directories, and
// these have those of the blocks. Checksums find damage. Against forgers each block has 128 bits of
// its SHA-256 in the directory, each directory its SHA-256 in published.json, and all of it one
// digest (Published::digest). Lists written before that are read as well, and have no digest.
#pragma once

#include <array>

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::publish {

inline constexpr std::string_view kPublishedName = "published.json";
inline constexpr int kPublishedVersion = 3;
inline constexpr std::uint32_t kMostPiece = 64 << 10;  // bytes of a block as stored
inline constexpr std::uint32_t kMostBlockBoards = 1u << 19;

// A block in a directory. A directory has the stored sizes of all blocks, then the raw ones, the
// numbers of boards, the checksums, little-endian, so that it packs well; then, if its class has a
// SHA-256, what each block has of one.
struct PublishedBlock {
  std::uint32_t stored;    // bytes; the blocks of a file follow one another
  std::uint32_t raw;       // bytes
  std::uint32_t boards;    // of the row
  std::uint32_t checksum;  // of the raw bytes: the lower half
  // The first 16 bytes of the SHA-256 of the raw bytes; nothing in older tables.
  std::optional<std::array<std::uint32_t, 4>> sha256 = {};
};
// With a SHA-256 for every block. Require: each has one.
std::vector<std::uint32_t> directory_of(const std::vector<PublishedBlock>& blocks);
// How many numbers a directory has.
std::size_t directory_numbers(std::size_t blocks, bool sha256);
std::vector<PublishedBlock> blocks_of_directory(const std::vector<std::uint32_t>& numbers,
                                                std::size_t blocks);
// What a class has in the list: of all but the stored sizes, so that it does not depend on zstd.
std::string directory_sha256(const std::vector<std::uint32_t>& numbers, std::size_t blocks);
PublishedBlock describe_block(store::Bytes raw, std::size_t stored, std::uint64_t boards);
// The raw bytes of a block from its stored ones; nothing if these are others.
std::optional<std::vector<std::uint8_t>> open_block(const PublishedBlock& block,
                                                    store::Bytes stored);

struct PublishedClass {
  std::uint32_t blocks = 0;
  bool at_once = false;               // whether its blocks say which wins have rank 1
  std::uint64_t directory_bytes = 0;  // as stored
  std::uint64_t checksum = 0;         // of the directory as it is unpacked
  std::string sha256 = {};            // directory_sha256, or nothing in older tables
  std::vector<std::uint64_t> files;   // their sizes

  std::uint64_t bytes() const;  // of all its files
};

// The blocks in a directory as it is stored. The error says what is wrong with "it".
Result<std::vector<PublishedBlock>> read_directory(store::Bytes stored,
                                                   const PublishedClass& listed);
// Where a block begins.
struct BlockPlace {
  std::uint32_t file = 0;
  std::uint64_t offset = 0;
};
// Of all blocks, if they fill the files of the class one after the other.
std::optional<std::vector<BlockPlace>> places_of(const std::vector<PublishedBlock>& blocks,
                                                 const PublishedClass& listed);

struct Published {
  bool ranks = false;
  bool plies = false;
  std::map<ClassId, PublishedClass> classes;

  // SHA-256 over rules, classes, counts of boards and, through those of the directories, every
  // value: tables with this digest are these tables. Nothing if a class has none.
  std::optional<std::string> digest(const Rules& rules, const tables::Manifest& manifest) const;
  // Whether that digest is one that this project has published (data/quixo-digests.csv).
  bool is_of_this_project(const Rules& rules, const tables::Manifest& manifest) const;
  std::string text(const Rules& rules) const;
  // `path` is for messages. kWrongVersion if it is of another version or about other rules.
  static Result<Published> parse(std::string_view text, const store::Path& path,
                                 const Rules& rules);
  static Result<Published> read(const store::Path& folder, const Rules& rules);
};

store::Path directory_path(const store::Path& folder, ClassId id);
store::Path block_path(const store::Path& folder, ClassId id, std::uint32_t file);

// The tables in such a folder, mapped or on a web host. The manifest has been read.
Result<std::unique_ptr<tables::ValueSource>> open_published(const store::Path& folder,
                                                            const Rules& rules,
                                                            tables::Manifest manifest);

}  // namespace noughts::quixo::publish
