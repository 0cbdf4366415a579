// Where the values of boards come from.
//
// Whoever analyses, plays or reports asks a ValueSource and need not know whether it
// reads tables on disk, as here, or was solved in memory (solve/in_memory.h). A board
// is asked with X to move (value.h); a board that is over has a value too, in zero
// plies.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "noughts/quixo/tables/manifest.h"
#include "noughts/store/file.h"

namespace noughts::quixo::tables {

// The values of all boards of one game, or of some.
class ValueSource {
 public:
  virtual ~ValueSource() = default;
  // Of which game, and whether values come with the plies to the end.
  virtual const Rules& rules() const = 0;
  virtual bool has_plies() const = 0;
  // Safe to call from several threads.
  virtual Result<Outcome> at(Board board) const = 0;
  // Boards with equal places are read together: who asks for many does so in this order.
  virtual std::uint64_t place(Board) const { return 0; }
  // Whether each look may cost a request: nobody should look further than at the moves then.
  virtual bool is_far() const { return false; }
  // The rank (quixo/rank.h) of a board that is won or lost, where the source knows it.
  virtual bool has_ranks() const { return false; }
  virtual Result<std::optional<int>> rank(Board) const { return std::optional<int>(); }
  // Counts of all boards by class and, in memory, by plies; empty where the source
  // does not keep them. On boards above 4x4 as the list beside the tables says: verify counts.
  virtual Solution summary() const { return {}; }
};

// Tables in a folder, as the solver writes them, whose manifest was read. Whoever does not know how
// a folder is laid out opens it with quixo/publish/open.h.
std::unique_ptr<ValueSource> open_class_tables(const store::Path& folder, const Rules& rules,
                                               Manifest manifest);

// The same of the files of such a folder, which are in memory and stay there.
struct InMemory {
  std::string_view name;
  store::Bytes bytes;
};
Result<std::unique_ptr<ValueSource>> open_class_tables(std::span<const InMemory> files,
                                                       const Rules& rules);

}  // namespace noughts::quixo::tables
