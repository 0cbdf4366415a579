// Quantum tic-tac-toe from outside: exact curves against single values of q,
// impossible games, collapses.
#include <gtest/gtest.h>

#include <numeric>

#include "cli/games/answer.h"

namespace cli_test {
namespace {

#ifndef NOUGHTS_SANITIZED
// The value at top/bottom of the piece that holds it, as the program writes values.
Json value_at(const Json& pieces, std::int64_t top, std::int64_t bottom) {
  const double q = static_cast<double>(top) / static_cast<double>(bottom);
  for (const Json& piece : pieces) {
    if (q > piece.at("to_decimal").get<double>()) continue;
    std::int64_t over = 0;   // of the value times bottom^(degree)
    std::int64_t under = 1;  // bottom^(degree)
    std::int64_t power = 1;  // top^i
    for (const Json& coefficient : piece.at("polynomial")) {
      over = over * bottom + coefficient.get<std::int64_t>() * power;
      power *= top;
      if (&coefficient != &piece.at("polynomial").back()) under *= bottom;
    }
    const std::int64_t common = std::gcd(over, under);
    over /= common;
    under /= common;
    return under == 1 ? std::to_string(over) : std::to_string(over) + "/" + std::to_string(under);
  }
  return "outside";
}

// The whole curve, all openings, against the solver at single q.
void compare(const std::vector<std::string>& scoring) {
  std::vector<std::string> arguments = {"solve", "quantum", "--curve"};
  arguments.insert(arguments.end(), scoring.begin(), scoring.end());
  const Json curve = answer(arguments);
  ASSERT_EQ(curve.at("denominator"), 1);
  for (const auto& [top, bottom] : {std::pair{0, 1},
                                    {3, 37},
                                    {17, 71},
                                    {29, 83},
                                    {43, 91},
                                    {61, 97},
                                    {71, 101},
                                    {77, 103},
                                    {101, 107},
                                    {1, 1}}) {
    const std::string q = std::to_string(top) + "/" + std::to_string(bottom);
    arguments = {"solve", "quantum", "--q", q};
    arguments.insert(arguments.end(), scoring.begin(), scoring.end());
    const Json solved = answer(arguments);
    EXPECT_EQ(value_at(curve.at("pieces"), top, bottom), solved.at("value").at("exact")) << q;
    for (std::size_t i = 0; i < 8; ++i) {
      const Json& opening = curve.at("openings").at(i);
      EXPECT_EQ(opening.at("move"), solved.at("first_moves").at(i).at("move"));
      EXPECT_EQ(value_at(opening.at("pieces"), top, bottom),
                solved.at("first_moves").at(i).at("value").at("exact"))
          << q << " " << opening.at("move");
    }
  }
}

TEST(QuantumCurveFromOutside, DrawZero) { compare({}); }
TEST(QuantumCurveFromOutside, DrawMinusFive) { compare({"--draw", "-5"}); }
TEST(QuantumCurveThorough, DoubleWin) { compare({"--double-win"}); }
TEST(QuantumCurveThorough, BothAtOnce) { compare({"--draw", "-5", "--double-win"}); }
TEST(QuantumCurveThorough, OtherScores) { compare({"--scores", "7,4,-1"}); }

// From each position of these games the next move is a best one.
void expect_best_line(const std::vector<std::string>& moves) {
  std::string position;
  for (const std::string& move : moves) {
    const Json report = answer({"analyze", "quantum", "--position", position});
    EXPECT_EQ(report.at("exact"), "10") << position;
    const Json& best = report.at("best");
    EXPECT_NE(std::find(best.begin(), best.end(), move), best.end()) << move;
    position += (position.empty() ? "" : " ") + move;
  }
  EXPECT_EQ(answer({"show", "quantum", "--position", position}).at("result"),
            "X wins, narrow (10 for X)");
}

// The paper's Figure 2, and a game that is a ply longer.
TEST(QuantumFromOutside, FigureTwoIsABestLine) {
  expect_best_line({"X1.1-9", "O2.1-3", "X3.1-3", "selA", "O4.5-7", "X5.5-7", "selB", "O6.2-8",
                    "X7.2-4", "O8.2-4", "selA"});
}
TEST(QuantumFromOutside, ABestLineCanHaveNinePlies) {
  expect_best_line({"X1.1-9", "O2.1-3", "X3.1-7", "O4.1-5", "X5.4-8", "O6.4-6", "X7.1-5", "selB",
                    "O8.2-4", "X9.2-4", "selB"});
}
#endif

// Each with one sentence that names the move.
TEST(QuantumFromOutside, ImpossibleGamesAreRefused) {
  for (const auto& [position, named] :
       {std::pair<std::string, std::string>{"X1.1-9 O2.1-9 selA X3.1-2", "move 4: 'X3.1-2'"},
        {"O1.1-2", "move 1: 'O1.1-2'"},
        {"X1.1-2 X2.3-4", "move 2: 'X2.3-4'"},
        {"X1.1-2 selA", "move 2: 'selA'"},
        {"X1.1-2 O2.1-2 X3.4-5", "move 3: 'X3.4-5'"},
        {"X1.1-2 O3.4-5", "move 2: 'O3.4-5'"},
        {"X1.1-1", "move 1: 'X1.1-1'"},
        {"X1.1-10", "move 1: 'X1.1-10'"},
        {"X1.0-2", "move 1: 'X1.0-2'"},
        {"hello", "move 1: 'hello'"}}) {
    for (const char* verb : {"analyze", "show", "line", "play"}) {
      const Outcome outcome = noughts({verb, "quantum", "--position", position});
      EXPECT_EQ(outcome.exit_code, 2) << verb << " " << position;
      EXPECT_EQ(outcome.out, "");
      EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
      EXPECT_NE(outcome.err.find(named), std::string::npos) << outcome.err;
    }
  }
}

TEST(QuantumFromOutside, BadProbabilitiesAreRefused) {
  for (const char* q : {"-1/10", "1.01", "2", "1/0", "abc", "", "0.5x", "1e-3", "nan"}) {
    for (const char* verb : {"solve", "analyze", "play", "line"}) {
      const Outcome outcome =
          noughts({verb, "quantum", "--collapse", "chance", "--q", q}, {.input = "quit\n"});
      // An empty text is the same as no --q at all.
      if (std::string(q).empty()) continue;
      EXPECT_EQ(outcome.exit_code, 2) << verb << " --q " << q;
      EXPECT_EQ(outcome.out, "");
      EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
    }
  }
}

// At a collapse under chance both outcomes stand side by side.
TEST(QuantumFromOutside, CollapsesShowBothOutcomes) {
  const Json report =
      answer({"analyze", "quantum", "--q", "3/4", "--position", "X1.1-9 O2.1-3 X3.1-3"});
  ASSERT_EQ(report.at("moves").size(), 2u);
  EXPECT_EQ(report.at("to_move"), "System");
  EXPECT_EQ(report.at("moves")[0].at("favours"), "O");
  EXPECT_EQ(report.at("moves")[1].at("favours"), "X");
  EXPECT_EQ(report.at("moves")[0].at("probability"), "3/4");
}

// The dice of the paper's section 5: every throw is shown, and the seed decides.
TEST(QuantumFromOutside, DiceDecideACollapse) {
  const std::vector<std::string> game = {"play", "quantum", "--dice", "2:7",
                                         "--x",  "random",  "--o",    "random"};
  auto with_seed = [&](const char* seed) {
    std::vector<std::string> arguments = game;
    arguments.insert(arguments.end(), {"--seed", seed});
    return noughts(arguments).out;
  };
  const std::string first = with_seed("5");
  EXPECT_NE(first.find("dice"), std::string::npos);
  EXPECT_EQ(first, with_seed("5"));
  EXPECT_NE(first, with_seed("6"));
}

// The dice name a player, and that player selects: a person for herself, once for each throw.
TEST(QuantumFromOutside, WhomTheDiceNameSelects) {
  const std::vector<std::string> moves = {"1-2", "1-2", "selC", "hint", "selB", "quit"};
  std::string input;
  for (const std::string& move : moves) input += move + "\n";
  for (const auto& [dice, name] : {std::pair("2:12", "X"), std::pair("2:0", "O")}) {
    const Outcome game = noughts({"play", "quantum", "--dice", dice}, {.input = input});
    EXPECT_EQ(game.exit_code, 0) << game.err;
    const auto count = [&](const std::string& words) {
      int found = 0;
      for (std::size_t at = game.out.find(words); at != std::string::npos;
           at = game.out.find(words, at + 1)) {
        ++found;
      }
      return found;
    };
    EXPECT_EQ(count("the dice show"), 1) << game.out;
    EXPECT_EQ(count(std::string(name) + " selects> "), 3) << game.out;
    EXPECT_EQ(count(" favours "), 2) << "hint shows both\n" << game.out;
    EXPECT_EQ(count("[ O2 ]"), 1) << game.out;
  }
}

// A perfect player takes what is better for itself: as O here -20, as X +20.
TEST(QuantumFromOutside, ThePlayerWhomTheDiceNameSelectsForItself) {
  const std::string position = "X1.1-9 O2.1-3 X3.1-3";
  const Json values = answer({"analyze", "quantum", "--dice", "1:3", "--position", position});
  ASSERT_EQ(values.at("moves")[0].at("favours"), "O");
  for (const auto& [dice, words] :
       {std::pair("2:12", "X selects selB"), std::pair("2:0", "O selects selA")}) {
    const Outcome game = noughts({"play", "quantum", "--dice", dice, "--position", position, "--x",
                                  "perfect", "--o", "perfect"});
    EXPECT_NE(game.out.find(words), std::string::npos) << game.out;
  }
}

// Goff's scores are a twentieth of those of Sakuta and Tomioka; any others can be given.
TEST(QuantumFromOutside, ScoresCanBeChosen) {
  const Json usual = answer({"solve", "quantum", "--q", "3/4"});
  const Json original = answer({"solve", "quantum", "--q", "3/4", "--scores", "original"});
  EXPECT_EQ(usual.at("value").at("exact"), "5/2");
  EXPECT_EQ(original.at("value").at("exact"), "1/8");
  EXPECT_EQ(original.at("complete"), "1");
  EXPECT_EQ(original.at("narrow"), "1/2");
  EXPECT_EQ(answer({"solve", "quantum", "--scores", "20,10,-5", "--q", "3/4"}).at("value"),
            answer({"solve", "quantum", "--draw", "-5", "--q", "3/4"}).at("value"));
  EXPECT_EQ(answer({"analyze", "quantum", "--scores", "7,3,0"}).at("exact"), "3");
  for (const char* bad : {"20", "1,2", "a,b,c", "Original", "1,2,3000"}) {
    const Outcome refused = noughts({"solve", "quantum", "--scores", bad});
    EXPECT_EQ(refused.exit_code, 2) << bad;
    EXPECT_EQ(lines_of(refused.err).size(), 1u) << refused.err;
  }
}

TEST(QuantumFromOutside, InterruptEndsLongWork) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"solve", "quantum", "--curve"}, {"solve", "quantum", "--algorithm", "naive"}}) {
    const Outcome outcome = noughts(command, {.interrupt_after = 0.5});
    EXPECT_EQ(outcome.exit_code, 130) << command[0];
    EXPECT_EQ(outcome.err, "noughts: interrupted\n");
  }
}

}  // namespace
}  // namespace cli_test
