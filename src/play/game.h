// One face for every game.
//
// Below this line the families are templates over their own positions; above
// it (command line, server, Python) a game is a Game, a position is a State,
// and a move is its text. make_game wraps any class of rules:
//
//     std::unique_ptr<Game> game = make_game("quixo", quixo::Rules(...), quixo_face);
//     auto state = game->parse("X..O/..../.O../.... X");
//     (*state)->play("a1T");
//
// What a family adds to its rules is a Face: how a position is drawn, what the
// players are called, and how the end of a game reads.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noughts/core/game.h"
#include "noughts/core/json.h"
#include "noughts/core/random.h"
#include "noughts/core/result.h"

namespace noughts::play {

struct DrawStyle {
  bool colour = false;
};

class State {
 public:
  virtual ~State() = default;
  virtual std::unique_ptr<State> clone() const = 0;
  virtual std::string text() const = 0;
  virtual std::string drawing(const DrawStyle& style) const = 0;
  // The name of whoever moves next: "X", "O", "1", "System".
  virtual std::string to_move() const = 0;
  // The same as a number, from 0: which seat is to move.
  virtual int seat() const = 0;
  virtual std::vector<std::string> moves() const = 0;
  virtual Result<void> play(std::string_view move) = 0;
  // How the game ended, in words; nothing while it goes on.
  virtual std::optional<std::string> result() const = 0;
  // What stands where, for whoever draws the position without knowing the rules.
  virtual Json board() const = 0;
};

class Game {
 public:
  virtual ~Game() = default;
  virtual std::string_view family() const = 0;
  // What distinguishes this variant, such as {"size": 4, "line": 4}.
  virtual Json rules() const = 0;
  // Facts about the board itself, such as its numbers of cells and lines.
  virtual Json structure() const { return Json::object(); }
  virtual std::vector<std::string> seats() const = 0;
  virtual std::unique_ptr<State> initial() const = 0;
  virtual Result<std::unique_ptr<State>> parse(std::string_view text) const = 0;
  // Require: `from` was made by this game.
  virtual Result<std::vector<std::uint64_t>> perft(const State& from,
                                                   const PerftOptions& options) const = 0;
};

// What a family tells about showing its positions; see make_game.
template <GameRules R>
struct Face {
  std::string (*draw)(const R& rules, const typename R::Position& position, const DrawStyle& style);
  std::vector<std::string> (*seats)(const R& rules);
  std::optional<std::string> (*result)(const R& rules, const typename R::Position& position);
  Json (*describe)(const R& rules);
  Json (*board)(const R& rules, const typename R::Position& position);
  // Facts about the board itself that `show` adds, if the family has any.
  Json (*structure)(const R& rules) = nullptr;
};

namespace detail {

template <GameRules R>
class StateOf final : public State {
 public:
  StateOf(std::shared_ptr<const R> rules, const Face<R>& face, typename R::Position position)
      : rules_(std::move(rules)), face_(face), position_(std::move(position)) {}

  std::unique_ptr<State> clone() const override { return std::make_unique<StateOf>(*this); }
  std::string text() const override { return to_text(*rules_, position_); }
  std::string drawing(const DrawStyle& style) const override {
    return face_.draw(*rules_, position_, style);
  }
  std::string to_move() const override {
    const std::vector<std::string> names = face_.seats(*rules_);
    const auto index = static_cast<std::size_t>(seat());
    return index < names.size() ? names[index] : "System";
  }
  int seat() const override { return rules_->to_move(position_); }
  std::vector<std::string> moves() const override {
    std::vector<std::string> texts;
    for (const auto& move : rules_->moves(position_)) {
      texts.push_back(to_text(*rules_, position_, move));
    }
    return texts;
  }
  Result<void> play(std::string_view text) override {
    auto move = parse_move(*rules_, position_, text);
    if (!move) return move.error();
    position_ = rules_->apply(position_, *move);
    return {};
  }
  std::optional<std::string> result() const override { return face_.result(*rules_, position_); }
  Json board() const override { return face_.board(*rules_, position_); }

  const typename R::Position& position() const { return position_; }

 private:
  std::shared_ptr<const R> rules_;
  Face<R> face_;
  typename R::Position position_;
};

template <GameRules R>
class GameOf final : public Game {
 public:
  GameOf(std::string_view family, R rules, const Face<R>& face)
      : family_(family), rules_(std::make_shared<const R>(std::move(rules))), face_(face) {}

  std::string_view family() const override { return family_; }
  Json rules() const override { return face_.describe(*rules_); }
  Json structure() const override {
    return face_.structure != nullptr ? face_.structure(*rules_) : Json::object();
  }
  const R& the_rules() const { return *rules_; }
  std::vector<std::string> seats() const override { return face_.seats(*rules_); }
  std::unique_ptr<State> initial() const override { return wrap(rules_->initial()); }
  Result<std::unique_ptr<State>> parse(std::string_view text) const override {
    auto position = parse_position(*rules_, text);
    if (!position) return position.error();
    return wrap(std::move(*position));
  }
  Result<std::vector<std::uint64_t>> perft(const State& from,
                                           const PerftOptions& options) const override {
    using noughts::perft;  // a family may bring its own by argument-dependent lookup
    return perft(*rules_, static_cast<const StateOf<R>&>(from).position(), options);
  }

 private:
  std::unique_ptr<State> wrap(typename R::Position position) const {
    return std::make_unique<StateOf<R>>(rules_, face_, std::move(position));
  }

  std::string_view family_;
  std::shared_ptr<const R> rules_;
  Face<R> face_;
};

}  // namespace detail

template <GameRules R>
std::unique_ptr<Game> make_game(std::string_view family, R rules, const Face<R>& face) {
  return std::make_unique<detail::GameOf<R>>(family, std::move(rules), face);
}

// The rules behind a game. Require: it is a game over R.
template <GameRules R>
const R& rules_of(const Game& game) {
  return static_cast<const detail::GameOf<R>&>(game).the_rules();
}

// The position behind a state. Require: the state belongs to a game over R.
template <GameRules R>
const typename R::Position& position_of(const State& state) {
  return static_cast<const detail::StateOf<R>&>(state).position();
}

}  // namespace noughts::play
