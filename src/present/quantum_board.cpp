#include "noughts/present/quantum_board.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/present/family_documents.h"
#include "noughts/quantum/notation.h"

namespace noughts::present {
namespace {

using quantum::Position;
using quantum::Rules;

constexpr int kSide = 3;
constexpr int kCellWidth = 3 * kSide + 1;  // three marks with a sign after each, and a space

Ink ink_of(int ply) { return ply % 2 == 0 ? Ink::kFirst : Ink::kSecond; }

// The number of each square stands in the border above it.
std::string border(const RenderStyle& style, int row) {
  std::string line;
  for (int col = 0; col < kSide; ++col) {
    const std::string corner = row < kSide ? fmt::format("{}", row * kSide + col + 1) : "-";
    line += "+" + corner + std::string(kCellWidth - 1, '-');
  }
  return paint(style, Ink::kFaint, line + "+") + "\n";
}

// The marks of a square that is not settled: each ply has its own place, in
// three lines of three; a star marks the plies of a cycle.
std::string spooky_line(const Position& p, const std::vector<int>& cycle, int square, int line,
                        const RenderStyle& style) {
  std::string text = " ";
  for (int ply = line * kSide; ply < (line + 1) * kSide; ++ply) {
    const bool here =
        ply < p.plies && !p.marks[ply].settled() && (p.marks[ply].pair.squares() >> square & 1);
    const bool in_cycle = std::find(cycle.begin(), cycle.end(), ply) != cycle.end();
    text +=
        here ? paint(style, ink_of(ply), quantum::mark_name(ply) + (in_cycle ? "*" : " ")) : "   ";
  }
  return text;
}

std::string settled_line(const Position& p, int square, int line, const RenderStyle& style) {
  if (line != 1) return std::string(kCellWidth, ' ');
  for (int ply = 0; ply < p.plies; ++ply) {
    if (p.marks[ply].square == square) {
      return paint(style, ink_of(ply), fmt::format("  [ {} ]  ", quantum::mark_name(ply)));
    }
  }
  return std::string(kCellWidth, ' ');
}

// "cycle: 1 -O2- 3 -X3- 1": the squares in order, each ply between its two.
std::string cycle_line(const Position& p, const std::vector<int>& cycle) {
  int square = p.marks[p.plies - 1].pair.second;
  std::string text = fmt::format("cycle: {}", square + 1);
  for (const int ply : cycle) {
    const quantum::Pair pair = p.marks[ply].pair;
    square = pair.first == square ? pair.second : pair.first;
    text += fmt::format(" -{}- {}", quantum::mark_name(ply), square + 1);
  }
  return text + "\n";
}

// A pending collapse and both ways to settle it.
std::string describe_collapse(const Rules& rules, const Position& p,
                              const std::vector<int>& cycle) {
  std::string text = cycle_line(p, cycle);
  for (const quantum::Move& move : rules.moves(p)) {
    const Position next = rules.apply(p, move);
    text += to_text(rules, p, move) + ":";
    for (int ply = 0; ply < next.plies; ++ply) {
      if (p.marks[ply].settled() || !next.marks[ply].settled()) continue;
      text += fmt::format(" {} at {}", quantum::mark_name(ply), next.marks[ply].square + 1);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

// +1---------+2---------+3---------+     marks with their plies; a settled
// | X1 O2    |          |    O2    |     square holds one, in brackets
// |          |  [ X3 ]  |          |
std::string render(const Rules& rules, const Position& p, const RenderStyle& style) {
  const std::vector<int> cycle = p.pending ? Rules::cycle(p) : std::vector<int>{};
  std::string picture;
  for (int row = 0; row < kSide; ++row) {
    picture += border(style, row);
    for (int line = 0; line < kSide; ++line) {
      for (int col = 0; col < kSide; ++col) {
        const int square = row * kSide + col;
        picture += paint(style, Ink::kFaint, "|");
        picture += p.settled >> square & 1 ? settled_line(p, square, line, style)
                                           : spooky_line(p, cycle, square, line, style);
      }
      picture += paint(style, Ink::kFaint, "|") + "\n";
    }
  }
  picture += border(style, kSide);
  if (p.pending) picture += describe_collapse(rules, p, cycle);
  return picture;
}

// The variant, without a q where chance has no say.
Json rules_json(const Rules& rules) {
  Json json = variant_json(rules.variant());
  if (json["q"].is_null()) json.erase("q");
  return json;
}

namespace {

// The rows that stand complete, as numbers of squares.
Json complete_rows(const Position& p) {
  quantum::Squares owned[2] = {0, 0};
  for (int ply = 0; ply < p.plies; ++ply) {
    if (p.marks[ply].settled()) owned[ply % 2] |= quantum::Squares(1u << p.marks[ply].square);
  }
  Json rows = Json::array();
  for (const quantum::Squares row : quantum::all_rows()) {
    if ((row & ~owned[0]) != 0 && (row & ~owned[1]) != 0) continue;
    Json squares = Json::array();
    for (int square = 0; square < quantum::kSquares; ++square) {
      if (row >> square & 1) squares.push_back(square + 1);
    }
    rows.push_back(squares);
  }
  return rows;
}

}  // namespace

// {"plies": [{"mark": "X1", "player": "X", "squares": [1, 9], "settled": 9}, ...],
//  "cycle": ["O2", "X3"], "won": [[1, 2, 3]]}: `settled` once a ply has its square, `cycle`
// while a collapse waits.
Json board_json(const Rules&, const Position& p) {
  Json plies = Json::array();
  for (int ply = 0; ply < p.plies; ++ply) {
    const quantum::Mark& mark = p.marks[ply];
    Json entry = {{"mark", quantum::mark_name(ply)},
                  {"player", ply % 2 == 0 ? "X" : "O"},
                  {"squares", {mark.pair.first + 1, mark.pair.second + 1}}};
    if (mark.settled()) entry["settled"] = mark.square + 1;
    plies.push_back(std::move(entry));
  }
  Json cycle = Json::array();
  if (p.pending) {
    for (const int ply : Rules::cycle(p)) cycle.push_back(quantum::mark_name(ply));
  }
  return {{"plies", plies}, {"cycle", cycle}, {"won", complete_rows(p)}};
}

}  // namespace noughts::present
