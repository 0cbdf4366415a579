// The longest games that tables with plies know, and a game that leads to a board.
#pragma once

#include <optional>
#include <vector>

#include "noughts/core/parallel.h"
#include "noughts/quixo/layout/kept.h"
#include "noughts/quixo/tables/manifest.h"
#include "noughts/store/file.h"

namespace noughts::quixo::study {

struct LongGame {
  Board board = 0;  // X to move
  Outcome outcome;
};

// The kept boards of a class, one of eight images, that end in so many plies or more, in the order
// of their table. Require: the manifest is of this folder, and its tables have plies.
Result<std::vector<LongGame>> long_games(const store::Path& folder,
                                         const std::shared_ptr<const layout::TableLayout>& layout,
                                         const tables::Manifest& manifest, ClassId id, int plies,
                                         Workers& workers);

// How a board comes about from the empty one.
struct Origin {
  enum class Found {
    kGame,  // by this game
    kNone,  // never: all that can come before it was looked at
    kOpen,  // not known: there is too much of that
  };
  Found found = Found::kOpen;
  std::vector<Move> moves;  // X begins
  bool exchanged = false;   // the game ends with X for O and O for X
};

// Searches backward from a board, X to move: tiles are taken off first, so that a game is found
// after few boards where there is one without detours. Looks at `most` boards at most.
Result<Origin> find_origin(const Rules& rules, Board board, std::uint64_t most,
                           const Budget& budget = {});

}  // namespace noughts::quixo::study
