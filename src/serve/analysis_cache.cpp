#include "noughts/serve/analysis_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "noughts/core/combinatorics.h"
#include "noughts/core/text.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/quixo_search.h"
#include "noughts/present/hyper_board.h"
#include "noughts/present/quantum_board.h"
#include "noughts/present/quixo_board.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::serve {
namespace {

namespace fs = std::filesystem;

// The memory of the server in parts: 3/8 + 1/6 + 1/64 and, with two kept for each of two
// games and kMostSearching running, 8/24. What is left is for answers on their way and
// for the program itself.
constexpr std::size_t kKeptSearches = 2;       // of each game
constexpr std::uint64_t kSearchShare = 24;     // for each search
constexpr std::uint64_t kBeatNodes = 600'000;  // who can be beaten: about a second
constexpr std::uint64_t kLongShare = 6;        // a curve, a sweep, a classification
constexpr double kSolvedShare = 0.375;         // Quixo solved in memory: all four rules of 4x4
constexpr std::uint64_t kAnswersShare = 64;    // answers that are kept

std::string name_of(const quixo::Rules& rules) { return present::rules_json(rules).dump(); }

// What all boards take once they are solved: 57 MB were measured for 4x4.
std::size_t solved_bytes(const quixo::Rules& rules) {
  return static_cast<std::size_t>(1.33 * static_cast<double>(int_power(3, rules.cells())));
}

// Every set of rules that tables may be about.
std::vector<quixo::Rules> all_rules() {
  std::vector<quixo::Rules> all;
  for (int size = 3; size <= 5; ++size) {
    for (int line = 3; line <= size; ++line) {
      for (const auto both : {quixo::BothLines::kMoverLoses, quixo::BothLines::kMoverWins}) {
        all.push_back(*quixo::Rules::make(size, line, both));
      }
    }
  }
  return all;
}

// The tables in one folder, if its manifest is there.
Result<std::optional<FoundTables>> tables_in(const fs::path& folder) {
  Error last{ErrorCode::kMissing, ""};
  for (const quixo::Rules& rules : all_rules()) {
    Result<quixo::Manifest> manifest = quixo::Manifest::read(folder, rules);
    if (manifest) {
      return std::optional<FoundTables>(
          FoundTables{folder.string(), rules, manifest->classes.size(), manifest->steps});
    }
    last = manifest.error();
    if (last.code != ErrorCode::kWrongVersion) break;
  }
  if (last.code == ErrorCode::kMissing) return std::optional<FoundTables>();
  return last;
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
    const Result<void> looked = analyses->look_for_tables();
    if (!looked) return looked.error();
  }
  if (!options.proofs.empty()) {
    const Result<void> looked = analyses->look_for_proofs();
    if (!looked) return looked.error();
  }
  return analyses;
}

Result<void> AnalysisCache::look_for_tables() {
  std::vector<fs::path> folders = {options_.tables};
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(options_.tables, failed)) {
    if (entry.is_directory()) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) {
    Result<std::optional<FoundTables>> found = tables_in(folder);
    if (!found) return found.error();
    if (*found) tables_.push_back(std::move(**found));
  }
  if (tables_.empty()) {
    return Error{
        ErrorCode::kMissing,
        fmt::format("there are no tables in {}; solve quixo writes them", quote(options_.tables))};
  }
  return {};
}

Result<void> AnalysisCache::look_for_proofs() {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(options_.proofs, failed)) {
    if (entry.path().extension() != ".cert") continue;
    const auto certificate = hyper::read_certificate(entry.path().string());
    if (!certificate) return certificate.error();
    const auto rules =
        hyper::Rules::make(certificate->side, certificate->dims, certificate->players);
    if (!rules) continue;
    auto strategy = hyper::Strategy::make(*rules, *certificate);
    if (!strategy && strategy.error().code == ErrorCode::kBadInput) continue;  // another kind
    if (!strategy) {
      return Error{strategy.error().code,
                   fmt::format("{}: {}", quote(entry.path().string()), strategy.error().message)};
    }
    proofs_.push_back(std::make_shared<const hyper::Strategy>(std::move(*strategy)));
  }
  if (proofs_.empty()) {
    return Error{ErrorCode::kMissing,
                 fmt::format("there is no proved win in {}; solve hyper writes certificates",
                             quote(options_.proofs))};
  }
  return {};
}

Result<std::shared_ptr<play::Analyst>> AnalysisCache::make_analyst(
    const hyper::Rules& rules, const CancelToken& cancel) const {
  std::shared_ptr<const hyper::Strategy> strategy;
  for (const auto& proof : proofs_) {
    const bool same = !rules.misere() && proof->rules().board().side() == rules.board().side() &&
                      proof->rules().board().dims() == rules.board().dims() &&
                      proof->rules().players() == rules.players();
    if (same) strategy = proof;
  }
  return play::make_hyper_analyst(rules,
                                  {.memory_bytes = options_.memory_bytes / kSearchShare,
                                   .nodes = kBeatNodes,
                                   .cancel = &cancel},
                                  std::move(strategy));
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
  const std::string name = name_of(rules);
  const auto same = [&](const FoundTables& tables) { return name_of(tables.rules) == name; };
  if (std::any_of(tables_.begin(), tables_.end(), same)) return true;
  const std::shared_ptr<Solved> solved = solved_.find(name);
  if (solved == nullptr) return false;
  const std::unique_lock lock(solved->mutex, std::try_to_lock);
  return lock && solved->values != nullptr;
}

Result<std::shared_ptr<const quixo::ValueSource>> AnalysisCache::values(const quixo::Rules& rules) {
  const std::string name = name_of(rules);
  const std::shared_ptr<Solved> solved = solved_.get(
      name, [] { return std::make_shared<Solved>(); }, solved_bytes(rules));
  const std::lock_guard lock(solved->mutex);
  if (solved->values != nullptr) return solved->values;
  for (const FoundTables& tables : tables_) {
    if (name_of(tables.rules) != name) continue;
    auto opened = quixo::open_tables(tables.folder, rules);
    if (!opened) return opened.error();
    solved->values = std::move(*opened);
    return solved->values;
  }
  if (rules.size() > 4) {
    return Error{ErrorCode::kMissing,
                 "5x5 needs tables, and this server has none for these rules: let solve quixo "
                 "write them to a folder, and start the server with it"};
  }
  CancelToken cancel;
  const Tied tied(cancel);
  Workers workers(options_.threads, {.cancel = &cancel});
  auto values = quixo::solve_in_memory(rules, workers);
  if (!values) return values.error();
  solved->values = std::move(*values);
  return solved->values;
}

bool AnalysisCache::can_know(const quixo::Rules& rules) const {
  return rules.size() <= quixo::kMostSolvedInMemory ||
         std::any_of(tables_.begin(), tables_.end(), [&](const FoundTables& tables) {
           return name_of(tables.rules) == name_of(rules);
         });
}

bool AnalysisCache::has_some_classes(const quixo::Rules& rules) const {
  const auto cells = static_cast<std::size_t>(rules.cells());
  return std::any_of(tables_.begin(), tables_.end(), [&](const FoundTables& tables) {
    return name_of(tables.rules) == name_of(rules) &&
           tables.classes < (cells + 1) * (cells + 2) / 2;
  });
}

template <class R>
Result<Json> AnalysisCache::search(const R& rules, const Question& question) {
  const std::shared_ptr<Held> held = quixo_.get(present::rules_json(rules).dump(), [&] {
    auto made = std::make_shared<Held>();
    made->analyst = play::make_quixo_search_analyst(rules, {.cancel = &made->cancel});
    return made;
  });
  const std::lock_guard lock(held->mutex);
  held->cancel.rearm();
  const Tied tied(held->cancel);
  return question(*held->analyst);
}

Result<Json> AnalysisCache::ask(const quixo::LargeRules& rules, const Question& question) {
  return search(rules, question);
}

Result<Json> AnalysisCache::ask(const quixo::Rules& rules, const Question& question) {
  if (!can_know(rules)) return search(rules, question);
  auto source = values(rules);
  if (!source) return source.error();
  auto answer = question(*play::make_quixo_analyst(*source));
  if (answer || answer.error().code != ErrorCode::kMissing || !has_some_classes(rules)) {
    return answer;
  }
  return search(rules, question);
}

Result<Json> AnalysisCache::ask(const quantum::Rules& rules, const Question& question) {
  const auto begin = [&](Held& held) {
    held.analyst = play::make_quantum_analyst(
        rules, {.memory_bytes = options_.memory_bytes / kSearchShare, .cancel = &held.cancel});
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
    auto analyst = make_analyst(rules, made->cancel);
    if (analyst) {
      made->analyst = std::move(*analyst);
    } else {
      failed = analyst.error();
    }
    return made;
  });
  if (held->analyst == nullptr) {
    hyper_.forget(name);
    return failed.value_or(bad_input("positions on this board are not analysed"));
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
