#include "noughts/play/quixo_face.h"

#include "noughts/play/style.h"

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

std::string square_name(const quixo::Rules& rules, int cell) {
  return fmt::format("{}{}", static_cast<char>('a' + cell % rules.size()),
                     rules.size() - cell / rules.size());
}

// {"rows": ["X..O", ...], "won": ["a1", ...]}: the squares of the lines that decided the game.
Json board(const quixo::Rules& rules, const quixo::Position& position) {
  const quixo::Cells x = quixo::cells_of(position.board, Player::kX);
  const quixo::Cells o = quixo::cells_of(position.board, Player::kO);
  Json rows = Json::array();
  for (int row = 0; row < rules.size(); ++row) {
    std::string tiles;
    for (int cell = row * rules.size(); cell < (row + 1) * rules.size(); ++cell) {
      tiles += x >> cell & 1 ? 'X' : o >> cell & 1 ? 'O' : '.';
    }
    rows.push_back(tiles);
  }
  Json won = Json::array();
  if (const auto winner = rules.winner(position)) {
    quixo::Cells cells = 0;
    for (const quixo::Cells line : rules.lines()) {
      if ((line & ~(*winner == Player::kX ? x : o)) == 0) cells |= line;
    }
    for (int cell = 0; cell < rules.cells(); ++cell) {
      if (cells >> cell & 1) won.push_back(square_name(rules, cell));
    }
  }
  return {{"rows", rows}, {"won", won}};
}

}  // namespace

Face<quixo::Rules> quixo_face() { return {draw, seats, result, describe, board}; }

}  // namespace noughts::play
