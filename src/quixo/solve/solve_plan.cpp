#include "noughts/quixo/solve/solve_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "noughts/core/machine.h"
#include "noughts/quixo/engine/engine.h"

namespace noughts::quixo::solve {
namespace {

// Share of boards that a table keeps, and bytes per kept board before
// compression; all of 5x5 was compressed to 0.17 of it (docs/notes/quixo-5x5-run.md).
constexpr double kKeptShare = 0.127;
constexpr double kBytesPerKept = 0.25;
constexpr double kCompressed = 0.3;
// With plies, compressed; games are shorter where a line is. As lists of boards while a pair is
// solved (docs/notes/quixo-5x5-run.md).
constexpr double kBytesPerKeptWithPlies = 0.34;
constexpr double kBytesPerKeptOfShortLines = 0.26;
constexpr double kListedPerKept = 0.6;

enum class Stored { kWhole, kDamaged, kMissing };

// Whether a class that the manifest lists is still there as it was.
Result<Stored> look_at(const store::Path& folder,
                       const std::shared_ptr<const layout::TableLayout>& layout, ClassId id,
                       const tables::Manifest& manifest, Workers* workers) {
  const auto told = [](const Error& error) -> Result<Stored> {
    switch (error.code) {
      case ErrorCode::kMissing:
        return Stored::kMissing;
      case ErrorCode::kUnfinished:
      case ErrorCode::kCorrupt:
        return Stored::kDamaged;
      default:
        return error;
    }
  };
  auto table = tables::ClassTable::open_listed(folder, layout, id, manifest);
  if (!table) return told(table.error());
  if (workers == nullptr) return Stored::kWhole;
  std::mutex mutex;
  Counts counts;  // what the list says of them anybody can write
  const auto read = workers->for_each(0, table->chunk_count(), [&](std::size_t i) -> Result<void> {
    const auto chunk = table->read(i);
    if (!chunk) return chunk.error();
    const auto counted = table->count(**chunk, i);
    if (!counted) return counted.error();
    if (table->has_ranks()) {
      if (const auto ranks = table->read_ranks(i); !ranks) return ranks.error();
    }
    const std::lock_guard lock(mutex);
    counts += *counted;
    return {};
  });
  if (!read) return told(read.error());
  return counts == manifest.classes.at(id).counts ? Stored::kWhole : Stored::kDamaged;
}

// Memory and scratch space of the way that a solve will take, at their peaks.
Result<Room> plan_room(const Rules& rules, const Options& options, std::uint64_t limit,
                       const Budget& budget) {
  const std::uint64_t boards = int_power(3, rules.cells());
  if (solves_whole(rules, options)) {
    return Room{options.reference ? 2 * boards : boards, 0, 0};
  }
  if (options.reference) {
    std::uint64_t states = 0;
    for (const Pair pair : pairs_of(rules, options)) states += states_of(rules, pair);
    return Room{states / 4 + (std::uint64_t{9} << rules.cells()), 0, 0};
  }
  const engine::Engine engine(rules, true);
  Room peak;
  std::map<int, std::uint64_t> tier_bytes;
  for (const Pair pair : pairs_of(rules, options)) {
    if (auto stop = budget.exhausted()) return *std::move(stop);  // some seconds on 5x5
    tier_bytes[pair.tier()] += kept_bytes(engine, pair, options);
    // Without tables two tiers stay in memory.
    const std::uint64_t held =
        options.tables ? 0 : tier_bytes[pair.tier()] + tier_bytes[pair.tier() + 1];
    const Room room = room_for(engine, pair, options, limit, held);
    peak.memory = std::max(peak.memory, room.memory);
    peak.scratch = std::max(peak.scratch, room.scratch);
  }
  return peak;
}

// Nanoseconds of one core per state, for the plan only. With ranks: all of 5x5. With steps: all of
// 4x4 at once and pair by pair; on 5x5 over tables as measured (docs/notes/quixo-5x5-run.md).
double ns_per_state(const Rules& rules, const Options& options) {
  if (options.reference) return 1400;
  if (!options.steps) return makes_ranks(options) ? 5 : 3.5;
  if (solves_whole(rules, options)) return 15;
  if (rules.size() < 5) return 45;
  return rules.line() < rules.size() ? 9 : 23;
}

}  // namespace

double seconds_of(const Rules& rules, const Options& options, Pair pair, int threads) {
  return static_cast<double>(states_of(rules, pair)) * ns_per_state(rules, options) * 1e-9 /
         threads;
}

std::uint64_t list_bytes(const Options& options, std::uint64_t states) {
  if (!options.steps) return 0;
  return static_cast<std::uint64_t>(static_cast<double>(states) * kKeptShare * kListedPerKept);
}

int first_tier(const Rules& rules, const Options& options) {
  return options.first_tier.value_or(rules.cells());
}

std::vector<Pair> pairs_of(const Rules& rules, const Options& options) {
  if (options.pair) return {*options.pair};
  std::vector<Pair> pairs;
  for (int tier = first_tier(rules, options); tier >= options.last_tier; --tier) {
    for (int a = 0; 2 * a <= tier; ++a) pairs.push_back({a, tier - a});
  }
  return pairs;
}

std::vector<ClassId> needed_classes(const Rules& rules, Pair pair) {
  std::vector<ClassId> classes;
  if (pair.tier() == rules.cells()) return classes;
  for (const Mover mover : pair.movers()) {
    classes.push_back(class_of(after_new_tile(PlaneId{pair, mover})));
  }
  return classes;
}

std::uint64_t table_bytes(const Rules& rules, std::uint64_t states, bool steps) {
  const double with_plies =
      rules.line() < rules.size() ? kBytesPerKeptOfShortLines : kBytesPerKeptWithPlies;
  const double per_kept = steps ? with_plies : kBytesPerKept * kCompressed;
  return static_cast<std::uint64_t>(static_cast<double>(states) * kKeptShare * per_kept);
}

bool makes_ranks(const Options& options) {
  return options.ranks && options.tables && !options.steps && !options.reference;
}

engine::PairOptions pair_options(const Options& options, std::uint64_t memory_limit) {
  engine::PairOptions pair;
  pair.ranks = makes_ranks(options);
  pair.memory_bytes = std::min(pair.memory_bytes, memory_limit);
  return pair;
}

engine::LevelOptions level_options(std::uint64_t memory_limit) {
  engine::LevelOptions levels;
  levels.memory_bytes = std::min(levels.memory_bytes, memory_limit);
  return levels;
}

std::uint64_t memory_limit(const Options& options) {
  constexpr auto kNone = std::numeric_limits<std::uint64_t>::max();
  return options.memory_bytes.value_or(available_memory().value_or(kNone));
}

std::uint64_t kept_bytes(const engine::Engine& engine, Pair pair, const Options& options) {
  if (options.steps) return list_bytes(options, states_of(engine.rules(), pair));
  return 2 * pair.movers().size() * layout::ClassLayout(engine.geometry(), pair).bytes;
}

Room room_for(const engine::Engine& engine, Pair pair, const Options& options, std::uint64_t limit,
              std::uint64_t held) {
  engine::PairNeeds needs;
  if (options.steps) {
    const engine::LevelNeeds levels = level_needs(engine, pair, level_options(limit));
    needs.bytes = levels.bytes;
    needs.planes = levels.planes;
    if (!options.tables) needs.bytes += kept_bytes(engine, pair, options);
    // Lists of other pairs cannot go to scratch files as planes can.
    needs.bytes += std::exchange(held, 0);
    needs.rest = needs.bytes - levels.planes;
  } else {
    needs = pair_needs(engine, pair, pair_options(options, limit));
  }
  const std::uint64_t all = needs.bytes + held + kProgramBytes;
  if (all <= limit || !options.scratch) return {all, 0, needs.planes + held};
  // A plane at least, so that the files are not all that the system can work in.
  const std::uint64_t least =
      needs.rest + kProgramBytes + layout::ClassLayout(engine.geometry(), pair).bytes;
  Room room;
  room.memory = std::max(least, limit);
  room.planes_in_memory = room.memory - needs.rest - kProgramBytes;
  // Planes go to files whole.
  room.scratch = needs.planes + held;
  return room;
}

bool solves_whole(const Rules& rules, const Options& options) {
  const bool all = first_tier(rules, options) == rules.cells() && options.last_tier == 0;
  return !options.pair && options.steps && rules.size() <= 4 && all;
}

namespace {

Result<void> check_pair(const Rules& rules, const Options& options) {
  const Pair pair = *options.pair;
  if (pair.a < 0 || pair.a > pair.b || pair.tier() > rules.cells()) {
    return bad_input(fmt::format("a board of {} tiles has no pair of classes with {} and {}",
                                 rules.cells(), pair.a, pair.b));
  }
  if (!options.tables) {
    return bad_input("one pair is solved from tables; give the folder that has the next tier");
  }
  if (options.keep == Keep::kNeeded) {
    return bad_input("one pair cannot tell which tables other pairs need; keep all");
  }
  if (options.reference) {
    return bad_input("the reference solver cannot solve one pair; use the engine");
  }
  return {};
}

}  // namespace

Result<void> check_options(const Rules& rules, const Options& options) {
  if (options.pair) {
    if (auto good = check_pair(rules, options); !good) return good;
  }
  const int first = first_tier(rules, options);
  if (first > rules.cells() || options.last_tier < 0 || first < options.last_tier) {
    return bad_input(fmt::format("tiers go from {} down to 0, not from {} to {}", rules.cells(),
                                 first, options.last_tier));
  }
  if (options.keep == Keep::kNeeded && !options.tables) {
    return bad_input("keeping only needed tables takes a folder for tables; give one");
  }
  if (first < rules.cells() && !options.tables) {
    return bad_input(
        fmt::format("tier {} follows from tier {}: begin at {}, or give a folder of tables with "
                    "tier {} solved",
                    first, first + 1, rules.cells(), first + 1));
  }
  if (options.steps && options.reference && !solves_whole(rules, options)) {
    return bad_input(
        "the reference solver counts steps on whole boards of size 3 or 4 only; use the engine");
  }
  if (options.reference && first < rules.cells()) {
    return bad_input(
        "the reference solver begins at the full board; use the engine for part of it");
  }
  return {};
}

Result<Resumed> read_folder(const std::shared_ptr<const layout::TableLayout>& layout,
                            const Options& options, Workers* workers) {
  Resumed resumed;
  resumed.manifest.steps = options.steps;
  resumed.manifest.ranks = makes_ranks(options);
  if (!options.tables) return resumed;
  auto manifest = tables::Manifest::read(*options.tables, layout->rules);
  if (!manifest) {
    if (manifest.error().code == ErrorCode::kMissing) return resumed;
    return manifest.error();
  }
  if (manifest->steps != options.steps) {
    return Error{ErrorCode::kWrongVersion,
                 fmt::format("the tables in {} were made {} steps; do the same or give another "
                             "folder",
                             options.tables->string(), manifest->steps ? "with" : "without")};
  }
  if (manifest->ranks != makes_ranks(options)) {
    return Error{ErrorCode::kWrongVersion,
                 fmt::format("the tables in {} were made {} ranks; do the same or give another "
                             "folder",
                             options.tables->string(), manifest->ranks ? "with" : "without")};
  }
  resumed.manifest = *manifest;
  const auto listed = [&](Pair pair) { return manifest->lists(pair); };
  const auto tier_listed = [&](int tier) {
    for (int a = 0; 2 * a <= tier; ++a) {
      if (!listed({a, tier - a})) return false;
    }
    return true;
  };
  Progress progress(workers != nullptr ? workers->budget().progress : ProgressListener(),
                    "checking the tables", manifest->totals().total());
  for (int tier = layout->rules.cells(); tier >= 0; --tier) {
    const bool asked = tier <= first_tier(layout->rules, options) && tier >= options.last_tier;
    // What the tier below was made from may have been deleted.
    const bool needed = tier == 0 || !tier_listed(tier - 1);
    for (int a = 0; 2 * a <= tier; ++a) {
      const Pair pair{a, tier - a};
      if (!listed(pair) || (options.pair && pair != *options.pair)) continue;
      bool there = true;
      for (const Mover mover : pair.movers()) {
        const ClassId id = class_of(PlaneId{pair, mover});
        auto stored = look_at(*options.tables, layout, id, *manifest, asked ? workers : nullptr);
        if (!stored) return stored.error();
        if (*stored == Stored::kDamaged && asked) {
          resumed.damaged.push_back(tables::class_path(*options.tables, id).string());
        }
        there &= *stored == Stored::kWhole ||
                 (*stored == Stored::kMissing && options.keep == Keep::kNeeded && !needed);
        progress.advance(manifest->classes.at(id).counts.total());
      }
      if (there) resumed.pairs_done.insert(pair);
    }
  }
  return resumed;
}

Result<Plan> plan_from(const Rules& rules, const Options& options, const Resumed& resumed,
                       int threads, const Budget& budget) {
  Plan plan;
  std::uint64_t largest_two_tiers = 0;
  std::uint64_t largest_pair = 0;
  std::map<int, std::uint64_t> tier_states;
  for (const Pair pair : pairs_of(rules, options)) {
    const int classes = static_cast<int>(pair.movers().size());
    const std::uint64_t states = states_of(rules, pair);
    const bool done = resumed.pairs_done.contains(pair);
    plan.classes += classes;
    plan.classes_done += done ? classes : 0;
    plan.states += states;
    plan.states_left += done ? 0 : states;
    plan.seconds_estimate += done ? 0 : seconds_of(rules, options, pair, threads);
    largest_pair = std::max(largest_pair, done ? 0 : states);
    tier_states[pair.tier()] += states;
    largest_two_tiers =
        std::max(largest_two_tiers, tier_states[pair.tier()] + tier_states[pair.tier() + 1]);
  }
  const auto room = plan_room(rules, options, memory_limit(options), budget);
  if (!room) return room.error();
  plan.memory_bytes = room->memory;
  plan.scratch_bytes = room->scratch;
  if (options.tables) {
    plan.disk_bytes =
        table_bytes(rules, options.keep == Keep::kAll ? plan.states : largest_two_tiers,
                    options.steps) +
        list_bytes(options, largest_pair);
  }
  return plan;
}

Result<Plan> make_plan(const Rules& rules, const Options& options, int threads,
                       const Budget& budget) {
  if (auto good = check_options(rules, options); !good) return good.error();
  auto resumed = read_folder(std::make_shared<const layout::TableLayout>(rules), options);
  if (!resumed) return resumed.error();
  auto plan = plan_from(rules, options, *resumed, threads, budget);
  if (!plan) return plan;
  auto jobs = jobs_from(rules, options, *resumed, threads, budget);
  if (!jobs) return jobs.error();
  plan->jobs = *std::move(jobs);
  return plan;
}

}  // namespace noughts::quixo::solve
