// Every class of a board from values of all its boards.
#include "noughts/quixo/reference/reference.h"
#include "noughts/quixo/solve/solve_run.h"

namespace noughts::quixo {
namespace {

using ClassCounts = std::function<Counts(ClassId)>;

// One after the other into tables, or the digests of all.
Result<void> keep_classes(SolveRun& run, const std::vector<ClassMaker>& classes,
                          const ClassCounts& counts) {
  if (run.options.tables) {
    for (const auto& [id, make] : classes) {
      if (auto entry = run.keep_class(id, counts(id), make); !entry) return entry.error();
    }
    return {};
  }
  auto digests = digest_classes(*run.layout, classes, run.workers);
  if (!digests) return digests.error();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const ClassId id = classes[i].id;
    if (auto taken = run.take_entry(id, {counts(id), (*digests)[i], 0}); !taken) return taken;
  }
  return {};
}

// Digests and, if wanted, tables of all classes from value(plane, parts) of a board in
// absolute colours.
template <class ValueOf>
Result<void> take_values(SolveRun& run, const ValueOf& value, const ClassCounts& counts) {
  if (auto good = check_plies(run.solution.plies.size()); !good) return good;
  std::vector<ClassMaker> classes;
  for (const Pair pair : pairs_of(run.rules, run.options)) {
    for (const Mover mover : pair.movers()) {
      const PlaneId plane{pair, mover};
      const ClassId id = class_of(plane);
      classes.push_back({id, chunks_from_values(*run.layout, id, run.options.steps,
                                                [&value, plane](const Geometry::Parts& at) {
                                                  return value(plane, at);
                                                })});
    }
  }
  if (auto kept = keep_classes(run, classes, counts); !kept) return kept;
  for (const ClassMaker& one : classes) {
    run.solution.classes[one.id] = run.resumed.manifest.classes[one.id];
  }
  if (!run.options.tables) return {};
  auto written = run.resumed.manifest.write(*run.options.tables, run.rules);
  for (int tier = run.options.last_tier + 1; written && tier <= run.rules.cells(); ++tier) {
    run.drop_unneeded(tier);
  }
  return written;
}

// Every board of a class, one by one.
Counts count_class(const Rules& rules, ClassId id, const std::function<Outcome(Board)>& value) {
  Counts counts;
  const std::uint64_t boards = class_size(rules, id);
  for (std::uint64_t i = 0; i < boards; ++i) {
    const Arrangement cells = unrank_arrangement(i, rules.cells(), id.x, id.o);
    const Value v =
        value(make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos))).value;
    ++(v == Value::kWin ? counts.win : v == Value::kLoss ? counts.loss : counts.draw);
  }
  return counts;
}

// The same where a solver gives a value for a board with X to move.
template <class ValueOf>
auto from_boards(const SolveRun& run, const ValueOf& value) {
  return [&run, &value](const PlaneId& plane, const Geometry::Parts& at) {
    return value(plane.absolute(run.layout->geometry.board(at)));
  };
}

Result<void> by_engine(SolveRun& run) {
  const Engine engine(run.rules, false);
  auto solved = solve_whole(engine, run.workers);
  if (!solved) return solved.error();
  run.solution.plies = ply_counts(solved->by_plies);
  const ClassLayout all(engine.geometry());
  run.solution.initial = solved->at(all.bit_of(0));
  const auto value = [&](const PlaneId& plane, const Geometry::Parts& at) {
    return solved->at(all.bit_of(plane.swapped() ? engine.geometry().swapped(at) : at));
  };
  return take_values(run, value, [&](ClassId id) { return solved->counts[id.x][id.o]; });
}

Result<void> whole_by_reference(SolveRun& run) {
  auto solved = ReferenceSteps::solve(run.rules, run.workers);
  if (!solved) return solved.error();
  for (const auto& count : solved->step_counts()) {
    run.solution.plies.push_back({count.win, count.loss});
  }
  run.solution.initial = solved->at(0);
  const auto value = [&](Board board) { return solved->at(board); };
  return take_values(run, from_boards(run, value),
                     [&](ClassId id) { return count_class(run.rules, id, value); });
}

}  // namespace

Result<void> solve_all_at_once(SolveRun& run) {
  return run.options.algorithm == Algorithm::kEngine ? by_engine(run) : whole_by_reference(run);
}

Result<void> solve_by_reference(SolveRun& run) {
  const ReferenceSolver solver(run.rules, run.workers);
  auto solved = solve_reference(solver, run.options.last_tier);
  if (!solved) return solved.error();
  const auto value = [&](Board board) {
    const ReferenceClass& known = solved->classes.at(class_of(board));
    return Outcome{known.outcomes.value(solver.index_of(board)), std::nullopt};
  };
  if (run.options.last_tier == 0) run.solution.initial = value(0);
  return take_values(run, from_boards(run, value),
                     [&](ClassId id) { return solved->classes.at(id).counts; });
}

}  // namespace noughts::quixo
