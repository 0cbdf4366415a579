#include "noughts/quixo/notation.h"

#include <fmt/format.h>

#include "noughts/core/text.h"

namespace noughts::quixo {
namespace {

constexpr std::string_view kSides = "LRTB";

template <class B>
char sign_at(const BasicPosition<B>& p, int cell) {
  if (cells_of(p.board, Player::kX) >> cell & 1) return 'X';
  if (cells_of(p.board, Player::kO) >> cell & 1) return 'O';
  return '.';
}

}  // namespace

std::string square_name(int size, int cell) {
  return fmt::format("{}{}", static_cast<char>('a' + cell % size), size - cell / size);
}

template <class W>
std::string to_text(const BasicRules<W>& rules, const BasicPosition<typename W::Board>& position) {
  std::string text;
  for (int cell = 0; cell < rules.cells(); ++cell) {
    if (cell > 0 && cell % rules.size() == 0) text += '/';
    text += sign_at(position, cell);
  }
  return text + (position.to_move == Player::kX ? " X" : " O");
}

template <class W>
std::string to_text(const BasicRules<W>& rules, const Move& move) {
  return square_name(rules.size(), move.from) + kSides[static_cast<std::size_t>(move.side)];
}

template <class W>
Result<BasicPosition<typename W::Board>> parse_position(const BasicRules<W>& rules,
                                                        std::string_view text) {
  text = trim(text);
  const std::size_t space = text.find(' ');
  const std::string_view board_text = text.substr(0, space);
  BasicPosition<typename W::Board> position;
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
    const auto cell = typename W::Cells{1} << (row * rules.size() + col);
    if (c == 'X') position.board |= BasicRules<W>::tile(cell, Player::kX);
    if (c == 'O') position.board |= BasicRules<W>::tile(cell, Player::kO);
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

template <class W>
Result<Move> parse_move(const BasicRules<W>& rules,
                        const BasicPosition<typename W::Board>& position, std::string_view text) {
  text = trim(text);
  if (text.size() != 3) {
    return bad_input(fmt::format("a move is a square and a side such as {}L, not {}",
                                 square_name(rules.size(), 2 * rules.size() - 1), quote(text)));
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
        fmt::format("{} is not a move: the tile must be on the border and go in at another end of "
                    "its row or column",
                    quote(text)));
  }
  if (rules.is_over(position))
    return bad_input(fmt::format("{} comes after the end of the game", quote(text)));
  const auto blocked = cells_of(position.board, opponent(position.to_move));
  if (blocked >> cell & 1) {
    return bad_input(fmt::format("{} takes a tile of the opponent", quote(text)));
  }
  return move;
}

template std::string to_text(const BasicRules<OneWord>&, const BasicPosition<OneWord::Board>&);
template std::string to_text(const BasicRules<OneWord>&, const Move&);
template Result<BasicPosition<OneWord::Board>> parse_position(const BasicRules<OneWord>&,
                                                              std::string_view);
template Result<Move> parse_move(const BasicRules<OneWord>&, const BasicPosition<OneWord::Board>&,
                                 std::string_view);
template std::string to_text(const BasicRules<TwoWords>&, const BasicPosition<TwoWords::Board>&);
template std::string to_text(const BasicRules<TwoWords>&, const Move&);
template Result<BasicPosition<TwoWords::Board>> parse_position(const BasicRules<TwoWords>&,
                                                               std::string_view);
template Result<Move> parse_move(const BasicRules<TwoWords>&, const BasicPosition<TwoWords::Board>&,
                                 std::string_view);

}  // namespace noughts::quixo
