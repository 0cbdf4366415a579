#include "noughts/quixo/tables/manifest.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/fields.h"
#include "noughts/core/json.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/store/table_file.h"

namespace noughts::quixo::tables {
namespace {

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::string checksum_of(const Json& document) {
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  return hex(store::checksum({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

store::Path path_in(const store::Path& folder) { return folder / kManifestName; }

std::string pair_name(Pair pair) { return fmt::format("pair-x{:02}o{:02}.json", pair.a, pair.b); }

// "4x4", "5x5 with lines of 4, two lines winning": rules for people.
std::string in_words(int size, int line, bool both_win, bool fortress_wins) {
  std::string words = fmt::format("{0}x{0}", size);
  if (line != size) words += fmt::format(" with lines of {}", line);
  if (both_win) words += ", two lines winning";
  if (fortress_wins) words += ", a fortress winning";
  return words;
}
std::string in_words(const Rules& rules) {
  return in_words(rules.size(), rules.line(), rules.both_lines() == BothLines::kMoverWins,
                  rules.fortress() == FortressRule::kWins);
}
// As a file describes them.
std::string in_words(const Json& described) {
  std::optional<std::string> complaint;
  const Fields fields(described, "it", complaint);
  const std::string words = in_words(fields.small("size"), fields.small("line"),
                                     fields.at("both_lines") == "win", fields.has("fortress"));
  return complaint ? "something else" : words;
}

// The pairs of the board that have a list of their own.
std::vector<Pair> pairs_listed_apart(const store::Path& folder, const Rules& rules) {
  std::vector<Pair> pairs;
  for (int tier = 0; tier <= rules.cells(); ++tier) {
    for (int a = 0; 2 * a <= tier; ++a) {
      std::error_code ignored;
      const Pair pair{a, tier - a};
      if (std::filesystem::exists(folder / pair_name(pair), ignored)) pairs.push_back(pair);
    }
  }
  return pairs;
}

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
    if (entry.rank_digest) classes.back()["rank_digest"] = hex(*entry.rank_digest);
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
          {"ranks", manifest.ranks},
          {"classes", classes},
          {"work", work}};
}

void read_class(const Fields& fields, const Rules& rules, Manifest& manifest) {
  const ClassId id{fields.small("x"), fields.small("o")};
  if (id.x > rules.cells() || id.o > rules.cells() - id.x) {
    return fields.refuse("has more tiles than the board");
  }
  ManifestEntry entry{{fields.whole("win"), fields.whole("loss"), fields.whole("draw")},
                      fields.digest("digest"),
                      fields.whole("bytes")};
  if (fields.has("rank_digest")) entry.rank_digest = fields.digest("rank_digest");
  if (entry.rank_digest.has_value() != manifest.ranks) {
    fields.refuse(manifest.ranks ? "has no digest of ranks" : "has a digest of ranks");
  }
  const std::uint64_t boards = class_size(rules, id);
  const Counts& counts = entry.counts;
  if (counts.win > boards || counts.loss > boards || counts.total() != boards) {
    fields.refuse("counts more boards than the class has");
  }
  if (!manifest.classes.emplace(id, entry).second) fields.refuse("is listed twice");
}

void read_work(const Fields& fields, const Rules& rules, Manifest& manifest) {
  const Pair pair{fields.small("x"), fields.small("o")};
  if (pair.a > pair.b || pair.b > rules.cells() - pair.a) {
    return fields.refuse("names no pair of this board");
  }
  PairWork work{fields.small("rounds"),      fields.small("sparse_steps"), fields.real("seconds"),
                fields.real("core_seconds"), fields.whole("peak_memory"),  {}};
  if (fields.has("plies")) {
    for (const Json& count : fields.list("plies")) {
      if (!count.is_array() || count.size() != 2) {
        return fields.refuse("has plies that are not pairs");
      }
      work.plies.push_back({fields.number(count[0], "number"), fields.number(count[1], "number")});
    }
    if (work.plies.size() > std::size_t{kMostPlies} + 1) fields.refuse("has too many plies");
  }
  manifest.work[pair] = std::move(work);
}

// What a document says whose checksum is right and which is about these rules; or
// what is wrong with it.
Manifest read_document(const Json& document, const Rules& rules,
                       std::optional<std::string>& complaint) {
  Manifest manifest;
  const Fields all(document, "it", complaint);
  manifest.steps = all.flag("steps");
  manifest.ranks = all.has("ranks") && all.flag("ranks");
  std::size_t number = 0;
  for (const Json& entry : all.list("classes")) {
    const std::string name = fmt::format("class {} of its list", ++number);
    read_class(Fields(entry, name, complaint), rules, manifest);
    if (complaint) return manifest;
  }
  if (manifest.classes.empty()) all.refuse("lists no classes");
  if (!all.has("work")) return manifest;
  number = 0;
  for (const Json& took : all.list("work")) {
    const std::string name = fmt::format("entry {} of its work", ++number);
    read_work(Fields(took, name, complaint), rules, manifest);
    if (complaint) return manifest;
  }
  return manifest;
}

}  // namespace

namespace {

Result<void> write_list(const Manifest& manifest, const store::Path& path, const Rules& rules) {
  Json document = to_json(manifest, rules);
  document["checksum"] = checksum_of(document);
  return store::write_file(path, document.dump(1) + "\n");
}

Result<Manifest> read_list(const store::Path& path, const Rules& rules) {
  auto text = store::read_plain_file(path);
  if (!text) return text.error();
  return Manifest::parse(*text, path, rules);
}

// What `more`, from the file `path`, adds.
Result<void> add_list(Manifest& manifest, const Manifest& more, const store::Path& path) {
  if (manifest.classes.empty()) {
    manifest = more;
    return {};
  }
  if (manifest.steps != more.steps || manifest.ranks != more.ranks) {
    return Error{ErrorCode::kWrongVersion,
                 fmt::format("{} lists tables made {} steps and {} ranks, unlike the others in its "
                             "folder; move it and its tables to another folder",
                             path.string(), more.steps ? "with" : "without",
                             more.ranks ? "with" : "without")};
  }
  for (const auto& [id, entry] : more.classes) {
    const auto [there, added] = manifest.classes.emplace(id, entry);
    if (added || there->second.digest == entry.digest) continue;
    return Error{ErrorCode::kCorrupt,
                 fmt::format("{} and manifest.json beside it have different values for class "
                             "({}, {}); delete the tables and solve again",
                             path.string(), id.x, id.o)};
  }
  manifest.work.insert(more.work.begin(), more.work.end());
  return {};
}

}  // namespace

Result<void> Manifest::write(const store::Path& folder, const Rules& rules) const {
  return write_list(*this, path_in(folder), rules);
}

bool Manifest::lists(Pair pair) const {
  const auto movers = pair.movers();
  return std::all_of(movers.begin(), movers.end(), [&](Mover mover) {
    return classes.contains(class_of(PlaneId{pair, mover}));
  });
}

Result<void> Manifest::write_pair(const store::Path& folder, const Rules& rules, Pair pair) const {
  Manifest only{steps, ranks, {}, {}};
  for (const Mover mover : pair.movers()) {
    const ClassId id = class_of(PlaneId{pair, mover});
    only.classes[id] = classes.at(id);
  }
  if (const auto took = work.find(pair); took != work.end()) only.work.insert(*took);
  return write_list(only, folder / pair_name(pair), rules);
}

Result<void> Manifest::fold(const store::Path& folder, const Rules& rules) const {
  std::vector<Pair> apart = pairs_listed_apart(folder, rules);
  std::erase_if(apart, [&](Pair pair) { return !lists(pair); });
  if (apart.empty()) return {};
  if (auto written = write(folder, rules); !written) return written;
  for (const Pair pair : apart) {
    std::error_code ignored;  // one that stays says the same
    std::filesystem::remove(folder / pair_name(pair), ignored);
  }
  return {};
}

// First the lists of single pairs: what vanishes meanwhile is in manifest.json already.
Result<Manifest> Manifest::read(const store::Path& folder, const Rules& rules) {
  std::map<store::Path, Manifest> apart;
  for (const Pair pair : pairs_listed_apart(folder, rules)) {
    const store::Path path = folder / pair_name(pair);
    auto list = read_list(path, rules);
    if (list) {
      apart.emplace(path, *std::move(list));
    } else if (list.error().code != ErrorCode::kMissing) {
      return list.error();
    }
  }
  auto manifest = read_list(path_in(folder), rules);
  if (!manifest && manifest.error().code == ErrorCode::kMissing && !apart.empty()) {
    manifest = Manifest();
  }
  if (!manifest && manifest.error().code == ErrorCode::kMissing) {
    return Error{
        ErrorCode::kMissing,
        fmt::format("there are no tables in {}; make them with solve quixo", folder.string())};
  }
  for (const auto& [path, list] : apart) {
    if (!manifest) break;
    if (auto added = add_list(*manifest, list, path); !added) return added.error();
  }
  return manifest;
}

Result<Manifest> Manifest::parse(std::string_view text, const store::Path& path,
                                 const Rules& rules) {
  const std::string name = path.string();
  const auto damaged = [&](const std::string& why) {
    return Error{ErrorCode::kCorrupt,
                 fmt::format("{} is damaged: {}; delete it and solve again", name, why)};
  };
  auto document = parse_document(text);
  if (!text.ends_with("}\n")) {
    return Error{ErrorCode::kUnfinished,
                 fmt::format("{} is cut short; delete it and solve again", name)};
  }
  if (!document || !document->is_object()) return damaged("it is not a list of tables");
  const Json checksum = document->value("checksum", Json());
  document->erase("checksum");
  if (checksum != Json(checksum_of(*document))) {
    return damaged("it does not match its checksum");
  }
  const Json about = document->value("rules", Json());
  if (about != describe_rules(rules)) {
    return Error{ErrorCode::kWrongVersion,
                 fmt::format("the tables in {} hold {}, not {}; give the options they were made "
                             "with, or another folder",
                             path.parent_path().string(), in_words(about), in_words(rules))};
  }
  std::optional<std::string> complaint;
  Manifest manifest = read_document(*document, rules, complaint);
  if (complaint) return damaged(*complaint);
  return manifest;
}

namespace {

Counts sum_of(const std::map<ClassId, ManifestEntry>& classes) {
  Counts sum;
  for (const auto& [id, entry] : classes) sum += entry.counts;
  return sum;
}

}  // namespace

Result<std::vector<ClassId>> Manifest::choose(std::vector<ClassId> wanted,
                                              const store::Path& folder) const {
  if (wanted.empty()) {
    for (const auto& [id, entry] : classes) wanted.push_back(id);
  }
  for (const ClassId id : wanted) {
    if (classes.contains(id)) continue;
    return Error{ErrorCode::kMissing,
                 fmt::format("the tables in {} have no boards with {} X and {} O", folder.string(),
                             id.x, id.o)};
  }
  return wanted;
}

std::uint64_t Manifest::boards_of(const std::vector<ClassId>& ids) const {
  std::uint64_t boards = 0;
  for (const ClassId id : ids) boards += classes.at(id).counts.total();
  return boards;
}

Counts Manifest::totals() const { return sum_of(classes); }
Counts Solution::totals() const { return sum_of(classes); }

std::string digest_text(const std::map<ClassId, ManifestEntry>& classes) {
  store::ContentDigest digest(classes.size());
  for (const auto& [id, entry] : classes) digest.add(entry.digest);
  return hex(digest.value());
}

}  // namespace noughts::quixo::tables
