#include "noughts/research/quixo/study/reachable_kinds.h"

#include <algorithm>

#include "noughts/research/quixo/study/all_boards.h"

namespace noughts::quixo::study {
namespace {

using ByNumber = std::vector<bool>;  // by number of the board

class Kinds {
 public:
  Kinds(const Rules& rules, const Budget& budget)
      : rules_(rules), boards_(rules), meter_(budget, "counting boards that can arise") {}

  Result<std::vector<ReachableKind>> run() {
    const ByNumber plain = swapped(false);
    add("colours swapped after each move, X to move; nothing follows a board that is over", plain);
    add("the same without the boards that are over",
        count_if(plain, [&](Board board) { return !is_over(board); }));
    add("the same without the empty board", count(plain) - 1);
    add("one of each eight images",
        count_if(plain, [&](Board board) { return rules_.canonical(board) == board; }));
    add("play goes on after a line", swapped(true));
    count_apart();
    add("the plain boards and the same with the colours exchanged",
        combine(swap_all(plain), plain, [](bool a, bool b) { return a || b; }));
    add("boards that some board not over leads to, reachable or not", with_predecessor(nullptr));
    const ByNumber old = long_histories();
    add("boards with arbitrarily long histories", old);
    add("both: plain search and arbitrarily long histories",
        combine(plain, old, [](bool a, bool b) { return a && b; }));
    add("plain boards that a plain board with as many tiles leads to", same_tier(plain));
    ByNumber later = plain;
    for (const char* least : {"one move", "two moves", "three moves"}) {
      later = with_predecessor(&later);
      add(std::string("after at least ") + least, later);
    }
    if (meter_.error()) return *meter_.error();
    return std::move(kinds_);
  }

 private:
  bool is_over(Board board) const { return rules_.is_over({board, Player::kX}); }

  void add(std::string what, std::uint64_t boards) { kinds_.push_back({std::move(what), boards}); }
  void add(std::string what, const ByNumber& set) { add(std::move(what), count(set)); }
  static std::uint64_t count(const ByNumber& set) {
    return static_cast<std::uint64_t>(std::ranges::count(set, true));
  }

  template <class F>
  void for_each(F&& f) {
    for (Cells x = 0; x <= rules_.all_cells(); ++x) {
      const Cells rest = rules_.all_cells() & ~x;
      for (Cells o = rest;; o = (o - 1) & rest) {
        if (!meter_.spend()) return;
        f(make_board(x, o));
        if (o == 0) break;
      }
    }
  }
  template <class F>
  std::uint64_t count_if(const ByNumber& set, F&& f) {
    std::uint64_t boards = 0;
    for_each([&](Board board) { boards += set[boards_.index_of(board)] && f(board); });
    return boards;
  }
  template <class F>
  ByNumber combine(const ByNumber& first, const ByNumber& second, F&& f) {
    ByNumber result(first.size());
    for (std::size_t i = 0; i < first.size() && meter_.spend(); ++i) {
      result[i] = f(first[i], second[i]);
    }
    return result;
  }
  ByNumber swap_all(const ByNumber& set) {
    ByNumber result(set.size());
    for_each([&](Board board) {
      result[boards_.index_of(swap_colours(board))] = set[boards_.index_of(board)];
    });
    return result;
  }

  // Depth first from the empty board, X to move.
  ByNumber swapped(bool beyond_the_end) {
    ByNumber seen(boards_.count());
    std::vector<Board> open{0};
    seen[0] = true;
    while (!open.empty() && meter_.spend()) {
      const Board board = open.back();
      open.pop_back();
      if (!beyond_the_end && is_over(board)) continue;
      rules_.for_each_child({board, Player::kX}, [&](Board moved) {
        const Board child = swap_colours(moved);
        auto here = seen[boards_.index_of(child)];
        if (!here) open.push_back(child);
        here = true;
      });
    }
    return seen;
  }

  // Colours kept apart, X begins: boards with X to move, and with O to move.
  void count_apart() {
    ByNumber seen[2] = {ByNumber(boards_.count()), ByNumber(boards_.count())};
    std::vector<Position> open{rules_.initial()};
    seen[0][0] = true;
    while (!open.empty() && meter_.spend()) {
      const Position p = open.back();
      open.pop_back();
      if (rules_.is_over(p)) continue;
      const Player next = opponent(p.to_move);
      rules_.for_each_child(p, [&](Board child) {
        auto here = seen[static_cast<int>(next)][boards_.index_of(child)];
        if (!here) open.push_back({child, next});
        here = true;
      });
    }
    add("colours kept, X begins: boards with their side to move", count(seen[0]) + count(seen[1]));
    add("the same, X to move", seen[0]);
    add("the same, O to move", seen[1]);
    add("the same, whoever moves",
        combine(seen[0], seen[1], [](bool x, bool o) { return x || o; }));
  }

  // Boards that one not over (and in the set, if there is one) leads to.
  ByNumber with_predecessor(const ByNumber* among) {
    ByNumber result(boards_.count());
    for_each([&](Board board) {
      if (is_over(board) || (among != nullptr && !(*among)[boards_.index_of(board)])) return;
      rules_.for_each_child({board, Player::kX}, [&](Board moved) {
        result[boards_.index_of(swap_colours(moved))] = true;
      });
    });
    return result;
  }
  ByNumber same_tier(const ByNumber& among) {
    ByNumber result(boards_.count());
    for_each([&](Board board) {
      if (is_over(board) || !among[boards_.index_of(board)]) return;
      rules_.for_each_child({board, Player::kX}, [&](Board moved) {
        if (std::popcount(moved) != std::popcount(board)) return;
        result[boards_.index_of(swap_colours(moved))] = true;
      });
    });
    return result;
  }
  // Boards without a predecessor are taken away until all have one.
  ByNumber long_histories() {
    ByNumber now = with_predecessor(nullptr);
    while (!meter_.error()) {
      ByNumber next = with_predecessor(&now);
      if (next == now) break;
      now = std::move(next);
    }
    return now;
  }

  const Rules& rules_;
  AllBoards boards_;
  Meter meter_;
  std::vector<ReachableKind> kinds_;
};

}  // namespace

Result<std::vector<ReachableKind>> count_reachable_kinds(const Rules& rules, const Budget& budget) {
  if (rules.size() > 4) return bad_input("boards that can arise are counted on 3x3 and 4x4");
  return Kinds(rules, budget).run();
}

}  // namespace noughts::quixo::study
