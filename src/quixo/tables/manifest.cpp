#include "noughts/quixo/tables/manifest.h"

#include <fmt/format.h>

#include "noughts/core/json.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo {
namespace {

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::string checksum_of(const Json& document) {
  const std::string text = document.dump();
  return hex(store::checksum({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

store::Path path_in(const store::Path& folder) { return folder / "manifest.json"; }

Json to_json(const Manifest& manifest, const Rules& rules) {
  Json classes = Json::array();
  for (const auto& [id, entry] : manifest.classes) {
    classes.push_back({{"x", id.x},
                       {"o", id.o},
                       {"win", entry.counts.win},
                       {"loss", entry.counts.loss},
                       {"draw", entry.counts.draw},
                       {"digest", hex(entry.digest)},
                       {"bytes", entry.bytes}});
  }
  Json work = Json::array();
  for (const auto& [pair, took] : manifest.work) {
    work.push_back({{"x", pair.a},
                    {"o", pair.b},
                    {"rounds", took.rounds},
                    {"sparse_steps", took.sparse_steps},
                    {"seconds", took.seconds},
                    {"core_seconds", took.core_seconds},
                    {"peak_memory", took.peak_memory}});
    if (took.plies.empty()) continue;
    Json& plies = work.back()["plies"] = Json::array();
    for (const PlyCount& count : took.plies) plies.push_back({count.win, count.loss});
  }
  return {{"rules", describe_rules(rules)},
          {"steps", manifest.steps},
          {"classes", classes},
          {"work", work}};
}

}  // namespace

Result<void> Manifest::write(const store::Path& folder, const Rules& rules) const {
  Json document = to_json(*this, rules);
  document["checksum"] = checksum_of(document);
  return store::write_file(path_in(folder), document.dump(1) + "\n");
}

Result<Manifest> Manifest::read(const store::Path& folder, const Rules& rules) {
  const std::string path = path_in(folder).string();
  auto text = store::read_file(path_in(folder));
  if (!text) {
    if (text.error().code != ErrorCode::kMissing) return text.error();
    return Error{
        ErrorCode::kMissing,
        fmt::format("there are no tables in {}; make them with solve quixo", folder.string())};
  }
  Json document = Json::parse(*text, nullptr, false);
  if (!document.is_object() || !text->ends_with("}\n")) {
    return Error{ErrorCode::kUnfinished,
                 fmt::format("{} is cut short; delete it and solve again", path)};
  }
  const std::string checksum = document.value("checksum", Json()).dump();
  document.erase("checksum");
  if (checksum != Json(checksum_of(document)).dump()) {
    return Error{ErrorCode::kCorrupt,
                 fmt::format("{} is damaged: it does not match its checksum; delete it and solve "
                             "again",
                             path)};
  }
  if (document["rules"] != describe_rules(rules)) {
    return Error{
        ErrorCode::kWrongVersion,
        fmt::format("the tables in {} are about {}, not about {}; give the options they "
                    "were made with or another folder",
                    folder.string(), document["rules"].dump(), describe_rules(rules).dump())};
  }
  Manifest manifest;
  manifest.steps = document["steps"] == true;
  for (const Json& entry : document["classes"]) {
    manifest.classes[{entry["x"], entry["o"]}] = {
        {entry["win"], entry["loss"], entry["draw"]},
        std::stoull(entry["digest"].get<std::string>(), nullptr, 16),
        entry["bytes"]};
  }
  for (const Json& took : document.value("work", Json::array())) {
    PairWork& work = manifest.work[{took["x"], took["o"]}];
    work = {took["rounds"],       took["sparse_steps"], took["seconds"],
            took["core_seconds"], took["peak_memory"],  {}};
    for (const Json& count : took.value("plies", Json::array())) {
      work.plies.push_back({count[0], count[1]});
    }
  }
  return manifest;
}

namespace {

Counts sum_of(const std::map<ClassId, ManifestEntry>& classes) {
  Counts sum;
  for (const auto& [id, entry] : classes) sum += entry.counts;
  return sum;
}

}  // namespace

Counts Manifest::totals() const { return sum_of(classes); }
Counts Solution::totals() const { return sum_of(classes); }

std::string digest_text(const std::map<ClassId, ManifestEntry>& classes) {
  store::ContentDigest digest(classes.size());
  for (const auto& [id, entry] : classes) digest.add(entry.digest);
  return hex(digest.value());
}

}  // namespace noughts::quixo
