// What must hold for any text whatever, given to the parsers of a game.
//
// The first line of the text is read as a position, each further line as a
// move played from there. A text is either understood, and then printing and
// parsing it again gives the same thing, or refused with one clear sentence.
// A broken promise aborts, which both libFuzzer and the replay notice.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noughts/core/game.h"

namespace noughts::fuzz {

inline void demand(bool holds, std::string_view promise, std::string_view text) {
  if (holds) return;
  fmt::print(stderr, "broken promise: {}\ntext: {}\n", promise, text);
  std::abort();
}

inline void check_sentence(const Error& error, std::string_view text) {
  constexpr std::size_t kLongest = 400;
  demand(error.code == ErrorCode::kBadInput, "bad text is bad input", text);
  demand(!error.message.empty(), "an error says something", text);
  demand(error.message.size() <= kLongest, "an error is short", text);
  const bool printable = std::all_of(error.message.begin(), error.message.end(),
                                     [](char c) { return c >= ' ' && c <= '~'; });
  demand(printable, "an error is one printable line", text);
}

template <GameRules R>
void check_position(const R& rules, const typename R::Position& position, std::string_view text) {
  const auto again = parse_position(rules, to_text(rules, position));
  demand(again && *again == position, "parsing undoes printing", text);
  const auto canonical = rules.canonical(position);
  demand(rules.canonical(canonical) == canonical, "canonical is idempotent", text);
  const auto moves = rules.moves(position);
  demand((moves.size() == 0) == rules.is_over(position), "no moves means over", text);
  for (const auto& move : moves) {
    const auto read = parse_move(rules, position, to_text(rules, position, move));
    demand(read && *read == move, "parsing undoes printing a move", text);
  }
}

template <GameRules R>
void check_text(const R& rules, std::string_view text) {
  std::size_t end = std::min(text.find('\n'), text.size());
  auto position = parse_position(rules, text.substr(0, end));
  if (!position) {
    check_sentence(position.error(), text);
    position = rules.initial();
  }
  check_position(rules, *position, text);
  while (end < text.size()) {
    const std::size_t begin = end + 1;
    end = std::min(text.find('\n', begin), text.size());
    const auto move = parse_move(rules, *position, text.substr(begin, end - begin));
    if (!move) {
      check_sentence(move.error(), text);
      continue;
    }
    const auto legal = rules.moves(*position);
    demand(std::find(legal.begin(), legal.end(), *move) != legal.end(), "a move is legal", text);
    position = rules.apply(*position, *move);
    check_position(rules, *position, text);
  }
}

}  // namespace noughts::fuzz
