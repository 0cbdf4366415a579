#include "noughts/quixo/tables/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "noughts/quixo/tables/folder.h"

namespace noughts::quixo {

// Written by the build: the lines of data/quixo-digests.csv.
extern const char* const kDigestsLines[];
extern const std::size_t kDigestsLineCount;

namespace {

// A line of the list.
struct Known {
  int size, line;
  std::string both_lines, tables, classes, checksum, values, ranks;
};

std::vector<Known> published_digests() {
  std::vector<Known> all;
  for (std::size_t i = 1; i < kDigestsLineCount; ++i) {
    std::istringstream line(kDigestsLines[i]);
    std::vector<std::string> words(8);
    for (std::string& word : words) std::getline(line, word, ',');
    all.push_back({std::stoi(words[0]), std::stoi(words[1]), words[2], words[3], words[4], words[5],
                   words[6], words[7]});
  }
  return all;
}

void look_up(TablesReport& report) {
  const Rules& rules = report.rules;
  if (rules.fortress() != FortressRule::kNone) return;
  const std::string both = rules.both_lines() == BothLines::kMoverWins ? "win" : "lose";
  for (const Known& known : published_digests()) {
    if (known.size != rules.size() || known.line != rules.line() || known.both_lines != both ||
        known.tables != (report.plies ? "plies" : "values") ||
        known.classes != std::to_string(report.classes)) {
      continue;
    }
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

Result<TablesReport> inspect_tables(const store::Path& folder, Workers& workers) {
  const auto found = read_folder(folder);
  if (!found) return found.error();
  const Rules& rules = found->rules;
  const Manifest* const manifest = &found->manifest;
  TablesReport report(rules);
  report.classes = manifest->classes.size();
  report.plies = manifest->steps;
  const auto layout = std::make_shared<const TableLayout>(rules);
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

}  // namespace noughts::quixo
