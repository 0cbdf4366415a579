// Quixo moves rated by searching (quixo/search/search.h), for boards without values.
//
// Moves that force a win or a loss come with their plies; the verdicts of the others are unknown,
// and their estimates are an opinion. Each question begins afresh, so the same position gets the
// same answer at every door.
#pragma once

#include <vector>

#include "noughts/play/analysis.h"
#include "noughts/play/quixo_search.h"
#include "noughts/quixo/search/search.h"

namespace noughts::play {

struct SearchedMove {
  quixo::Move move;
  Rating rating;    // unknown, if the end was not seen
  double estimate;  // -1, a loss, to 1, a win
};
struct SearchedMoves {
  std::vector<SearchedMove> moves;
  int depth = 0;  // moves looked ahead
};

// R is quixo::Rules or quixo::LargeRules.
template <class R>
class QuixoSearcher {
 public:
  QuixoSearcher(const R& rules, const QuixoSearchOptions& options)
      : rules_(rules), search_(rules, options.table_bytes), options_(options) {}

  // Rates these moves. Require: there are some, and the game is not over.
  Result<SearchedMoves> rate(const typename R::Position& position,
                             const std::vector<quixo::Move>& moves);
  // The same where the position is won, but then every other move is searched by itself, too: only
  // a win leaves moves open that are worth a closer look.
  Result<SearchedMoves> decide(const typename R::Position& position,
                               const std::vector<quixo::Move>& moves);

 private:
  R rules_;
  quixo::search::AlphaBeta<R> search_;
  QuixoSearchOptions options_;
};

}  // namespace noughts::play
