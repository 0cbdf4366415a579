#include "noughts/quixo/solve/solve.h"

#include <fmt/format.h>

#include <chrono>

#include "noughts/core/machine.h"
#include "noughts/quixo/engine/ranks.h"
#include "noughts/quixo/reference/reference.h"
#include "noughts/quixo/solve/next_tier.h"
#include "noughts/quixo/solve/solve_plan.h"
#include "noughts/quixo/tables/probe.h"
#include "noughts/store/folder_lock.h"

namespace noughts::quixo {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Either solver's planes, for what is the same with and without plies.
const SidePlanes& side_of(const PairSolution& solved, Mover mover) { return solved.sides[mover]; }
const SteppedSide& side_of(const SteppedPair& solved, Mover mover) { return *solved.sides[mover]; }

std::vector<PlyCount> ply_counts(const std::vector<Counts>& by_plies) {
  std::vector<PlyCount> counts;
  for (const Counts& count : by_plies) counts.push_back({count.win, count.loss});
  return counts;
}

// One run of solve().
class Run {
 public:
  Run(const Rules& rules, const SolveOptions& options, Workers& workers)
      : rules_(rules),
        options_(options),
        workers_(workers),
        layout_(std::make_shared<const TableLayout>(rules)) {}

  Result<Solution> run() {
    const auto start = Clock::now();
    if (auto good = prepare(); !good) return good.error();
    const bool reference = options_.algorithm == Algorithm::kReference;
    Result<void> done = solves_whole(rules_, options_) ? whole()
                        : reference                    ? by_reference()
                                                       : pair_by_pair();
    if (!done) return with_damage(done.error());
    solution_.mended = resumed_.damaged;
    solution_.seconds = seconds_since(start);
    return std::move(solution_);
  }

 private:
  Result<void> prepare() {
    if (auto good = check_options(rules_, options_); !good) return good;
    if (options_.tables) {
      if (auto made = store::make_folder(*options_.tables); !made) return made;
      auto lock = store::FolderLock::take(
          *options_.tables, options_.pair ? store::Holder::kTogether : store::Holder::kAlone);
      if (!lock) return lock.error();
      lock_.emplace(std::move(*lock));
    }
    auto resumed = read_folder(layout_, options_, &workers_);
    if (!resumed) return resumed.error();
    resumed_ = std::move(*resumed);
    auto ready = options_.pair     ? check_needs(*options_.pair)
                 : options_.tables ? resumed_.manifest.fold(*options_.tables, rules_)
                                   : Result<void>{};
    if (!ready) return ready;
    limit_ = memory_limit(options_);
    const auto plan = plan_from(rules_, options_, resumed_, workers_.threads(), workers_.budget());
    if (!plan) return plan.error();
    return check_room(plan->memory_bytes, plan->scratch_bytes, left_on_disk(*plan));
  }

  Result<void> check_needs(Pair pair) const {
    for (const ClassId id : needed_classes(rules_, pair)) {
      if (resumed_.manifest.classes.contains(id)) continue;
      const Pair next = plane_of(id).pair;
      return Error{ErrorCode::kMissing,
                   fmt::format("pair {},{} follows from pair {},{}, which the tables in {} do not "
                               "hold; solve that one first",
                               pair.a, pair.b, next.a, next.b, options_.tables->string())};
    }
    return {};
  }

  // Whoever cannot mend must hear what is broken.
  Error with_damage(const Error& error) const {
    if (resumed_.damaged.empty() || error.code == ErrorCode::kCancelled) return error;
    return {error.code, fmt::format("{} is damaged and could not be made anew: {}",
                                    resumed_.damaged.front(), error.message)};
  }

  // What is made anew must be what it was: all below it was made from that.
  Result<void> take_entry(ClassId id, const ManifestEntry& entry) {
    const auto before = resumed_.manifest.classes.find(id);
    if (before != resumed_.manifest.classes.end() && before->second.digest != entry.digest) {
      return Error{ErrorCode::kCorrupt,
                   fmt::format("class ({}, {}) solved again is not what the manifest lists; delete "
                               "the tables and solve again",
                               id.x, id.o)};
    }
    resumed_.manifest.classes[id] = entry;
    return {};
  }

  std::uint64_t left_on_disk(const SolvePlan& plan) const {
    const double left =
        plan.states == 0 ? 0
                         : static_cast<double>(plan.states_left) / static_cast<double>(plan.states);
    return static_cast<std::uint64_t>(left * static_cast<double>(plan.disk_bytes));
  }

  // Before the start and before each pair; `held` is memory of our own to be used again.
  Result<void> check_room(std::uint64_t memory, std::uint64_t scratch, std::uint64_t disk,
                          std::uint64_t held = 0) const {
    if (options_.memory_bytes && memory > *options_.memory_bytes) {
      return no_memory(memory, fmt::format("it may take {}", format_bytes(*options_.memory_bytes)));
    }
    const auto available = available_memory();
    if (available && memory > *available + held) {
      return no_memory(memory, fmt::format("{} are free", format_bytes(*available + held)));
    }
    if (scratch > 0) {
      auto free = store::free_space(*options_.scratch);
      if (!free) return free.error();
      if (scratch > *free) return no_disk(scratch, *options_.scratch, *free);
    }
    if (!options_.tables) return {};
    auto free = store::free_space(*options_.tables);
    if (!free) return free.error();
    if (disk > *free) return no_disk(disk, *options_.tables, *free);
    return {};
  }

  Error no_memory(std::uint64_t needed, const std::string& there) const {
    const char* advice = options_.scratch  ? ""
                         : options_.tables ? "; with a scratch folder for the rest it needs less"
                                           : "; with a folder for tables it needs less";
    return {ErrorCode::kNoSpace,
            fmt::format("this needs {} of memory and {}{}", format_bytes(needed), there, advice)};
  }
  static Error no_disk(std::uint64_t needed, const store::Path& folder, std::uint64_t free) {
    return {ErrorCode::kNoSpace,
            fmt::format("this needs {} of disk in {} and {} are free; make room and run the "
                        "same command again",
                        format_bytes(needed), folder.string(), format_bytes(free))};
  }

  // ---- every board at once --------------------------------------------------

  using ClassCounts = std::function<Counts(ClassId)>;

  Result<void> whole() {
    return options_.algorithm == Algorithm::kEngine ? whole_by_engine() : whole_by_reference();
  }

  Result<void> whole_by_engine() {
    const Engine engine(rules_, false);
    auto solved = solve_whole(engine, workers_);
    if (!solved) return solved.error();
    solution_.plies = ply_counts(solved->by_plies);
    const ClassLayout all(engine.geometry());
    solution_.initial = solved->at(all.bit_of(0));
    const auto value = [&](const PlaneId& plane, const Geometry::Parts& at) {
      return solved->at(all.bit_of(plane.swapped() ? engine.geometry().swapped(at) : at));
    };
    return take_values(value, [&](ClassId id) { return solved->counts[id.x][id.o]; });
  }

  // The same where a solver gives a value for a board with X to move.
  template <class ValueOf>
  auto from_boards(const ValueOf& value) const {
    return [this, &value](const PlaneId& plane, const Geometry::Parts& at) {
      return value(plane.absolute(layout_->geometry.board(at)));
    };
  }

  Result<void> whole_by_reference() {
    auto solved = ReferenceSteps::solve(rules_, workers_);
    if (!solved) return solved.error();
    for (const auto& count : solved->step_counts()) {
      solution_.plies.push_back({count.win, count.loss});
    }
    solution_.initial = solved->at(0);
    const auto value = [&](Board board) { return solved->at(board); };
    return take_values(from_boards(value), [&](ClassId id) { return count_class(id, value); });
  }

  Result<void> by_reference() {
    const ReferenceSolver solver(rules_, workers_);
    auto solved = solve_reference(solver, options_.last_tier);
    if (!solved) return solved.error();
    const auto value = [&](Board board) {
      const ReferenceClass& known = solved->classes.at(class_of(board));
      return Outcome{known.outcomes.value(solver.index_of(board)), std::nullopt};
    };
    if (options_.last_tier == 0) solution_.initial = value(0);
    return take_values(from_boards(value),
                       [&](ClassId id) { return solved->classes.at(id).counts; });
  }

  // Digests and, if wanted, tables of all classes from value(plane, parts) of a board in
  // absolute colours.
  template <class ValueOf>
  Result<void> take_values(const ValueOf& value, const ClassCounts& counts) {
    if (auto good = check_plies(solution_.plies.size()); !good) return good;
    for (const Pair pair : pairs_of(rules_, options_)) {
      for (const Mover mover : pair.movers()) {
        const PlaneId plane{pair, mover};
        const ClassId id = class_of(plane);
        auto entry = keep_class(
            id, counts(id),
            chunks_from_values(*layout_, id, options_.steps,
                               [&](const Geometry::Parts& at) { return value(plane, at); }));
        if (!entry) return entry.error();
        if (auto taken = take_entry(id, *entry); !taken) return taken;
        solution_.classes[id] = *entry;
      }
    }
    if (!options_.tables) return {};
    auto written = resumed_.manifest.write(*options_.tables, rules_);
    for (int tier = options_.last_tier + 1; written && tier <= rules_.cells(); ++tier) {
      drop_unneeded(tier);
    }
    return written;
  }

  // Every board of a class, one by one.
  Counts count_class(ClassId id, const std::function<Outcome(Board)>& value) const {
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

  Result<void> pair_by_pair() {
    engine_.emplace(rules_, true);
    if (options_.tables) {
      const TableFolder folder{*options_.tables, layout_, *engine_, workers_, resumed_.manifest};
      stored_.emplace(folder);
      stored_steps_.emplace(folder);
    }
    const std::vector<Pair> pairs = pairs_of(rules_, options_);
    std::uint64_t all = 0;
    std::uint64_t done = 0;
    for (const Pair pair : pairs) {
      all += states_of(rules_, pair);
      if (resumed_.pairs_done.contains(pair)) done += states_of(rules_, pair);
    }
    Progress progress(workers_.budget().progress, "solving", all, done);
    for (const Pair pair : pairs) {
      if (pair.a == 0) begin_tier();
      progress.set_stage(
          fmt::format("solving tier {}, class ({}, {})", pair.tier(), pair.a, pair.b));
      const bool there = resumed_.pairs_done.contains(pair);
      if (auto good = there ? count_resumed(pair) : solve_and_keep(pair); !good) return good;
      if (!there) progress.advance(states_of(rules_, pair));
      const bool tier_ends = 2 * (pair.a + 1) > pair.tier();
      if (tier_ends) drop_unneeded(pair.tier() + 1);
    }
    if (!plies_known_) solution_.plies.clear();
    for (const auto& [id, entry] : resumed_.manifest.classes) {
      const bool asked = !options_.pair || plane_of(id).pair == *options_.pair;
      if (asked && id.tier() <= first_tier(rules_, options_) && id.tier() >= options_.last_tier) {
        solution_.classes[id] = entry;
      }
    }
    return options_.last_tier == 0 && options_.tables ? find_initial() : Result<void>{};
  }

  // Without tables a finished tier moves up.
  void begin_tier() {
    engine_->pool().clear();  // a tier begins with small classes
    next_.pairs = std::exchange(current_.pairs, {});
    next_steps_.pairs = std::exchange(current_steps_.pairs, {});
  }

  // Planes that stay while a pair is solved: without tables those of two tiers.
  std::uint64_t held_bytes() const {
    std::uint64_t bytes = 0;
    const auto add = [&](const auto& pairs) {
      for (const auto& [pair, solved] : pairs) {
        bytes += 2 * pair.movers().size() * ClassLayout(engine_->geometry(), pair).bytes;
      }
    };
    add(next_.pairs);
    add(current_.pairs);
    add(next_steps_.pairs);
    add(current_steps_.pairs);
    return bytes;
  }

  Result<void> solve_and_keep(Pair pair) {
    const std::uint64_t held = held_bytes();
    const Room needed = room_for(*engine_, pair, options_, limit_, held);
    auto room = check_room(needed.memory - std::min(needed.memory, held + kProgramBytes),
                           needed.scratch, table_bytes(states_of(rules_, pair), options_.steps),
                           engine_->pool().unused_bytes());
    if (!room) return room;
    if (options_.scratch) engine_->pool().spill(needed.planes_in_memory, *options_.scratch);
    const bool listed = resumed_.manifest.lists(pair);
    const auto start = Clock::now();
    const Usage before = usage();
    PairWork& work = resumed_.manifest.work[pair];
    auto kept = options_.steps ? solve_with_steps(pair, work) : solve_without_steps(pair, work);
    if (!kept) return kept;
    const Usage after = usage();
    work.seconds = seconds_since(start);
    work.core_seconds = after.core_seconds - before.core_seconds;
    work.peak_memory = after.peak_memory;
    if (!options_.tables) return {};
    return options_.pair ? write_pair(pair, listed)
                         : resumed_.manifest.write(*options_.tables, rules_);
  }

  // Another process may have solved the pair at the same time.
  Result<void> write_pair(Pair pair, bool listed_before) {
    auto now = Manifest::read(*options_.tables, rules_);
    if (!now && now.error().code != ErrorCode::kMissing) return now.error();
    if (now && now->lists(pair)) {
      for (const Mover mover : pair.movers()) {
        const ClassId id = class_of(PlaneId{pair, mover});
        if (auto same = take_entry(id, now->classes.at(id)); !same) return same;
      }
      solution_.solved_twice = !listed_before;
    }
    return resumed_.manifest.write_pair(*options_.tables, rules_, pair);
  }

  Result<void> solve_without_steps(Pair pair, PairWork& work) {
    NextTier* next = options_.tables ? static_cast<NextTier*>(&*stored_) : &next_;
    auto solved = solve_pair(*engine_, pair, next, workers_, pair_options(options_, limit_));
    if (!solved) return solved.error();
    work.rounds = solved->dense_rounds;
    work.sparse_steps = solved->sparse_steps;
    if (auto kept = keep_pair(*solved); !kept) return kept;
    // Tier 0 has one board, in the first bit.
    if (pair.tier() == 0) solution_.initial = Outcome{solved->sides[Mover::kB].value(0), {}};
    if (!options_.tables) current_.pairs[pair] = std::move(*solved);
    return {};
  }

  Result<void> solve_with_steps(Pair pair, PairWork& work) {
    SteppedTier* next = options_.tables ? static_cast<SteppedTier*>(&*stored_steps_) : &next_steps_;
    auto solved = solve_pair_with_steps(*engine_, pair, next, workers_);
    if (!solved) return solved.error();
    if (auto good = check_plies(solved->by_plies.size()); !good) return good;
    work.rounds = solved->levels;
    work.plies = ply_counts(solved->by_plies);
    if (work.plies.empty()) work.plies.resize(1);  // all draws: known to have none
    add_plies(work.plies);
    if (auto kept = keep_pair(*solved); !kept) return kept;
    if (pair.tier() == 0) solution_.initial = solved->sides[Mover::kB]->at(0);
    if (!options_.tables) current_steps_.pairs[pair] = std::move(*solved);
    return {};
  }

  template <class SolvedPair>
  Result<void> keep_pair(const SolvedPair& solved) {
    const ClassLayout class_layout(layout_->geometry, solved.pair);
    for (const Mover mover : solved.pair.movers()) {
      const ClassId id = class_of(PlaneId{solved.pair, mover});
      auto entry = keep_class(id, solved.counts[mover],
                              chunks_from_planes(*layout_, class_layout, side_of(solved, mover)),
                              ranks_of(solved, class_layout, mover));
      if (!entry) return entry.error();
      if (auto taken = take_entry(id, *entry); !taken) return taken;
    }
    return {};
  }

  ChunkMaker ranks_of(const PairSolution& solved, const ClassLayout& class_layout,
                      Mover mover) const {
    if (solved.ranks[mover] == nullptr) return {};
    return rank_chunks(*layout_, class_layout, solved.sides[mover],
                       [record = solved.ranks[mover]](int p, const std::uint8_t* win_bits) {
                         return record->codes(p, win_bits);
                       });
  }
  ChunkMaker ranks_of(const SteppedPair&, const ClassLayout&, Mover) const { return {}; }

  // `count` is one more than the most plies of a board.
  static Result<void> check_plies(std::size_t count) {
    if (count <= std::size_t{kMostPlies} + 1) return {};
    return Error{ErrorCode::kNoSpace,
                 fmt::format("a board is decided in {} plies, and a table holds no more than {}",
                             count - 1, kMostPlies)};
  }

  // Stored, or only its digest.
  Result<ManifestEntry> keep_class(ClassId id, const Counts& counts, const ChunkMaker& make,
                                   const ChunkMaker& make_ranks = {}) {
    if (!options_.tables) {
      auto digest = digest_class(*layout_, id, make, workers_);
      if (!digest) return digest.error();
      return ManifestEntry{counts, *digest, 0};
    }
    auto stored =
        write_class(*options_.tables, *layout_, id, options_.steps, make, workers_, make_ranks);
    if (!stored) return stored.error();
    return ManifestEntry{counts, stored->digest, stored->file_bytes, stored->rank_digest};
  }

  // What an earlier run did. Manifests of before the plies were listed say nothing of
  // them: they are counted anew, if the tables are still there.
  Result<void> count_resumed(Pair pair) {
    solution_.resumed_classes += static_cast<int>(pair.movers().size());
    if (!options_.steps) return {};
    const auto work = resumed_.manifest.work.find(pair);
    if (work != resumed_.manifest.work.end() && !work->second.plies.empty()) {
      add_plies(work->second.plies);
      return {};
    }
    for (const Mover mover : pair.movers()) {
      auto side = stored_steps_->get({pair, mover});
      if (!side && side.error().code == ErrorCode::kMissing) plies_known_ = false;
      if (!side && side.error().code != ErrorCode::kMissing) return side.error();
      if (side) {
        add_plies(ply_counts(count_plies(**side, ClassLayout(engine_->geometry(), pair))));
      }
    }
    return {};
  }

  void add_plies(const std::vector<PlyCount>& counts) {
    if (counts.size() > solution_.plies.size()) solution_.plies.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      solution_.plies[i].win += counts[i].win;
      solution_.plies[i].loss += counts[i].loss;
    }
  }

  void drop_unneeded(int tier) const {
    if (options_.keep != Keep::kNeeded) return;
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
  std::shared_ptr<const TableLayout> layout_;
  std::optional<store::FolderLock> lock_;
  Resumed resumed_;
  Solution solution_;
  std::uint64_t limit_ = 0;  // of memory
  bool plies_known_ = true;
  // For pair_by_pair: where the next tier is, and without tables the tier in work.
  std::optional<Engine> engine_;
  std::optional<StoredTier> stored_;
  std::optional<StoredSteps> stored_steps_;
  MemoryTier next_, current_;
  MemorySteps next_steps_, current_steps_;
};

}  // namespace

Result<Solution> solve(const Rules& rules, const SolveOptions& options, Workers& workers) {
  return Run(rules, options, workers).run();
}

}  // namespace noughts::quixo
