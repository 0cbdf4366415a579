#include "noughts/quixo/tables/repack.h"

#include <fmt/format.h>

#include "noughts/core/progress.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/folder_lock.h"

namespace noughts::quixo {

Result<Manifest> repack_tables(const store::Path& folder, const Rules& rules, Tiers tiers,
                               const store::Path& out, Workers& workers) {
  if (tiers.first > rules.cells() || tiers.last < 0 || tiers.first < tiers.last) {
    return bad_input(fmt::format("tiers go from {} down to 0, not from {} to {}", rules.cells(),
                                 tiers.first, tiers.last));
  }
  auto manifest = Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  if (auto made = store::make_folder(out); !made) return made.error();
  auto lock = store::FolderLock::take(out);
  if (!lock) return lock.error();
  const auto layout = std::make_shared<const TableLayout>(rules);
  Manifest kept;
  kept.steps = manifest->steps;
  kept.ranks = manifest->ranks;
  std::uint64_t boards = 0;
  std::vector<ClassId> ids;
  for (int tier = tiers.first; tier >= tiers.last; --tier) {
    for (int x = 0; x <= tier; ++x) {
      ids.push_back({x, tier - x});
      const auto listed = manifest->classes.find(ids.back());
      if (listed != manifest->classes.end()) boards += listed->second.counts.total();
    }
  }
  Progress progress(workers.budget().progress, "packing", boards);
  for (const ClassId id : ids) {
    auto table = ClassTable::open_listed(folder, layout, id, *manifest);
    if (!table) return table.error();
    auto stored = repack_class(out, *table, workers);
    if (!stored) return stored.error();
    kept.classes[id] = manifest->classes.at(id);
    kept.classes[id].bytes = stored->file_bytes;
    progress.advance(kept.classes[id].counts.total());
  }
  if (auto written = kept.write(out, rules); !written) return written.error();
  return kept;
}

}  // namespace noughts::quixo
