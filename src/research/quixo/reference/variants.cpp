#include "noughts/research/quixo/reference/variants.h"

#include <algorithm>

namespace noughts::quixo::reference {
namespace {

using Code = OutcomeArray::Code;

// All classes of a board; what is decided is shared by all passes.
class VariantSolver {
 public:
  VariantSolver(const ReferenceSolver& solver, const Variant& variant, Workers& workers)
      : solver_(solver), rules_(solver.rules()), variant_(variant), workers_(workers) {
    const int cells = rules_.cells();
    classes_.resize(static_cast<std::size_t>(cells + 1) * (cells + 1));
    for (int x = 0; x <= cells; ++x) {
      for (int o = 0; x + o <= cells; ++o) {
        const ClassId id{x, o};
        ids_.push_back(id);
        at(id) = OutcomeArray(class_size(rules_, id), workers.threads() > 1);
      }
    }
  }

  Result<VariantRun> run() {
    Progress progress(workers_.budget().progress, std::string(variant_.name),
                      int_power(3, rules_.cells()));
    std::vector<std::vector<ClassId>> groups;
    if (variant_.by_class) {
      for (int tier = rules_.cells(); tier >= 0; --tier) {
        for (int x = 0; 2 * x <= tier; ++x) {
          const ClassId id{x, tier - x};
          groups.push_back(id.x == id.o ? std::vector{id} : std::vector{id, id.swapped()});
        }
      }
    } else {
      groups.push_back(ids_);
    }
    for (const std::vector<ClassId>& group : groups) {
      if (auto solved = solve(group); !solved) return solved.error();
      for (const ClassId id : group) progress.advance(class_size(rules_, id));
    }
    for (const ClassId id : ids_) count(at(id));
    run_.initial = {at({0, 0}).value(0), std::nullopt};
    run_.asked = asked_;
    return run_;
  }

 private:
  OutcomeArray& at(ClassId id) { return classes_[id.x * (rules_.cells() + 1) + id.o]; }
  const OutcomeArray& at(ClassId id) const { return classes_[id.x * (rules_.cells() + 1) + id.o]; }

  // f(id, index, asked) for every board of the class; f adds its look-ups to asked.
  template <class F>
  Result<void> for_each_state(ClassId id, F&& f) {
    const std::uint64_t states = class_size(rules_, id);
    constexpr std::uint64_t kPerTask = 4096;
    return workers_.for_each(0, (states + kPerTask - 1) / kPerTask, [&](std::size_t task) {
      std::uint64_t asked = 0;
      const std::uint64_t end = std::min(states, (task + 1) * kPerTask);
      for (std::uint64_t index = task * kPerTask; index < end; ++index) f(id, index, asked);
      asked_.fetch_add(asked, std::memory_order_relaxed);
    });
  }

  Result<void> solve(const std::vector<ClassId>& group) {
    for (const ClassId id : group) {
      if (auto done = for_each_state(id, [&](ClassId in, std::uint64_t index,
                                             std::uint64_t&) { mark_terminal(in, index); });
          !done) {
        return done;
      }
    }
    if (auto done = begin(group); !done) return done;
    std::uint64_t passes = 0;
    for (bool changed = true; changed; ++passes) {
      changed = false;
      for (const ClassId id : group) {
        std::atomic<bool> here{false};
        auto done = for_each_state(id, [&](ClassId in, std::uint64_t index, std::uint64_t& asked) {
          if (visit(in, index, asked)) here.store(true, std::memory_order_relaxed);
        });
        if (!done) return done;
        changed |= here.load(std::memory_order_relaxed);
        ++run_.passes;
      }
    }
    run_.most_passes = std::max(run_.most_passes, passes);
    return {};
  }

  void mark_terminal(ClassId id, std::uint64_t index) {
    const auto value = final_value(rules_, solver_.board_at(id, index));
    if (value) at(id).set(index, *value == Value::kWin ? Code::kWin : Code::kLoss);
  }

  // What is done once before the passes: parents of what is lost already, and what
  // the next tier says.
  Result<void> begin(const std::vector<ClassId>& group) {
    if (!variant_.parents && !variant_.win_or_draw) return {};
    for (const ClassId id : group) {
      auto done = for_each_state(id, [&](ClassId in, std::uint64_t index, std::uint64_t& asked) {
        const Code code = at(in).get(index);
        if (variant_.parents && code == Code::kLoss) {
          return win_parents(solver_.board_at(in, index), Rules::Taken::kOwnTile, asked);
        }
        if (!variant_.parents && code == Code::kDraw) look_ahead(in, index, asked);
      });
      if (!done) return done;
    }
    if (!variant_.parents || group.front().tier() == rules_.cells()) return {};
    for (const ClassId id : group) {
      const ClassId next{id.o, id.x + 1};
      auto done = for_each_state(next, [&](ClassId in, std::uint64_t index, std::uint64_t& asked) {
        const Value value = at(in).value(index);
        const Board board = solver_.board_at(in, index);
        if (value == Value::kLoss) win_parents(board, Rules::Taken::kEmptyTile, asked);
        if (value == Value::kDraw && variant_.win_or_draw) draw_parents(board, asked);
      });
      if (!done) return done;
    }
    return {};
  }

  // WinOrDraw without parent links: children in the next tier are asked once, here.
  void look_ahead(ClassId id, std::uint64_t index, std::uint64_t& asked) {
    const Board board = solver_.board_at(id, index);
    const Children next = children(board, Asked::kNextTier, asked);
    if (next.some_loss) {
      at(id).set(index, Code::kWin);
    } else if (!next.all_win) {
      at(id).set(index, Code::kWinOrDraw);
    }
  }

  void win_parents(Board board, Rules::Taken taken, std::uint64_t& asked) {
    for_each_parent(rules_, board, taken, [&](Board parent) {
      ++asked;
      OutcomeArray& outcomes = at(class_of(parent));
      const std::uint64_t index = solver_.index_of(parent);
      if (outcomes.get(index) <= Code::kWinOrDraw) outcomes.set(index, Code::kWin);
    });
  }

  void draw_parents(Board board, std::uint64_t& asked) {
    for_each_parent(rules_, board, Rules::Taken::kEmptyTile, [&](Board parent) {
      ++asked;
      OutcomeArray& outcomes = at(class_of(parent));
      const std::uint64_t index = solver_.index_of(parent);
      if (outcomes.get(index) == Code::kDraw) outcomes.set(index, Code::kWinOrDraw);
    });
  }

  // One undecided board in one pass. Returns whether it was decided.
  bool visit(ClassId id, std::uint64_t index, std::uint64_t& asked) {
    OutcomeArray& outcomes = at(id);
    const Code code = outcomes.get(index);
    const bool may_win = !variant_.parents;
    if (code > Code::kWinOrDraw || (code == Code::kWinOrDraw && !may_win)) return false;
    const Board board = solver_.board_at(id, index);
    const Children seen =
        children(board, variant_.win_or_draw ? Asked::kOwnTier : Asked::kAll, asked);
    if (may_win && seen.some_loss) {
      outcomes.set(index, Code::kWin);
      return true;
    }
    if (code != Code::kDraw || !seen.all_win) return false;
    outcomes.set(index, Code::kLoss);
    if (variant_.parents) win_parents(board, Rules::Taken::kOwnTile, asked);
    return true;
  }

  enum class Asked { kAll, kOwnTier, kNextTier };
  struct Children {
    bool some_loss = false;
    bool all_win = true;
  };
  // Stops where nothing more can be learnt: at a loss or, where only losing matters,
  // at a child that is not won.
  Children children(Board board, Asked which, std::uint64_t& asked) const {
    const Cells own = cells_of(board, Player::kX);
    const Cells blocked = cells_of(board, Player::kO);
    Children seen;
    for (const MoveShape& shape : rules_.shapes()) {
      if (blocked >> shape.move.from & 1) continue;
      const bool own_tile = own >> shape.move.from & 1;
      if (which == Asked::kOwnTier && !own_tile) continue;
      if (which == Asked::kNextTier && own_tile) continue;
      const Board child = swap_colours(Rules::apply(board, shape, Player::kX));
      ++asked;
      const Code code = at(class_of(child)).get(solver_.index_of(child));
      seen.all_win &= code == Code::kWin;
      seen.some_loss |= code == Code::kLoss;
      if (seen.some_loss || (variant_.parents && !seen.all_win)) break;
    }
    return seen;
  }

  void count(const OutcomeArray& outcomes) {
    for (std::uint64_t index = 0; index < outcomes.size(); ++index) {
      const Value value = outcomes.value(index);
      ++(value == Value::kWin    ? run_.counts.win
         : value == Value::kLoss ? run_.counts.loss
                                 : run_.counts.draw);
    }
  }

  const ReferenceSolver& solver_;
  const Rules& rules_;
  const Variant variant_;
  Workers& workers_;
  std::vector<ClassId> ids_;
  std::vector<OutcomeArray> classes_;  // by id
  std::atomic<std::uint64_t> asked_{0};
  VariantRun run_;
};

}  // namespace

std::vector<Variant> all_variants() {
  return {{.name = "Algorithm 1", .by_class = false},
          {.name = "Algorithm 2"},
          {.name = "with parent links", .parents = true},
          {.name = "with WinOrDraw", .win_or_draw = true},
          {.name = "Algorithm 5", .parents = true, .win_or_draw = true}};
}

Result<VariantRun> run_variant(const ReferenceSolver& solver, const Variant& variant,
                               Workers& workers) {
  if (solver.rules().size() > 4) return bad_input("the variants take sizes 3 and 4");
  return VariantSolver(solver, variant, workers).run();
}

}  // namespace noughts::quixo::reference
