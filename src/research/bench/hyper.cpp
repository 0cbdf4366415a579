// The n^k workloads of `noughts bench`: rules, searches and proofs.
#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/random.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/rules.h"
#include "noughts/hyper/search/beat.h"
#include "noughts/hyper/search/hold.h"
#include "noughts/hyper/search/hold_alone.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/search/threat_proof.h"
#include "noughts/research/bench/workload.h"

namespace noughts::research::bench {
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
Figures successors(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3);
  Random random(1);
  std::vector<hyper::Marks> positions;
  for (hyper::Cell i = 0; i < 64; ++i) {
    positions.push_back(random_marks(rules.board(), 2, 8 + i % 32, random));
  }
  std::uint64_t count = 0;
  std::uint64_t wins = 0;
  const double seconds = cpu_time_of([&] {
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
Figures win_test(const Budget& budget) {
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
    plain_seconds += cpu_time_of([&] {
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
    fast_seconds += cpu_time_of([&] {
      for (hyper::Cell cell = 0; cell < board.cells(); ++cell) {
        if (marks.owner(cell) >= 0) continue;
        fast_wins += marks.place(cell, 0);
        marks.remove(cell);
      }
    });
  }
  if (plain_wins != fast_wins) throw Failure({ErrorCode::kWrongValue, "the two win tests differ"});
  return Figures{{"count", moves},
                 {"plain_seconds", plain_seconds},
                 {"seconds", fast_seconds},
                 {"ratio", plain_seconds / fast_seconds},
                 {"digest", fmt::format("{:016x}", fast_wins)}};
}

Figures solve_3_3(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(3, 3, 2);
  hyper::search::SolveReport report;
  const double seconds =
      cpu_time_of([&] { report = hyper::search::solve(rules, {.cancel = budget.cancel}).value(); });
  return Figures{{"count", report.nodes},
                 {"seconds", seconds},
                 {"digest", *report.players[0].can_force_win ? "first player wins" : "draw"}};
}

// Nobody can force a win on 4^3 with three or more players: proved and verified.
Figures conjecture(const Budget& budget) {
  std::vector<hyper::proof::Certificate> all;
  const double seconds = cpu_time_of(
      [&] { all = hyper::search::hold_everyone(4, 3, 3, {.cancel = budget.cancel}).value(); });
  std::uint64_t checked = 0;
  std::uint64_t wrong = all.empty() ? 1 : 0;
  const double verify_seconds = cpu_time_of([&] {
    for (const hyper::proof::Certificate& c : all) {
      const auto report = hyper::proof::verify(c, {.cancel = budget.cancel});
      if (!report) continue;
      checked += report->checked;
      wrong += report->wrong;
    }
  });
  if (wrong > 0) throw Failure({ErrorCode::kWrongValue, "the conjecture's proof does not hold"});
  return Figures{{"count", checked},
                 {"seconds", seconds},
                 {"verify_seconds", verify_seconds},
                 {"digest", fmt::format("{:016x}", checked)}};
}

// What the first strategy for Qubic took, before forced replies and forced moves were folded:
// the row "before" of docs/notes/hyper.md, the lesser where it has two numbers. Seconds are
// of one core of another day, so their ratios are rough.
constexpr struct {
  double entries = 417'607;
  double bytes = 34e6;
  double seconds = 14;
  double verify_seconds = 5;
} kFormerQubic;

// The first player's win on 4^3: proved by threats and proof numbers, verified.
Figures qubic(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3, 2);
  hyper::search::ThreatProof proof;
  const double seconds = cpu_time_of([&] {
    proof = hyper::search::prove_first_player_win(
                rules, {.cancel = budget.cancel, .progress = budget.progress})
                .value();
  });
  if (!proof.certificate) throw Failure({ErrorCode::kWrongValue, "Qubic was not proved"});
  hyper::proof::VerifyReport report;
  const double verify_seconds = cpu_time_of([&] {
    report = hyper::proof::verify(*proof.certificate, {.cancel = budget.cancel}).value();
  });
  if (report.wrong > 0) throw Failure({ErrorCode::kWrongValue, report.complaint});
  const std::size_t entries = proof.certificate->entries.size();
  const std::size_t bytes = to_text(*proof.certificate).size();
  return Figures{{"count", proof.nodes},
                 {"threat_nodes", proof.threat_nodes},
                 {"entries", entries},
                 {"bytes", bytes},
                 {"digest", "first player wins"},
                 {"ratio", kFormerQubic.entries / static_cast<double>(entries)},
                 {"bytes_ratio", kFormerQubic.bytes / static_cast<double>(bytes)},
                 {"seconds", seconds},
                 {"seconds_ratio", kFormerQubic.seconds / seconds},
                 {"verify_seconds", verify_seconds},
                 {"verify_ratio", kFormerQubic.verify_seconds / verify_seconds}};
}

// Whether each of three can hold on 4^2 by blocking alone, against the search that does not
// know of blocking.
Figures blocking(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 2, 3);
  std::uint64_t nodes = 0;
  std::uint64_t held = 0;
  const double seconds = cpu_time_of([&] {
    for (int player = 0; player < 3; ++player) {
      Meter meter(budget, "blocking");
      const auto holds = hyper::search::holds_alone(rules, rules.initial(), player, meter);
      held += holds && *holds;
      nodes += meter.nodes();
    }
  });
  const hyper::search::SmallBoard board(rules);
  hyper::search::Solver solver(board, budget);
  std::uint64_t plain_held = 0;
  const double plain_seconds = cpu_time_of([&] {
    for (int player = 0; player < 3; ++player) {
      const auto holds = solver.reaches(player, hyper::search::Goal::kNotLose, rules.initial());
      plain_held += holds && *holds;
    }
  });
  if (held != plain_held) throw Failure({ErrorCode::kWrongValue, "the two searches differ"});
  return Figures{{"count", nodes},
                 {"plain_count", solver.nodes()},
                 {"seconds", seconds},
                 {"plain_seconds", plain_seconds},
                 {"ratio", plain_seconds / seconds},
                 {"digest", fmt::format("{:016x}", held)}};
}

// Misère play on 3^2 with two to four players.
Figures misere(const Budget& budget) {
  std::uint64_t nodes = 0;
  std::string digest;
  const double seconds = cpu_time_of([&] {
    for (int players = 2; players <= 4; ++players) {
      const auto report = hyper::search::solve(*hyper::Rules::make(3, 2, players, true), budget);
      if (!report) continue;
      nodes += report->nodes;
      for (const hyper::search::PlayerVerdict& v : report->players) {
        digest += v.can_force_win == true ? 'w' : v.can_avoid_loss == true ? 'h' : 'l';
      }
    }
  });
  return Figures{{"count", nodes}, {"seconds", seconds}, {"digest", digest}};
}

// Positions of the same search before it remembered what happens at the others' turn.
constexpr double kFormerBeatNodes = 2'497'370;

// That each of eight players on 4^3 is beaten by the others.
Figures beating(const Budget& budget) {
  const hyper::Rules rules = *hyper::Rules::make(4, 3, 8);
  const hyper::search::SmallBoard board(rules);
  std::uint64_t nodes = 0;
  std::string digest;
  const double seconds = cpu_time_of([&] {
    for (int player = 0; player < rules.players(); ++player) {
      hyper::search::BeatSearch search(board, player);
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

}  // namespace

std::vector<Workload> hyper_workloads() {
  return {{"hyper/successors", "moves on random 4^3 positions, tested for a win", successors},
          {"hyper/win test", "against the gather of Kutner's draft, on 4^3", win_test},
          {"hyper/solve 3^3", "two players", solve_3_3},
          {"hyper/conjecture", "4^3 with three or more players, proved and verified", conjecture},
          {"hyper/blocking", "who of three can hold on 4^2, by blocking and by search", blocking},
          {"hyper/misere", "3^2 with two to four players", misere},
          {"hyper/beating", "each of eight players on 4^3 beaten by the others", beating},
          {"hyper/qubic", "the first player's win on 4^3, proved and verified", qubic}};
}

}  // namespace noughts::research::bench
