#include "noughts/quixo/proof/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "noughts/core/fields.h"
#include "noughts/core/json.h"
#include "noughts/core/machine.h"
#include "noughts/quixo/proof/pair_proof.h"

namespace noughts::quixo::proof {
namespace {

// What earlier runs proved: for each pair the digest of all that its proof read.
class ProofState {
 public:
  // Nothing is kept without a path; a file that is not there yet says nothing.
  static Result<ProofState> read(const store::Path& path, const Rules& rules) {
    ProofState state(path, rules);
    if (path.empty()) return state;
    const auto text = store::read_plain_file(path);
    if (!text && text.error().code == ErrorCode::kMissing) return state;
    if (!text) return text.error();
    const Json document = parse_document(*text).value_or(Json());
    std::optional<std::string> complaint;
    const Fields fields(document, "it", complaint);
    if (fields.at("rules") != state.rules_) fields.refuse("is for other rules");
    const Json& proved = fields.at("proved");
    if (!complaint && !proved.is_object()) fields.refuse("has no list of pairs");
    if (!complaint) {
      for (const auto& [pair, digest] : proved.items()) {
        if (digest.is_string()) state.proved_[pair] = digest.get<std::string>();
        if (!digest.is_string()) fields.refuse("has a digest that is not a text");
      }
    }
    if (!complaint) return state;
    return Error{
        ErrorCode::kCorrupt,
        fmt::format(
            "{} is not a state of this proof: {}; delete it or name another file for the state",
            path.string(), *complaint)};
  }

  bool mentions(Pair pair) const { return proved_.contains(key(pair)); }
  bool has(Pair pair, const std::string& digest) const {
    const auto found = proved_.find(key(pair));
    return found != proved_.end() && found->second == digest;
  }
  Result<void> add(Pair pair, const std::string& digest) {
    if (path_.empty()) return {};
    proved_[key(pair)] = digest;
    const Json document = {{"rules", rules_}, {"proved", proved_}};
    return store::write_file(path_, document.dump(1) + "\n");
  }

 private:
  ProofState(store::Path path, const Rules& rules)
      : path_(std::move(path)), rules_(tables::describe_rules(rules)) {}
  static std::string key(Pair pair) { return fmt::format("{},{}", pair.a, pair.b); }

  store::Path path_;
  Json rules_;
  std::map<std::string, std::string> proved_;
};

// Whether a file would lie in a folder, or below it.
bool lies_in(const store::Path& file, const store::Path& folder) {
  std::error_code code;
  const store::Path inner =
      std::filesystem::weakly_canonical(std::filesystem::absolute(file), code);
  const store::Path outer =
      std::filesystem::weakly_canonical(std::filesystem::absolute(folder), code);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

class Prover {
 public:
  Prover(const store::Path& folder, const Rules& rules, Workers& workers, ProofState state)
      : folder_(folder),
        workers_(workers),
        layout_(std::make_shared<const layout::TableLayout>(rules)),
        boards_(*layout_, workers),
        state_(std::move(state)) {}

  Result<Report> run() {
    auto manifest = tables::Manifest::read(folder_, layout_->rules);
    if (!manifest) return manifest.error();
    if (!manifest->ranks) {
      return Error{ErrorCode::kWrongVersion,
                   fmt::format("the tables in {} have no ranks, which a proof needs; solve again "
                               "with ranks into another folder",
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
      auto known = rests_on(pair);
      if (!known) return known.error();
      if (known->empty() || state_.mentions(pair)) continue;
      most = std::max(most, memory_bytes(*layout_, pair));
    }
    const auto available = available_memory();
    if (!available || most <= *available) return {};
    return Error{ErrorCode::kNoSpace, fmt::format("this needs {} of memory and {} are free",
                                                  format_bytes(most), format_bytes(*available))};
  }

  // The classes that the proof of a pair rests on; none if one is not listed. Their files are those
  // that the manifest lists.
  Result<std::set<ClassId>> rests_on(Pair pair) const {
    std::set<ClassId> classes;
    for (const Mover mover : pair.movers()) {
      classes.insert(class_of(PlaneId{pair, mover}));
      if (pair.tier() == layout_->rules.cells()) continue;
      classes.insert(class_of(after_new_tile({pair, mover})));
    }
    for (const ClassId id : classes) {
      if (!manifest_.classes.contains(id)) return std::set<ClassId>();
    }
    for (const ClassId id : classes) {
      auto table = tables::ClassTable::open_listed(folder_, layout_, id, manifest_);
      if (!table) return table.error();
    }
    return classes;
  }

  // What was read of a class is what was read of it before, and as many boards as are listed.
  Result<void> take(ClassId id, const tables::ClassContent& content) {
    const auto [known, fresh] = seen_.emplace(id, content);
    if (known->second != content) {
      return Error{
          ErrorCode::kCorrupt,
          fmt::format(
              "{} changed during the proof; keep other programs out of the folder and start again",
              tables::class_path(folder_, id).string())};
    }
    const Counts& listed = manifest_.classes.at(id).counts;
    if (!fresh || content.counts == listed || report_.wrong > 0) return {};
    report_.wrong = 1;
    report_.first_wrong =
        fmt::format("class ({}, {}) has {} wins and {} losses, the manifest says {} and {}", id.x,
                    id.o, content.counts.win, content.counts.loss, listed.win, listed.loss);
    return {};
  }

  // What the tables say now, of classes of which nothing was read yet.
  Result<void> read_again(const std::set<ClassId>& classes) {
    for (const ClassId id : classes) {
      if (seen_.contains(id)) continue;
      auto table = tables::ClassTable::open_listed(folder_, layout_, id, manifest_);
      if (!table) return table.error();
      const auto content = tables::read_content(*table, workers_);
      if (!content) return content.error();
      if (auto same = take(id, *content); !same) return same;
    }
    return {};
  }

  // Require: all of them have been read.
  std::string digest_of(const std::set<ClassId>& classes) const {
    tables::Contents contents;
    for (const ClassId id : classes) contents.emplace(id, seen_.at(id));
    return store::to_hex(tables::digest_of_values(contents)) +
           store::to_hex(tables::digest_of_ranks(contents));
  }

  Result<void> prove(Pair pair) {
    auto known = rests_on(pair);
    if (!known) return known.error();
    const std::size_t classes = pair.movers().size();
    report_.classes += classes;
    if (known->empty()) {
      report_.unchecked += classes;
      return {};
    }
    if (state_.mentions(pair)) {
      if (auto read = read_again(*known); !read) return read;
    }
    if (report_.wrong > 0) return {};
    if (state_.mentions(pair) && state_.has(pair, digest_of(*known))) {
      report_.resumed += classes;
      report_.checked += pair.movers().size() * boards_checked(pair);
    } else if (auto done = prove_anew(pair, *known); !done || report_.wrong > 0) {
      return done;
    }
    for (const Mover mover : pair.movers()) {
      report_.totals += seen_.at(class_of(PlaneId{pair, mover})).counts;
    }
    return {};
  }

  // The kept boards of one class of a pair.
  std::uint64_t boards_checked(Pair pair) const {
    const layout::ClassLayout at(layout_->geometry, pair);
    std::uint64_t kept = 0;
    for (const int p : layout::present(at)) kept += layout::kept_boards(*layout_, at, p);
    return kept;
  }

  Result<void> prove_anew(Pair pair, const std::set<ClassId>& classes) {
    auto found = prove_pair(folder_, layout_, pair, boards_, workers_);
    if (!found) return found.error();
    report_.checked += found->checked;
    report_.wrong += found->wrong;
    report_.first_wrong = found->first_wrong;
    for (const auto& [id, content] : found->read) {
      if (auto same = take(id, content); !same) return same;
    }
    if (report_.wrong > 0) return {};
    return state_.add(pair, digest_of(classes));
  }

  store::Path folder_;
  Workers& workers_;
  std::shared_ptr<const layout::TableLayout> layout_;
  WholeBoards boards_;
  ProofState state_;
  tables::Manifest manifest_;
  tables::Contents seen_;  // of each class that was read
  Report report_;
};

}  // namespace

Result<Report> prove_tables(const store::Path& folder, const Rules& rules, Workers& workers,
                            const store::Path& state) {
  if (!state.empty() && lies_in(state, folder)) {
    return bad_input(
        fmt::format("{} lies in the folder of the tables, which the proof must not trust; name a "
                    "file elsewhere",
                    state.string()));
  }
  auto known = ProofState::read(state, rules);
  if (!known) return known.error();
  return Prover(folder, rules, workers, std::move(*known)).run();
}

}  // namespace noughts::quixo::proof
