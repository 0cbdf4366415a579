// The n^k workloads of `noughts bench`: studies of whole games.
#include <fmt/format.h>

#include <algorithm>

#include "noughts/hyper/rules.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/study/classify.h"
#include "noughts/hyper/study/guided_tree.h"
#include "noughts/hyper/study/learn.h"
#include "noughts/research/bench/workload.h"
#include "noughts/research/hyper/gather.h"
#include "noughts/research/hyper/interest.h"

namespace noughts::research::bench {
namespace {

Figures trees(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(3, 2, 3);
  const hyper::study::Policy greedy =
      hyper::study::greedy_policy(rules, {.penalty = hyper::study::Penalty::kFull});
  std::uint64_t leaves = 0;
  std::uint64_t wins = 0;
  const double seconds = cpu_time_of([&] {
    for (int player = 0; player < 3; ++player) {
      const auto counts = hyper::study::guided_tree(rules, player, greedy, budget);
      if (!counts) continue;
      leaves += counts->leaves();
      wins += counts->wins;
    }
  });
  return Figures{{"count", leaves}, {"seconds", seconds}, {"digest", fmt::format("{:016x}", wins)}};
}

// Figures 6 and 7 of Kutner's draft at 64 cells: a gather as printed, and into place.
Figures gathers(const Budget& budget) {
  const auto times = hyper::research::time_gather({{64, 1}, {64, 1024}}, budget).value();
  const hyper::research::GatherTime& one = times.front();
  return Figures{{"count", std::uint64_t{64}},
                 {"plain_ns", one.plain_ns},
                 {"placed_ns", one.placed_ns},
                 {"ratio", one.plain_ns / one.placed_ns},
                 {"batch_ratio", times.back().plain_ns / times.back().placed_ns}};
}

// The five categories of all boards with n to 16 and k to 5; 35 s is what the first version
// took for them (docs/results/hyper-map.md).
Figures categories(const Budget& budget) {
  constexpr double kFormerSeconds = 35;
  std::uint64_t count = 0;
  std::string digest;
  const double seconds = cpu_time_of([&] {
    for (int dims = 1; dims <= 5; ++dims) {
      for (int side = 2; side <= 16; ++side) {
        const auto found =
            hyper::study::classify(side, dims, {.cancel = budget.cancel}, {.filling_seconds = 600})
                .value();
        digest += found.category ? std::to_string(*found.category) : "?";
        ++count;
      }
    }
  });
  return Figures{{"count", count},
                 {"seconds", seconds},
                 {"ratio", kFormerSeconds / seconds},
                 {"digest", digest}};
}

struct SmallGame {
  int side, dims, players;
  hyper::Rules rules() const { return *hyper::Rules::make(side, dims, players); }
};

// Whether nobody can force a win, seat by seat, by searching alone.
bool nobody_forces(const hyper::Rules& rules, const Budget& budget) {
  const hyper::search::SmallBoard board(rules);
  hyper::search::Solver solver(board, budget);
  for (int player = 0; player < rules.players(); ++player) {
    const auto wins = solver.reaches(player, hyper::search::Goal::kWin, rules.initial()).value();
    solver.reaches(player, hyper::search::Goal::kNotLose, rules.initial()).value();
    if (wins) return false;
  }
  return true;
}

// Some boards of the map: which games are worth playing, with the reasons; and the smaller
// of them against a search for who can win and who can hold.
Figures map_of_games(const Budget& budget) {
  constexpr SmallGame kGames[] = {{3, 2, 3}, {3, 2, 4}, {4, 2, 3}, {4, 2, 4},
                                  {3, 3, 3}, {4, 3, 3}, {4, 3, 4}};
  constexpr std::size_t kSearched = 4;  // the first so many
  std::string digest;
  std::uint64_t certificates = 0;
  double seconds = 0;
  double small_seconds = 0;
  double plain_seconds = 0;
  for (std::size_t i = 0; i < std::size(kGames); ++i) {
    const hyper::Rules rules = kGames[i].rules();
    hyper::research::Interest found;
    const double spent =
        cpu_time_of([&] { found = hyper::research::interest(rules, budget).value(); });
    seconds += spent;
    digest += !found.interesting ? '?' : *found.interesting ? '+' : '-';
    certificates += found.certificates.size();
    if (i >= kSearched) continue;
    small_seconds += spent;
    bool nobody = false;
    plain_seconds += cpu_time_of([&] { nobody = nobody_forces(rules, budget); });
    if (found.is_forced != !nobody) {
      throw Failure({ErrorCode::kWrongValue, "the map and the search differ"});
    }
  }
  return Figures{{"count", std::size(kGames)},
                 {"certificates", certificates},
                 {"seconds", seconds},
                 {"plain_seconds", plain_seconds},
                 {"ratio", plain_seconds / small_seconds},
                 {"digest", digest}};
}

// A player of 3^2 learns for a while, against one who plays by the score of the draft.
Figures training(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(3, 2, 2);
  hyper::study::Learner learner = hyper::study::Learner::make(rules).value();
  constexpr std::uint64_t kGames = 20'000;
  const double seconds = cpu_time_of([&] { learner.train({.games = kGames}, budget).value(); });
  const auto learned =
      hyper::study::judge(
          rules, [&](const hyper::Position& p) -> Result<hyper::Move> { return learner.choose(p); },
          1000, 1, budget)
          .value();
  const auto greedy =
      hyper::study::judge(
          rules, hyper::study::greedy_policy(rules, {.penalty = hyper::study::Penalty::kFull}),
          1000, 1, budget)
          .value();
  return Figures{{"count", kGames},
                 {"seconds", seconds},
                 {"ratio", static_cast<double>(greedy.mistakes) /
                               static_cast<double>(std::max<std::uint64_t>(learned.mistakes, 1))},
                 {"mistakes", learned.mistakes},
                 {"greedy_mistakes", greedy.mistakes}};
}

}  // namespace

std::vector<Workload> hyper_study_workloads() {
  return {{"hyper/gather", "a new list, as in Kutner's draft, against into place", gathers},
          {"hyper/classify", "the five categories, n to 16 and k to 5", categories},
          {"hyper/map", "which of seven games are worth playing, with certificates", map_of_games},
          {"hyper/training", "20,000 games on 3^2, judged beside the greedy player", training},
          {"hyper/trees", "the Greedy rows of Table 2 of Kutner's draft", trees}};
}

}  // namespace noughts::research::bench
