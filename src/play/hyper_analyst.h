// n^k boards rated by searching, or from a proof; and players for them.
//
// Ratings are win, draw or loss with two players; with more, win (she can force
// it), hold (she can avoid losing) or exposed (the others together can beat her).
// The analysis also has what each player can do. On boards of more than 27 cells
// only a little is searched, and what stays open is unknown; then a move is suggested
// that completes, blocks or makes the most lines.
#pragma once

#include <memory>
#include <string>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/strategy.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/study/score.h"
#include "noughts/play/player.h"

namespace noughts::play {

inline constexpr hyper::Cell kMostCellsSearchedWhole = 27;

// Fails for boards of more than 64 cells. With two players on a board that is too large to
// be searched whole, a strategy is followed where the game has kept to it: the one that is
// given, or the one that the program has (known_proofs.h). With more players on such a board,
// the nodes of the budget, if it has any, are those of each question about who can be beaten.
Result<std::shared_ptr<Analyst>> make_hyper_analyst(
    const hyper::Rules& rules, const Budget& budget,
    std::shared_ptr<const hyper::proof::Strategy> strategy = nullptr);

std::unique_ptr<Player> make_hyper_greedy_player(const hyper::Rules& rules,
                                                 const hyper::study::ScoreWeights& weights);
// The player of a file that `noughts study train hyper` wrote.
Result<std::unique_ptr<Player>> make_hyper_learned_player(const hyper::Rules& rules,
                                                          const std::string& path);

}  // namespace noughts::play
