// One game at a board in the terminal: people and players take turns until it ends.
//
// A person types a move in the game's notation, or one of: hint, moves, undo, resign, quit. What
// the board has to say goes to standard output; in a pipe the same lines come without colour.
// Where the rules know no end (Quixo), a board that stands for the third time in a drawn game is
// agreed a draw, as soon as one of the players is no person. Where dice give a choice to one of the
// players, that one makes it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noughts/cli/games.h"

namespace noughts::cli {

class Match {
 public:
  // What `hint` and an agreed draw go by; made when it is first needed.
  using AnalystMaker = std::function<Result<std::shared_ptr<play::Analyst>>()>;

  Match(Context& context, const play::Game& game, std::unique_ptr<play::State> state,
        AnalystMaker make_analyst);

  // For each seat in turn; no player: a person.
  void seat(std::unique_ptr<play::Player> player) { players_.push_back(std::move(player)); }
  void run();

 private:
  const play::State& now() const { return *history_.back(); }
  play::Player* player_of(const play::State& state) const;
  // Who chooses now: the one to move, or whom the dice gave the choice to.
  play::Player* chooser();
  std::string chooser_name() const;
  bool is_agreed_draw();
  void draw();
  // Each says whether the game goes on.
  bool computer_moves(play::Player& player);
  bool person_moves();
  bool obey(const std::string& line);
  void hint();
  void undo();
  void push(const std::string& move);
  Result<play::Analysis> analyze_now();

  Context& context_;
  const play::Game& game_;
  AnalystMaker make_analyst_;
  std::shared_ptr<play::Analyst> analyst_;
  std::vector<std::unique_ptr<play::State>> history_;
  std::vector<std::unique_ptr<play::Player>> players_;
  std::optional<std::size_t> selector_;  // the seat that the dice gave this choice to
};

}  // namespace noughts::cli
