#include "noughts/quixo/publish/open.h"

#include "noughts/quixo/publish/published.h"

namespace noughts::quixo {

Result<std::unique_ptr<tables::ValueSource>> open_tables(const store::Path& folder,
                                                         const Rules& rules) {
  auto manifest = tables::Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  auto published = publish::open_published(folder, rules, *manifest);
  if (published || published.error().code != ErrorCode::kMissing) return published;
  return tables::open_class_tables(folder, rules, std::move(*manifest));
}

}  // namespace noughts::quixo
