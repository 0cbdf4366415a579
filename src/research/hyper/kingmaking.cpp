#include "noughts/research/hyper/kingmaking.h"

#include <algorithm>
#include <unordered_map>

#include "noughts/core/bits.h"
#include "noughts/hyper/search/small_board.h"

namespace noughts::hyper::research {
namespace {

enum Worth { kLoss, kDraw, kWin };

class Kingmaking {
 public:
  Kingmaking(const search::SmallBoard& board, const Position& from, const Budget& budget)
      : board_(board),
        meter_(budget, "visiting"),
        p_(board, from),
        game_(from.played.begin(), from.played.end()) {}

  Result<KingmakingReport> run() {
    report_.outcomes = outcomes();
    if (meter_.error()) return *meter_.error();
    report_.positions = known_.size();
    if (report_.kingmaker >= 0) add_crownings();
    return report_;
  }

 private:
  Outcomes draw() const { return static_cast<Outcomes>(1u << board_.players()); }
  Worth worth(int outcome, int player) const {
    return outcome == player ? kWin : outcome == board_.players() ? kDraw : kLoss;
  }
  Worth worst(Outcomes set, int player) const {
    Worth least = kWin;
    for_each_bit(set, [&](int outcome) { least = std::min(least, worth(outcome, player)); });
    return least;
  }

  Outcomes outcomes() {
    if (p_.empty() == 0) return draw();
    const search::PositionKey key = p_.key();
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    // Once stopped, what is returned here does not matter any more.
    if (!meter_.spend() || !meter_.holds(known_.size() * search::kEntryBytes)) return draw();
    const int mover = p_.to_move();
    std::vector<Outcomes> children;
    for_each_bit(p_.empty(), [&](int c) {
      const auto cell = static_cast<Cell>(c);
      const bool wins = p_.completing(mover) >> cell & 1;
      p_.play(cell, mover);
      game_.push_back(cell);
      children.push_back(wins ? static_cast<Outcomes>(1u << mover) : outcomes());
      game_.pop_back();
      p_.undo(cell, mover);
    });
    note_kingmaker(children, mover);
    return known_[key] = best_of(children, mover);
  }

  // The sets of the children of the present position, by cell.
  std::vector<std::pair<Cell, Outcomes>> children_now() {
    const int mover = p_.to_move();
    std::vector<std::pair<Cell, Outcomes>> list;
    for_each_bit(p_.empty(), [&](int c) {
      const auto cell = static_cast<Cell>(c);
      const bool wins = p_.completing(mover) >> cell & 1;
      p_.play(cell, mover);
      list.emplace_back(cell, wins ? static_cast<Outcomes>(1u << mover) : outcomes());
      p_.undo(cell, mover);
    });
    return list;
  }

  // Best play to the end: each takes a move that assures her the most.
  void play_out(std::vector<Cell>& moves) {
    std::vector<std::pair<Cell, int>> played;
    bool over = false;
    while (!over && p_.empty() != 0) {
      const int mover = p_.to_move();
      const auto children = children_now();
      const auto best =
          std::max_element(children.begin(), children.end(), [&](const auto& a, const auto& b) {
            return worst(a.second, mover) < worst(b.second, mover);
          });
      over = p_.completing(mover) >> best->first & 1;
      p_.play(best->first, mover);
      moves.push_back(best->first);
      played.emplace_back(best->first, mover);
    }
    for (auto it = played.rbegin(); it != played.rend(); ++it) p_.undo(it->first, it->second);
  }

  void add_crownings() {
    const std::size_t from = static_cast<std::size_t>(p_.plies());
    for (std::size_t i = from; i < report_.example.size(); ++i) p_.play(report_.example[i]);
    for (const auto& [cell, outcome] : children_now()) {
      if (!std::has_single_bit(outcome) || outcome == draw()) continue;
      const int winner = std::countr_zero(outcome);
      const bool known = std::any_of(report_.crownings.begin(), report_.crownings.end(),
                                     [&](const auto& c) { return c.winner == winner; });
      if (known) continue;
      KingmakingReport::Crowning crowning{winner, {cell}};
      p_.play(cell, report_.kingmaker);
      play_out(crowning.moves);
      p_.undo(cell, report_.kingmaker);
      report_.crownings.push_back(std::move(crowning));
    }
    std::sort(report_.crownings.begin(), report_.crownings.end(),
              [](const auto& a, const auto& b) { return a.winner < b.winner; });
  }

  Outcomes best_of(const std::vector<Outcomes>& children, int mover) const {
    Worth assured = kLoss;
    for (const Outcomes child : children) assured = std::max(assured, worst(child, mover));
    Outcomes all = 0;
    for (const Outcomes child : children) {
      for_each_bit(child, [&](int outcome) {
        if (worth(outcome, mover) >= assured) all |= static_cast<Outcomes>(1u << outcome);
      });
    }
    return all;
  }

  void note_kingmaker(const std::vector<Outcomes>& children, int mover) {
    Outcomes all = 0;
    Outcomes certain = 0;
    for (const Outcomes child : children) {
      all |= child;
      if (std::has_single_bit(child) && child != draw()) certain |= child;
    }
    if (all >> mover & 1 || std::popcount(certain) < 2) return;
    ++report_.kingmakers;
    if (report_.kingmaker < 0 || game_.size() < report_.example.size()) {
      report_.example = game_;
      report_.kingmaker = mover;
    }
  }

  const search::SmallBoard& board_;
  Meter meter_;
  search::SmallPosition p_;
  std::vector<Cell> game_;
  std::unordered_map<search::PositionKey, Outcomes> known_;
  KingmakingReport report_;
};

}  // namespace

Result<KingmakingReport> kingmaking(const Rules& rules, const Position& from,
                                    const Budget& budget) {
  if (rules.cells() > search::kMaxSmallCells) {
    return bad_input("kingmaking looks at every position: give it a smaller board");
  }
  const search::SmallBoard board(rules);
  if (rules.is_over(from)) return bad_input("the game is over in this position");
  return Kingmaking(board, from, budget).run();
}

}  // namespace noughts::hyper::research
