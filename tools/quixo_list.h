// Rules for people, and lists of them.
//
// A rule likes some moves more than others. A list keeps the moves that its first rule
// likes most, of these the ones that its second rule likes most, and so on; of what is
// left any move is played.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "noughts/quixo/fortress.h"

namespace noughts::quixo {

// A board after a move, the one who moved as X, O to move; and what it is made of.
struct After {
  const Rules& rules;
  const std::vector<Cells>& lines;
  const Fortresses<Rules>& fortresses;
  Board board;
  bool new_tile;

  Cells own() const { return cells_of(board, Player::kX); }
  Cells other() const { return cells_of(board, Player::kO); }
};

inline int most_in_line(const std::vector<Cells>& lines, Cells cells) {
  int most = 0;
  for (const Cells line : lines) most = std::max(most, std::popcount(cells & line));
  return most;
}

// 1: I win, -1: the opponent does, 0: neither.
inline int ended(const After& a) {
  const auto winner = a.rules.winner({a.board, Player::kO});
  return !winner ? 0 : *winner == Player::kX ? 1 : -1;
}

// So many moves of the player would win at once, were it their turn.
inline int winning_moves(const After& a, Player player) {
  int count = 0;
  a.rules.for_each_child({a.board, player}, [&](Board board) {
    count += a.rules.winner({board, opponent(player)}) == player;
  });
  return count;
}

inline int safe(const After& a) {
  if (const int end = ended(a)) return end;
  return winning_moves(a, Player::kO) > 0 ? -1 : 0;
}

inline int cubes_in_lines(const std::vector<Cells>& lines, Cells cells) {
  int sum = 0;
  for (const Cells line : lines) {
    const int count = std::popcount(cells & line);
    sum += count * count * count;
  }
  return sum;
}

inline Cells border(const Rules& rules) {
  Cells cells = 0;
  for (const MoveShape& shape : rules.shapes()) cells |= Cells{1} << shape.move.from;
  return cells;
}

inline Cells corners(const Rules& rules) {
  const int n = rules.size();
  return Cells{1} | Cells{1} << (n - 1) | Cells{1} << (n * n - n) | Cells{1} << (n * n - 1);
}

struct ListRule {
  char letter;
  const char* words;
  std::function<int(const After&)> liking;
};

inline const std::vector<ListRule>& list_rules() {
  static const std::vector<ListRule> rules = {
      {'W', "complete a line of yours if you can, and never one of the opponent's", ended},
      {'B', "the same, and leave no line that the opponent can complete at once", safe},
      {'A', "have as many ways as you can to complete a line with your next move",
       [](const After& a) { return winning_moves(a, Player::kX); }},
      {'L', "have as many tiles as you can in one line",
       [](const After& a) { return most_in_line(a.lines, a.own()); }},
      {'D', "leave the opponent as few tiles as you can in one line",
       [](const After& a) { return -most_in_line(a.lines, a.other()); }},
      {'S', "fill your lines and break the opponent's, full ones first (cubes of tiles)",
       [](const After& a) {
         return cubes_in_lines(a.lines, a.own()) - cubes_in_lines(a.lines, a.other());
       }},
      {'T', "take a blank tile rather than your own", [](const After& a) { return a.new_tile; }},
      {'O', "take your own tile rather than a blank one",
       [](const After& a) { return !a.new_tile; }},
      {'M', "own as much of the border as you can, so that the opponent has few tiles to take",
       [](const After& a) { return std::popcount(border(a.rules) & a.own()); }},
      {'C', "own corners",
       [](const After& a) { return std::popcount(corners(a.rules) & a.own()); }},
      {'I', "own the inside",
       [](const After& a) { return std::popcount(a.own() & ~border(a.rules)); }},
      {'F', "make the fortress, and keep it",
       [](const After& a) { return a.fortresses.of(a.board, Player::kX).has_value(); }},
  };
  return rules;
}

using List = std::vector<int>;  // rules by their place in list_rules()

inline std::string letters(const List& list) {
  std::string text;
  for (const int rule : list) text += list_rules()[static_cast<std::size_t>(rule)].letter;
  return text;
}

inline Result<List> parse_list(const std::string& text) {
  List list;
  for (const char c : text) {
    const auto found = std::ranges::find(list_rules(), c, &ListRule::letter);
    if (found == list_rules().end()) return bad_input(fmt::format("there is no rule '{}'", c));
    list.push_back(static_cast<int>(found - list_rules().begin()));
  }
  return list;
}

// How rules like the moves of a board, the one to move as X.
class Likings {
 public:
  explicit Likings(const Rules& rules) : rules_(rules), lines_(rules.lines()), fortresses_(rules) {}

  // f(shape, board after it, likings) for each move. What rules not in `asked` would say is 0.
  template <class F>
  void for_each(Board board, const List& asked, F&& f) const {
    for (const MoveShape& shape : rules_.shapes()) {
      if (cells_of(board, Player::kO) >> shape.move.from & 1) continue;
      const bool new_tile = !(cells_of(board, Player::kX) >> shape.move.from & 1);
      const Board moved = Rules::apply(board, shape, Player::kX);
      const After after{rules_, lines_, fortresses_, moved, new_tile};
      std::vector<int> likings(list_rules().size());
      for (const int rule : asked) {
        const auto index = static_cast<std::size_t>(rule);
        likings[index] = list_rules()[index].liking(after);
      }
      f(shape, moved, std::move(likings));
    }
  }

 private:
  Rules rules_;
  std::vector<Cells> lines_;
  Fortresses<Rules> fortresses_;
};

// Strikes the moves that the list does not like most. `likes(move)` are its likings.
template <class Moves, class Likes>
void keep_liked(Moves& left, const List& list, Likes likes) {
  for (const int rule : list) {
    const auto liking = [&](const auto& move) {
      return likes(move)[static_cast<std::size_t>(rule)];
    };
    const int most = liking(*std::ranges::max_element(left, {}, liking));
    std::erase_if(left, [&](const auto& move) { return liking(move) < most; });
  }
}

}  // namespace noughts::quixo
