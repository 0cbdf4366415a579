#include "noughts/quixo/solve.h"

#include <fmt/format.h>

#include <chrono>

#include "noughts/core/bits.h"
#include "noughts/core/machine.h"
#include "noughts/quixo/reference/reference.h"
#include "noughts/quixo/solve_plan.h"
#include "noughts/quixo/tables/next_tier.h"
#include "noughts/quixo/tables/probe.h"

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
    const bool reference = options_.algorithm == Algorithm::kReference;
    Result<void> done = solves_whole(rules_, options_) ? whole()
                        : reference                    ? by_reference()
                                                       : pair_by_pair();
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
        auto entry =
            keep_class(id, counts(id), chunks_from_values(*layout_, id, options_.steps, value));
        if (!entry) return entry.error();
        solution_.classes[id] = *entry;
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

  // A pair as it is to be stored: by the side to move, as in PairSolution.
  struct Solved {
    std::array<Counts, 2> counts;
    std::array<ChunkMaker, 2> chunks;
    std::vector<Counts> by_steps;  // with steps
    int rounds = 0;
    int sparse_steps = 0;
  };

  Result<void> pair_by_pair() {
    engine_.emplace(rules_, true);
    if (options_.tables) {
      stored_.emplace(*options_.tables, layout_, *engine_, workers_);
      stored_steps_.emplace(*options_.tables, layout_, *engine_, workers_);
    }
    const std::vector<ClassId> pairs = pairs_of(rules_, options_);
    std::uint64_t done = 0;
    for (const ClassId pair : pairs) {
      if (resumed_.pairs_done.contains(pair)) done += states_of(rules_, {pair});
    }
    Progress progress(listener_, "solving", states_of(rules_, pairs), done);
    for (const ClassId pair : pairs) {
      if (pair.x == 0) begin_tier();
      progress.set_stage(
          fmt::format("solving tier {}, class ({}, {})", pair.tier(), pair.x, pair.o));
      const bool there = resumed_.pairs_done.contains(pair);
      if (auto good = there ? count_resumed(pair) : solve_and_keep(pair); !good) return good;
      if (!there) progress.advance(states_of(rules_, {pair}));
      const bool tier_ends = 2 * (pair.x + 1) > pair.tier();
      if (tier_ends && options_.keep == Keep::kNeeded) drop_tier(pair.tier() + 1);
    }
    for (const auto& [id, entry] : resumed_.manifest.classes) {
      if (id.tier() <= first_tier(rules_, options_) && id.tier() >= options_.last_tier) {
        solution_.classes[id] = entry;
      }
    }
    return options_.last_tier == 0 && options_.tables ? find_initial() : Result<void>{};
  }

  // Without tables a finished tier moves up.
  void begin_tier() {
    next_.pairs = std::exchange(current_.pairs, {});
    next_steps_.pairs = std::exchange(current_steps_.pairs, {});
  }

  Result<Solved> solve_one(ClassId pair) {
    const std::uint64_t states = states_of(rules_, {pair});
    const std::uint64_t memory = options_.steps
                                     ? stepped_pair_memory_bytes(*engine_, pair.x, pair.o)
                                     : pair_memory_bytes(*engine_, pair.x, pair.o, PairOptions{});
    auto room =
        check_room(memory, table_bytes(states, options_.steps), engine_->pool().unused_bytes());
    if (!room) return room.error();
    return options_.steps ? solve_with_steps(pair) : solve_without_steps(pair);
  }

  Result<Solved> solve_without_steps(ClassId pair) {
    NextTier* next = options_.tables ? static_cast<NextTier*>(&*stored_) : &next_;
    auto solved = solve_pair(*engine_, pair.x, pair.o, next, workers_);
    if (!solved) return solved.error();
    const auto class_layout =
        std::make_shared<const ClassLayout>(engine_->geometry(), pair.x, pair.o);
    const auto kept = std::make_shared<PairSolution>(std::move(*solved));
    Solved result{kept->counts, {}, {}, kept->dense_rounds, kept->sparse_steps};
    for (const int mover : {0, 1}) {
      result.chunks[mover] = [this, class_layout, kept, mover](int p) {
        const SidePlanes& side = kept->sides[mover];
        return chunks_from_planes(*layout_, *class_layout, {side.win.data(), side.loss.data()})(p);
      };
    }
    if (!options_.tables) current_.pairs[pair] = kept;
    return result;
  }

  Result<Solved> solve_with_steps(ClassId pair) {
    SteppedTier* next = options_.tables ? static_cast<SteppedTier*>(&*stored_steps_) : &next_steps_;
    auto solved = solve_pair_with_steps(*engine_, pair.x, pair.o, next, workers_);
    if (!solved) return solved.error();
    const auto class_layout =
        std::make_shared<const ClassLayout>(engine_->geometry(), pair.x, pair.o);
    Solved result{solved->counts, {}, solved->by_steps, solved->levels, 0};
    for (const int mover : {0, 1}) {
      if (mover == 0 && pair.x == pair.o) continue;
      const ClassId id = class_of_plane(pair.x, pair.o, mover);
      const bool swapped = plane_of(id).swapped;
      result.chunks[mover] = chunks_from_values(
          *layout_, id, true, [class_layout, side = solved->sides[mover], swapped](Board board) {
            return side->at(class_layout->bit_of(swapped ? swap_colours(board) : board));
          });
    }
    if (!options_.tables) current_steps_.pairs[pair] = std::move(*solved);
    return result;
  }

  Result<void> solve_and_keep(ClassId pair) {
    const auto start = Clock::now();
    const Usage before = usage();
    auto solved = solve_one(pair);
    if (!solved) return solved.error();
    add_plies(solved->by_steps);
    for (const int mover : {0, 1}) {
      if (mover == 0 && pair.x == pair.o) continue;
      const ClassId id = class_of_plane(pair.x, pair.o, mover);
      auto entry = keep_class(id, solved->counts[mover], solved->chunks[mover]);
      if (!entry) return entry.error();
      resumed_.manifest.classes[id] = *entry;
    }
    const Usage after = usage();
    resumed_.manifest.work[pair] = {solved->rounds, solved->sparse_steps,
                                    std::chrono::duration<double>(Clock::now() - start).count(),
                                    after.core_seconds - before.core_seconds, after.peak_memory};
    if (options_.tables) return resumed_.manifest.write(*options_.tables, rules_);
    if (pair.tier() == 0) {  // one board
      const Counts& only = solved->counts[1];
      solution_.initial = Outcome{only.win    ? Value::kWin
                                  : only.loss ? Value::kLoss
                                              : Value::kDraw,
                                  std::nullopt};
      if (!solved->by_steps.empty()) {
        solution_.initial->plies = static_cast<int>(solved->by_steps.size()) - 1;
      }
    }
    return {};
  }

  // Stored, or only its digest.
  Result<ManifestEntry> keep_class(ClassId id, const Counts& counts, const ChunkMaker& make) {
    if (!options_.tables)
      return ManifestEntry{counts, digest_class(*layout_, id, make, workers_), 0};
    auto stored = write_class(*options_.tables, *layout_, id, options_.steps, make, workers_);
    if (!stored) return stored.error();
    return ManifestEntry{counts, stored->digest, stored->file_bytes};
  }

  Result<void> count_resumed(ClassId pair) {
    for (const ClassId id : classes_of_pair(pair)) {
      ++solution_.resumed_classes;
      if (!options_.steps) continue;
      const PlaneId plane = plane_of(id);
      auto side = stored_steps_->get(plane.a, plane.b, plane.mover);
      if (!side) return side.error();
      add_plies(count_steps(**side, ClassLayout(engine_->geometry(), plane.a, plane.b)));
    }
    return {};
  }

  void add_plies(const std::vector<Counts>& by_steps) {
    if (by_steps.size() > solution_.plies.size()) solution_.plies.resize(by_steps.size());
    for (std::size_t i = 0; i < by_steps.size(); ++i) {
      solution_.plies[i].win += by_steps[i].win;
      solution_.plies[i].loss += by_steps[i].loss;
    }
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

  Rules rules_;
  SolveOptions options_;
  Workers& workers_;
  ProgressListener listener_;
  std::shared_ptr<const TableLayout> layout_;
  std::optional<store::FolderLock> lock_;
  Resumed resumed_;
  Solution solution_;
  // For pair_by_pair: where the next tier is, and without tables the tier in work.
  std::optional<Engine> engine_;
  std::optional<StoredTier> stored_;
  std::optional<StoredSteps> stored_steps_;
  MemoryTier next_, current_;
  MemorySteps next_steps_, current_steps_;
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
