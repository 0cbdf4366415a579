// Tables laid out for a web host: few bytes for each probe, few bytes in all.
//
//     published.json   what is here: version, rules, per class its directory and its files
//     manifest.json    counts and digests of the values, as in any folder of tables
//     x03o04.index     the directory of a class: which block is where, packed
//     x03o04.000 ...   its blocks, one after the other, in files of a chosen size at most
//     index.html       the same for people
//
// A block holds some kept boards of a class in a row, in the order of its table (class_table.h),
// and takes at most kMostPiece bytes, so a range request for one is cheap. For its n boards:
//
//     win bits | loss bits | a bit for each board with a code of a rank that is not 0 | the codes
//
// ceil(n / 8) bytes each and a byte for each code; without ranks the first two. What a prober sees
// for itself is not stored: boards that are over or that X, to move, wins with one move (more
// than half of all) have whatever bits pack best.
//
// Whoever reads trusts nothing: published.json has a checksum, it has those of the directories,
// and these have those of the blocks.
#pragma once

#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo {

inline constexpr std::string_view kPublishedName = "published.json";
inline constexpr int kPublishedVersion = 1;
inline constexpr std::uint32_t kMostPiece = 64 << 10;  // bytes of a block as stored

// A block in a directory, little-endian.
struct PublishedBlock {
  std::uint32_t p;       // of its first board
  std::uint32_t first;   // that board among the kept ones of P
  std::uint32_t boards;  // how many it has
  std::uint32_t raw;     // bytes
  std::uint32_t stored;  // bytes; the blocks of a file follow one another
  std::uint32_t file;
  std::uint64_t checksum;  // of the raw bytes
};
static_assert(sizeof(PublishedBlock) == 32);

struct PublishedClass {
  std::uint32_t blocks = 0;
  std::uint64_t directory_bytes = 0;  // as stored
  std::uint64_t checksum = 0;         // of the directory as it is unpacked
  std::vector<std::uint64_t> files;   // their sizes
};

struct Published {
  bool ranks = false;
  std::map<ClassId, PublishedClass> classes;

  std::string text(const Rules& rules) const;
  // `path` is for messages. kWrongVersion if it is of another version or about other rules.
  static Result<Published> parse(std::string_view text, const store::Path& path,
                                 const Rules& rules);
};

store::Path directory_path(const store::Path& folder, ClassId id);
store::Path block_path(const store::Path& folder, ClassId id, std::uint32_t file);

// What a prober sees without a table: the value of a board, X to move, that is over or that X
// wins with one move.
class Sight {
 public:
  explicit Sight(const Rules& rules);
  std::optional<Value> value(Board board) const;

 private:
  bool wins_with_one_move(Board board) const;

  Rules rules_;
  std::vector<Cells> lines_;  // where a line is as long as the board
};

// The tables in such a folder, mapped or on a web host. The manifest has been read.
Result<std::unique_ptr<ValueSource>> open_published(const store::Path& folder, const Rules& rules,
                                                    Manifest manifest);

}  // namespace noughts::quixo
