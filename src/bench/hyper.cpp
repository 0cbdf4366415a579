// The n^k workloads of `noughts bench`.
#include <fmt/format.h>

#include <algorithm>

#include "noughts/bench/workload.h"
#include "noughts/core/random.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/search/beat.h"
#include "noughts/hyper/search/hold.h"
#include "noughts/hyper/search/hold_alone.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/search/threat_proof.h"
#include "noughts/hyper/study/classify.h"
#include "noughts/hyper/study/gather.h"
#include "noughts/hyper/study/guided_tree.h"
#include "noughts/hyper/study/interest.h"
#include "noughts/hyper/study/learn.h"

namespace noughts::bench {
namespace {

// A random game on the board up to the given number of marks, nobody having won.
hyper::Marks random_marks(const hyper::Board& board, int players, hyper::Cell count,
                          Random& random) {
  while (true) {
    hyper::Marks marks(board, players);
    bool won = false;
    while (marks.marked() < count && !won) {
      const auto cell = static_cast<hyper::Cell>(random.below(board.cells()));
      if (marks.owner(cell) >= 0) continue;
      won = marks.place(cell, static_cast<int>(marks.marked()) % players);
    }
    if (!won) return marks;
  }
}

// Every move on positions of 4^3: placed, tested for a win, taken back; one core.
Result<Figures> successors(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3);
  Random random(1);
  std::vector<hyper::Marks> positions;
  for (hyper::Cell i = 0; i < 64; ++i) {
    positions.push_back(random_marks(rules.board(), 2, 8 + i % 32, random));
  }
  std::uint64_t count = 0;
  std::uint64_t wins = 0;
  const double seconds = time_of([&] {
    for (int round = 0; round < 4000 && !budget.cancelled(); ++round) {
      for (hyper::Marks& marks : positions) {
        const int mover = static_cast<int>(marks.marked()) % 2;
        for (hyper::Cell cell = 0; cell < rules.cells(); ++cell) {
          if (marks.owner(cell) >= 0) continue;
          wins += marks.place(cell, mover);
          marks.remove(cell);
          ++count;
        }
      }
    }
  });
  return Figures{{"count", count},
                 {"seconds", seconds},
                 {"rate", static_cast<double>(count) / seconds},
                 {"digest", fmt::format("{:016x}", wins)}};
}

// The gather of Kutner's draft, section III.B: a new list of the board's values along t.
std::vector<int> gather(const std::vector<int>& board, std::span<const hyper::Cell> t) {
  std::vector<int> out;
  for (const hyper::Cell cell : t) out.push_back(board[cell]);
  return out;
}

// Has anyone completed a line after this move? All lines gathered, against the
// lines through the cell kept up to date; the same moves on the same positions.
Result<Figures> win_test(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3);
  const hyper::Board& board = rules.board();
  Random random(2);
  std::uint64_t moves = 0;
  std::uint64_t plain_wins = 0;
  std::uint64_t fast_wins = 0;
  double plain_seconds = 0;
  double fast_seconds = 0;
  for (int round = 0; round < 200 && !budget.cancelled(); ++round) {
    hyper::Marks marks = random_marks(board, 2, 20, random);
    std::vector<int> values(board.cells());
    for (hyper::Cell cell = 0; cell < board.cells(); ++cell) values[cell] = marks.owner(cell) + 1;
    plain_seconds += time_of([&] {
      for (hyper::Cell cell = 0; cell < board.cells(); ++cell) {
        if (values[cell] != 0) continue;
        values[cell] = 1;
        bool won = false;
        for (hyper::Line line = 0; line < board.lines(); ++line) {
          const std::vector<int> along = gather(values, board.cells_of(line));
          won |= along[0] != 0 && std::count(along.begin(), along.end(), along[0]) == board.side();
        }
        plain_wins += won;
        values[cell] = 0;
        ++moves;
      }
    });
    fast_seconds += time_of([&] {
      for (hyper::Cell cell = 0; cell < board.cells(); ++cell) {
        if (marks.owner(cell) >= 0) continue;
        fast_wins += marks.place(cell, 0);
        marks.remove(cell);
      }
    });
  }
  if (plain_wins != fast_wins) return Error{ErrorCode::kWrongValue, "the two win tests differ"};
  return Figures{{"count", moves},
                 {"plain_seconds", plain_seconds},
                 {"seconds", fast_seconds},
                 {"ratio", plain_seconds / fast_seconds},
                 {"digest", fmt::format("{:016x}", fast_wins)}};
}

Result<Figures> solve_3_3(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(3, 3, 2);
  Result<hyper::SolveReport> report = bad_input("");
  const double seconds = time_of([&] { report = hyper::solve(rules, {.cancel = budget.cancel}); });
  if (!report) return report.error();
  return Figures{{"count", report->nodes},
                 {"seconds", seconds},
                 {"digest", *report->players[0].can_force_win ? "first player wins" : "draw"}};
}

// Nobody can force a win on 4^3 with three or more players: proved and verified.
Result<Figures> conjecture(const Budget& budget) {
  Result<std::vector<hyper::Certificate>> all = bad_input("");
  const double seconds =
      time_of([&] { all = hyper::hold_everyone(4, 3, 3, {.cancel = budget.cancel}); });
  if (!all) return all.error();
  std::uint64_t checked = 0;
  std::uint64_t wrong = all->empty() ? 1 : 0;
  const double verify_seconds = time_of([&] {
    for (const hyper::Certificate& c : *all) {
      const auto report = hyper::verify(c, {.cancel = budget.cancel});
      if (!report) continue;
      checked += report->checked;
      wrong += report->wrong;
    }
  });
  if (wrong > 0) return Error{ErrorCode::kWrongValue, "the conjecture's proof does not hold"};
  return Figures{{"count", checked},
                 {"seconds", seconds},
                 {"verify_seconds", verify_seconds},
                 {"digest", fmt::format("{:016x}", checked)}};
}

Result<Figures> trees(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(3, 2, 3);
  const hyper::Policy greedy = hyper::greedy_policy(rules, {.penalty = hyper::Penalty::kFull});
  std::uint64_t leaves = 0;
  std::uint64_t wins = 0;
  const double seconds = time_of([&] {
    for (int player = 0; player < 3; ++player) {
      const auto counts = hyper::guided_tree(rules, player, greedy, budget);
      if (!counts) continue;
      leaves += counts->leaves();
      wins += counts->wins;
    }
  });
  return Figures{{"count", leaves}, {"seconds", seconds}, {"digest", fmt::format("{:016x}", wins)}};
}

// What the first strategy for Qubic took, before forced replies and forced moves were folded:
// the row "before" of docs/results/hyper.md, the lesser where it has two numbers. Seconds are
// of one core of another day, so their ratios are rough.
constexpr struct {
  double entries = 417'607;
  double bytes = 34e6;
  double seconds = 14;
  double verify_seconds = 5;
} kFormerQubic;

// The first player's win on 4^3: proved by threats and proof numbers, verified.
Result<Figures> qubic(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3, 2);
  Result<hyper::ThreatProof> proof = bad_input("");
  const double seconds = cpu_time_of([&] {
    proof = hyper::prove_first_player_win(rules,
                                          {.cancel = budget.cancel, .progress = budget.progress});
  });
  if (!proof) return proof.error();
  if (!proof->certificate) return Error{ErrorCode::kWrongValue, "Qubic was not proved"};
  Result<hyper::VerifyReport> report = bad_input("");
  const double verify_seconds =
      cpu_time_of([&] { report = hyper::verify(*proof->certificate, {.cancel = budget.cancel}); });
  if (!report) return report.error();
  if (report->wrong > 0) return Error{ErrorCode::kWrongValue, report->complaint};
  const std::size_t entries = proof->certificate->entries.size();
  const std::size_t bytes = to_text(*proof->certificate).size();
  return Figures{{"count", proof->nodes},
                 {"threat_nodes", proof->threat_nodes},
                 {"entries", entries},
                 {"bytes", bytes},
                 {"ratio", kFormerQubic.entries / static_cast<double>(entries)},
                 {"bytes_ratio", kFormerQubic.bytes / static_cast<double>(bytes)},
                 {"seconds", seconds},
                 {"seconds_ratio", kFormerQubic.seconds / seconds},
                 {"verify_seconds", verify_seconds},
                 {"verify_ratio", kFormerQubic.verify_seconds / verify_seconds}};
}

// Figures 6 and 7 of Kutner's draft at 64 cells: a gather as printed, and into place.
Result<Figures> gathers(const Budget& budget) {
  const auto times = hyper::time_gather({{64, 1}, {64, 1024}}, budget);
  if (!times) return times.error();
  const hyper::GatherTime& one = times->front();
  return Figures{{"count", std::uint64_t{64}},
                 {"plain_ns", one.plain_ns},
                 {"placed_ns", one.placed_ns},
                 {"ratio", one.plain_ns / one.placed_ns},
                 {"batch_ratio", times->back().plain_ns / times->back().placed_ns}};
}

// Whether each of three can hold on 4^2 by blocking alone, against the search that does not
// know of blocking.
Result<Figures> blocking(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 2, 3);
  std::uint64_t nodes = 0;
  std::uint64_t held = 0;
  const double seconds = cpu_time_of([&] {
    for (int player = 0; player < 3; ++player) {
      Meter meter(budget, "blocking");
      const auto holds = hyper::holds_alone(rules, rules.initial(), player, meter);
      held += holds && *holds;
      nodes += meter.nodes();
    }
  });
  const hyper::SmallBoard board(rules);
  hyper::Solver solver(board, budget);
  std::uint64_t plain_held = 0;
  const double plain_seconds = cpu_time_of([&] {
    for (int player = 0; player < 3; ++player) {
      const auto holds = solver.reaches(player, hyper::Goal::kNotLose, rules.initial());
      plain_held += holds && *holds;
    }
  });
  if (held != plain_held) return Error{ErrorCode::kWrongValue, "the two searches differ"};
  return Figures{{"count", nodes},
                 {"plain_count", solver.nodes()},
                 {"seconds", seconds},
                 {"plain_seconds", plain_seconds},
                 {"ratio", plain_seconds / seconds},
                 {"digest", fmt::format("{:016x}", held)}};
}

// Misère play on 3^2 with two to four players.
Result<Figures> misere(const Budget& budget) {
  std::uint64_t nodes = 0;
  std::string digest;
  const double seconds = cpu_time_of([&] {
    for (int players = 2; players <= 4; ++players) {
      const auto report = hyper::solve(*hyper::Rules::make(3, 2, players, true), budget);
      if (!report) continue;
      nodes += report->nodes;
      for (const hyper::PlayerVerdict& v : report->players) {
        digest += v.can_force_win == true ? 'w' : v.can_avoid_loss == true ? 'h' : 'l';
      }
    }
  });
  return Figures{{"count", nodes}, {"seconds", seconds}, {"digest", digest}};
}

// Positions of the same search before it remembered what happens at the others' turn.
constexpr double kFormerBeatNodes = 2'497'370;

// That each of eight players on 4^3 is beaten by the others.
Result<Figures> beating(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3, 8);
  const hyper::SmallBoard board(rules);
  std::uint64_t nodes = 0;
  std::string digest;
  const double seconds = cpu_time_of([&] {
    for (int player = 0; player < rules.players(); ++player) {
      hyper::BeatSearch search(board, player);
      Meter meter(budget, "beating");
      const auto plan = search.beats(rules.initial(), meter);
      digest += fmt::format("{}{}", player == 0 ? "" : " ", plan ? plan->plies : 0);
      nodes += meter.nodes();
    }
  });
  return Figures{{"count", nodes},
                 {"seconds", seconds},
                 {"ratio", kFormerBeatNodes / static_cast<double>(nodes)},
                 {"digest", digest}};
}

// The five categories of all boards with n to 16 and k to 5; 35 s is what the first version
// took for them (docs/results/hyper.md).
Result<Figures> categories(const Budget& budget) {
  constexpr double kFormerSeconds = 35;
  std::uint64_t count = 0;
  std::string digest;
  std::optional<Error> error;
  const double seconds = cpu_time_of([&] {
    for (int dims = 1; dims <= 5 && !error; ++dims) {
      for (int side = 2; side <= 16 && !error; ++side) {
        const auto found =
            hyper::classify(side, dims, {.cancel = budget.cancel}, {.filling_seconds = 600});
        if (!found) error = found.error();
        if (found) digest += found->category ? std::to_string(*found->category) : "?";
        ++count;
      }
    }
  });
  if (error) return *error;
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
Result<bool> nobody_forces(const hyper::Rules& rules, const Budget& budget) {
  const hyper::SmallBoard board(rules);
  hyper::Solver solver(board, budget);
  for (int player = 0; player < rules.players(); ++player) {
    const auto wins = solver.reaches(player, hyper::Goal::kWin, rules.initial());
    if (!wins) return wins.error();
    const auto holds = solver.reaches(player, hyper::Goal::kNotLose, rules.initial());
    if (!holds) return holds.error();
    if (*wins) return false;
  }
  return true;
}

// Some boards of the map: which games are worth playing, with the reasons; and the smaller
// of them against a search for who can win and who can hold.
Result<Figures> map_of_games(const Budget& budget) {
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
    Result<hyper::Interest> found = bad_input("");
    const double spent = cpu_time_of([&] { found = hyper::interest(rules, budget); });
    if (!found) return found.error();
    seconds += spent;
    digest += !found->interesting ? '?' : *found->interesting ? '+' : '-';
    certificates += found->certificates.size();
    if (i >= kSearched) continue;
    small_seconds += spent;
    Result<bool> nobody = bad_input("");
    plain_seconds += cpu_time_of([&] { nobody = nobody_forces(rules, budget); });
    if (!nobody) return nobody.error();
    if (found->is_forced != !*nobody) {
      return Error{ErrorCode::kWrongValue, "the map and the search differ"};
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
Result<Figures> training(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(3, 2, 2);
  Result<hyper::Learner> learner = hyper::Learner::make(rules);
  if (!learner) return learner.error();
  constexpr std::uint64_t kGames = 20'000;
  Result<void> trained;
  const double seconds = cpu_time_of([&] { trained = learner->train({.games = kGames}, budget); });
  if (!trained) return trained.error();
  const auto learned = hyper::judge(
      rules, [&](const hyper::Position& p) -> Result<hyper::Move> { return learner->choose(p); },
      1000, 1, budget);
  if (!learned) return learned.error();
  const auto greedy = hyper::judge(
      rules, hyper::greedy_policy(rules, {.penalty = hyper::Penalty::kFull}), 1000, 1, budget);
  if (!greedy) return greedy.error();
  return Figures{{"count", kGames},
                 {"seconds", seconds},
                 {"ratio", static_cast<double>(greedy->mistakes) /
                               static_cast<double>(std::max<std::uint64_t>(learned->mistakes, 1))},
                 {"mistakes", learned->mistakes},
                 {"greedy_mistakes", greedy->mistakes}};
}

}  // namespace

std::vector<Workload> hyper_workloads() {
  return {{"hyper/successors", "moves on random 4^3 positions, tested for a win", successors},
          {"hyper/win test", "against the gather of Kutner's draft, on 4^3", win_test},
          {"hyper/solve 3^3", "two players", solve_3_3},
          {"hyper/conjecture", "4^3 with three or more players, proved and verified", conjecture},
          {"hyper/gather", "a new list, as in Kutner's draft, against into place", gathers},
          {"hyper/blocking", "who of three can hold on 4^2, by blocking and by search", blocking},
          {"hyper/misere", "3^2 with two to four players", misere},
          {"hyper/beating", "each of eight players on 4^3 beaten by the others", beating},
          {"hyper/classify", "the five categories, n to 16 and k to 5", categories},
          {"hyper/map", "which of seven games are worth playing, with certificates", map_of_games},
          {"hyper/training", "20,000 games on 3^2, judged beside the greedy player", training},
          {"hyper/trees", "the Greedy rows of Table 2 of Kutner's draft", trees},
          {"hyper/qubic", "the first player's win on 4^3, proved and verified", qubic}};
}

}  // namespace noughts::bench
