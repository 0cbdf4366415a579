// Algorithm 6: value iteration with steps, over the whole board, with the parent
// links of section 4.2.1 (the Japanese version says that they may be added).
#include "noughts/core/bits.h"
#include "noughts/research/quixo/reference/reference.h"

namespace noughts::quixo::reference {
namespace {

constexpr std::uint8_t encode(Value value, int steps) {
  return static_cast<std::uint8_t>(1 + 2 * steps + (value == Value::kLoss));
}

}  // namespace

Outcome ReferenceSteps::decode(std::uint8_t code) {
  if (code == 0) return {};
  return {(code - 1) % 2 == 0 ? Value::kWin : Value::kLoss, (code - 1) / 2};
}

ReferenceSteps::ReferenceSteps(const Rules& rules)
    : rules_(rules),
      ternary_(std::size_t{1} << rules.cells()),
      states_(int_power(3, rules.cells())),
      codes_(new Code[states_]{}) {
  for (Cells word = 1; word < ternary_.size(); ++word) {
    ternary_[word] = ternary_[word & (word - 1)] +
                     static_cast<std::uint32_t>(int_power(3, std::countr_zero(word)));
  }
}

// f(board) for every board of the size, X's placements divided among the threads.
template <class F>
Result<void> ReferenceSteps::for_each_state(Workers& workers, F&& f) const {
  const Cells all = rules_.all_cells();
  constexpr Cells kPerTask = 64;
  return workers.for_each(0, all / kPerTask + 1, [&](std::size_t task) {
    const auto begin = static_cast<Cells>(task) * kPerTask;
    for (Cells x = begin; x < begin + kPerTask && x <= all; ++x) {
      const Cells free = all & ~x;
      Cells o = free;
      while (true) {  // every subset of the free cells, the largest first
        f(make_board(x, o));
        if (o == 0) break;
        o = (o - 1) & free;
      }
    }
  });
}

// Lines 13 to 15 by parent links: a Loss in `step` makes each parent that has no
// faster Win a Win in step + 1.
void ReferenceSteps::win_parents(Board board, int step) {
  for_each_parent(rules_, board, Rules::Taken::kOwnTile, [&](Board parent) { win(parent, step); });
  for_each_parent(rules_, board, Rules::Taken::kEmptyTile,
                  [&](Board parent) { win(parent, step); });
}

void ReferenceSteps::win(Board parent, int step) {
  Code& code = codes_[index_of(parent)];
  if (code.load(std::memory_order_relaxed) != 0) return;
  code.store(encode(Value::kWin, step + 1), std::memory_order_relaxed);
}

// Line 16: whether every child is a Win that earlier rounds found.
bool ReferenceSteps::loses(Board board, int step) const {
  const std::uint8_t slowest = encode(Value::kWin, step - 1);
  const Cells blocked = cells_of(board, Player::kO);
  for (const MoveShape& shape : rules_.shapes()) {
    if (blocked >> shape.move.from & 1) continue;
    const Board child = swap_colours(Rules::apply(board, shape, Player::kX));
    const std::uint8_t code = codes_[index_of(child)].load(std::memory_order_relaxed);
    if ((code & 1) == 0 || code > slowest) return false;  // odd codes are wins
  }
  return true;
}

// Finds the Losses in `step`, and with them the Wins in step + 1.
Result<bool> ReferenceSteps::round(Workers& workers, int step) {
  std::atomic<bool> changed{false};
  auto done = for_each_state(workers, [&](Board board) {
    Code& code = codes_[index_of(board)];
    if (code.load(std::memory_order_relaxed) != 0 || !loses(board, step)) return;
    code.store(encode(Value::kLoss, step), std::memory_order_relaxed);
    win_parents(board, step);
    changed.store(true, std::memory_order_relaxed);
  });
  if (!done) return done.error();
  return changed.load();
}

Result<void> ReferenceSteps::mark_terminals(Workers& workers) {
  auto marked = for_each_state(workers, [&](Board board) {
    const auto value = final_value(rules_, board);
    if (value) codes_[index_of(board)].store(encode(*value, 0), std::memory_order_relaxed);
  });
  if (!marked) return marked;
  return for_each_state(workers, [&](Board board) {
    if (codes_[index_of(board)].load(std::memory_order_relaxed) == encode(Value::kLoss, 0)) {
      win_parents(board, 0);
    }
  });
}

Result<ReferenceSteps> ReferenceSteps::solve(const Rules& rules, Workers& workers) {
  if (rules.size() > 4) return bad_input("the reference solver with steps takes sizes 3 and 4");
  ReferenceSteps steps(rules);
  Progress progress(workers.budget().progress, "rounds of the reference with steps", 0);
  if (auto marked = steps.mark_terminals(workers); !marked) return marked.error();
  // Losses come mostly in even steps: only two idle rounds in a row are the end.
  for (int step = 1, idle = 0; idle < 2; ++step) {
    auto changed = steps.round(workers, step);
    if (!changed) return changed.error();
    idle = *changed ? 0 : idle + 1;
    progress.advance(1);
  }
  return steps;
}

std::vector<ReferenceSteps::StepCount> ReferenceSteps::step_counts() const {
  std::vector<StepCount> counts;
  for (std::uint64_t index = 0; index < states_; ++index) {
    const Outcome outcome = decode(codes_[index]);
    if (!outcome.plies) continue;
    if (counts.size() <= static_cast<std::size_t>(*outcome.plies)) {
      counts.resize(*outcome.plies + 1);
    }
    StepCount& count = counts[*outcome.plies];
    ++(outcome.value == Value::kWin ? count.win : count.loss);
  }
  return counts;
}

Counts ReferenceSteps::counts() const {
  Counts sum;
  for (const StepCount& count : step_counts()) {
    sum.win += count.win;
    sum.loss += count.loss;
  }
  sum.draw = states_ - sum.win - sum.loss;
  return sum;
}

Result<BoardValues> reference_values(const Rules& rules, int last_tier, bool steps,
                                     Workers& workers) {
  if (steps) {
    auto solved = ReferenceSteps::solve(rules, workers);
    if (!solved) return solved.error();
    const auto held = std::make_shared<const ReferenceSteps>(std::move(*solved));
    return BoardValues([held](Board board) { return held->at(board); });
  }
  const auto solver = std::make_shared<const ReferenceSolver>(rules, workers);
  auto solved = solve_reference(*solver, last_tier);
  if (!solved) return solved.error();
  const auto held = std::make_shared<const ReferenceSolution>(std::move(*solved));
  return BoardValues([solver, held](Board board) {
    const ReferenceClass& known = held->classes.at(class_of(board));
    return Outcome{known.outcomes.value(solver->index_of(board)), std::nullopt};
  });
}

}  // namespace noughts::quixo::reference
