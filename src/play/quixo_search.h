// A Quixo player who looks ahead, for boards without values.
//
// It thinks about one move only, which takes it deeper than rating all of them would. It
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
  std::size_t table_bytes = std::size_t{24} << 20;  // to remember positions
  const CancelToken* cancel = nullptr;
};

// R is quixo::Rules or quixo::LargeRules.
template <class R>
std::unique_ptr<Player> make_quixo_search_player(const R& rules,
                                                 const QuixoSearchOptions& options = {});

}  // namespace noughts::play
