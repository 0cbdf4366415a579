#include "noughts/quixo/proof/proof.h"

#include <fmt/format.h>

#include <set>

#include "noughts/core/json.h"
#include "noughts/core/machine.h"
#include "noughts/quixo/proof/pair_proof.h"

namespace noughts::quixo {
namespace {

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

// What earlier runs proved: the digests of all tables that the proof of a pair rests on,
// and how many boards it looked at.
class ProofFile {
 public:
  ProofFile(const store::Path& folder, const Rules& rules)
      : path_(folder / "proof.json"), rules_(describe_rules(rules)) {
    // A file that cannot be read, or is about something else, proves nothing.
    const auto text = store::read_file(path_);
    if (!text) return;
    const std::optional<Json> document = parse_document(*text);
    if (!document || !document->is_object() || document->value("rules", Json()) != rules_) return;
    if (document->value("checksum", "") != checksum_of(document->value("pairs", Json()))) return;
    pairs_ = document->at("pairs");
  }

  std::optional<std::uint64_t> find(Pair pair, const std::string& digests) const {
    const auto found = pairs_.find(key(pair));
    if (found == pairs_.end() || (*found)["digests"] != digests) return std::nullopt;
    return (*found)["checked"].get<std::uint64_t>();
  }
  Result<void> add(Pair pair, const std::string& digests, std::uint64_t checked) {
    pairs_[key(pair)] = {{"digests", digests}, {"checked", checked}};
    const Json document = {{"rules", rules_}, {"pairs", pairs_}, {"checksum", checksum_of(pairs_)}};
    return store::write_file(path_, document.dump(1) + "\n");
  }

 private:
  static std::string key(Pair pair) { return fmt::format("{},{}", pair.a, pair.b); }
  static std::string checksum_of(const Json& pairs) {
    const std::string text = pairs.dump();
    return hex(store::checksum({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
  }

  store::Path path_;
  Json rules_;
  Json pairs_ = Json::object();
};

class Prover {
 public:
  Prover(const store::Path& folder, const Rules& rules, Workers& workers)
      : folder_(folder),
        workers_(workers),
        layout_(std::make_shared<const TableLayout>(rules)),
        boards_(*layout_, workers),
        file_(folder, rules) {}

  Result<ProofReport> run() {
    auto manifest = Manifest::read(folder_, layout_->rules);
    if (!manifest) return manifest.error();
    if (!manifest->ranks) {
      return Error{ErrorCode::kWrongVersion,
                   fmt::format("the tables in {} have no ranks, and without them nothing can be "
                               "proved; solve again with ranks into another folder",
                               folder_.string())};
    }
    manifest_ = std::move(*manifest);
    std::set<Pair> pairs;
    for (const auto& [id, entry] : manifest_.classes) pairs.insert(plane_of(id).pair);
    std::vector<Pair> order(pairs.begin(), pairs.end());
    std::ranges::stable_sort(order, std::greater{}, [](Pair pair) { return pair.tier(); });
    if (auto room = check_memory(order); !room) return room.error();
    Progress progress(workers_.budget().progress, "proving", manifest_.totals().total());
    for (const Pair pair : order) {
      progress.set_stage(
          fmt::format("proving tier {}, class ({}, {})", pair.tier(), pair.a, pair.b));
      if (auto done = prove(pair); !done) return done.error();
      if (report_.wrong > 0) return report_;
      progress.advance(states_of(layout_->rules, pair));
    }
    report_.proved = report_.unchecked == 0;
    return report_;
  }

 private:
  // For the pairs that are not proved yet.
  Result<void> check_memory(const std::vector<Pair>& pairs) const {
    std::uint64_t most = 0;
    for (const Pair pair : pairs) {
      auto rests_on = digests(pair);
      if (!rests_on) return rests_on.error();
      if (*rests_on && file_.find(pair, **rests_on)) continue;
      most = std::max(most, proof_memory_bytes(*layout_, pair));
    }
    const auto available = available_memory();
    if (!available || most <= *available) return {};
    return Error{ErrorCode::kNoSpace, fmt::format("this needs {} of memory and {} are free",
                                                  format_bytes(most), format_bytes(*available))};
  }

  // Digests of the tables that the proof of a pair rests on; nothing if one is not listed.
  Result<std::optional<std::string>> digests(Pair pair) const {
    std::string text;
    const auto add = [&](ClassId id) -> Result<bool> {
      const auto listed = manifest_.classes.find(id);
      if (listed == manifest_.classes.end()) return false;
      auto table = ClassTable::open(folder_, layout_, id);
      if (!table) return table.error();
      if (table->digest() != listed->second.digest ||
          table->rank_digest() != listed->second.rank_digest) {
        return Error{ErrorCode::kCorrupt,
                     fmt::format("{} is not the file that the manifest lists; delete it and solve "
                                 "again",
                                 class_path(folder_, id).string())};
      }
      text += hex(table->digest()) + hex(table->rank_digest().value_or(0));
      return true;
    };
    for (const Mover mover : pair.movers()) {
      auto own = add(class_of(PlaneId{pair, mover}));
      if (!own) return own.error();
      if (!*own) return std::optional<std::string>();
      if (pair.tier() == layout_->rules.cells()) continue;
      auto next = add(class_of(after_new_tile({pair, mover})));
      if (!next) return next.error();
      if (!*next) return std::optional<std::string>();
    }
    return std::optional(text);
  }

  Result<void> prove(Pair pair) {
    auto rests_on = digests(pair);
    if (!rests_on) return rests_on.error();
    const std::size_t classes = pair.movers().size();
    report_.classes += classes;
    if (!*rests_on) {
      report_.unchecked += classes;
      return {};
    }
    if (const auto known = file_.find(pair, **rests_on)) {
      report_.resumed += classes;
      report_.checked += *known;
    } else {
      auto found = prove_pair(folder_, layout_, pair, boards_, workers_);
      if (!found) return found.error();
      report_.checked += found->checked;
      report_.wrong += found->wrong;
      report_.first_wrong = found->first_wrong;
      if (found->wrong > 0) return {};
      if (auto kept = file_.add(pair, **rests_on, found->checked); !kept) return kept;
    }
    for (const Mover mover : pair.movers()) {
      report_.totals += manifest_.classes.at(class_of(PlaneId{pair, mover})).counts;
    }
    return {};
  }

  store::Path folder_;
  Workers& workers_;
  std::shared_ptr<const TableLayout> layout_;
  WholeBoards boards_;
  ProofFile file_;
  Manifest manifest_;
  ProofReport report_;
};

}  // namespace

Result<ProofReport> prove_tables(const store::Path& folder, const Rules& rules, Workers& workers) {
  return Prover(folder, rules, workers).run();
}

}  // namespace noughts::quixo
