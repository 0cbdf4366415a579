// Quixo where no values are at hand: rated by searching, and played.
//
// The analyst searches every move (quixo/search/search.h) and says what it is: source
// `search` where it found a forced win or a forced loss, with its plies; source `guess`
// everywhere else, where verdicts are unknown, the order of the moves and their
// `estimate` are an opinion. It also says who
// provably cannot lose (docs/theorems.md): the holder of a fortress, who can make one
// or win at once, and the first player on the empty board.
// Of 5x5 the boards with few tiles are known (quixo/tables/opening.h): there both look
// values up, source `table`, and search only beyond.
//
// The player thinks about one move only, which takes it deeper in the same time. It
// remembers what it has left before and, while it stands better, does not go back. Once
// it holds a fortress it leaves it only for a win that it has seen to the end.
//
//     auto player = make_quixo_search_player(rules, {.seed = 7});
//     player->choose(state)                               // within half a second
#pragma once

#include <memory>

#include "noughts/play/player.h"
#include "noughts/quixo/rules.h"

namespace noughts::play {

struct QuixoSearchOptions {
  double seconds = 0.5;     // for one position
  std::uint64_t nodes = 0;  // if not 0: so many positions instead, the same answer always
  std::uint64_t seed = 1;   // decides between moves that look the same
  const CancelToken* cancel = nullptr;
};

// R is quixo::Rules or quixo::LargeRules.
template <class R>
std::shared_ptr<Analyst> make_quixo_search_analyst(const R& rules,
                                                   const QuixoSearchOptions& options = {});
template <class R>
std::unique_ptr<Player> make_quixo_search_player(const R& rules,
                                                 const QuixoSearchOptions& options = {});

// Knows the openings of Quixo 5x5 exactly, and nothing (kMissing) beyond them; null for other
// games. `how` of its answers says so.
std::shared_ptr<Analyst> make_opening_analyst(const Game& game);

// Fills in `cannot_lose` and `fortress` of an analysis of the position. An unknown
// rating stays unknown: who cannot lose may still win.
template <class R>
void put_certainties(const R& rules, const typename R::Position& position, Analysis& analysis);

}  // namespace noughts::play
