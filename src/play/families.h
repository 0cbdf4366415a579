// The three families behind Game, and the way back to their own types.
//
//     visit(game, [&](const auto& rules) { ... });     // rules is a quixo::Rules, ...
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "noughts/hyper/notation.h"
#include "noughts/hyper/rules.h"
#include "noughts/play/game.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/rules.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::play {

template <class W>
struct FamilyTraits<quixo::BasicRules<W>> {
  static constexpr Family kFamily =
      std::is_same_v<W, quixo::OneWord> ? Family::kQuixo : Family::kLargeQuixo;
  static std::vector<std::string> seats(const quixo::BasicRules<W>&) { return {"X", "O"}; }
  static std::optional<std::string> result(const quixo::BasicRules<W>& rules,
                                           const quixo::BasicPosition<typename W::Board>& p) {
    const auto winner = rules.winner(p);
    if (!winner) return std::nullopt;
    return *winner == quixo::Player::kX ? "X wins" : "O wins";
  }
  static std::optional<int> winner(const quixo::BasicRules<W>& rules,
                                   const quixo::BasicPosition<typename W::Board>& p) {
    const auto winner = rules.winner(p);
    return winner ? std::optional(static_cast<int>(*winner)) : std::nullopt;
  }
};

template <>
struct FamilyTraits<quantum::Rules> {
  static constexpr Family kFamily = Family::kQuantum;
  static std::vector<std::string> seats(const quantum::Rules& rules);
  static std::optional<std::string> result(const quantum::Rules& rules, const quantum::Position& p);
  static std::optional<int> winner(const quantum::Rules& rules, const quantum::Position& p);
};

template <>
struct FamilyTraits<hyper::Rules> {
  static constexpr Family kFamily = Family::kHyper;
  static std::vector<std::string> seats(const hyper::Rules& rules);
  static std::optional<std::string> result(const hyper::Rules& rules, const hyper::Position& p);
  static std::optional<int> winner(const hyper::Rules& rules, const hyper::Position& p);
};

// Calls f with the rules behind the game.
template <class F>
decltype(auto) visit(const Game& game, F&& f) {
  switch (game.family()) {
    case Family::kQuixo:
      return f(rules_of<quixo::Rules>(game));
    case Family::kLargeQuixo:
      return f(rules_of<quixo::LargeRules>(game));
    case Family::kQuantum:
      return f(rules_of<quantum::Rules>(game));
    case Family::kHyper:
      break;
  }
  return f(rules_of<hyper::Rules>(game));
}

// Calls f with the rules and the position. Require: the state belongs to the game.
template <class F>
decltype(auto) visit(const Game& game, const State& state, F&& f) {
  return visit(game, [&]<class R>(const R& rules) { return f(rules, position_of<R>(state)); });
}

}  // namespace noughts::play
