#include "noughts/quixo/tables/repack.h"

#include "noughts/core/progress.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/folder_lock.h"

namespace noughts::quixo::tables {

Result<Manifest> repack(const store::Path& folder, const Rules& rules, std::vector<ClassId> classes,
                        const store::Path& out, Workers& workers) {
  auto manifest = Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  auto chosen = manifest->choose(std::move(classes), folder);
  if (!chosen) return chosen.error();
  if (auto made = store::make_folder(out); !made) return made.error();
  auto lock = store::FolderLock::take(out);
  if (!lock) return lock.error();
  const auto layout = std::make_shared<const layout::TableLayout>(rules);
  Manifest kept;
  kept.steps = manifest->steps;
  kept.ranks = manifest->ranks;
  Progress progress(workers.budget().progress, "packing", manifest->boards_of(*chosen));
  for (const ClassId id : *chosen) {
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

}  // namespace noughts::quixo::tables
