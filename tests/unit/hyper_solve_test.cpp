#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <random>

#include "noughts/core/random.h"
#include "noughts/hyper/notation.h"
#include "noughts/hyper/proof/verify.h"
#include "noughts/hyper/search/beat.h"
#include "noughts/hyper/search/filling.h"
#include "noughts/hyper/search/hold.h"
#include "noughts/hyper/search/pairing.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/study/classify.h"
#include "noughts/research/hyper/kingmaking.h"

namespace noughts::hyper::proof {
namespace {

// "1 1 | 0 0": forces a win, avoids losing, player by player.
std::string verdicts(int n, int k, int q) {
  const auto report = search::solve(*Rules::make(n, k, q), {});
  if (!report) return report.error().message;
  std::string text;
  const auto sign = [](const std::optional<bool>& b) { return !b ? '?' : *b ? '1' : '0'; };
  for (const search::PlayerVerdict& v : report->players) {
    if (!text.empty()) text += ' ';
    text += sign(v.can_force_win);
    text += sign(v.can_avoid_loss);
  }
  return text;
}

TEST(HyperSolve, TwoByTwo) {
  EXPECT_EQ(verdicts(2, 2, 2), "11 00");
  EXPECT_EQ(verdicts(2, 2, 3), "11 00 00");  // not the third player, as Kutner's draft has it
  EXPECT_EQ(verdicts(2, 2, 4), "01 01 01 01");
  EXPECT_EQ(verdicts(2, 2, 5), "01 01 01 01 01");
}

TEST(HyperSolve, ThreeByThree) {
  EXPECT_EQ(verdicts(3, 2, 2), "01 01");
  EXPECT_EQ(verdicts(3, 2, 3), "01 01 01");
  EXPECT_EQ(verdicts(3, 2, 4), "01 01 01 01");
  EXPECT_EQ(verdicts(3, 2, 5), "01 01 01 01 01");
}

TEST(HyperSolve, LargerBoards) {
  EXPECT_EQ(verdicts(3, 3, 2), "11 00");
  EXPECT_EQ(verdicts(3, 3, 3), "00 00 00");
  EXPECT_EQ(verdicts(4, 2, 2), "01 01");
#ifndef NOUGHTS_SANITIZED
  EXPECT_EQ(verdicts(4, 2, 3), "01 01 01");
#endif
  EXPECT_EQ(verdicts(4, 3, 3), "00 00 00");
  EXPECT_EQ(verdicts(8, 3, 2), "01 01");
}

// On 2^k any two cells form a line: nothing to search, however large.
TEST(HyperSolve, TwoToAnyPower) {
  EXPECT_EQ(verdicts(2, 1, 2), "01 01");
  EXPECT_EQ(verdicts(2, 5, 2), "11 00");
  EXPECT_EQ(verdicts(2, 3, 7), "11 00 00 00 00 00 00");
  EXPECT_EQ(verdicts(2, 3, 8), "01 01 01 01 01 01 01 01");
}

TEST(HyperSolve, SaysWhyItIsOpen) {
  EXPECT_NE(search::solve(*Rules::make(5, 3, 2), {})->open, "");
  const auto report = search::solve(*Rules::make(4, 3, 3), {.memory_bytes = 1 << 20});
  EXPECT_NE(report->open.find("memory"), std::string::npos) << report->open;
  EXPECT_EQ(report->open.find("--"), std::string::npos) << report->open;
  EXPECT_EQ(search::solve(*Rules::make(3, 3, 3), {})->open, "");
}

// What pairing and potential decide comes with a certificate that can be checked.
TEST(HyperSolve, StructuralProofsHaveCertificates) {
  for (const auto& [n, k, q, kind] : {std::tuple{8, 3, 2, CertificateKind::kPairing},
                                      {5, 2, 2, CertificateKind::kPairing},
                                      {4, 2, 2, CertificateKind::kPotential},
                                      {4, 3, 4, CertificateKind::kPotential}}) {
    const auto report = search::solve(*Rules::make(n, k, q), {});
    ASSERT_TRUE(report);
    ASSERT_FALSE(report->certificates.empty()) << n << "^" << k;
    const Certificate& c = report->certificates[0];
    EXPECT_EQ(c.kind, kind);
    EXPECT_EQ(c.players, q);
    EXPECT_EQ(verify(c)->wrong, 0u) << verify(c)->complaint;
  }
}

TEST(HyperSolve, StopsWhenMemoryDoesNotSuffice) {
  const Rules rules = *Rules::make(4, 2, 3);
  const Budget budget{.memory_bytes = 1 << 16, .nodes = 1'000'000};
  const auto report = search::solve(rules, budget);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNoSpace);
  const search::SmallBoard board(rules);
  search::Solver solver(board, budget);
  const auto answer = solver.reaches(0, search::Goal::kNotLose, rules.initial());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNoSpace);
  EXPECT_FALSE(solver.out_of_nodes());
}

Position random_position(const Rules& rules, std::uint64_t marks, Random& random) {
  while (true) {
    Position p = rules.initial();
    while (!rules.is_over(p) && p.played.size() < marks) {
      const auto moves = rules.moves(p);
      p = rules.apply(p, moves[random.below(moves.size())]);
    }
    if (!rules.is_over(p)) return p;
  }
}

// What this process holds in memory now.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * 4096;
}

// A solver that is asked about everything keeps within its budget.
TEST(HyperSolve, ForgetsBeforeItsMemoryIsExceeded) {
  const Rules rules = *Rules::make(4, 3, 2);
  const search::SmallBoard board(rules);
  const Budget budget{.memory_bytes = 1 << 20, .nodes = 2'000};
  search::Solver solver(board, budget);
  Random random(5);
  std::uint64_t answers = 0;
  std::uint64_t in_all = 0;  // what a solver that never forgets would hold at least
  int forgot = 0;
  const std::uint64_t resident_before = resident_bytes();
  for (int question = 0; question < 600; ++question) {
    const Position p = random_position(rules, 4 + random.below(30), random);
    const std::uint64_t before = solver.bytes();
    const auto answer = solver.reaches(question % 2, search::Goal::kWin, p);
    answers += answer ? 1 : 0;
    if (!answer) {
      ASSERT_EQ(answer.error().code, ErrorCode::kNoSpace);
      ASSERT_TRUE(solver.out_of_nodes());  // for one question the memory suffices
    }
    ASSERT_LE(solver.bytes(), budget.memory_bytes);
    if (solver.bytes() < before) {
      ++forgot;
    } else {
      in_all += solver.bytes() - before;
    }
  }
  EXPECT_GT(forgot, 3);
  EXPECT_GT(in_all, 4 * budget.memory_bytes);
  EXPECT_GT(answers, 50u);
#ifdef NOUGHTS_SANITIZED
  constexpr std::uint64_t kMoreMiB = 1024;  // a sanitizer keeps what was freed, up to 256 MiB
#else
  constexpr std::uint64_t kMoreMiB = 32;
#endif
  EXPECT_LT(resident_bytes(), resident_before + (kMoreMiB << 20));
}

// Whether it forgets or not, it answers the same.
TEST(HyperSolve, ForgettingChangesNoAnswer) {
  const Rules rules = *Rules::make(3, 3, 3);
  const search::SmallBoard board(rules);
  search::Solver forgetful(board, {.memory_bytes = 200'000});
  search::Solver other(board, {});
  Random random(6);
  int compared = 0;
  int forgot = 0;
  for (int question = 0; question < 200; ++question) {
    const Position p = random_position(rules, 3 + random.below(6), random);
    for (const search::Goal goal : {search::Goal::kWin, search::Goal::kNotLose}) {
      const std::uint64_t before = forgetful.bytes();
      const auto answer = forgetful.reaches(question % 3, goal, p);
      forgot += forgetful.bytes() < before;
      if (!answer) continue;
      ++compared;
      EXPECT_EQ(*answer, *other.reaches(question % 3, goal, p)) << to_text(rules, p);
    }
  }
  EXPECT_GT(compared, 200);
  EXPECT_GT(forgot, 2);
}

TEST(HyperPairing, ExistsExactlyWhereExpected) {
  for (const auto& [n, k] : {std::pair{5, 2}, {8, 3}, {11, 4}}) {
    EXPECT_TRUE(search::find_pairing(**Board::make(n, k))) << n << "^" << k;
  }
  for (const auto& [n, k] : {std::pair{4, 2}, {7, 3}, {10, 4}}) {
    EXPECT_FALSE(search::find_pairing(**Board::make(n, k))) << n << "^" << k;
  }
}

// Hall's condition, word by word: any lines together have twice as many cells.
bool every_set_has_cells(const std::vector<search::CellSet>& lines) {
  for (std::uint64_t set = 1; set < std::uint64_t{1} << lines.size(); ++set) {
    search::CellSet together = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) together |= set >> i & 1 ? lines[i] : 0;
    if (std::popcount(together) < 2 * std::popcount(set)) return false;
  }
  return true;
}

TEST(HyperPairing, OfAPositionExistsExactlyByHallsCondition) {
  std::mt19937_64 random(1);
  std::array<int, 2> seen{};
  for (const auto& [n, k] : {std::pair{3, 2}, {4, 2}, {5, 2}, {3, 3}, {4, 3}}) {
    const search::SmallBoard board(*Rules::make(n, k, 2));
    EXPECT_EQ(search::holds_by_pairing(board, 0, 0),
              search::find_pairing(board.board()).has_value());
    for (int i = 0; i < 400; ++i) {
      const search::CellSet attacker = random() & random() & random() & board.all();
      const search::CellSet defenders = random() & ~attacker & board.all();
      std::vector<search::CellSet> open;
      for (const search::CellSet line : board.lines()) {
        if ((line & defenders) == 0) open.push_back(line & ~attacker);
      }
      if (open.size() > 12) continue;
      const bool holds = search::holds_by_pairing(board, attacker, defenders);
      EXPECT_EQ(holds, every_set_has_cells(open));
      ++seen[holds];
    }
  }
  EXPECT_GT(seen[0], 100);
  EXPECT_GT(seen[1], 100);
}

TEST(HyperVerify, PairingsHoldAndTamperedOnesDoNot) {
  const auto board = *Board::make(8, 3);
  Certificate c = search::pairing_certificate(*board, 2, *search::find_pairing(*board));
  EXPECT_EQ(verify(c)->wrong, 0u);
  std::swap(c.entries[0].moves[0], c.entries[5].moves[0]);
  EXPECT_GT(verify(c)->wrong, 0u);
}

TEST(HyperFilling, DrawnFillings) {
  for (const auto& [n, k] : {std::pair{3, 3}, {3, 4}, {2, 2}}) {
    EXPECT_FALSE(search::find_filling(n, k, 2, {})->exists) << n << "^" << k;
  }
  for (const auto& [n, k, q] :
       {std::tuple{3, 2, 2}, {4, 3, 2}, {4, 4, 2}, {5, 3, 2}, {3, 3, 3}, {4, 3, 3}, {4, 3, 8}}) {
    const auto answer = search::find_filling(n, k, q, {});
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->exists) << n << "^" << k << " q " << q;
    ASSERT_FALSE(answer->filling.empty()) << n << "^" << k << " q " << q;
    Certificate c = search::filling_certificate(**Board::make(n, k), q, answer->filling);
    EXPECT_EQ(verify(c)->wrong, 0u) << verify(c)->complaint;
    c.entries[0].marks[0] = c.entries[0].marks[0] == '1' ? '2' : '1';
    EXPECT_GT(verify(c)->wrong, 0u);
  }
}

// On 4^3 with more than two players nobody can force a win.
TEST(HyperConjecture, IsProvedAndVerified) {
  const auto all = search::hold_everyone(4, 3, 3, {.nodes = 200'000});
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 4u);  // three seats of q = 3, and one for all q >= 4
  EXPECT_EQ(all->back().players, 4);
  EXPECT_TRUE(all->back().or_more);
  for (const Certificate& c : *all) {
    const auto read = parse_certificate(to_text(c));
    ASSERT_TRUE(read);
    EXPECT_EQ(verify(*read)->wrong, 0u) << verify(*read)->complaint;
  }
  // Without one of its entries, or with another number of players, it is refused.
  Certificate holed = all->front();
  ASSERT_FALSE(holed.entries.empty());
  holed.entries.pop_back();
  EXPECT_GT(verify(holed)->wrong, 0u);
  Certificate fewer = all->back();
  fewer.players = 3;
  EXPECT_GT(verify(fewer)->wrong, 0u);
}

// Nothing: not shown, or not within the budget.
std::optional<Certificate> beaten(const Rules& rules, int player, const Budget& budget = {}) {
  Meter meter(budget, "beating");
  const auto proof = search::beat_player(rules, player, meter);
  return proof ? *proof : std::nullopt;
}

// On 4^3 nobody can avoid losing against two others.
TEST(HyperBeat, EveryPlayerOnFourCubed) {
  for (int player = 0; player < 3; ++player) {
    const auto proof = beaten(*Rules::make(4, 3, 3), player);
    ASSERT_TRUE(proof) << player;
    const auto read = parse_certificate(to_text(*proof));
    ASSERT_TRUE(read);
    EXPECT_EQ(verify(*read)->wrong, 0u) << verify(*read)->complaint;
  }
}

TEST(HyperBeat, AgreesWithTheSearch) {
  for (const auto& [n, k, q] :
       {std::tuple{3, 2, 3}, {3, 2, 4}, {3, 2, 5}, {4, 2, 5}, {3, 3, 3}, {3, 3, 4}, {3, 3, 5}}) {
    const Rules rules = *Rules::make(n, k, q);
    const search::SmallBoard board(rules);
    search::Solver solver(board, {});
    for (int player = 0; player < q; ++player) {
      const auto proof = beaten(rules, player, {.nodes = 20'000});
      if (k == 3) {
        EXPECT_TRUE(proof) << n << k << q << player;
      }
      if (!proof) continue;
      EXPECT_EQ(verify(*proof)->wrong, 0u) << verify(*proof)->complaint;
      if (q == 3) {
        EXPECT_FALSE(*solver.reaches(player, search::Goal::kNotLose, rules.initial()));
      }
    }
  }
}

// Each entry is needed, each of its moves is, and so is the right player.
TEST(HyperBeat, ATamperedCertificateIsRefused) {
  const Certificate good = *beaten(*Rules::make(3, 3, 3), 0);
  ASSERT_EQ(verify(good)->wrong, 0u);
  ASSERT_FALSE(good.entries.empty());
  for (std::size_t i = 0; i < good.entries.size(); ++i) {
    Certificate holed = good;
    holed.entries.erase(holed.entries.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_GT(verify(holed)->wrong, 0u) << i;
    Certificate shorter = good;
    shorter.entries[i].moves.pop_back();
    EXPECT_GT(verify(shorter)->wrong, 0u) << i;
    Certificate occupied = good;
    occupied.entries[i].moves[0] = static_cast<Cell>(good.entries[i].marks.find_first_not_of('.'));
    EXPECT_GT(verify(occupied)->wrong, 0u) << i;
  }
  Certificate other = good;
  other.player = 1;
  EXPECT_GT(verify(other)->wrong, 0u);
  Certificate stronger = good;
  stronger.players = 2;
  EXPECT_GT(verify(stronger)->wrong, 0u);
}

TEST(HyperCertificate, DamageIsNoticed) {
  const auto all = search::hold_everyone(4, 3, 3, {.nodes = 200'000});
  std::string text = to_text(all->front());
  text[text.size() / 2] = text[text.size() / 2] == '1' ? '2' : '1';
  EXPECT_EQ(parse_certificate(text).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(parse_certificate("hello").error().code, ErrorCode::kWrongVersion);
}

TEST(HyperClassify, TheFiveCategories) {
  const auto category = [](int n, int k) {
    return study::classify(n, k, {}, {.search = false})->category.value_or(0);
  };
  EXPECT_EQ(category(2, 3), 1);
  EXPECT_EQ(category(3, 3), 2);
  EXPECT_EQ(category(3, 5), 2);
  EXPECT_EQ(category(4, 3), 3);
  EXPECT_EQ(category(3, 2), 4);
  EXPECT_EQ(category(4, 2), 4);
  EXPECT_EQ(category(8, 3), 5);
  EXPECT_EQ(category(5, 3), 0);  // open
}

TEST(HyperKingmaking, StopsWhenMemoryDoesNotSuffice) {
  const Rules rules = *Rules::make(4, 2, 3);
  const auto report = research::kingmaking(rules, rules.initial(), {.memory_bytes = 1 << 20});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNoSpace);
}

TEST(HyperKingmaking, NobodyMakesKingsOnThreeByThree) {
  const Rules rules = *Rules::make(3, 2, 3);
  const auto report = research::kingmaking(rules, rules.initial(), {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->outcomes, 1u << 3);  // a draw, however ties are broken
  EXPECT_EQ(report->kingmakers, 0u);
}

}  // namespace
}  // namespace noughts::hyper::proof
