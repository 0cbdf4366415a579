// A half of the full boards under way, in a file: where a run that was stopped goes on.
//
// A table file (store/table_file.h) of kind "full-half": the two planes in chunks, then,
// if the last ply was decided board by board, the list of what came in with it. Its
// metadata has the rules, the half, the boards that came in with each ply, and whether the second
// plane is closed (full_board.h).
#pragma once

#include "noughts/research/quixo/full/full_board.h"
#include "noughts/store/file.h"

namespace noughts::quixo::full {

// "full-6x6-even": the rules and the half.
std::string half_name(const LargeRules& rules, bool odd);

class HalfFile {
 public:
  HalfFile(const store::Path& folder, const LargeRules& rules, bool odd);

  // `last`: what came in with the last ply, if it was listed.
  Result<void> save(const FullHalf& half, const std::optional<std::vector<LargeCells>>& last) const;
  // Whether there was a file. Fails if it is damaged or of other rules.
  Result<bool> load(FullHalf& half, std::optional<std::vector<LargeCells>>& last) const;
  void remove() const;

 private:
  store::Path path_;
};

}  // namespace noughts::quixo::full
