// Who answers a question about a position: decided here, and nowhere else.
//
//     const auto game = make_game(*quixo::Rules::make(5));
//     const auto analyst = make_analyst(*game, {.tables = "tables/5x5"});
//     const auto analysis = (*analyst)->analyze(*game->initial());
//
// An analyst is a chain of links. Each answers what it knows, for the position and for each move
// separately, and the next one fills in the rest:
//
//     link                    source   Quixo            quantum   n^k
//     tables that are given   table    any board
//     built-in openings       table    5x5, few tiles
//     built-in late boards    table    5x5, nearly all tiles
//     solving in memory       table    3x3, 4x4
//     proofs                  proof                               wins in `proofs`, Qubic
//     search                  search   forced ends      all       small boards, threats
//     guess                   guess    estimates                  the heaviest cell
//
// Command line, server, Python, judge, players and the page without a server all come here, so they
// give the same answers. Guesses, too, are the same everywhere: they are limited by positions
// looked at, not by seconds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/hyper/proof/strategy.h"
#include "noughts/play/analysis.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::play {

// What an analyst of Quixo does where no value is at hand. The other families search anyway.
enum class Beyond {
  kGuess,   // searches, and estimates what it does not see to the end
  kDecide,  // searches boards of 5x5 a little, for known() too: what it decides is certain
  kStop     // kMissing
};

// What an analyst may use. The cancel token of the budget must outlive the analyst.
struct Sources {
  std::string tables = {};  // a folder of Quixo tables, or of such folders; empty: none
  std::string proofs = {};  // a folder of certificates of n^k games; empty: none
  Budget budget = {};
  int threads = 0;      // to solve in memory; 0: all
  bool replies = true;  // count, for moves that draw, how many replies keep the draw (traps.h)
  Beyond beyond = Beyond::kGuess;
  // Already at hand, instead of what the folders hold.
  std::shared_ptr<const quixo::tables::ValueSource> values = nullptr;
  std::shared_ptr<const hyper::proof::Strategy> strategy = nullptr;
};

// kBadInput where positions are not analysed: n^k boards of more than 64 cells. Without tables
// 3x3 and 4x4 Quixo are solved now.
Result<std::shared_ptr<Analyst>> make_analyst(const Game& game, const Sources& sources = {});

// The values of all boards: from the tables, or solved in memory. kMissing if 5x5 has no tables.
Result<std::shared_ptr<const quixo::tables::ValueSource>> make_values(const quixo::Rules& rules,
                                                                      const Sources& sources = {});

// A folder of Quixo tables.
struct FoundTables {
  std::string folder;
  quixo::Rules rules;
  std::size_t classes;  // of those that the board has
  bool plies;

  bool has_all_classes() const;
};
// The tables in the folder and in the folders in it. kMissing if there are none.
Result<std::vector<FoundTables>> find_tables(const std::string& folder);
// The one about these rules, if it is among them.
const FoundTables* tables_for(const std::vector<FoundTables>& found, const quixo::Rules& rules);

using Proofs = std::vector<std::shared_ptr<const hyper::proof::Strategy>>;
// The proved wins in the certificates of a folder, each checked. kMissing if there are none.
Result<Proofs> find_proofs(const std::string& folder);
// The one about these rules, or null.
std::shared_ptr<const hyper::proof::Strategy> proof_for(const Proofs& found,
                                                        const hyper::Rules& rules);

}  // namespace noughts::play
