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

// How cells are laid out: rows and columns of a slice, and the slices of a band. A list of
// lines is shown as a square, the last row of which may be short.
struct Frame {
  explicit Frame(const hyper::Board& board) : cells(board.cells()) {
    const std::vector<int> extents = hyper_frame(board);
    const auto extent = [&](std::size_t from_last) {
      return from_last < extents.size() ? static_cast<Cell>(extents[extents.size() - 1 - from_last])
                                        : 1;
    };
    cols = extent(0);
    rows = extent(1);
    group = extent(2);
    slices = (cells + rows * cols - 1) / (rows * cols);
  }
  Cell at(Cell slice, Cell row, Cell col) const { return (slice * rows + row) * cols + col; }

  Cell cells, cols, rows, group, slices;
};

// The head of a slice: its fixed coordinates, then a star for each free one.
std::string slice_name(const hyper::Board& board, Cell first) {
  if (board.dims() <= 2) return "";
  std::vector<std::string> words;
  for (const int c : board.coordinates(first)) words.push_back(std::to_string(c + 1));
  for (std::size_t i = words.size() - 2; i < words.size(); ++i) words[i] = "*";
  const bool wide = std::any_of(board.extents().begin(), board.extents().end(),
                                [](int extent) { return extent > 9; });
  return fmt::format("{}", fmt::join(words, wide ? "," : ""));
}

}  // namespace

std::vector<int> hyper_frame(const hyper::Board& board) {
  if (board.is_grid()) return board.extents();
  const auto cells = static_cast<int>(board.cells());
  int cols = 1;
  while (cols * cols < cells) ++cols;
  return {(cells + cols - 1) / cols, cols};
}

// Slices by all coordinates but the last two, as many beside each other as fit;
// a new value of the coordinates before the last three begins a new band.
//
//     1**        2**        3**
//     . . .      1 . .      . . .
//     . 2 .      . . .      . . .
//     . . .      . . .      . . .
std::string render(const Rules& rules, const Position& position, const RenderStyle& style) {
  const hyper::Board& board = rules.board();
  const Frame frame(board);
  const std::size_t width =
      std::max<std::size_t>(2 * frame.cols, slice_name(board, 0).size() + 1) + 3;
  const Cell fit = std::max<Cell>(1, static_cast<Cell>(kLineWidth / width));
  std::string picture;
  for (Cell begin = 0; begin < frame.slices;) {
    const Cell end = std::min({begin + fit, (begin / frame.group + 1) * frame.group, frame.slices});
    if (begin > 0) picture += '\n';
    std::string heads;
    for (Cell s = begin; s < end; ++s) {
      heads += fmt::format("{:<{}}", slice_name(board, frame.at(s, 0, 0)), s + 1 < end ? width : 0);
    }
    if (!heads.empty()) picture += paint(style, Ink::kFaint, heads) + '\n';
    for (Cell row = 0; row < frame.rows; ++row) {
      for (Cell s = begin; s < end; ++s) {
        for (Cell col = 0; col < frame.cols && frame.at(s, row, col) < frame.cells; ++col) {
          if (col > 0) picture += ' ';
          picture += draw_cell(position, frame.at(s, row, col), style);
        }
        if (s + 1 < end) picture += std::string(width - (2 * frame.cols - 1), ' ');
      }
      picture += '\n';
    }
    begin = end;
  }
  return picture;
}

Json board_fields(const hyper::Board& board) {
  if (!board.is_grid()) return {{"cells", board.cells()}, {"lines", board.lines()}};
  if (board.is_power()) return {{"side", board.side()}, {"dims", board.dims()}};
  const bool equal = std::all_of(board.extents().begin(), board.extents().end(),
                                 [&](int extent) { return extent == board.side(); });
  Json json = equal ? Json{{"side", board.side()}, {"dims", board.dims()}}
                    : Json{{"rows", board.extents()[0]}, {"cols", board.extents()[1]}};
  json["line"] = board.longest();
  return json;
}

Json rules_json(const Rules& rules) {
  Json json = board_fields(rules.board());
  json["players"] = rules.players();
  if (rules.misere()) json["misere"] = true;
  return json;
}

namespace {

// A number where it fits, else its digits as text; null if it is not known.
Json order(const std::string& digits) {
  if (digits.empty()) return nullptr;
  if (digits.size() < 19) return std::stoull(digits);
  return digits;
}

}  // namespace

Json structure_json(const Rules& rules) {
  const hyper::Board& board = rules.board();
  return {{"cells", board.cells()},
          {"lines", board.lines()},
          {"symmetries", order(board.is_power() ? hyper::geometric_order(board.side(), board.dims())
                                                : hyper::reflection_order(board))},
          {"automorphisms", order(rules.symmetries().order())}};
}

namespace {

Json names_of(const hyper::Board& board, std::span<const Cell> cells) {
  Json names = Json::array();
  for (const Cell cell : cells) names.push_back(cell_text(board, cell));
  return names;
}

// The cells in the order in which render() shows them.
Json slices_of(const hyper::Board& board) {
  const Frame frame(board);
  Json slices = Json::array();
  for (Cell slice = 0; slice < frame.slices; ++slice) {
    Json grid = Json::array();
    for (Cell row = 0; row < frame.rows; ++row) {
      Json names = Json::array();
      for (Cell col = 0; col < frame.cols && frame.at(slice, row, col) < frame.cells; ++col) {
        names.push_back(cell_text(board, frame.at(slice, row, col)));
      }
      grid.push_back(std::move(names));
    }
    slices.push_back(
        {{"name", slice_name(board, frame.at(slice, 0, 0))}, {"rows", std::move(grid)}});
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
    if (owner < 0 || marks.held(line, owner) < board.size_of(line) - 1) continue;
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
