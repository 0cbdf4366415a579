// The list of what a folder of tables holds: manifest.json.
//
//     {"rules": {"game": "quixo", "size": 4, ...}, "steps": false, "ranks": true,
//      "classes": [{"x": 0, "o": 16, "win": 0, "loss": 1, "draw": 0,
//                   "digest": "...", "rank_digest": "...", "bytes": 300}, ...],
//      "work": [{"x": 0, "o": 16, "rounds": 1, "sparse_steps": 0, "seconds": 0.01,
//                "core_seconds": 0.02, "peak_memory": 12345678,
//                "plies": [[0, 1], ...]}, ...],
//      "checksum": "..."}
//
// It may come from anywhere: it is read with a limit on its depth and key by key, and
// each file is compared with it before it gives an answer
// (ClassTable::open_listed).
//
// It is replaced as a whole whenever a pair of classes is finished. A class that
// is listed was written, synced and renamed before; if only needed tables were to
// be kept, its file may have been deleted since, when no later class needed it.
//
// Who solves one pair only writes a list of its own, pair-x03o04.json, a manifest of that
// pair. So processes on many machines never write to the same list, and folders are put
// together by copying their files. Whoever reads the manifest reads these lists as well; a
// solve of whole tiers takes them into manifest.json and removes them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noughts/quixo/pair.h"
#include "noughts/quixo/value.h"
#include "noughts/store/file.h"

namespace noughts::quixo::tables {

inline constexpr std::string_view kManifestName = "manifest.json";

struct ManifestEntry {
  Counts counts;
  std::uint64_t digest = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> rank_digest = {};  // with ranks
};

struct PlyCount {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  bool operator==(const PlyCount&) const = default;
};

// What solving a pair of classes took, its reading and writing included, and with
// steps what came of it.
struct PairWork {
  int rounds = 0;        // dense ones, over all boards; with steps in memory: levels
  int sparse_steps = 0;  // over the parents of what was just decided
  double seconds = 0;
  double core_seconds = 0;
  std::uint64_t peak_memory = 0;  // of the process until then
  std::vector<PlyCount> plies;    // with steps: by the number of plies
};

struct Manifest {
  bool steps = false;
  bool ranks = false;
  std::map<ClassId, ManifestEntry> classes;
  std::map<Pair, PairWork> work;

  // With the lists of single pairs. kMissing if there is none, kWrongVersion if it is about other
  // rules, kUnfinished if it ends early, kCorrupt if its checksum is wrong, or it is no
  // manifest in spite of it, or two lists have different values for a class.
  static Result<Manifest> read(const store::Path& folder, const Rules& rules);
  // The same from the text of the file `path`.
  static Result<Manifest> parse(std::string_view text, const store::Path& path, const Rules& rules);
  Result<void> write(const store::Path& folder, const Rules& rules) const;
  // The list of one pair. Require: it is listed.
  Result<void> write_pair(const store::Path& folder, const Rules& rules, Pair pair) const;
  // What lists of single pairs say, into manifest.json. Require: read from this folder,
  // which nobody else writes in.
  Result<void> fold(const store::Path& folder, const Rules& rules) const;

  bool lists(Pair pair) const;
  // These classes, or all if none is named; kMissing if one is not listed.
  Result<std::vector<ClassId>> choose(std::vector<ClassId> wanted, const store::Path& folder) const;
  Counts totals() const;
  // Of some classes that are listed.
  std::uint64_t boards_of(const std::vector<ClassId>& ids) const;
};

// One number for the values of all classes listed, in order.
std::string digest_text(const std::map<ClassId, ManifestEntry>& classes);

// What is known of all boards that were solved, in numbers.
struct Solution {
  std::map<ClassId, ManifestEntry> classes;
  std::vector<PlyCount> plies;      // with steps: by the number of plies
  std::optional<Outcome> initial;   // if tier 0 was solved
  int resumed_classes = 0;          // found in the tables
  std::vector<std::string> mended;  // files that were damaged and were made anew
  bool solved_twice = false;        // another process solved the pair at the same time
  double seconds = 0;

  Counts totals() const;
  std::string digest() const { return digest_text(classes); }
};

}  // namespace noughts::quixo::tables
