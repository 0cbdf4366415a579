#include "noughts/research/reports/quixo_plies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "noughts/core/progress.h"
#include "noughts/play/families.h"
#include "noughts/play/knowledge.h"
#include "noughts/play/line.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/research/quixo/study/longest.h"
#include "noughts/research/reports/quixo_report.h"

namespace noughts::research::reports {
namespace {

using quixo::Board;
using quixo::Counts;
using quixo::Move;
using quixo::study::LongGame;
using quixo::study::Origin;
using quixo::tables::Manifest;
using quixo::tables::PlyCount;

// Boards by plies, and what finding them took.
struct PlyTier {
  std::vector<PlyCount> plies;
  Counts counts;
  int classes = 0;  // that are there
  double core_seconds = 0;
  std::uint64_t bytes = 0, peak_memory = 0;

  // The most plies of a won board, or a lost one; -1 if there is none.
  int longest(std::uint64_t PlyCount::*value) const {
    int most = static_cast<int>(plies.size()) - 1;
    while (most >= 0 && plies[static_cast<std::size_t>(most)].*value == 0) --most;
    return most;
  }
  int longest() const { return std::max(longest(&PlyCount::win), longest(&PlyCount::loss)); }
};
using PlyTiers = std::map<int, PlyTier, std::greater<>>;

void add(const std::vector<PlyCount>& more, std::vector<PlyCount>& to) {
  if (to.size() < more.size()) to.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) {
    to[i].win += more[i].win;
    to[i].loss += more[i].loss;
  }
}

PlyTiers ply_tiers_of(const Manifest& manifest) {
  PlyTiers tiers;
  for (const auto& [id, entry] : manifest.classes) {
    PlyTier& tier = tiers[id.tier()];
    tier.counts += entry.counts;
    ++tier.classes;
    tier.bytes += entry.bytes;
  }
  for (const auto& [pair, work] : manifest.work) {
    if (!manifest.lists(pair)) continue;
    if (work.plies.empty()) {
      throw Failure(bad_input(
          "these tables do not list their plies: solve pair by pair, with a range of tiers"));
    }
    PlyTier& tier = tiers[pair.tier()];
    add(work.plies, tier.plies);
    tier.core_seconds += work.core_seconds;
    tier.peak_memory = std::max(tier.peak_memory, work.peak_memory);
  }
  return tiers;
}

// Of all tiers that are there.
std::vector<PlyCount> plies_in_all(const PlyTiers& tiers) {
  std::vector<PlyCount> all;
  for (const auto& [tiles, tier] : tiers) add(tier.plies, all);
  return all;
}

std::string plies_in_all_csv(const std::vector<PlyCount>& plies) {
  std::string csv = "plies,win,loss\n";
  for (std::size_t i = 0; i < plies.size(); ++i) {
    if (plies[i].win + plies[i].loss > 0) {
      csv += fmt::format("{},{},{}\n", i, plies[i].win, plies[i].loss);
    }
  }
  return csv;
}

Json plies_document(const std::vector<PlyCount>& plies) {
  Json document = Json::array();
  for (const auto& [win, loss] : plies) document.push_back({win, loss});
  return document;
}

std::string plies_csv(const PlyTiers& tiers) {
  std::string csv = "tiles,plies,win,loss\n";
  for (const auto& [tiles, tier] : tiers) {
    for (std::size_t i = 0; i < tier.plies.size(); ++i) {
      const auto [win, loss] = tier.plies[i];
      if (win + loss > 0) csv += fmt::format("{},{},{},{}\n", tiles, i, win, loss);
    }
  }
  return csv;
}

double ns_per_board(const PlyTier& tier) {
  return tier.core_seconds * 1e9 / static_cast<double>(tier.counts.total());
}

// In words: nothing if no board is won, or none is lost.
std::string longest_of(const PlyTier& tier, std::uint64_t PlyCount::*of) {
  const int plies = tier.longest(of);
  return plies < 0 ? "" : std::to_string(plies);
}

std::string ply_tiers_csv(const PlyTiers& tiers) {
  std::string csv =
      "tiles,classes,boards,win,loss,draw,longest_win,longest_loss,core_seconds,ns_per_board,bytes,"
      "peak_memory\n";
  for (const auto& [tiles, tier] : tiers) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{:.1f},{:.1f},{},{}\n", tiles, tier.classes,
                       tier.counts.total(), tier.counts.win, tier.counts.loss, tier.counts.draw,
                       longest_of(tier, &PlyCount::win), longest_of(tier, &PlyCount::loss),
                       tier.core_seconds, ns_per_board(tier), tier.bytes, tier.peak_memory);
  }
  return csv;
}

std::string ply_tiers_text(const PlyTiers& tiers) {
  std::string text =
      fmt::format("\n{:>5} {:>8} {:>17} {:>13} {:>14} {:>14} {:>8} {:>10}\n", "tiles", "classes",
                  "boards", "longest win", "longest loss", "core-seconds", "ns each", "MB");
  for (const auto& [tiles, tier] : tiers) {
    text += fmt::format("{:>5} {:>8} {:>17} {:>13} {:>14} {:>14.1f} {:>8.1f} {:>10.1f}\n", tiles,
                        fmt::format("{}/{}", tier.classes, tiles + 1),
                        format_count(tier.counts.total()), longest_of(tier, &PlyCount::win),
                        longest_of(tier, &PlyCount::loss), tier.core_seconds, ns_per_board(tier),
                        static_cast<double>(tier.bytes) / 1e6);
  }
  return text;
}

// The longest games of one tier.
class LongestGames {
 public:
  LongestGames(const quixo::Rules& rules, const Manifest& manifest, const store::Path& folder,
               Workers& workers)
      : rules_(rules),
        layout_(std::make_shared<const quixo::layout::TableLayout>(rules)),
        manifest_(manifest),
        folder_(folder),
        workers_(workers) {}

  struct Found {
    std::vector<LongGame> longest;  // kept boards, all of them
    // The longest of those that were looked at and can arise, with a game that leads there.
    std::optional<LongGame> arising;
    Origin origin;
    std::uint64_t never = 0, open = 0;  // longer ones that cannot, and that are not known to
  };

  Found of_tier(int tiles, const PlyTier& tier) {
    const int most = tier.longest();
    auto games = at_least(tiles, least_plies(tier));
    std::stable_sort(games.begin(), games.end(), [](const LongGame& a, const LongGame& b) {
      return *a.outcome.plies > *b.outcome.plies;
    });
    Found found;
    for (const LongGame& game : games) {
      if (*game.outcome.plies == most) found.longest.push_back(game);
      if (found.arising) continue;
      auto origin =
          quixo::study::find_origin(rules_, game.board,
                                    *game.outcome.plies == most ? kMostOfLongest : kMostBoards,
                                    workers_.budget())
              .value();
      found.never += origin.found == Origin::Found::kNone;
      found.open += origin.found == Origin::Found::kOpen;
      if (origin.found != Origin::Found::kGame) continue;
      found.arising = game;
      found.origin = std::move(origin);
    }
    return found;
  }

 private:
  static constexpr std::uint64_t kMostGames = 20'000;  // boards to be looked at, with all images
  // For the origin of each.
  static constexpr std::uint64_t kMostBoards = 20'000, kMostOfLongest = 2'000'000;

  // So that there are not too many games with as many plies or more, unless they are the longest.
  static int least_plies(const PlyTier& tier) {
    int least = tier.longest();
    std::uint64_t games = 0;
    for (int plies = least; plies > 0; --plies) {
      const auto [win, loss] = tier.plies[static_cast<std::size_t>(plies)];
      games += win + loss;
      if (games > kMostGames) break;
      least = plies;
    }
    return least;
  }

  std::vector<LongGame> at_least(int tiles, int plies) {
    std::vector<LongGame> all;
    for (const auto& [pair, work] : manifest_.work) {
      if (pair.tier() != tiles || static_cast<int>(work.plies.size()) <= plies) continue;
      for (const quixo::Mover mover : pair.movers()) {
        auto games =
            quixo::study::long_games(folder_, layout_, manifest_,
                                     quixo::class_of(quixo::PlaneId{pair, mover}), plies, workers_)
                .value();
        all.insert(all.end(), games.begin(), games.end());
      }
    }
    return all;
  }

  const quixo::Rules& rules_;
  std::shared_ptr<const quixo::layout::TableLayout> layout_;
  const Manifest& manifest_;
  const store::Path& folder_;
  Workers& workers_;
};

std::string board_text(const quixo::Rules& rules, Board board) {
  return to_text(rules, {board, quixo::Player::kX});
}

std::string moves_text(const quixo::Rules& rules, const std::vector<Move>& moves) {
  std::string text;
  for (const Move& move : moves) text += (text.empty() ? "" : " ") + to_text(rules, move);
  return text;
}

Json game_document(const quixo::Rules& rules, const LongGame& game) {
  return {{"position", board_text(rules, game.board)},
          {"value", quixo::value_name(game.outcome.value)},
          {"plies", *game.outcome.plies}};
}

std::string how_long(const LongGame& game) {
  return fmt::format("{} in {} plies", quixo::value_name(game.outcome.value), *game.outcome.plies);
}

// One tier in words, and as a document.
std::string longest_text(const quixo::Rules& rules, int tiles, int classes,
                         const LongestGames::Found& found, Json& document) {
  const LongGame& first = found.longest.front();
  document["longest"] = game_document(rules, first);
  document["longest"]["kept_boards"] = found.longest.size();
  std::string text =
      fmt::format("\n{} tiles{}, the longest: {}, {} kept boards, such as\n  {}\n", tiles,
                  classes <= tiles ? fmt::format(", {} of {} classes", classes, tiles + 1) : "",
                  how_long(first), found.longest.size(), board_text(rules, first.board));
  if (!found.arising) {
    return text + fmt::format("  of {} boards that were looked at {} cannot arise, {} are open\n",
                              found.never + found.open, found.never, found.open);
  }
  document["arising"] = game_document(rules, *found.arising);
  document["arising"]["game"] = moves_text(rules, found.origin.moves);
  document["arising"]["exchanged"] = found.origin.exchanged;
  document["arising"]["longer_never"] = found.never;
  document["arising"]["longer_open"] = found.open;
  return text + fmt::format(
                    "  the longest found that can arise: {}; {} before it cannot, {} are open\n  "
                    "{}\n  after {}{}\n",
                    how_long(*found.arising), found.never, found.open,
                    board_text(rules, found.arising->board), moves_text(rules, found.origin.moves),
                    found.origin.exchanged ? " (colours exchanged)" : "");
}

}  // namespace

Report make_plies_report(std::shared_ptr<const quixo::tables::ValueSource> values,
                         const Manifest& manifest, const store::Path& folder, Workers& workers) {
  const quixo::Rules rules = values->rules();
  if (!manifest.steps) throw Failure(bad_input("these tables have no plies; solve with steps"));
  auto tiers = ply_tiers_of(manifest);
  Report report;
  report.text = fmt::format("Quixo {0}x{0}, {1} in a line: plies to the end\n{2}", rules.size(),
                            rules.line(), ply_tiers_text(tiers));
  const std::vector<PlyCount> all = plies_in_all(tiers);
  report.facts["plies"] = plies_document(all);
  Json& documents = report.facts["tiers"] = Json::array();
  LongestGames longest(rules, manifest, folder, workers);
  LongGame record;
  record.outcome.plies = -1;
  for (const auto& [tiles, tier] : tiers) {
    Json document = {{"tiles", tiles}, {"plies", plies_document(tier.plies)}};
    if (tier.longest() > 0) {
      auto found = longest.of_tier(tiles, tier);
      report.text += longest_text(rules, tiles, tier.classes, found, document);
      for (const LongGame& game : found.longest) {
        if (*game.outcome.plies > *record.outcome.plies) record = game;
      }
    }
    documents.push_back(std::move(document));
  }
  if (*record.outcome.plies > 0) {
    const auto game = play::make_game(rules);
    const auto analyst = *play::make_analyst(*game, {.replies = false, .values = values});
    auto line = play::follow_line(*game->parse(board_text(rules, record.board)), *analyst,
                                  {.limit = quixo::tables::kMostPlies, .budget = workers.budget()})
                    .value();
    report.facts["line"] = line.moves;
    report.text += fmt::format("\nthe longest of all, {}:\n  {}\n  {}\n", how_long(record),
                               board_text(rules, record.board), fmt::join(line.moves, " "));
  }
  const std::string stem =
      fmt::format("quixo-{0}x{0}{1}-plies", rules.size(),
                  rules.line() == rules.size() ? "" : fmt::format("-line{}", rules.line()));
  report.files = {{stem + ".txt", report.text},
                  {stem + ".csv", plies_csv(tiers)},
                  {stem + "-all.csv", plies_in_all_csv(all)},
                  {stem + "-tiers.csv", ply_tiers_csv(tiers)},
                  {stem + "-classes.csv", tables_csv(manifest)}};
  return report;
}

}  // namespace noughts::research::reports
