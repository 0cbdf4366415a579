#include "noughts/quixo/solve/solve.h"

#include "noughts/quixo/solve/solve_run.h"

namespace noughts::quixo::solve {

Result<tables::Solution> run(const Rules& rules, const Options& options, Workers& workers) {
  const auto start = Clock::now();
  Run run(rules, options, workers);
  if (auto good = run.prepare(); !good) return good.error();
  auto done = options.reference              ? solve_by_reference(run)
              : solves_whole(rules, options) ? solve_all_at_once(run)
                                             : solve_pair_by_pair(run);
  if (!done) return run.with_damage(done.error());
  run.solution.mended = run.resumed.damaged;
  run.solution.seconds = seconds_since(start);
  return std::move(run.solution);
}

}  // namespace noughts::quixo::solve
