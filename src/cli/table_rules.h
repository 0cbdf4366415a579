// The rules that a folder of tables is about, as the command line names them.
#pragma once

#include "noughts/cli/games.h"

namespace noughts::cli {

// Those of Quixo, or of the game made to study draws, in which a fortress wins.
class TableRules {
 public:
  void add_to(const Command& sub) {
    quixo_.add_to(sub);
    sub.flag("--fortress-wins", fortress_wins_,
             "Other rules: a fortress wins if the opponent moves next");
  }
  Result<quixo::Rules> parse() const {
    auto rules = quixo_.parse();
    if (!rules || !fortress_wins_) return rules;
    return quixo::Rules::make(rules->size(), rules->line(), rules->both_lines(),
                              quixo::FortressRule::kWins);
  }

 private:
  QuixoOptions quixo_;
  bool fortress_wins_ = false;
};

}  // namespace noughts::cli
