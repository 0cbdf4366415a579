#include "noughts/serve/analysis_cache.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/combinatorics.h"
#include "noughts/core/text.h"
#include "noughts/play/families.h"
#include "noughts/present/hyper_board.h"
#include "noughts/present/quantum_board.h"
#include "noughts/present/quixo_board.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::serve {
namespace {

// The memory of the server in parts: 3/8 + 1/6 + 1/64 and, with two kept for each of two
// games and kMostSearching running, 8/24. What is left is for answers on their way and
// for the program itself.
constexpr std::size_t kKeptSearches = 2;     // of each game
constexpr std::uint64_t kSearchShare = 24;   // for each search
constexpr std::uint64_t kLongShare = 6;      // a curve, a sweep, a classification
constexpr double kSolvedShare = 0.375;       // Quixo solved in memory: all four rules of 4x4
constexpr std::uint64_t kAnswersShare = 64;  // answers that are kept

std::string name_of(const quixo::Rules& rules) { return present::rules_json(rules).dump(); }

// What opened tables keep of their chunks, at most (quixo/tables/probe.cpp).
constexpr std::size_t kTableBytes = std::size_t{64} << 20;

// What all boards take once they are solved: 57 MB were measured for 4x4.
std::size_t solved_bytes(const quixo::Rules& rules) {
  return static_cast<std::size_t>(1.33 * static_cast<double>(int_power(3, rules.cells())));
}

}  // namespace

AnalysisCache::AnalysisCache(const AnalysisCacheOptions& options)
    : options_(options),
      solved_(static_cast<std::size_t>(kSolvedShare * static_cast<double>(options.memory_bytes))),
      quixo_(kKeptSearches),
      quantum_(kKeptSearches),
      hyper_(kKeptSearches),
      answers_(options.memory_bytes / kAnswersShare) {}

Result<std::unique_ptr<AnalysisCache>> AnalysisCache::open(const AnalysisCacheOptions& options) {
  std::unique_ptr<AnalysisCache> analyses(new AnalysisCache(options));
  if (!options.tables.empty()) {
    auto found = play::find_tables(options.tables);
    if (!found) return found.error();
    analyses->tables_ = std::move(*found);
  }
  if (!options.proofs.empty()) {
    auto found = play::find_proofs(options.proofs);
    if (!found) return found.error();
    analyses->proofs_ = std::move(*found);
  }
  return analyses;
}

void AnalysisCache::tell_load(LoadOf load) {
  const std::lock_guard lock(mutex_);
  load_ = std::move(load);
}

Load AnalysisCache::load(Lane lane) const {
  const std::lock_guard lock(mutex_);
  return load_ ? load_(lane) : Load{};
}

bool AnalysisCache::knows(const quixo::Rules& rules) {
  const play::FoundTables* tables = play::tables_for(tables_, rules);
  if (tables != nullptr && tables->has_all_classes()) return true;
  const std::shared_ptr<Solved> solved = solved_.find(name_of(rules));
  if (tables != nullptr || solved == nullptr) return false;
  const std::unique_lock lock(solved->mutex, std::try_to_lock);
  return lock && solved->values != nullptr;
}

Result<std::shared_ptr<const quixo::tables::ValueSource>> AnalysisCache::values(
    const quixo::Rules& rules) {
  const play::FoundTables* tables = play::tables_for(tables_, rules);
  if (tables == nullptr && rules.size() > quixo::solve::kMostSolvedInMemory) {
    return Error{ErrorCode::kMissing,
                 "this server has no 5x5 tables for these rules; make them with solve quixo and "
                 "start the server with their folder"};
  }
  const std::shared_ptr<Solved> solved = solved_.get(
      name_of(rules), [] { return std::make_shared<Solved>(); },
      tables != nullptr ? kTableBytes : solved_bytes(rules));
  const std::lock_guard lock(solved->mutex);
  if (solved->values != nullptr) return solved->values;
  CancelToken cancel;
  const Tied tied(cancel);
  auto values = play::make_values(rules, {.tables = tables != nullptr ? tables->folder : "",
                                          .budget = {.cancel = &cancel},
                                          .threads = options_.threads});
  if (values) solved->values = *values;
  return values;
}

// The analyst of one question: what is known is looked up beside all others.
class AnalysisCache::Shared final : public play::Analyst {
 public:
  explicit Shared(Held& held) : held_(held) {}
  Result<play::Analysis> known(const play::State& state) override {
    return held_.analyst->known(state);
  }
  Result<play::Analysis> analyze(const play::State& state) override {
    Result<play::Analysis> found = known(state);
    if (found ? found->complete() : found.error().code != ErrorCode::kMissing) return found;
    const std::lock_guard lock(held_.mutex);
    held_.cancel.rearm();
    const Tied tied(held_.cancel);
    return held_.analyst->analyze(state);
  }
  bool reads_far() const override { return held_.analyst->reads_far(); }

 private:
  Held& held_;
};

template <class R>
Result<Json> AnalysisCache::ask_quixo(const R& rules,
                                      std::shared_ptr<const quixo::tables::ValueSource> values,
                                      const Question& question) {
  const std::string name = present::rules_json(rules).dump();
  std::optional<Error> failed;
  const std::shared_ptr<Held> held = quixo_.get(name, [&] {
    auto made = std::make_shared<Held>();
    auto analyst = play::make_analyst(*play::make_game(rules), {.budget = {.cancel = &made->cancel},
                                                                .threads = options_.threads,
                                                                .values = std::move(values)});
    if (analyst) made->analyst = std::move(*analyst);
    if (!analyst) failed = analyst.error();
    return made;
  });
  if (held->analyst == nullptr) {
    quixo_.forget(name);
    return failed.value_or(Error{ErrorCode::kMissing, "nothing is known of this board"});
  }
  Shared shared(*held);
  return question(shared);
}

Result<Json> AnalysisCache::ask(const quixo::LargeRules& rules, const Question& question) {
  return ask_quixo(rules, nullptr, question);
}

Result<Json> AnalysisCache::ask(const quixo::Rules& rules, const Question& question) {
  auto known = values(rules);
  if (!known && known.error().code != ErrorCode::kMissing) return known.error();
  return ask_quixo(rules, known ? *known : nullptr, question);
}

Result<Json> AnalysisCache::ask(const quantum::Rules& rules, const Question& question) {
  const auto begin = [&](Held& held) {
    held.analyst = *play::make_analyst(
        *play::make_game(rules),
        {.budget = {.memory_bytes = options_.memory_bytes / kSearchShare, .cancel = &held.cancel}});
  };
  const std::shared_ptr<Held> held = quantum_.get(present::rules_json(rules).dump(), [&] {
    auto made = std::make_shared<Held>();
    begin(*made);
    return made;
  });
  const std::lock_guard lock(held->mutex);
  held->cancel.rearm();
  const Tied tied(held->cancel);
  Result<Json> answer = question(*held->analyst);
  if (answer || answer.error().code != ErrorCode::kNoSpace) return answer;
  // The search remembers too many positions of other questions: it begins anew, for this one
  // before any that waits.
  held->analyst.reset();
  begin(*held);
  return question(*held->analyst);
}

Result<Json> AnalysisCache::ask(const hyper::Rules& rules, const Question& question,
                                double seconds) {
  const double most = options_.hyper_seconds;
  const double limit = seconds > 0 ? std::min(seconds, most) : most;
  const std::string name = present::rules_json(rules).dump();
  std::optional<Error> failed;
  const std::shared_ptr<Held> held = hyper_.get(name, [&] {
    auto made = std::make_shared<Held>();
    auto analyst = play::make_analyst(
        *play::make_game(rules),
        {.budget = {.memory_bytes = options_.memory_bytes / kSearchShare, .cancel = &made->cancel},
         .strategy = play::proof_for(proofs_, rules)});
    if (analyst) {
      made->analyst = std::move(*analyst);
    } else {
      failed = analyst.error();
    }
    return made;
  });
  if (held->analyst == nullptr) {
    hyper_.forget(name);
    return failed.value_or(
        bad_input("positions on this board are not analysed; choose a smaller board"));
  }
  const std::lock_guard lock(held->mutex);
  held->cancel.rearm();
  const Tied tied(held->cancel);
  const Deadline deadline(held->cancel, limit);
  Result<Json> answer = question(*held->analyst);
  if (answer || answer.error().code == ErrorCode::kBadInput) return answer;
  // What was found stays in the search's memory, unless that is full.
  if (answer.error().code == ErrorCode::kNoSpace) hyper_.forget(name);
  return Error{ErrorCode::kCancelled,
               fmt::format("this position was not decided within {:g} seconds; ask again, or play "
                           "on: positions with more marks are easier",
                           limit)};
}

Result<Json> AnalysisCache::once(const std::string& name, double seconds,
                                 const std::function<Result<Json>(const Budget&)>& compute) {
  if (const auto known = answers_.find(name)) return *known;
  CancelToken cancel;
  const Tied tied(cancel);
  const Deadline deadline(cancel, seconds);
  Result<Json> answer =
      compute({.memory_bytes = options_.memory_bytes / kLongShare, .cancel = &cancel});
  if (answer) {
    // A document in memory takes several times its text.
    constexpr std::size_t kPerByte = 8;
    answers_.insert(name, std::make_shared<const Json>(*answer), kPerByte * answer->dump().size());
  }
  if (!answer && answer.error().code == ErrorCode::kCancelled) {
    return Error{ErrorCode::kCancelled,
                 fmt::format("this was not computed within {:g} seconds; the command line has no "
                             "such limit",
                             seconds)};
  }
  return answer;
}

}  // namespace noughts::serve
