#include "noughts/hyper/study/guided_tree.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "noughts/core/random.h"

namespace noughts::hyper::study {
namespace {

class Tree {
 public:
  Tree(const Rules& rules, int player, const Policy& policy, const Budget& budget)
      : rules_(rules), player_(player), policy_(policy), meter_(budget, "growing the tree") {}

  Result<LeafCounts> run() {
    const LeafCounts counts = count(rules_.initial());
    if (meter_.error()) return *meter_.error();
    if (error_) return *error_;
    return counts;
  }

 private:
  bool stopped() const { return meter_.error().has_value() || error_.has_value(); }
  std::uint64_t bytes() const { return known_.size() * (128 + 4 * rules_.cells()); }

  // Require: p is canonical.
  LeafCounts count(const Position& p) {
    if (rules_.is_over(p)) return leaf(p);
    if (const auto known = known_.find(p); known != known_.end()) return known->second;
    if (stopped() || !meter_.spend() || !meter_.holds(bytes())) return {};
    LeafCounts sum;
    sum.nodes = 1;
    for (const Position& child : children(p)) {
      const LeafCounts below = count(child);
      sum.wins += below.wins;
      sum.draws += below.draws;
      sum.losses += below.losses;
      sum.nodes += below.nodes;
    }
    return stopped() ? sum : known_[p] = sum;
  }

  LeafCounts leaf(const Position& p) const {
    LeafCounts one;
    one.nodes = 1;
    const auto winner = rules_.winner(p);
    (!winner ? one.draws : *winner == player_ ? one.wins : one.losses) = 1;
    return one;
  }

  std::vector<Position> children(const Position& p) {
    std::vector<Position> list;
    if (rules_.to_move(p) == player_) {
      const Result<Move> move = policy_(p);
      if (!move) {
        error_ = move.error();
      } else {
        list.push_back(rules_.canonical(rules_.apply(p, *move)));
      }
      return list;
    }
    for (const Move& move : rules_.moves(p)) {
      Position child = rules_.canonical(rules_.apply(p, move));
      if (std::find(list.begin(), list.end(), child) == list.end())
        list.push_back(std::move(child));
    }
    return list;
  }

  const Rules& rules_;
  int player_;
  const Policy& policy_;
  Meter meter_;
  std::optional<Error> error_;
  std::unordered_map<Position, LeafCounts> known_;
};

}  // namespace

namespace {

// Misère: what a mark does to lines that its owner could still complete, 1/d for d empty
// cells left on each; a completed line is the worst.
double danger(const Rules& rules, const Marks& marks, Cell cell, int mover) {
  double sum = 0;
  for (const Line line : rules.board().lines_through(cell)) {
    if (!marks.is_open_to(line, mover)) continue;
    const int left = rules.board().size_of(line) - marks.held(line, mover) - 1;
    sum += left == 0 ? kWinScore : 1.0 / left;
  }
  return sum;
}

Policy cautious_policy(const Rules& rules) {
  return [&rules](const Position& p) -> Result<Move> {
    const Marks marks = rules.marks_of(p);
    const std::vector<Move> moves = rules.moves(p);
    return *std::min_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
      return danger(rules, marks, a.cell, rules.to_move(p)) <
             danger(rules, marks, b.cell, rules.to_move(p));
    });
  };
}

}  // namespace

Policy greedy_policy(const Rules& rules, const ScoreWeights& weights) {
  if (rules.misere()) return cautious_policy(rules);
  return [&rules, weights](const Position& p) -> Result<Move> {
    Marks marks = rules.marks_of(p);
    const int mover = rules.to_move(p);
    std::optional<Move> best;
    double best_score = 0;
    for (const Move& move : rules.moves(p)) {
      marks.place(move.cell, mover);
      const double after = score(marks, mover, weights);
      marks.remove(move.cell);
      if (!best || after > best_score) {
        best = move;
        best_score = after;
      }
    }
    return *best;
  };
}

Policy random_policy(const Rules& rules, std::uint64_t seed) {
  return [&rules, seed](const Position& p) -> Result<Move> {
    const std::vector<Move> moves = rules.moves(p);
    Random random(seed ^ std::hash<Position>{}(p));
    return moves[random.below(moves.size())];
  };
}

Result<LeafCounts> guided_tree(const Rules& rules, int player, const Policy& policy,
                               const Budget& budget) {
  return Tree(rules, player, policy, budget).run();
}

}  // namespace noughts::hyper::study
