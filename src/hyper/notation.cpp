#include "noughts/hyper/notation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "noughts/core/text.h"

namespace noughts::hyper {
namespace {

constexpr int kMaxDigitSide = 9;

bool has_digits(const Board& board) {
  return std::all_of(board.extents().begin(), board.extents().end(),
                     [](int extent) { return extent <= kMaxDigitSide; });
}

// "1,3,2": whole numbers between commas.
Result<std::vector<int>> read_list(std::string_view list, std::string_view whole) {
  std::vector<int> values;
  while (true) {
    const std::size_t comma = list.find(',');
    const std::string_view item = trim(list.substr(0, comma));
    int value = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
    if (error != std::errc() || end != item.data() + item.size()) {
      return bad_input(fmt::format("coordinate {} of the cell {} is {}, not a number",
                                   values.size() + 1, quote(whole), quote(item)));
    }
    values.push_back(value);
    if (comma == std::string_view::npos) return values;
    list.remove_prefix(comma + 1);
  }
}

Result<std::vector<int>> read_coordinates(const Board& board, std::string_view text) {
  if (!text.empty() && text.front() == '[') {
    if (text.size() < 2 || text.back() != ']') {
      return bad_input(fmt::format("the cell {} has no closing bracket", quote(text)));
    }
    return read_list(text.substr(1, text.size() - 2), text);
  }
  if (!has_digits(board)) {
    return bad_input(fmt::format("a cell of this board is written as {}, not {}",
                                 cell_text(board, 0), quote(text)));
  }
  std::vector<int> values;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') {
      return bad_input(
          fmt::format("character {} of the cell {} is not a digit", i + 1, quote(text)));
    }
    values.push_back(text[i] - '0');
  }
  return values;
}

Result<Cell> find_name(const Board& board, std::string_view text) {
  const auto found = std::find(board.names().begin(), board.names().end(), text);
  if (found == board.names().end()) {
    return bad_input(fmt::format("this board has no cell {}; its first one is {}", quote(text),
                                 quote(board.names().front())));
  }
  return static_cast<Cell>(found - board.names().begin());
}

}  // namespace

std::string cell_text(const Board& board, Cell cell) {
  if (!board.is_grid()) return board.names()[cell];
  std::vector<int> at = board.coordinates(cell);
  for (int& c : at) ++c;
  if (!has_digits(board)) return fmt::format("[{}]", fmt::join(at, ","));
  return fmt::format("{}", fmt::join(at, ""));
}

Result<Cell> parse_cell(const Board& board, std::string_view text) {
  text = trim(text);
  if (!board.is_grid()) return find_name(board, text);
  Result<std::vector<int>> at = read_coordinates(board, text);
  if (!at) return at.error();
  if (at->size() != static_cast<std::size_t>(board.dims())) {
    return bad_input(fmt::format("the cell {} has {} coordinates, not {}", quote(text), at->size(),
                                 board.dims()));
  }
  for (std::size_t i = 0; i < at->size(); ++i) {
    int& c = (*at)[i];
    if (c < 1 || c > board.extents()[i]) {
      return bad_input(fmt::format("coordinate {} of the cell {} is {}, not 1 to {}", i + 1,
                                   quote(text), c, board.extents()[i]));
    }
    --c;
  }
  return board.cell_at(*at);
}

std::string to_text(const Rules& rules, const Position& position) {
  std::string text;
  for (const std::uint16_t cell : position.played) {
    if (!text.empty()) text += ' ';
    text += cell_text(rules.board(), cell);
  }
  return text;
}

std::string to_text(const Rules& rules, const Position&, const Move& move) {
  return cell_text(rules.board(), move.cell);
}

Result<Position> parse_position(const Rules& rules, std::string_view text) {
  Position position = rules.initial();
  for (const std::string_view word : split_words(text)) {
    const Result<Move> move = parse_move(rules, position, word);
    if (!move) {
      return bad_input(
          fmt::format("move {}: {}", position.played.size() + 1, move.error().message));
    }
    position = rules.apply(position, *move);
  }
  return position;
}

Result<Move> parse_move(const Rules& rules, const Position& position, std::string_view text) {
  const Result<Cell> cell = parse_cell(rules.board(), text);
  if (!cell) return cell.error();
  if (rules.is_over(position)) {
    return bad_input(fmt::format("{} comes after the end of the game", quote(trim(text))));
  }
  if (position.marks[*cell] != 0) {
    return bad_input(fmt::format("the cell {} is already taken by player {}", quote(trim(text)),
                                 position.marks[*cell]));
  }
  return Move{static_cast<std::uint16_t>(*cell)};
}

}  // namespace noughts::hyper
