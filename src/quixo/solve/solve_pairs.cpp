// Pair by pair, each from the next tier: from tables if there is a folder, else from memory.
#include <fmt/format.h>

#include "noughts/core/machine.h"
#include "noughts/quixo/engine/levels.h"
#include "noughts/quixo/engine/ranks.h"
#include "noughts/quixo/solve/next_tier.h"
#include "noughts/quixo/solve/solve_run.h"
#include "noughts/quixo/tables/probe.h"

namespace noughts::quixo::solve {
namespace {

class PairByPair {
 public:
  explicit PairByPair(Run& run) : run_(run), engine_(run.rules, true) {}

  Result<void> run() {
    if (run_.options.tables) {
      const PlaneFolder folder{*run_.options.tables, run_.layout, engine_, run_.workers,
                               run_.resumed.manifest};
      folder_.emplace(folder);
      stored_.emplace(folder);
      stored_levels_.emplace(folder);
    }
    const std::vector<Pair> pairs = pairs_of(run_.rules, run_.options);
    std::uint64_t all = 0;
    std::uint64_t done = 0;
    for (const Pair pair : pairs) {
      all += states_of(run_.rules, pair);
      if (run_.resumed.pairs_done.contains(pair)) done += states_of(run_.rules, pair);
    }
    Progress progress(run_.workers.budget().progress, "solving", all, done);
    progress_ = &progress;
    for (const Pair pair : pairs) {
      if (pair.a == 0) begin_tier(pair.tier());
      progress.set_stage(stage_of(pair));
      const bool there = run_.resumed.pairs_done.contains(pair);
      if (auto good = there ? count_resumed(pair) : solve_and_keep(pair); !good) return good;
      if (!there) progress.advance(states_of(run_.rules, pair));
      const bool tier_ends = 2 * (pair.a + 1) > pair.tier();
      if (tier_ends) run_.drop_unneeded(pair.tier() + 1);
    }
    if (!plies_known_) run_.solution.plies.clear();
    for (const auto& [id, entry] : run_.resumed.manifest.classes) {
      const bool asked = !run_.options.pair || plane_of(id).pair == *run_.options.pair;
      if (asked && id.tier() <= first_tier(run_.rules, run_.options) &&
          id.tier() >= run_.options.last_tier) {
        run_.solution.classes[id] = entry;
      }
    }
    return run_.options.last_tier == 0 && run_.options.tables ? find_initial() : Result<void>{};
  }

 private:
  static std::string stage_of(Pair pair) {
    return fmt::format("solving tier {}, class ({}, {})", pair.tier(), pair.a, pair.b);
  }

  // Without tables a finished tier moves up. What its largest pair will not need is given back.
  void begin_tier(int tier) {
    const Pair largest{tier / 2, tier - tier / 2};
    const engine::PairOptions options = pair_options(run_.options, run_.memory_limit);
    engine_.pool().trim(run_.options.steps
                            ? level_needs(engine_, largest, level_options(run_.memory_limit)).planes
                            : pair_needs(engine_, largest, options).planes);
    next_.pairs = std::exchange(current_.pairs, {});
    next_levels_.pairs = std::exchange(current_levels_.pairs, {});
  }

  // What stays while a pair is solved: without tables planes or lists of two tiers.
  std::uint64_t held_bytes() const {
    std::uint64_t bytes = 0;
    const auto add = [&](const auto& pairs) {
      for (const auto& [pair, solved] : pairs) bytes += kept_bytes(engine_, pair, run_.options);
    };
    add(next_.pairs);
    add(current_.pairs);
    add(next_levels_.pairs);
    add(current_levels_.pairs);
    return bytes;
  }

  Result<void> solve_and_keep(Pair pair) {
    const std::uint64_t held = held_bytes();
    const Room needed = room_for(engine_, pair, run_.options, run_.memory_limit, held);
    const std::uint64_t states = states_of(run_.rules, pair);
    const std::uint64_t disk =
        table_bytes(run_.rules, states, run_.options.steps) + list_bytes(run_.options, states);
    auto room = run_.check_room(needed.memory - std::min(needed.memory, held + kProgramBytes),
                                needed.scratch, disk, engine_.pool().unused_bytes());
    if (!room) return room;
    if (run_.options.scratch) engine_.pool().spill(needed.planes_in_memory, *run_.options.scratch);
    const bool listed = run_.resumed.manifest.lists(pair);
    const auto start = Clock::now();
    const Usage before = usage();
    tables::PairWork& work = run_.resumed.manifest.work[pair];
    auto kept = run_.options.steps ? solve_by_levels(pair, work) : solve_without_steps(pair, work);
    if (!kept) return kept;
    const Usage after = usage();
    work.seconds = seconds_since(start);
    work.core_seconds = after.core_seconds - before.core_seconds;
    work.peak_memory = after.peak_memory;
    if (!run_.options.tables) return {};
    return run_.options.pair ? write_pair(pair, listed)
                             : run_.resumed.manifest.write(*run_.options.tables, run_.rules);
  }

  // Another process may have solved the pair at the same time.
  Result<void> write_pair(Pair pair, bool listed_before) {
    auto now = tables::Manifest::read(*run_.options.tables, run_.rules);
    if (!now && now.error().code != ErrorCode::kMissing) return now.error();
    if (now && now->lists(pair)) {
      for (const Mover mover : pair.movers()) {
        const ClassId id = class_of(PlaneId{pair, mover});
        if (auto same = run_.take_entry(id, now->classes.at(id)); !same) return same;
      }
      run_.solution.solved_twice = !listed_before;
    }
    return run_.resumed.manifest.write_pair(*run_.options.tables, run_.rules, pair);
  }

  Result<void> solve_without_steps(Pair pair, tables::PairWork& work) {
    engine::NextTier* next =
        run_.options.tables ? static_cast<engine::NextTier*>(&*stored_) : &next_;
    auto solved = solve_pair(engine_, pair, next, run_.workers,
                             pair_options(run_.options, run_.memory_limit));
    if (!solved) return solved.error();
    work.rounds = solved->dense_rounds;
    work.sparse_steps = solved->sparse_steps;
    if (auto kept = keep_pair(*solved); !kept) return kept;
    // Tier 0 has one board, in the first bit.
    if (pair.tier() == 0) run_.solution.initial = Outcome{solved->sides[Mover::kB].value(0), {}};
    if (!run_.options.tables) current_.pairs[pair] = std::move(*solved);
    return {};
  }

  Result<void> solve_by_levels(Pair pair, tables::PairWork& work) {
    engine::LevelOptions options = level_options(run_.memory_limit);
    options.folder = run_.options.tables;
    options.listener = [&](int level) {
      progress_->set_stage(fmt::format("{}, {} plies", stage_of(pair), level));
    };
    engine::LevelledTier* next = &next_levels_;
    if (run_.options.tables) next = &*stored_levels_;
    auto solved = solve_pair_by_levels(engine_, pair, next, run_.workers, options);
    if (!solved) return solved.error();
    work.rounds = solved->dense_passes;
    work.sparse_steps = solved->sparse_passes;
    if (auto good = keep_plies(solved->by_plies, work); !good) return good;
    for (const Mover mover : pair.movers()) {
      const engine::LevelRecord& levels = *solved->levels[mover];
      auto entry = run_.keep_class(class_of(PlaneId{pair, mover}), solved->counts[mover],
                                   [&](int p) { return levels.chunk(p); });
      if (!entry) return entry.error();
    }
    if (pair.tier() == 0) run_.solution.initial = only_board(*solved);
    if (!run_.options.tables) current_levels_.pairs[pair] = *std::move(solved);
    return {};
  }

  // Tier 0 has one board.
  static Outcome only_board(const engine::LevelledPair& solved) {
    const Counts& count = solved.counts[Mover::kB];
    if (count.draw > 0) return {};
    return {count.win > 0 ? Value::kWin : Value::kLoss,
            static_cast<int>(solved.by_plies.size()) - 1};
  }

  Result<void> keep_plies(const std::vector<Counts>& by_plies, tables::PairWork& work) {
    if (auto good = check_plies(by_plies.size()); !good) return good;
    work.plies = ply_counts(by_plies);
    if (work.plies.empty()) work.plies.resize(1);  // all draws: known to have none
    run_.add_plies(work.plies);
    return {};
  }

  Result<void> keep_pair(const engine::PairSolution& solved) {
    const layout::ClassLayout class_layout(run_.layout->geometry, solved.pair);
    for (const Mover mover : solved.pair.movers()) {
      const ClassId id = class_of(PlaneId{solved.pair, mover});
      auto entry = run_.keep_class(
          id, solved.counts[mover],
          tables::chunks_from_planes(*run_.layout, class_layout, solved.sides[mover]),
          ranks_of(solved, class_layout, mover));
      if (!entry) return entry.error();
    }
    return {};
  }

  tables::ChunkMaker ranks_of(const engine::PairSolution& solved,
                              const layout::ClassLayout& class_layout, Mover mover) const {
    if (solved.ranks[mover] == nullptr) return {};
    return tables::rank_chunks(
        *run_.layout, class_layout, solved.sides[mover],
        [record = solved.ranks[mover]](int p, const tables::WinBits& win_bits) {
          return record->codes(p, win_bits);
        });
  }

  // What an earlier run did. Manifests of before the plies were listed say nothing of
  // them: they are counted anew, if the tables are still there.
  Result<void> count_resumed(Pair pair) {
    run_.solution.resumed_classes += static_cast<int>(pair.movers().size());
    if (!run_.options.steps) return {};
    const auto work = run_.resumed.manifest.work.find(pair);
    if (work != run_.resumed.manifest.work.end() && !work->second.plies.empty()) {
      run_.add_plies(work->second.plies);
      return {};
    }
    for (const Mover mover : pair.movers()) {
      auto side = folder_->load_with_steps({pair, mover});
      if (!side && side.error().code == ErrorCode::kMissing) plies_known_ = false;
      if (!side && side.error().code != ErrorCode::kMissing) return side.error();
      if (side) {
        run_.add_plies(
            ply_counts(count_plies(*side, layout::ClassLayout(engine_.geometry(), pair))));
      }
    }
    return {};
  }

  Result<void> find_initial() {
    auto manifest = tables::Manifest::read(*run_.options.tables, run_.rules);
    if (!manifest) return manifest.error();
    auto initial =
        tables::open_class_tables(*run_.options.tables, run_.rules, std::move(*manifest))->at(0);
    if (!initial) return initial.error();
    run_.solution.initial = *initial;
    return {};
  }

  Run& run_;
  engine::Engine engine_;
  bool plies_known_ = true;
  // Where the next tier is, and without tables the tier in work.
  std::optional<PlaneFolder> folder_;
  std::optional<StoredTier> stored_;
  std::optional<StoredLevels> stored_levels_;
  Progress* progress_ = nullptr;
  MemoryTier next_, current_;
  MemoryLevels next_levels_, current_levels_;
};

}  // namespace

Result<void> solve_pair_by_pair(Run& run) { return PairByPair(run).run(); }

}  // namespace noughts::quixo::solve
