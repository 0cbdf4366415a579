#include "noughts/present/quixo_board.h"

#include <fmt/format.h>

#include "noughts/quixo/notation.h"

namespace noughts::present {

using quixo::Player;

// 4 | X . . O        with squares named as on a chess board
// 3 | . . . .
//     a b c d
template <class W>
std::string render(const quixo::BasicRules<W>& rules,
                   const quixo::BasicPosition<typename W::Board>& position,
                   const RenderStyle& style) {
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

template <class W>
Json rules_json(const quixo::BasicRules<W>& rules) {
  const bool lose = rules.both_lines() == quixo::BothLines::kMoverLoses;
  return {{"size", rules.size()}, {"line", rules.line()}, {"both_lines", lose ? "lose" : "win"}};
}

// {"rows": ["X..O", ...], "won": ["a1", ...]}: the squares of the lines that decided the game.
template <class W>
Json board_json(const quixo::BasicRules<W>& rules,
                const quixo::BasicPosition<typename W::Board>& position) {
  const auto x = quixo::cells_of(position.board, Player::kX);
  const auto o = quixo::cells_of(position.board, Player::kO);
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
    typename W::Cells cells = 0;
    for (const auto line : rules.lines()) {
      if ((line & ~(*winner == Player::kX ? x : o)) == 0) cells |= line;
    }
    for (int cell = 0; cell < rules.cells(); ++cell) {
      if (cells >> cell & 1) won.push_back(quixo::square_name(rules.size(), cell));
    }
  }
  return {{"rows", rows}, {"won", won}};
}

using quixo::LargePosition;
using quixo::LargeRules;
using quixo::Position;
using quixo::Rules;
template std::string render(const Rules&, const Position&, const RenderStyle&);
template std::string render(const LargeRules&, const LargePosition&, const RenderStyle&);
template Json rules_json(const Rules&);
template Json rules_json(const LargeRules&);
template Json board_json(const Rules&, const Position&);
template Json board_json(const LargeRules&, const LargePosition&);

}  // namespace noughts::present
