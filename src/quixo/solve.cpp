#include "quixo/solve.h"

#include <fmt/format.h>

#include <chrono>

#include "core/bits.h"
#include "core/machine.h"
#include "quixo/next_tier.h"
#include "quixo/probe.h"
#include "quixo/reference.h"
#include "quixo/solve_plan.h"

namespace noughts::quixo {
namespace {

using Clock = std::chrono::steady_clock;

// One run of solve().
class Run {
 public:
  Run(const Rules& rules, const SolveOptions& options, Workers& workers,
      const ProgressListener& listener)
      : rules_(rules),
        options_(options),
        workers_(workers),
        listener_(listener),
        layout_(std::make_shared<const TableLayout>(rules)) {}

  Result<Solution> run() {
    const auto start = Clock::now();
    if (auto good = prepare(); !good) return good.error();
    Result<void> done = solves_whole(options_)                        ? whole()
                        : options_.algorithm == Algorithm::kReference ? by_reference()
                        : options_.tables                             ? pairs_in_tables()
                                                                      : pairs_in_memory();
    if (!done) return done.error();
    solution_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(solution_);
  }

 private:
  Result<void> prepare() {
    if (auto good = check_options(rules_, options_); !good) return good;
    if (options_.tables) {
      if (auto made = store::make_folder(*options_.tables); !made) return made;
      auto lock = store::FolderLock::take(*options_.tables);
      if (!lock) return lock.error();
      lock_.emplace(std::move(*lock));
    }
    auto resumed = read_folder(layout_, options_);
    if (!resumed) return resumed.error();
    resumed_ = std::move(*resumed);
    auto plan = plan_solve(rules_, options_, workers_.threads());
    if (!plan) return plan.error();
    return check_room(plan->memory_bytes, left_on_disk(*plan));
  }

  std::uint64_t left_on_disk(const SolvePlan& plan) const {
    const double left =
        plan.states == 0 ? 0
                         : static_cast<double>(plan.states_left) / static_cast<double>(plan.states);
    return static_cast<std::uint64_t>(left * static_cast<double>(plan.disk_bytes));
  }

  // Before the start and before each pair; `held` is memory of our own to be used again.
  Result<void> check_room(std::uint64_t memory, std::uint64_t disk, std::uint64_t held = 0) const {
    const std::uint64_t available = available_memory();
    const std::uint64_t memory_free = available == 0 ? 0 : available + held;
    if (memory_free != 0 && memory > memory_free) {
      return Error{ErrorCode::kNoSpace,
                   fmt::format("this needs {} of memory and {} are free{}", format_bytes(memory),
                               format_bytes(memory_free),
                               options_.tables ? "" : "; with --tables it needs less")};
    }
    if (!options_.tables) return {};
    auto disk_free = store::free_space(*options_.tables);
    if (!disk_free) return disk_free.error();
    if (disk > *disk_free) {
      return Error{
          ErrorCode::kNoSpace,
          fmt::format("this needs {} of disk in {} and {} are free; make room and run the "
                      "same command again",
                      format_bytes(disk), options_.tables->string(), format_bytes(*disk_free))};
    }
    return {};
  }

  // ---- every board at once --------------------------------------------------

  using ClassCounts = std::function<Counts(ClassId)>;

  Result<void> whole() {
    return options_.algorithm == Algorithm::kEngine ? whole_by_engine() : whole_by_reference();
  }

  Result<void> whole_by_engine() {
    const Engine engine(rules_, false);
    auto solved = solve_whole(engine, workers_, listener_);
    if (!solved) return solved.error();
    if (options_.steps) {
      for (const Counts& count : solved->by_steps) {
        solution_.plies.push_back({count.win, count.loss});
      }
    }
    const ClassLayout all(engine.geometry(), 0, 0);
    const auto value = [&](Board board) {
      const std::uint64_t bit = all.bit_of(board);
      const bool win = solved->planes.win.bit(bit);
      if (!win && !solved->planes.loss.bit(bit)) return Outcome{};
      Outcome outcome{win ? Value::kWin : Value::kLoss, std::nullopt};
      if (options_.steps) outcome.plies = solved->steps_of(bit);
      return outcome;
    };
    return take_values(value, [&](ClassId id) { return solved->counts[id.x][id.o]; });
  }

  Result<void> whole_by_reference() {
    auto solved = ReferenceSteps::solve(rules_, workers_, listener_);
    if (!solved) return solved.error();
    for (const auto& count : solved->step_counts()) {
      solution_.plies.push_back({count.win, count.loss});
    }
    const auto value = [&](Board board) { return solved->at(board); };
    return take_values(value, [&](ClassId id) { return count_class(id, value); });
  }

  Result<void> by_reference() {
    const ReferenceSolver solver(rules_, workers_);
    auto solved = solve_reference(solver, options_.last_tier, listener_);
    if (!solved) return solved.error();
    const auto value = [&](Board board) {
      const ReferenceClass& known = solved->classes.at(class_of(board));
      return Outcome{known.outcomes.value(solver.index_of(board)), std::nullopt};
    };
    return take_values(value, [&](ClassId id) { return solved->classes.at(id).counts; });
  }

  // Digests and, if wanted, tables of all classes from a value per board.
  Result<void> take_values(const BoardValue& value, const ClassCounts& counts) {
    for (const ClassId pair : pairs_of(rules_, options_)) {
      for (const ClassId id : classes_of_pair(pair)) {
        ManifestEntry entry;
        entry.counts = counts(id);
        const ChunkMaker make = chunks_from_values(*layout_, id, options_.steps, value);
        if (options_.tables) {
          auto stored = write_class(*options_.tables, *layout_, id, options_.steps, make, workers_);
          if (!stored) return stored.error();
          entry.digest = stored->digest;
          entry.bytes = stored->file_bytes;
        } else {
          entry.digest = digest_class(*layout_, id, make, workers_);
        }
        solution_.classes[id] = entry;
        if (workers_.cancelled()) return cancelled_error();
      }
    }
    if (options_.last_tier == 0) solution_.initial = value(0);
    if (!options_.tables) return {};
    resumed_.manifest.classes = solution_.classes;
    return resumed_.manifest.write(*options_.tables, rules_);
  }

  // Every board of a class, one by one.
  Counts count_class(ClassId id, const BoardValue& value) const {
    Counts counts;
    const std::uint64_t boards = class_size(rules_, id);
    for (std::uint64_t i = 0; i < boards; ++i) {
      const Arrangement cells = unrank_arrangement(i, rules_.cells(), id.x, id.o);
      const Value v =
          value(make_board(static_cast<Cells>(cells.ones), static_cast<Cells>(cells.twos))).value;
      ++(v == Value::kWin ? counts.win : v == Value::kLoss ? counts.loss : counts.draw);
    }
    return counts;
  }

  // ---- pair by pair ---------------------------------------------------------

  Result<PairSolution> solve_one(const Engine& engine, ClassId pair, NextTier* next) {
    const PairOptions pair_options;
    const std::uint64_t states = class_size(rules_, pair) * classes_of_pair(pair).size();
    auto room = check_room(pair_memory_bytes(engine, pair.x, pair.o, pair_options),
                           table_bytes(states, false), engine.pool().unused_bytes());
    if (!room) return room.error();
    const bool full = pair.tier() == rules_.cells();
    return solve_pair(engine, pair.x, pair.o, full ? nullptr : next, workers_, pair_options);
  }

  ChunkMaker chunks_of(const PairSolution& solved, const ClassLayout& class_layout, int mover) {
    const SidePlanes& side = solved.sides[mover];
    return chunks_from_planes(*layout_, class_layout, {side.win.data(), side.loss.data()});
  }

  Result<void> pairs_in_tables() {
    const Engine engine(rules_, true);
    StoredTier next(*options_.tables, layout_, engine, workers_);
    const std::vector<ClassId> pairs = pairs_of(rules_, options_);
    std::uint64_t done = 0;
    for (const ClassId pair : pairs) {
      if (resumed_.pairs_done.contains(pair)) done += states_of(rules_, {pair});
    }
    Progress progress(listener_, "solving", states_of(rules_, pairs), done);
    for (const ClassId pair : pairs) {
      if (!resumed_.pairs_done.contains(pair)) {
        progress.set_stage(
            fmt::format("solving tier {}, class ({}, {})", pair.tier(), pair.x, pair.o));
        if (auto stored = solve_and_store(engine, pair, next); !stored) return stored;
        progress.advance(states_of(rules_, {pair}));
      } else {
        solution_.resumed_classes += static_cast<int>(classes_of_pair(pair).size());
      }
      const bool tier_ends = 2 * (pair.x + 1) > pair.tier();
      if (tier_ends && options_.keep == Keep::kNeeded) drop_tier(pair.tier() + 1);
    }
    for (const auto& [id, entry] : resumed_.manifest.classes) {
      if (id.tier() <= first_tier(rules_, options_) && id.tier() >= options_.last_tier) {
        solution_.classes[id] = entry;
      }
    }
    if (options_.last_tier == 0) return find_initial();
    return {};
  }

  Result<void> solve_and_store(const Engine& engine, ClassId pair, NextTier& next) {
    const auto start = Clock::now();
    const Usage before = usage();
    auto solved = solve_one(engine, pair, &next);
    if (!solved) return solved.error();
    const ClassLayout class_layout(engine.geometry(), pair.x, pair.o);
    for (const int mover : {0, 1}) {
      if (mover == 0 && pair.x == pair.o) continue;
      const ClassId id = class_of_plane(pair.x, pair.o, mover);
      auto stored = write_class(*options_.tables, *layout_, id, false,
                                chunks_of(*solved, class_layout, mover), workers_);
      if (!stored) return stored.error();
      resumed_.manifest.classes[id] = {solved->counts[mover], stored->digest, stored->file_bytes};
    }
    const Usage after = usage();
    resumed_.manifest.work[pair] = {solved->dense_rounds, solved->sparse_steps,
                                    std::chrono::duration<double>(Clock::now() - start).count(),
                                    after.core_seconds - before.core_seconds, after.peak_memory};
    return resumed_.manifest.write(*options_.tables, rules_);
  }

  void drop_tier(int tier) const {
    for (int x = 0; x <= tier; ++x) {
      std::error_code ignored;  // a file that stays only takes room
      std::filesystem::remove(class_path(*options_.tables, {x, tier - x}), ignored);
    }
  }

  Result<void> find_initial() {
    auto tables = open_tables(*options_.tables, rules_);
    if (!tables) return tables.error();
    auto initial = (*tables)->at(0);
    if (!initial) return initial.error();
    solution_.initial = *initial;
    return {};
  }

  Result<void> pairs_in_memory() {
    const Engine engine(rules_, true);
    MemoryTier next, current;
    const std::vector<ClassId> pairs = pairs_of(rules_, options_);
    Progress progress(listener_, "solving", states_of(rules_, pairs));
    for (const ClassId pair : pairs) {
      if (pair.x == 0) {
        next.pairs = std::move(current.pairs);
        current.pairs.clear();
      }
      auto solved = solve_one(engine, pair, &next);
      if (!solved) return solved.error();
      const ClassLayout class_layout(engine.geometry(), pair.x, pair.o);
      for (const int mover : {0, 1}) {
        if (mover == 0 && pair.x == pair.o) continue;
        const ClassId id = class_of_plane(pair.x, pair.o, mover);
        solution_.classes[id] = {
            solved->counts[mover],
            digest_class(*layout_, id, chunks_of(*solved, class_layout, mover), workers_), 0};
      }
      if (pair.tier() == 0) {
        const SidePlanes& side = solved->sides[1];
        const std::uint64_t bit = class_layout.bit_of(0);
        solution_.initial = Outcome{side.win.bit(bit)    ? Value::kWin
                                    : side.loss.bit(bit) ? Value::kLoss
                                                         : Value::kDraw,
                                    std::nullopt};
      }
      progress.advance(states_of(rules_, {pair}));
      current.pairs[pair] = std::move(*solved);
    }
    return {};
  }

  Rules rules_;
  SolveOptions options_;
  Workers& workers_;
  ProgressListener listener_;
  std::shared_ptr<const TableLayout> layout_;
  std::optional<store::FolderLock> lock_;
  Resumed resumed_;
  Solution solution_;
};

}  // namespace

Counts Solution::totals() const {
  Counts sum;
  for (const auto& [id, entry] : classes) sum += entry.counts;
  return sum;
}

Result<Solution> solve(const Rules& rules, const SolveOptions& options, Workers& workers,
                       const ProgressListener& listener) {
  return Run(rules, options, workers, listener).run();
}

}  // namespace noughts::quixo
