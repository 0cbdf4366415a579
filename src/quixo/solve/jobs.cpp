#include <limits>

#include "noughts/quixo/solve/solve_plan.h"

namespace noughts::quixo::solve {
namespace {

PairJob job_of(const engine::Engine& engine, Pair pair, const Options& options, int threads) {
  constexpr auto kNone = std::numeric_limits<std::uint64_t>::max();
  const Rules& rules = engine.rules();
  const Room room = room_for(engine, pair, options, options.memory_bytes.value_or(kNone));
  PairJob job;
  job.pair = pair;
  job.states = states_of(rules, pair);
  job.memory_bytes = room.memory;
  job.scratch_bytes = room.scratch;
  job.disk_bytes = table_bytes(rules, job.states, options.steps) + list_bytes(options, job.states);
  job.seconds_estimate = seconds_of(rules, options, pair, threads);
  for (const ClassId id : needed_classes(rules, pair)) job.needs.push_back(plane_of(id).pair);
  return job;
}

}  // namespace

Result<std::vector<PairJob>> jobs_from(const Rules& rules, const Options& options,
                                       const Resumed& resumed, int threads, const Budget& budget) {
  std::vector<PairJob> jobs;
  if (options.reference) return jobs;
  const engine::Engine engine(rules, true);
  Options alone = options;
  if (!alone.tables) alone.tables = ".";  // a job has tables, and so ranks
  for (const Pair pair : pairs_of(rules, options)) {
    if (auto stop = budget.exhausted()) return *std::move(stop);
    alone.choose(pair);
    jobs.push_back(job_of(engine, pair, alone, threads));
    jobs.back().done = resumed.pairs_done.contains(pair);
  }
  return jobs;
}

}  // namespace noughts::quixo::solve
