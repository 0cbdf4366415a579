// The games as people choose them: the one table of their parameters, and the rules
// that a choice of values makes.
//
// The command line, the API, its description and the page's forms all come from
// here, so a default or a range is written once.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "noughts/core/result.h"
#include "noughts/hyper/rules.h"
#include "noughts/play/game.h"
#include "noughts/play/parameters.h"
#include "noughts/play/player.h"
#include "noughts/quantum/rules.h"
#include "noughts/quixo/rules.h"

namespace noughts::play {

// What chooses the rules of each family.
const Parameters& quixo_parameters();
const Parameters& quantum_parameters();
const Parameters& hyper_parameters();
// Parts of these: where q is not chosen but varied, where the players are not chosen.
const Parameters& scoring_parameters();
const Parameters& board_parameters();
// The values of q of a sweep, and the scoring with them.
const Parameters& sweep_range();
const Parameters& sweep_parameters();

struct FamilyTable {
  std::string name;
  std::string title;
  std::string about;
  const Parameters& parameters;
};
const std::vector<FamilyTable>& family_tables();

// Quixo of any size: boards up to 5x5 in one word, larger ones in two.
using AnyQuixoRules = std::variant<quixo::Rules, quixo::LargeRules>;

// Fail with a sentence when the values do not fit together. Require: values of the table above.
Result<quixo::Rules> quixo_rules(const Values& values);  // up to 5x5: what solvers and tables need
Result<AnyQuixoRules> any_quixo_rules(const Values& values);
Result<quantum::Rules> quantum_rules(const Values& values);
Result<hyper::Rules> hyper_rules(const Values& values);
// The board alone, of board_parameters().
Result<std::shared_ptr<const hyper::Board>> hyper_board(const Values& values);
// How many cells it will have: more than 2^20 if it is too big, 0 if the values do not fit.
std::uint64_t cells_of_board(const Values& values);
// Chance selects, with any q: only the scoring is chosen.
Result<quantum::Rules> chance_rules(const Values& values);

// The System of quantum tic-tac-toe: samples by its seed, or throws the dice that were chosen.
// Require: quantum_rules(values) is `rules`.
std::unique_ptr<Player> make_system(const quantum::Rules& rules, const Values& values,
                                    std::uint64_t seed);

}  // namespace noughts::play
