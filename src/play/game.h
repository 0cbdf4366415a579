// One type of game for all families.
//
// Below this line the families are templates over their own positions; above
// it (command line, server, Python) a game is a Game, a position is a State,
// and a move is its text. make_game wraps any class of rules:
//
//     std::unique_ptr<Game> game = make_game(*quixo::Rules::make(4));
//     auto state = game->parse("X..O/..../.O../.... X");
//     (*state)->play("a1T");
//
// What a family adds to its rules are its FamilyTraits (families.h): its name, what
// the players are called, and how the end of a game reads.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noughts/core/game.h"
#include "noughts/core/result.h"

namespace noughts::play {

// The types of rules behind a game. Quixo has two: boards of one word, and larger ones of two
// (quixo/rules.h); both have the same name.
enum class Family { kQuixo, kQuantum, kHyper, kLargeQuixo };

std::string_view family_name(Family family);  // "quixo"

// A position of any game, with its rules; moves are texts.
class State {
 public:
  virtual ~State() = default;
  virtual std::unique_ptr<State> clone() const = 0;
  // In the notation of the game; Game::parse reads it.
  virtual std::string text() const = 0;
  // The name of whoever moves next: "X", "O", "1", "System".
  virtual std::string to_move() const = 0;
  // The same as a number, from 0: which seat is to move.
  virtual int seat() const = 0;
  // The legal moves; none when the game is over.
  virtual std::vector<std::string> moves() const = 0;
  // For each of moves(), the first of them that is its image: one that a symmetry which leaves
  // the position as it is makes of it. On an empty 3x3 board of tic-tac-toe there are three.
  virtual std::vector<std::size_t> first_images() const = 0;
  // Fails with a sentence, and changes nothing, if the move is not legal.
  virtual Result<void> play(std::string_view move) = 0;
  // How the game ended, in words; nothing while it goes on.
  virtual std::optional<std::string> result() const = 0;
  // The seat that has won; nothing for a draw, and while the game goes on.
  virtual std::optional<int> winner() const = 0;
};

// The rules of a game, made by make_game.
class Game {
 public:
  virtual ~Game() = default;
  virtual Family family() const = 0;
  // The names of the players in the order of their turns; the System is not one.
  virtual std::vector<std::string> seats() const = 0;
  virtual std::unique_ptr<State> initial() const = 0;
  // Fails with a sentence that names the place.
  virtual Result<std::unique_ptr<State>> parse(std::string_view text) const = 0;
  // Require: `from` was made by this game.
  virtual Result<std::vector<std::uint64_t>> perft(const State& from,
                                                   const PerftOptions& options) const = 0;
};

// For each class of rules: kFamily, seats(rules), result(rules, position), winner(the same).
template <GameRules R>
struct FamilyTraits;

namespace detail {

template <GameRules R>
class StateOf final : public State {
 public:
  StateOf(std::shared_ptr<const R> rules, typename R::Position position)
      : rules_(std::move(rules)), position_(std::move(position)) {}

  std::unique_ptr<State> clone() const override { return std::make_unique<StateOf>(*this); }
  std::string text() const override { return to_text(*rules_, position_); }
  std::string to_move() const override {
    const std::vector<std::string> names = FamilyTraits<R>::seats(*rules_);
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
  std::vector<std::size_t> first_images() const override {
    const auto moves = rules_->moves(position_);
    std::vector<std::size_t> first(moves.size());
    std::iota(first.begin(), first.end(), std::size_t{0});
    for (int symmetry = 0; symmetry < rules_->symmetry_count(); ++symmetry) {
      if (!(rules_->image(position_, symmetry) == position_)) continue;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto image =
            std::find(moves.begin(), moves.end(), rules_->image(moves.begin()[i], symmetry));
        const auto at = static_cast<std::size_t>(image - moves.begin());
        if (at < moves.size()) first[i] = std::min(first[i], at);
      }
    }
    return first;
  }
  Result<void> play(std::string_view text) override {
    auto move = parse_move(*rules_, position_, text);
    if (!move) return move.error();
    position_ = rules_->apply(position_, *move);
    return {};
  }
  std::optional<std::string> result() const override {
    return FamilyTraits<R>::result(*rules_, position_);
  }
  std::optional<int> winner() const override { return FamilyTraits<R>::winner(*rules_, position_); }

  const typename R::Position& position() const { return position_; }

 private:
  std::shared_ptr<const R> rules_;
  typename R::Position position_;
};

template <GameRules R>
class GameOf final : public Game {
 public:
  explicit GameOf(R rules) : rules_(std::make_shared<const R>(std::move(rules))) {}

  const R& rules() const { return *rules_; }
  Family family() const override { return FamilyTraits<R>::kFamily; }
  std::vector<std::string> seats() const override { return FamilyTraits<R>::seats(*rules_); }
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
    return std::make_unique<StateOf<R>>(rules_, std::move(position));
  }

  std::shared_ptr<const R> rules_;
};

}  // namespace detail

template <GameRules R>
std::unique_ptr<Game> make_game(R rules) {
  return std::make_unique<detail::GameOf<R>>(std::move(rules));
}

// The rules behind a game. Require: it is a game over R.
template <GameRules R>
const R& rules_of(const Game& game) {
  return static_cast<const detail::GameOf<R>&>(game).rules();
}

// The position behind a state. Require: the state belongs to a game over R.
template <GameRules R>
const typename R::Position& position_of(const State& state) {
  return static_cast<const detail::StateOf<R>&>(state).position();
}

}  // namespace noughts::play
