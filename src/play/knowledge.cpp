#include "noughts/play/knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "noughts/core/json.h"
#include "noughts/core/parallel.h"
#include "noughts/core/text.h"
#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/traps.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/folder.h"
#include "noughts/quixo/tables/late.h"
#include "noughts/quixo/tables/opening.h"

namespace noughts::play {
namespace {

namespace fs = std::filesystem;

using AnalystResult = Result<std::shared_ptr<Analyst>>;
using ValuesResult = Result<QuixoValues>;

// Positions that a search of a Quixo board looks at: a fifth of a second, and about one in a page.
constexpr std::uint64_t kQuixoNodes = 250'000;
constexpr int kLargestWithValues = 5;
// The same to decide a position, and each move that this leaves open.
constexpr std::uint64_t kDecidingNodes = 3'000;
// On n^k boards that are not searched whole: of each question about who can be beaten, about a
// second. The memory is the same at every door, since what is found depends on it.
constexpr std::uint64_t kBeatNodes = 600'000;
constexpr std::uint64_t kLargeBoardMemory = std::uint64_t{25} << 20;

// Solves when first asked: where given tables lack a board that is small enough.
class SolvedLater final : public quixo::tables::ValueSource {
 public:
  SolvedLater(const quixo::Rules& rules, const Sources& sources)
      : rules_(rules), sources_({.budget = sources.budget, .threads = sources.threads}) {}
  const quixo::Rules& rules() const override { return rules_; }
  bool has_plies() const override { return true; }
  Result<quixo::Outcome> at(quixo::Board board) const override {
    const ValuesResult values = solved();
    if (!values) return values.error();
    return (*values)->at(board);
  }

 private:
  ValuesResult solved() const {
    const std::lock_guard lock(mutex_);
    if (values_ == nullptr) {
      auto values = make_values(rules_, sources_);
      if (!values) return values;
      values_ = std::move(*values);
    }
    return values_;
  }

  quixo::Rules rules_;
  Sources sources_;
  mutable std::mutex mutex_;
  mutable QuixoValues values_;
};

// What the program knows by itself: the openings, with plies where it has them, and some late
// boards. They are opened once.
std::vector<QuixoPlace> built_in(const quixo::Rules& rules) {
  if (!quixo::tables::has_opening_tables(rules)) return {};
  const auto open = [&](auto opener) {
    auto opened = opener(rules);
    return opened ? QuixoValues(std::move(*opened)) : nullptr;
  };
  static const QuixoValues plies = open(quixo::tables::open_opening_plies);
  static const QuixoValues ranks = open(quixo::tables::open_opening_tables);
  if (plies == nullptr || ranks == nullptr) return {};
  const std::string how =
      fmt::format("the opening tables of the program: boards with at most {} tiles",
                  quixo::tables::kOpeningTier);
  static const QuixoValues late = quixo::tables::open_late_boards(rules);
  return {{plies, how}, {ranks, how}, {late, "late boards that are built into the program"}};
}

Result<std::vector<QuixoPlace>> links_of(const quixo::Rules& rules, const Sources& sources) {
  std::vector<QuixoPlace> links;
  const bool small = rules.size() <= quixo::solve::kMostSolvedInMemory;
  const bool given = sources.values != nullptr || !sources.tables.empty();
  if (given || small) {
    auto values = make_values(rules, sources);
    if (!values) return values.error();
    links.push_back({std::move(*values)});
  }
  for (QuixoPlace& place : built_in(rules)) links.push_back(std::move(place));
  if (given && small) links.push_back({std::make_shared<SolvedLater>(rules, sources)});
  return links;
}

// Of boards above 5x5 a short search decides too few.
std::optional<QuixoSearching> searching_of(int size, const Sources& sources) {
  const bool decides = sources.beyond == Beyond::kDecide;
  if (sources.beyond == Beyond::kStop || (decides && size != kLargestWithValues)) return {};
  QuixoSearchOptions options{.nodes = kQuixoNodes, .cancel = sources.budget.cancel};
  if (decides) {
    options.nodes = kDecidingNodes;
    options.table_bytes = std::size_t{4} << 20;
  }
  return QuixoSearching{options, decides};
}

AnalystResult chain_of(const quixo::Rules& rules, const Sources& sources) {
  auto links = links_of(rules, sources);
  if (!links) return links.error();
  return make_quixo_chain(rules, std::move(*links), searching_of(rules.size(), sources));
}

AnalystResult chain_of(const quixo::LargeRules& rules, const Sources& sources) {
  if (!sources.tables.empty()) return bad_input("there are no tables above 5x5");
  return make_quixo_chain(rules, {}, searching_of(rules.size(), sources));
}

AnalystResult chain_of(const quantum::Rules& rules, const Sources& sources) {
  return make_quantum_analyst(rules, sources.budget);
}

AnalystResult chain_of(const hyper::Rules& rules, const Sources& sources) {
  Budget budget = sources.budget;
  budget.progress = {};
  if (rules.cells() > kMostCellsSearchedWhole) {
    budget.memory_bytes = std::min(budget.memory_bytes, kLargeBoardMemory);
    if (budget.nodes == 0) budget.nodes = kBeatNodes;
  }
  auto strategy = sources.strategy;
  if (strategy == nullptr && !sources.proofs.empty()) {
    const Result<Proofs> found = find_proofs(sources.proofs);
    if (!found) return found.error();
    strategy = proof_for(*found, rules);
  }
  return make_hyper_analyst(rules, budget, std::move(strategy));
}

// The tables in one folder, if there is a list of them.
Result<std::optional<FoundTables>> tables_in(const fs::path& folder) {
  const Result<quixo::tables::Folder> found = quixo::tables::read_folder(folder);
  if (!found && found.error().code == ErrorCode::kMissing) return std::optional<FoundTables>();
  if (!found) return found.error();
  const quixo::tables::Manifest& manifest = found->manifest;
  return std::optional<FoundTables>(
      FoundTables{folder.string(), found->rules, manifest.classes.size(), manifest.steps});
}

// The folder itself, and those in it.
std::vector<fs::path> folders_at(const std::string& folder) {
  std::vector<fs::path> folders = {folder};
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.is_directory(failed)) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

// The tables of these rules in a folder, or in a folder in it.
ValuesResult open_given(const std::string& folder, const quixo::Rules& rules) {
  auto opened = quixo::open_tables(folder, rules);
  if (!opened && opened.error().code == ErrorCode::kMissing) {
    const auto found = find_tables(folder);
    const FoundTables* tables = found ? tables_for(*found, rules) : nullptr;
    if (tables != nullptr) opened = quixo::open_tables(tables->folder, rules);
  }
  if (!opened) return opened.error();
  return QuixoValues(std::move(*opened));
}

}  // namespace

AnalystResult make_analyst(const Game& game, const Sources& sources) {
  AnalystResult analyst =
      visit(game, [&](const auto& rules) -> AnalystResult { return chain_of(rules, sources); });
  if (!analyst || !sources.replies) return analyst;
  return std::shared_ptr<Analyst>(std::make_shared<TrapFinder>(std::move(*analyst)));
}

ValuesResult make_values(const quixo::Rules& rules, const Sources& sources) {
  if (sources.values != nullptr) return sources.values;
  if (!sources.tables.empty()) return open_given(sources.tables, rules);
  if (rules.size() > quixo::solve::kMostSolvedInMemory) {
    return Error{
        ErrorCode::kMissing,
        "5x5 needs tables, and none are given; make them with solve quixo and give their folder"};
  }
  Workers workers(sources.threads,
                  {.cancel = sources.budget.cancel, .progress = sources.budget.progress});
  auto values = quixo::solve::solve_in_memory(rules, workers);
  if (!values) return values.error();
  return QuixoValues(std::move(*values));
}

bool FoundTables::has_all_classes() const {
  const auto cells = static_cast<std::size_t>(rules.cells());
  return classes == (cells + 1) * (cells + 2) / 2;
}

Result<std::vector<FoundTables>> find_tables(const std::string& folder) {
  std::vector<FoundTables> all;
  for (const fs::path& path : folders_at(folder)) {
    Result<std::optional<FoundTables>> found = tables_in(path);
    if (!found) return found.error();
    if (*found) all.push_back(std::move(**found));
  }
  if (all.empty()) {
    return Error{
        ErrorCode::kMissing,
        fmt::format("there are no tables in {}; make them with solve quixo", quote(folder))};
  }
  return all;
}

const FoundTables* tables_for(const std::vector<FoundTables>& found, const quixo::Rules& rules) {
  const Json wanted = quixo::tables::describe_rules(rules);
  const auto same = std::find_if(found.begin(), found.end(), [&](const FoundTables& tables) {
    return quixo::tables::describe_rules(tables.rules) == wanted;
  });
  return same == found.end() ? nullptr : &*same;
}

Result<Proofs> find_proofs(const std::string& folder) {
  Proofs proofs;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() != ".cert") continue;
    if (!entry.is_regular_file(failed)) {  // a pipe would hold us up for ever
      return Error{ErrorCode::kSystem, fmt::format("{} is not a plain file; move it away",
                                                   quote(entry.path().string()))};
    }
    const auto certificate = hyper::proof::read_certificate(entry.path().string());
    if (!certificate) return certificate.error();
    const auto board = hyper::proof::board_of(*certificate);
    if (!board) continue;
    const auto rules = hyper::Rules::make(*board, certificate->players);
    if (!rules) continue;
    auto strategy = hyper::proof::Strategy::make(*rules, *certificate);
    if (!strategy && strategy.error().code == ErrorCode::kBadInput) continue;  // another kind
    if (!strategy) {
      return Error{strategy.error().code,
                   fmt::format("{}: {}", quote(entry.path().string()), strategy.error().message)};
    }
    proofs.push_back(std::make_shared<const hyper::proof::Strategy>(std::move(*strategy)));
  }
  if (proofs.empty()) {
    return Error{ErrorCode::kMissing,
                 fmt::format("there is no proved win in {}; make certificates with solve hyper",
                             quote(folder))};
  }
  return proofs;
}

std::shared_ptr<const hyper::proof::Strategy> proof_for(const Proofs& found,
                                                        const hyper::Rules& rules) {
  const auto same = [&](const std::shared_ptr<const hyper::proof::Strategy>& proof) {
    const hyper::Rules& other = proof->rules();
    return other.board().has_lines_of(rules.board()) && other.players() == rules.players();
  };
  if (rules.misere()) return nullptr;
  const auto last = std::find_if(found.rbegin(), found.rend(), same);
  return last == found.rend() ? nullptr : *last;
}

}  // namespace noughts::play
