#include "noughts/research/quixo/reference/reference.h"

#include <fmt/format.h>

#include "noughts/core/bits.h"

namespace noughts::quixo::reference {
namespace {

// The cells of `o` with the places of `x` squeezed out: Figure 5, "shifted O".
Cells squeeze(Cells o, Cells x) {
  while (x != 0) {
    const Cells below = std::bit_floor(x) - 1;
    o = (o & below) | (o >> 1 & ~below);
    x &= below;
  }
  return o;
}

// The inverse: the places of `x` opened again.
Cells stretch(Cells o, Cells x) {
  for (; x != 0; x &= x - 1) {
    const Cells below = (x & (~x + 1)) - 1;
    o = (o & below) | (o & ~below) << 1;
  }
  return o;
}

}  // namespace

SubsetTables::SubsetTables(int cells)
    : ord_(std::size_t{1} << cells), pop_(std::size_t{1} << cells), words_(cells + 1) {
  for (int size = 0; size <= cells; ++size) words_[size].reserve(binomial(cells, size));
  for (Cells word = 0; word < ord_.size(); ++word) {
    const int size = std::popcount(word);
    pop_[word] = static_cast<std::uint8_t>(size);
    ord_[word] = static_cast<std::uint32_t>(words_[size].size());
    words_[size].push_back(word);
  }
}

OutcomeArray::OutcomeArray(std::uint64_t states, bool shared)
    : states_(states), shared_(shared), bytes_(new std::atomic<std::uint8_t>[states / 4 + 1] {}) {}

ReferenceSolver::ReferenceSolver(const Rules& rules, Workers& workers)
    : rules_(rules), workers_(workers), tables_(rules.cells()) {}

std::uint64_t ReferenceSolver::index_of(Board board) const {
  const Cells x = cells_of(board, Player::kX);
  const Cells o = cells_of(board, Player::kO);
  const int free = rules_.cells() - tables_.pop(x);
  return tables_.ord(x) * binomial(free, tables_.pop(o)) + tables_.ord(squeeze(o, x));
}

Board ReferenceSolver::board_at(ClassId id, std::uint64_t index) const {
  const std::uint64_t row = binomial(rules_.cells() - id.x, id.o);
  const Cells x = tables_.word(id.x, static_cast<std::uint32_t>(index / row));
  const Cells o = tables_.word(id.o, static_cast<std::uint32_t>(index % row));
  return make_board(x, stretch(o, x));
}

// f(index, make_board) for every state of a class, X's placements divided among
// the threads; make_board() builds the board where it is needed.
template <class F>
Result<void> ReferenceSolver::for_each_state(ClassId id, F&& f) const {
  const std::uint64_t row = binomial(rules_.cells() - id.x, id.o);
  const std::uint64_t rows = binomial(rules_.cells(), id.x);
  const std::uint64_t per_task = rows / 256 + 1;
  return workers_.for_each(0, (rows + per_task - 1) / per_task, [&](std::size_t task) {
    for (std::uint64_t i = task * per_task; i < std::min(rows, (task + 1) * per_task); ++i) {
      const Cells x = tables_.word(id.x, static_cast<std::uint32_t>(i));
      for (std::uint64_t j = 0; j < row; ++j) {
        f(i * row + j, [&] {
          return make_board(x, stretch(tables_.word(id.o, static_cast<std::uint32_t>(j)), x));
        });
      }
    }
  });
}

// One class of the pair being solved, and where its parents by own-tile moves are.
struct ReferenceSolver::Work {
  ClassId id;
  OutcomeArray* outcomes;
  OutcomeArray* partner;
};

// Algorithm 3, lines 1 to 5.
Result<void> ReferenceSolver::mark_terminals(Work& work) const {
  return for_each_state(work.id, [&](std::uint64_t index, auto&& board) {
    const auto value = final_value(rules_, board());
    if (value) {
      work.outcomes->set(index, *value == Value::kWin ? OutcomeArray::kWin : OutcomeArray::kLoss);
    }
  });
}

// A Loss makes every parent a Win. A parent that is decided already, such as a
// terminal board, stays as it is.
void ReferenceSolver::win_parents(Board board, OutcomeArray& parents) const {
  for_each_parent(rules_, board, Rules::Taken::kOwnTile, [&](Board parent) {
    const std::uint64_t index = index_of(parent);
    if (parents.get(index) <= OutcomeArray::kWinOrDraw) parents.set(index, OutcomeArray::kWin);
  });
}

// Algorithm 3, lines 6 and 7. The Losses seen here are the terminal ones, and
// none other has been found yet.
Result<void> ReferenceSolver::win_parents_of_terminals(Work& work) const {
  return for_each_state(work.id, [&](std::uint64_t index, auto&& board) {
    if (work.outcomes->get(index) == OutcomeArray::kLoss) win_parents(board(), *work.partner);
  });
}

// Algorithm 4: what the next tier says about its parents with one tile fewer.
Result<void> ReferenceSolver::use_next_tier(Work& work, const ReferenceClass& next) const {
  return for_each_state(next.id, [&](std::uint64_t child, auto&& board) {
    const Value value = next.outcomes.value(child);
    if (value == Value::kWin) return;
    for_each_parent(rules_, board(), Rules::Taken::kEmptyTile, [&](Board parent) {
      const std::uint64_t index = index_of(parent);
      const OutcomeArray::Code now = work.outcomes->get(index);
      if (now > OutcomeArray::kWinOrDraw) return;
      work.outcomes->set(index,
                         value == Value::kLoss ? OutcomeArray::kWin : OutcomeArray::kWinOrDraw);
    });
  });
}

bool ReferenceSolver::all_children_win(Board board, const OutcomeArray& children) const {
  const Cells own = cells_of(board, Player::kX);
  for (const MoveShape& shape : rules_.shapes()) {
    if (!(own >> shape.move.from & 1)) continue;
    const Board child = swap_colours(Rules::apply(board, shape, Player::kX));
    if (children.get(index_of(child)) != OutcomeArray::kWin) return false;
  }
  return true;
}

// Algorithm 5, lines 12 to 16, over one class. Returns whether anything changed.
Result<bool> ReferenceSolver::iterate(Work& work, Work& other) const {
  std::atomic<bool> changed{false};
  auto done = for_each_state(work.id, [&](std::uint64_t index, auto&& make) {
    if (work.outcomes->get(index) != OutcomeArray::kDraw) return;
    const Board board = make();
    if (!all_children_win(board, *other.outcomes)) return;
    work.outcomes->set(index, OutcomeArray::kLoss);
    win_parents(board, *other.outcomes);
    changed.store(true, std::memory_order_relaxed);
  });
  if (!done) return done.error();
  return changed.load(std::memory_order_relaxed);
}

void ReferenceSolver::count(ReferenceClass& solved) const {
  for (std::uint64_t index = 0; index < solved.outcomes.size(); ++index) {
    const Value value = solved.outcomes.value(index);
    ++(value == Value::kWin    ? solved.counts.win
       : value == Value::kLoss ? solved.counts.loss
                               : solved.counts.draw);
  }
}

Result<ReferenceSolver::SolvedPair> ReferenceSolver::solve_pair(
    ClassId id, const ReferenceClass* after_first, const ReferenceClass* after_second) const {
  assert((after_first == nullptr) == (id.tier() == rules_.cells()));
  const bool shared = workers_.threads() > 1;
  SolvedPair pair;
  pair.first = {id, OutcomeArray(class_size(rules_, id), shared), {}};
  const bool twins = id.x == id.o;
  if (!twins) {
    pair.second = {id.swapped(), OutcomeArray(class_size(rules_, id), shared), {}};
  }
  OutcomeArray* second = twins ? &pair.first.outcomes : &pair.second.outcomes;
  std::vector<Work> works = {{id, &pair.first.outcomes, second}};
  if (!twins) works.push_back({id.swapped(), second, &pair.first.outcomes});

  for (Work& work : works) {
    if (auto done = mark_terminals(work); !done) return done.error();
  }
  for (Work& work : works) {
    if (auto done = win_parents_of_terminals(work); !done) return done.error();
  }
  if (after_first != nullptr) {
    if (auto done = use_next_tier(works.front(), *after_first); !done) return done.error();
    if (!twins) {
      if (auto done = use_next_tier(works.back(), *after_second); !done) return done.error();
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Work& work : works) {
      auto here = iterate(work, twins ? work : works[&work == &works[0]]);
      if (!here) return here.error();
      changed |= *here;
    }
  }
  count(pair.first);
  if (!twins) count(pair.second);
  return pair;
}

Counts ReferenceSolution::totals() const {
  Counts sum;
  for (const auto& [id, solved] : classes) sum += solved.counts;
  return sum;
}

Result<ReferenceSolution> solve_reference(const ReferenceSolver& solver, int last_tier) {
  const Rules& rules = solver.rules();
  std::uint64_t states = 0;
  for (int tier = last_tier; tier <= rules.cells(); ++tier) {
    states += binomial(rules.cells(), tier) << tier;
  }
  Progress progress(solver.budget().progress, "solving by the reference", states);
  ReferenceSolution solution;
  const auto solved = [&](ClassId id) {
    const auto found = solution.classes.find(id);
    return found == solution.classes.end() ? nullptr : &found->second;
  };
  for (int tier = rules.cells(); tier >= last_tier; --tier) {
    for (int x = 0; 2 * x <= tier; ++x) {
      const ClassId id{x, tier - x};
      auto pair = solver.solve_pair(id, solved({id.o, id.x + 1}), solved({id.x, id.o + 1}));
      if (!pair) return pair.error();
      progress.advance(pair->first.counts.total() + pair->second.counts.total());
      solution.classes[id] = std::move(pair->first);
      if (id.x != id.o) solution.classes[id.swapped()] = std::move(pair->second);
    }
  }
  return solution;
}

}  // namespace noughts::quixo::reference
