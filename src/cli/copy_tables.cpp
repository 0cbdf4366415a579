#include "noughts/cli/copy_tables.h"

#include <fmt/format.h>

#include "noughts/cli/tiers.h"

namespace noughts::cli {

void CopyOptions::add_to(const Command& sub, Context& context, const std::string& example) {
  rules.add_to(sub);
  context.add_common(sub, example);
  sub.option("--tables", tables, "Folder of solved tables").required();
  sub.option("--out", out, "Folder to write the copy to");
  sub.option("--tiers", tiers, "Only boards with this many tiles, such as 9..0");
  sub.option("--pair", pair, "Only boards with this many X and O, such as 3,4");
}

Result<void> CopyOptions::check_out() const {
  if (out.empty()) return bad_input("name a folder for the copy with --out");
  return {};
}

Result<std::vector<quixo::ClassId>> CopyOptions::classes(const quixo::Rules& chosen) const {
  return chosen_classes(tiers, pair, chosen);
}

Result<std::vector<quixo::ClassId>> chosen_classes(const std::string& tiers,
                                                   const std::string& pair,
                                                   const quixo::Rules& rules) {
  std::vector<quixo::ClassId> ids;
  if (!tiers.empty() && !pair.empty()) return bad_input("give --tiers or --pair, not both");
  if (!pair.empty()) {
    auto parsed = parse_pair(pair);
    if (!parsed) return parsed.error();
    ids.push_back({parsed->first, parsed->second});
    if (parsed->first != parsed->second) ids.push_back(ids.back().swapped());
  }
  if (!tiers.empty()) {
    auto parsed = parse_tiers(tiers);
    if (!parsed) return parsed.error();
    const auto [first, last] = *parsed;
    if (first > rules.cells() || last < 0 || first < last) {
      return bad_input(
          fmt::format("tiers go from {} down to 0, not from {} to {}", rules.cells(), first, last));
    }
    for (int tier = first; tier >= last; --tier) {
      for (int x = 0; x <= tier; ++x) ids.push_back({x, tier - x});
    }
  }
  return ids;
}

}  // namespace noughts::cli
