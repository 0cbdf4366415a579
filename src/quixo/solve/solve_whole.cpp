// Every class of a board from values of all its boards.
#include "noughts/quixo/solve/solve_run.h"

namespace noughts::quixo::solve {
namespace {

using ClassCounts = std::function<Counts(ClassId)>;

// One after the other into tables, or the digests of all.
Result<void> keep_classes(Run& run, const std::vector<tables::ClassMaker>& classes,
                          const ClassCounts& counts) {
  if (run.options.tables) {
    for (const auto& [id, make] : classes) {
      if (auto entry = run.keep_class(id, counts(id), make); !entry) return entry.error();
    }
    return {};
  }
  auto digests = tables::digest_classes(*run.layout, classes, run.workers);
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
Result<void> take_values(Run& run, const ValueOf& value, const ClassCounts& counts) {
  if (auto good = check_plies(run.solution.plies.size()); !good) return good;
  std::vector<tables::ClassMaker> classes;
  for (const Pair pair : pairs_of(run.rules, run.options)) {
    for (const Mover mover : pair.movers()) {
      const PlaneId plane{pair, mover};
      const ClassId id = class_of(plane);
      classes.push_back(
          {id, tables::chunks_from_values(*run.layout, id, run.options.steps,
                                          [&value, plane](const layout::Geometry::Parts& at) {
                                            return value(plane, at);
                                          })});
    }
  }
  if (auto kept = keep_classes(run, classes, counts); !kept) return kept;
  for (const tables::ClassMaker& one : classes) {
    run.solution.classes[one.id] = run.resumed.manifest.classes[one.id];
  }
  if (!run.options.tables) return {};
  auto written = run.resumed.manifest.write(*run.options.tables, run.rules);
  for (int tier = run.options.last_tier + 1; written && tier <= run.rules.cells(); ++tier) {
    run.drop_unneeded(tier);
  }
  return written;
}

// Every board of a class, one by one; by plies as well where the values have them.
Counts count_class(const Rules& rules, ClassId id, const BoardValues& value,
                   std::vector<tables::PlyCount>& plies) {
  Counts counts;
  const std::uint64_t boards = class_size(rules, id);
  for (std::uint64_t i = 0; i < boards; ++i) {
    const Arrangement cells = unrank_arrangement(i, rules.cells(), id.x, id.o);
    const Outcome outcome =
        value(make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos)));
    const Value v = outcome.value;
    ++(v == Value::kWin ? counts.win : v == Value::kLoss ? counts.loss : counts.draw);
    if (!outcome.plies || v == Value::kDraw) continue;
    const auto ply = static_cast<std::size_t>(*outcome.plies);
    if (plies.size() <= ply) plies.resize(ply + 1);
    ++(v == Value::kWin ? plies[ply].win : plies[ply].loss);
  }
  return counts;
}

}  // namespace

Result<void> solve_all_at_once(Run& run) {
  const engine::Engine engine(run.rules, false);
  auto solved = solve_whole(engine, run.workers);
  if (!solved) return solved.error();
  run.solution.plies = ply_counts(solved->by_plies);
  const layout::ClassLayout all(engine.geometry());
  run.solution.initial = solved->at(all.bit_of(0));
  const auto value = [&](const PlaneId& plane, const layout::Geometry::Parts& at) {
    return solved->at(all.bit_of(plane.swapped() ? engine.geometry().swapped(at) : at));
  };
  return take_values(run, value, [&](ClassId id) { return solved->counts[id.x][id.o]; });
}

Result<void> solve_by_reference(Run& run) {
  const Options& options = run.options;
  const auto solved = options.reference(run.rules, options.last_tier, options.steps, run.workers);
  if (!solved) return solved.error();
  std::map<ClassId, Counts> counts;
  for (const Pair pair : pairs_of(run.rules, options)) {
    for (const Mover mover : pair.movers()) {
      const ClassId id = class_of(PlaneId{pair, mover});
      counts[id] = count_class(run.rules, id, *solved, run.solution.plies);
    }
  }
  if (options.last_tier == 0) run.solution.initial = (*solved)(0);
  const auto value = [&](const PlaneId& plane, const layout::Geometry::Parts& at) {
    return (*solved)(plane.absolute(run.layout->geometry.board(at)));
  };
  return take_values(run, value, [&](ClassId id) { return counts.at(id); });
}

}  // namespace noughts::quixo::solve
