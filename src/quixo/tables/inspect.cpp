#include "noughts/quixo/tables/inspect.h"

#include <fmt/format.h>

#include "noughts/quixo/tables/digests.h"
#include "noughts/quixo/tables/folder.h"

namespace noughts::quixo::tables {

namespace {

void look_up(Report& report) {
  const Rules& rules = report.rules;
  for (const KnownTables& known : digests_of(rules, report.plies, report.classes)) {
    if (known.values == report.values) {
      report.published_values = Published::kBySha256;
    } else if (known.values.empty() && known.checksum == report.checksum) {
      report.published_values = Published::kByChecksum;
    }
    if (!known.ranks.empty() && report.ranks && known.ranks == *report.ranks) {
      report.published_ranks = Published::kBySha256;
    }
  }
}

}  // namespace

Result<Report> inspect(const store::Path& folder, Workers& workers) {
  const auto found = read_folder(folder);
  if (!found) return found.error();
  const Rules& rules = found->rules;
  const Manifest* const manifest = &found->manifest;
  Report report(rules);
  report.classes = manifest->classes.size();
  report.plies = manifest->steps;
  const auto layout = std::make_shared<const layout::TableLayout>(rules);
  Progress progress(workers.budget().progress, "reading the tables", manifest->totals().total());
  Contents contents;
  store::ContentDigest checksum(manifest->classes.size());
  for (const auto& [id, entry] : manifest->classes) {
    const auto table = ClassTable::open_listed(folder, layout, id, *manifest);
    if (!table) return table.error();
    const auto content = read_content(*table, workers);
    if (!content) return content.error();
    report.counts += content->counts;
    report.counts_as_listed = report.counts_as_listed && content->counts == entry.counts;
    checksum.add(table->digest());  // of chunks that were all read, and compared with it
    contents.emplace(id, *content);
    progress.advance(class_size(rules, id));
  }
  report.checksum = fmt::format("{:016x}", checksum.value());
  report.values = store::to_hex(digest_of_values(contents));
  if (manifest->ranks) report.ranks = store::to_hex(digest_of_ranks(contents));
  look_up(report);
  return report;
}

}  // namespace noughts::quixo::tables
