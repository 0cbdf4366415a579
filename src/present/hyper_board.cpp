#include "noughts/present/hyper_board.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "noughts/hyper/notation.h"

namespace noughts::present {
namespace {

using hyper::Cell;
using hyper::Position;
using hyper::Rules;

constexpr std::size_t kLineWidth = 100;

std::string draw_cell(const Position& position, Cell cell, const RenderStyle& style) {
  const int mark = position.marks[cell];
  if (mark == 0) return paint(style, Ink::kFaint, ".");
  return paint(style, static_cast<Ink>(mark - 1), std::to_string(mark));
}

// The head of a slice: its fixed coordinates, then a star for each free one.
std::string slice_name(const hyper::Board& board, Cell first) {
  if (board.dims() <= 2) return "";
  std::vector<std::string> words;
  for (const int c : board.coordinates(first)) words.push_back(std::to_string(c + 1));
  for (std::size_t i = words.size() - 2; i < words.size(); ++i) words[i] = "*";
  return fmt::format("{}", fmt::join(words, board.side() > 9 ? "," : ""));
}

}  // namespace

// Slices by all coordinates but the last two, as many beside each other as fit;
// a new value of the coordinates before the last three begins a new band.
//
//     1**        2**        3**
//     . . .      1 . .      . . .
//     . 2 .      . . .      . . .
//     . . .      . . .      . . .
std::string render(const Rules& rules, const Position& position, const RenderStyle& style) {
  const hyper::Board& board = rules.board();
  const auto n = static_cast<Cell>(board.side());
  const Cell rows = board.dims() == 1 ? 1 : n;
  const Cell slices = board.cells() / (rows * n);
  const std::size_t width = std::max<std::size_t>(2 * n, slice_name(board, 0).size() + 1) + 3;
  const Cell fit = std::max<Cell>(1, static_cast<Cell>(kLineWidth / width));
  const Cell group = board.dims() <= 2 ? 1 : n;
  std::string picture;
  for (Cell begin = 0; begin < slices;) {
    const Cell end = std::min({begin + fit, (begin / group + 1) * group, slices});
    if (begin > 0) picture += '\n';
    std::string heads;
    for (Cell s = begin; s < end; ++s) {
      heads += fmt::format("{:<{}}", slice_name(board, s * rows * n), s + 1 < end ? width : 0);
    }
    if (!heads.empty()) picture += paint(style, Ink::kFaint, heads) + '\n';
    for (Cell row = 0; row < rows; ++row) {
      for (Cell s = begin; s < end; ++s) {
        for (Cell col = 0; col < n; ++col) {
          if (col > 0) picture += ' ';
          picture += draw_cell(position, (s * rows + row) * n + col, style);
        }
        if (s + 1 < end) picture += std::string(width - (2 * n - 1), ' ');
      }
      picture += '\n';
    }
    begin = end;
  }
  return picture;
}

Json rules_json(const Rules& rules) {
  Json json = {
      {"side", rules.board().side()}, {"dims", rules.board().dims()}, {"players", rules.players()}};
  if (rules.misere()) json["misere"] = true;
  return json;
}

namespace {

// A number where it fits, else its digits as text.
Json order(const std::string& digits) {
  if (digits.size() < 19) return std::stoull(digits);
  return digits;
}

}  // namespace

Json structure_json(const Rules& rules) {
  const hyper::Board& board = rules.board();
  return {{"cells", board.cells()},
          {"lines", board.lines()},
          {"symmetries", order(hyper::geometric_order(board.side(), board.dims()))},
          {"automorphisms", order(hyper::automorphism_order(board.side(), board.dims()))}};
}

namespace {

Json names_of(const hyper::Board& board, std::span<const Cell> cells) {
  Json names = Json::array();
  for (const Cell cell : cells) names.push_back(cell_text(board, cell));
  return names;
}

// The cells in the order in which render() shows them.
Json slices_of(const hyper::Board& board) {
  const auto n = static_cast<Cell>(board.side());
  const Cell rows = board.dims() == 1 ? 1 : n;
  Json slices = Json::array();
  for (Cell first = 0; first < board.cells(); first += rows * n) {
    Json grid = Json::array();
    for (Cell row = 0; row < rows; ++row) {
      Json names = Json::array();
      for (Cell col = 0; col < n; ++col) names.push_back(cell_text(board, first + row * n + col));
      grid.push_back(std::move(names));
    }
    slices.push_back({{"name", slice_name(board, first)}, {"rows", std::move(grid)}});
  }
  return slices;
}

// What stands on the lines: who threatens to complete one by which cell, the
// completed ones, and for each empty cell the lines through it that somebody can
// still complete.
void add_lines(const Rules& rules, const Position& position, Json& to) {
  const hyper::Board& board = rules.board();
  const hyper::Marks marks = rules.marks_of(position);
  Json threats = Json::array();
  Json won = Json::array();
  for (hyper::Line line = 0; line < board.lines(); ++line) {
    const int owner = marks.sole_owner(line);
    if (owner < 0 || marks.held(line, owner) < board.side() - 1) continue;
    const auto cells = board.cells_of(line);
    if (marks.is_complete(line, owner)) {
      won.push_back(names_of(board, cells));
      continue;
    }
    const auto gap =
        std::find_if(cells.begin(), cells.end(), [&](Cell c) { return marks.owner(c) < 0; });
    threats.push_back({{"player", owner + 1},
                       {"cell", cell_text(board, *gap)},
                       {"line", names_of(board, cells)}});
  }
  Json live = Json::object();
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    if (marks.owner(cell) >= 0) continue;
    int count = 0;
    for (const hyper::Line line : board.lines_through(cell)) count += !marks.is_dead(line);
    live[cell_text(board, cell)] = count;
  }
  to["lines"] = board.lines();
  to["dead_lines"] = marks.dead_lines();
  to["live"] = std::move(live);
  to["threats"] = std::move(threats);
  to["won"] = std::move(won);
}

}  // namespace

// {"slices": [{"name": "1**", "rows": [["111", ...], ...]}], "marks": [{"cell", "player"}],
//  "lines", "dead_lines", "live": {"111": 7}, "threats": [{"player", "cell", "line"}], "won"}
Json board_json(const Rules& rules, const Position& position) {
  Json marks = Json::array();
  for (const std::uint16_t cell : position.played) {
    marks.push_back(
        {{"cell", cell_text(rules.board(), cell)}, {"player", int{position.marks[cell]}}});
  }
  Json json = {{"slices", slices_of(rules.board())}, {"marks", std::move(marks)}};
  if (rules.misere()) {
    json["out"] = Json::array();
    for (int player = 0; player < rules.players(); ++player) {
      if (position.out >> player & 1) json["out"].push_back(player + 1);
    }
  }
  add_lines(rules, position, json);
  return json;
}

}  // namespace noughts::present
