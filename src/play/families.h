// The three families behind Game, and the way back to their own types.
//
//     visit(game, [&](const auto& rules) { ... });     // rules is a quixo::Rules, ...
#pragma once

#include <optional>
#include <string>
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

template <>
struct FamilyTraits<quixo::Rules> {
  static constexpr Family kFamily = Family::kQuixo;
  static std::vector<std::string> seats(const quixo::Rules& rules);
  static std::optional<std::string> result(const quixo::Rules& rules, const quixo::Position& p);
  static std::optional<int> winner(const quixo::Rules& rules, const quixo::Position& p);
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
