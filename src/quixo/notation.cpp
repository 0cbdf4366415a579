#include "noughts/quixo/notation.h"

#include <fmt/format.h>

#include "noughts/core/text.h"

namespace noughts::quixo {
namespace {

constexpr std::string_view kSides = "LRTB";

char sign_at(const Position& p, int cell) {
  if (cells_of(p.board, Player::kX) >> cell & 1) return 'X';
  if (cells_of(p.board, Player::kO) >> cell & 1) return 'O';
  return '.';
}

std::string square_name(const Rules& rules, int cell) {
  const int rank = rules.size() - cell / rules.size();
  return fmt::format("{}{}", static_cast<char>('a' + cell % rules.size()), rank);
}

}  // namespace

std::string to_text(const Rules& rules, const Position& position) {
  std::string text;
  for (int cell = 0; cell < rules.cells(); ++cell) {
    if (cell > 0 && cell % rules.size() == 0) text += '/';
    text += sign_at(position, cell);
  }
  return text + (position.to_move == Player::kX ? " X" : " O");
}

std::string to_text(const Rules& rules, const Move& move) {
  return square_name(rules, move.from) + kSides[static_cast<std::size_t>(move.side)];
}

std::string to_text(const Rules& rules, const Position&, const Move& move) {
  return to_text(rules, move);
}

Result<Position> parse_position(const Rules& rules, std::string_view text) {
  text = trim(text);
  const std::size_t space = text.find(' ');
  const std::string_view board_text = text.substr(0, space);
  Position position;
  int row = 0;
  int col = 0;
  for (std::size_t i = 0; i < board_text.size(); ++i) {
    const char c = board_text[i];
    if (c == '/') {
      if (col != rules.size()) {
        return bad_input(
            fmt::format("row {} of the board has {} cells, not {}", row + 1, col, rules.size()));
      }
      ++row;
      col = 0;
      continue;
    }
    if (c != 'X' && c != 'O' && c != '.') {
      return bad_input(fmt::format("character {} of the position is {}, not one of X O . /", i + 1,
                                   quote(board_text.substr(i, 1))));
    }
    if (row >= rules.size() || col >= rules.size()) {
      return bad_input(fmt::format("character {} of the position is outside the {}x{} board", i + 1,
                                   rules.size(), rules.size()));
    }
    const Cells cell = Cells{1} << (row * rules.size() + col);
    if (c == 'X') position.board |= Rules::tile(cell, Player::kX);
    if (c == 'O') position.board |= Rules::tile(cell, Player::kO);
    ++col;
  }
  if (row != rules.size() - 1 || col != rules.size()) {
    return bad_input(
        fmt::format("the position ends in row {} after {} cells; a {}x{} board needs {} rows of {}",
                    row + 1, col, rules.size(), rules.size(), rules.size(), rules.size()));
  }
  const std::string_view side = space == std::string_view::npos ? "" : trim(text.substr(space));
  if (side != "X" && side != "O") {
    return bad_input(
        fmt::format("after the board comes the side to move, X or O, not {}", quote(side)));
  }
  position.to_move = side == "X" ? Player::kX : Player::kO;
  return position;
}

Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text) {
  text = trim(text);
  if (text.size() != 3) {
    return bad_input(fmt::format("a move is a square and a side such as {}L, not {}",
                                 square_name(rules, 2 * rules.size() - 1), quote(text)));
  }
  const int col = text[0] - 'a';
  const int rank = text[1] - '0';
  if (col < 0 || col >= rules.size() || rank < 1 || rank > rules.size()) {
    return bad_input(fmt::format("{} is not a square of the {}x{} board", quote(text.substr(0, 2)),
                                 rules.size(), rules.size()));
  }
  const std::size_t side = kSides.find(text[2]);
  if (side == std::string_view::npos) {
    return bad_input(
        fmt::format("{} is not a side to push in from: L, R, T or B", quote(text.substr(2))));
  }
  const int cell = (rules.size() - rank) * rules.size() + col;
  const Move move{static_cast<std::uint8_t>(cell), static_cast<Side>(side)};
  if (!rules.exists(move)) {
    return bad_input(
        fmt::format("{} is no move: the tile must be on the border and go in at another end of its "
                    "row or column",
                    quote(text)));
  }
  if (rules.is_over(position))
    return bad_input(fmt::format("{} comes after the end of the game", quote(text)));
  const Cells blocked = cells_of(position.board, opponent(position.to_move));
  if (blocked >> cell & 1) {
    return bad_input(fmt::format("{} takes a tile of the opponent", quote(text)));
  }
  return move;
}

}  // namespace noughts::quixo
