// Quixo positions rated by looking up their values, then by searching.
//
// The values come from several places, which are asked in their order: the first that knows the
// position and all of its moves answers. If none does, each value is taken from the first place
// that has it; moves that nobody knows are searched (quixo_searcher.h), and say so.
//
// A move's rating is that of the position before it for the player who makes it:
// plies and ranks count this move. They are absent for draws and where the tables hold
// none.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noughts/play/analysis.h"
#include "noughts/play/quixo_search.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::play {

// The mover's rating of a board with this outcome.
Rating rating_of(const quixo::Outcome& outcome);

using QuixoValues = std::shared_ptr<const quixo::tables::ValueSource>;

// A place, and what there is to say of it in an analysis (`how`).
struct QuixoPlace {
  QuixoValues values;
  std::string how = {};
};

// Rates by values that were solved or stored, and by nothing else: kMissing beyond them.
std::shared_ptr<Analyst> make_quixo_analyst(QuixoValues values);

// The search behind the places.
struct QuixoSearching {
  QuixoSearchOptions options;
  bool decides = false;  // known() searches too; moves are rated only as far as an end is seen
};

// The chain of several places, and of the search behind them, if there is one. R is quixo::Rules
// or, where there are no values, quixo::LargeRules.
template <class R>
std::shared_ptr<Analyst> make_quixo_chain(const R& rules, std::vector<QuixoPlace> places,
                                          const std::optional<QuixoSearching>& searching);

// Fills in `cannot_lose` and `fortress` of an analysis of the position. An unknown
// rating stays unknown: who cannot lose may still win.
template <class R>
void put_certainties(const R& rules, const typename R::Position& position, Analysis& analysis);

}  // namespace noughts::play
