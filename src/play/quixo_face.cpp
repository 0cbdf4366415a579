#include "play/quixo_face.h"

#include "play/style.h"

namespace noughts::play {
namespace {

using quixo::Player;

// 4 | X . . O        with squares named as on a chess board
// 3 | . . . .
//     a b c d
std::string draw(const quixo::Rules& rules, const quixo::Position& position,
                 const DrawStyle& style) {
  std::string picture;
  for (int row = 0; row < rules.size(); ++row) {
    picture += paint(style, Ink::kFaint, fmt::format("{} |", rules.size() - row));
    for (int col = 0; col < rules.size(); ++col) {
      const int cell = row * rules.size() + col;
      const bool x = quixo::cells_of(position.board, Player::kX) >> cell & 1;
      const bool o = quixo::cells_of(position.board, Player::kO) >> cell & 1;
      picture += ' ';
      picture += x   ? paint(style, Ink::kFirst, "X")
                 : o ? paint(style, Ink::kSecond, "O")
                     : paint(style, Ink::kFaint, ".");
    }
    picture += '\n';
  }
  picture += "   ";
  for (int col = 0; col < rules.size(); ++col) {
    picture += paint(style, Ink::kFaint, fmt::format(" {}", static_cast<char>('a' + col)));
  }
  return picture + '\n';
}

std::vector<std::string> seats(const quixo::Rules&) { return {"X", "O"}; }

std::optional<std::string> result(const quixo::Rules& rules, const quixo::Position& position) {
  const auto winner = rules.winner(position);
  if (!winner) return std::nullopt;
  return *winner == Player::kX ? "X wins" : "O wins";
}

Json describe(const quixo::Rules& rules) {
  const bool lose = rules.both_lines() == quixo::BothLines::kMoverLoses;
  return {{"size", rules.size()}, {"line", rules.line()}, {"both_lines", lose ? "lose" : "win"}};
}

}  // namespace

Face<quixo::Rules> quixo_face() { return {draw, seats, result, describe}; }

}  // namespace noughts::play
