// The rules of each family as people choose them: by words and numbers.
//
// The command line fills these from options, the server from the query of a
// request; the names are the same. parse() fails with a sentence when the words
// do not fit together.
#pragma once

#include <memory>
#include <string>

#include "noughts/core/result.h"
#include "noughts/hyper/rules.h"
#include "noughts/play/game.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/quantum/rules.h"
#include "noughts/quixo/rules.h"

namespace noughts::play {

struct QuixoChoice {
  int size = 5;
  int line = 0;
  std::string both_lines = "lose";

  Result<quixo::Rules> parse() const;
};

struct QuantumChoice {
  std::string collapse;  // empty: chance if q is given, else opponent
  std::string q;
  std::string dice;  // such as 1:2, see DiceOdds; instead of q
  std::string draw = "0";
  bool double_win = false;

  Result<quantum::Rules> parse() const;
  Result<DiceOdds> parse_dice() const;
};

struct HyperChoice {
  int side = 3;
  int dims = 2;
  int players = 2;

  Result<hyper::Rules> parse() const;
};

Result<std::unique_ptr<Game>> make_game(const QuixoChoice& choice);
Result<std::unique_ptr<Game>> make_game(const QuantumChoice& choice);
Result<std::unique_ptr<Game>> make_game(const HyperChoice& choice);

}  // namespace noughts::play
