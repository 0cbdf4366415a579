#include "noughts/quixo/solve/solve_run.h"

#include <fmt/format.h>

#include "noughts/core/machine.h"

namespace noughts::quixo::solve {
namespace {

std::uint64_t left_on_disk(const Plan& plan) {
  const double left =
      plan.states == 0 ? 0
                       : static_cast<double>(plan.states_left) / static_cast<double>(plan.states);
  return static_cast<std::uint64_t>(left * static_cast<double>(plan.disk_bytes));
}

Error no_disk(std::uint64_t needed, const store::Path& folder, std::uint64_t free) {
  return {ErrorCode::kNoSpace,
          fmt::format("this needs {} of disk in {} and {} are free; make room and run the "
                      "same command again",
                      format_bytes(needed), folder.string(), format_bytes(free))};
}

}  // namespace

std::vector<tables::PlyCount> ply_counts(const std::vector<Counts>& by_plies) {
  std::vector<tables::PlyCount> counts;
  for (const Counts& count : by_plies) counts.push_back({count.win, count.loss});
  return counts;
}

Result<void> check_plies(std::size_t count) {
  if (count <= std::size_t{tables::kMostPlies} + 1) return {};
  return Error{ErrorCode::kNoSpace,
               fmt::format("a board takes {} moves to decide, and a table can store at most {}",
                           count - 1, tables::kMostPlies)};
}

Run::Run(const Rules& asked, const Options& how, Workers& by)
    : rules(asked),
      options(how),
      workers(by),
      layout(std::make_shared<const layout::TableLayout>(asked)) {}

Result<void> Run::prepare() {
  if (auto good = check_options(rules, options); !good) return good;
  if (options.tables) {
    if (auto made = store::make_folder(*options.tables); !made) return made;
    auto lock = store::FolderLock::take(
        *options.tables, options.pair ? store::Holder::kTogether : store::Holder::kAlone);
    if (!lock) return lock.error();
    lock_.emplace(std::move(*lock));
  }
  auto found = read_folder(layout, options, &workers);
  if (!found) return found.error();
  resumed = std::move(*found);
  auto ready = options.pair     ? check_needs(*options.pair)
               : options.tables ? resumed.manifest.fold(*options.tables, rules)
                                : Result<void>{};
  if (!ready) return ready;
  memory_limit = solve::memory_limit(options);
  const auto plan = plan_from(rules, options, resumed, workers.threads(), workers.budget());
  if (!plan) return plan.error();
  return check_room(plan->memory_bytes, plan->scratch_bytes, left_on_disk(*plan));
}

Result<void> Run::check_needs(Pair pair) const {
  for (const ClassId id : needed_classes(rules, pair)) {
    if (resumed.manifest.classes.contains(id)) continue;
    const Pair next = plane_of(id).pair;
    return Error{ErrorCode::kMissing,
                 fmt::format("pair {},{} follows from pair {},{}, which the tables in {} do not "
                             "hold; solve that one first",
                             pair.a, pair.b, next.a, next.b, options.tables->string())};
  }
  return {};
}

Error Run::with_damage(const Error& error) const {
  if (resumed.damaged.empty() || error.code == ErrorCode::kCancelled) return error;
  return {error.code, fmt::format("{} is damaged and could not be solved again: {}",
                                  resumed.damaged.front(), error.message)};
}

Result<void> Run::take_entry(ClassId id, const tables::ManifestEntry& entry) {
  const auto before = resumed.manifest.classes.find(id);
  if (before != resumed.manifest.classes.end() && before->second.digest != entry.digest) {
    return Error{ErrorCode::kCorrupt, fmt::format("class ({}, {}) solved again differs from the "
                                                  "manifest; delete the tables and solve again",
                                                  id.x, id.o)};
  }
  resumed.manifest.classes[id] = entry;
  return {};
}

Result<void> Run::check_room(std::uint64_t memory, std::uint64_t scratch, std::uint64_t disk,
                             std::uint64_t held) const {
  if (options.memory_bytes && memory > *options.memory_bytes) {
    return no_memory(memory, fmt::format("it may take {}", format_bytes(*options.memory_bytes)));
  }
  const auto available = available_memory();
  if (available && memory > *available + held) {
    return no_memory(memory, fmt::format("{} are free", format_bytes(*available + held)));
  }
  if (scratch > 0) {
    auto free = store::free_space(*options.scratch);
    if (!free) return free.error();
    if (scratch > *free) return no_disk(scratch, *options.scratch, *free);
  }
  if (!options.tables) return {};
  auto free = store::free_space(*options.tables);
  if (!free) return free.error();
  if (disk > *free) return no_disk(disk, *options.tables, *free);
  return {};
}

Error Run::no_memory(std::uint64_t needed, const std::string& there) const {
  const char* advice = options.scratch  ? "; allow more or make some free"
                       : options.tables ? "; with a scratch folder it needs less"
                                        : "; with a folder for tables it needs less";
  return {ErrorCode::kNoSpace,
          fmt::format("this needs {} of memory and {}{}", format_bytes(needed), there, advice)};
}
Result<tables::ManifestEntry> Run::keep_class(ClassId id, const Counts& counts,
                                              const tables::ChunkMaker& make,
                                              const tables::ChunkMaker& make_ranks) {
  tables::ManifestEntry entry{counts, 0, 0};
  if (options.tables) {
    auto stored =
        tables::write_class(*options.tables, *layout, id, options.steps, make, workers, make_ranks);
    if (!stored) return stored.error();
    entry = {counts, stored->digest, stored->file_bytes, stored->rank_digest};
  } else {
    auto digest = tables::digest_classes(*layout, {{id, make}}, workers);
    if (!digest) return digest.error();
    entry.digest = digest->front();
  }
  if (auto taken = take_entry(id, entry); !taken) return taken.error();
  return entry;
}

void Run::add_plies(const std::vector<tables::PlyCount>& counts) {
  if (counts.size() > solution.plies.size()) solution.plies.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    solution.plies[i].win += counts[i].win;
    solution.plies[i].loss += counts[i].loss;
  }
}

void Run::drop_unneeded(int tier) const {
  if (options.keep != Keep::kNeeded) return;
  for (int x = 0; x <= tier; ++x) {
    std::error_code ignored;  // a file that stays only takes room
    std::filesystem::remove(tables::class_path(*options.tables, {x, tier - x}), ignored);
  }
}

}  // namespace noughts::quixo::solve
