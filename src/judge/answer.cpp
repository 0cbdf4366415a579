#include "noughts/judge/answer.h"

#include <algorithm>

#include "noughts/core/text.h"

namespace noughts::judge {
namespace {

std::string text_after(const play::State& state, const std::string& move) {
  auto next = state.clone();
  return next->play(move) ? next->text() : std::string();
}

// Whether the words are this position, or its rows without who is to move.
bool is_position(std::string_view words, bool are_rows, std::string_view text) {
  return words == text || (are_rows && words == text.substr(0, text.find(' ')));
}

}  // namespace

Result<std::string> read_answer(const play::State& state, std::string_view words) {
  const std::vector<std::string> moves = state.moves();
  if (std::find(moves.begin(), moves.end(), words) != moves.end()) return std::string(words);
  auto next = state.clone();
  const Result<void> played = next->play(words);
  const std::string leads_to = played ? next->text() : std::string();
  const bool are_rows = words.find('/') != std::string_view::npos;
  for (const std::string& move : moves) {
    const std::string after = text_after(state, move);
    if (played ? after == leads_to : is_position(words, are_rows, after)) return move;
  }
  if (!played && !are_rows) return played.error();
  return bad_input(quote(words) + " is not the board after a legal move");
}

}  // namespace noughts::judge
