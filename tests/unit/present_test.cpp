// Documents and reports: what the world gets to see.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/line.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/traps.h"
#include "noughts/present/documents.h"
#include "noughts/present/render.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/research/reports/report.h"
#include "temporary_folder.h"

namespace noughts::present {
namespace {

struct Table {
  std::unique_ptr<play::Game> game;
  std::shared_ptr<play::Analyst> analyst;
};

Table quixo_table(const Json& rules) {
  const quixo::Rules made =
      *quixo::Rules::make(rules.at("size"), rules.at("line"),
                          rules.at("both_lines") == "win" ? quixo::BothLines::kMoverWins
                                                          : quixo::BothLines::kMoverLoses);
  Workers workers(1);
  return {play::make_game(made),
          play::make_quixo_analyst(*quixo::solve::solve_in_memory(made, workers))};
}

Table quantum_table(const Json& rules) {
  const std::string collapse = rules.at("collapse");
  quantum::Variant variant{.q = *parse_rational(rules.value("q", "1/2")),
                           .draw = *parse_rational(rules.at("draw").get<std::string>()),
                           .double_win = rules.at("double_win")};
  if (collapse == "mover") variant.collapse = quantum::Collapse::kMover;
  if (collapse == "chance") variant.collapse = quantum::Collapse::kChance;
  const quantum::Rules made = *quantum::Rules::make(variant);
  return {play::make_game(made), play::make_quantum_analyst(made)};
}

Table hyper_table(const Json& rules) {
  const hyper::Rules made =
      *hyper::Rules::make(rules.at("side"), rules.at("dims"), rules.at("players"));
  return {play::make_game(made), *play::make_hyper_analyst(made, {})};
}

Table table_of(const Json& document) {
  const Json& rules = document.at("rules");
  return document.at("game") == "quixo"     ? quixo_table(rules)
         : document.at("game") == "quantum" ? quantum_table(rules)
                                            : hyper_table(rules);
}

// A document as version 0.1 had it: without `source`, moves of quantum and hyper in
// the order of the rules and without `keeps` and plies, no `to_move` in an ended quantum game.
Json in_former_terms(Json document) {
  EXPECT_TRUE(document.contains("source"));
  document.erase("source");
  if (document.at("game") == "quixo") return document;
  const bool over = document.contains("result");
  if (document.at("game") == "quantum" && over) document.erase("to_move");
  for (Json& move : document["moves"]) {
    EXPECT_EQ(move.contains("keeps"), !move.contains("favours"));
    move.erase("keeps");
    move.erase("plies");
    move.erase("slower");
  }
  if (document.at("game") == "hyper") document.erase("plies");
  return document;
}

// With plies the best are fewer: the fastest wins, the slowest losses.
void compare_best(Json& document, Json& expected) {
  for (const Json& move : document["best"]) {
    EXPECT_NE(std::find(expected["best"].begin(), expected["best"].end(), move),
              expected["best"].end());
  }
  EXPECT_EQ(document["best"].empty(), expected["best"].empty());
  document.erase("best");
  expected.erase("best");
}

void sort_moves(Json& document) {
  std::sort(document["moves"].begin(), document["moves"].end(),
            [](const Json& a, const Json& b) { return a.at("move") < b.at("move"); });
}

// The keys and values of version 0.1, recorded from its program.
TEST(AnalysisDocument, SaysWhatItAlwaysSaid) {
  std::ifstream recorded(NOUGHTS_RECORDED);
  std::string line;
  std::map<std::string, Table> tables;
  int compared = 0;
  for (; std::getline(recorded, line); ++compared) {
    Json expected = Json::parse(line);
    const std::string variant = expected.at("game").get<std::string>() + expected["rules"].dump();
    if (!tables.contains(variant)) tables.emplace(variant, table_of(expected));
    const Table& table = tables.at(variant);
    const auto state = table.game->parse(expected.at("position").get<std::string>());
    ASSERT_TRUE(state) << line;
    const auto analysis = table.analyst->analyze(**state);
    ASSERT_TRUE(analysis) << line;
    Json document = in_former_terms(analysis_document(*table.game, **state, *analysis));
    if (expected.at("game") != "quixo") {
      sort_moves(expected);
      sort_moves(document);
    }
    if (expected.at("game") == "hyper") compare_best(document, expected);
    // Keys may stand in another order.
    EXPECT_EQ(nlohmann::json(document), nlohmann::json(expected)) << line;
  }
  EXPECT_EQ(compared, 29);
}

// What later sources of knowledge may add.
TEST(AnalysisDocument, HasRoomForWhatOtherAnalystsKnow) {
  const auto game = play::make_game(*quixo::Rules::make(4));
  const auto state = game->initial();
  play::Analysis analysis{.rating = {.verdict = play::Verdict::kWin, .rank = 3},
                          .source = play::Source::kGuess,
                          .how = "a row",
                          .cannot_lose = {0},
                          .fortress = play::Fortress{0, {"a1", "b1"}}};
  analysis.moves = {
      {.move = "a1T", .rating = {.verdict = play::Verdict::kDraw}, .replies = play::Replies{2, 5}}};
  const Json document = analysis_document(*game, *state, analysis);
  EXPECT_EQ(document.at("source"), "guess");
  EXPECT_EQ(document.at("how"), "a row");
  EXPECT_EQ(document.at("rank"), 3);
  EXPECT_EQ(document.at("cannot_lose"), Json({"X"}));
  EXPECT_EQ(document.at("fortress").at("player"), "X");
  EXPECT_EQ(document.at("moves").at(0).at("replies"), Json({{"hold", 2}, {"lose", 5}}));
  EXPECT_EQ(document.at("moves").at(0).at("keeps"), false);
  EXPECT_EQ(document.at("best").size(), 0u);
}

// O moves: X's worst score is O's best, and comes first.
TEST(AnalysisDocument, ScoresAreForXAndMovesForTheMover) {
  const Table table =
      quantum_table({{"collapse", "mover"}, {"draw", "1/2"}, {"double_win", false}});
  const auto state = *table.game->parse("X1.2-4 O2.1-5 X3.1-9 O4.5-8 X5.1-8 selB");
  const auto analysis = table.analyst->analyze(*state);
  ASSERT_TRUE(analysis);
  const Json document = analysis_document(*table.game, *state, *analysis);
  ASSERT_EQ(document.at("to_move"), "O");
  EXPECT_EQ(document.at("exact"), "-20");
  EXPECT_EQ(analysis->rating.verdict, play::Verdict::kWin);
  EXPECT_EQ(document.at("moves").front().at("exact"), "-20");
  EXPECT_GT(document.at("moves").back().at("value"), document.at("moves").front().at("value"));
}

// One line for moves that are images of one another, all of them on request and in JSON.
TEST(AnalysisText, GroupsImages) {
  const Table table = hyper_table({{"side", 3}, {"dims", 2}, {"players", 2}});
  const auto state = table.game->initial();
  const auto analysis = play::TrapFinder(table.analyst).analyze(*state);
  ASSERT_TRUE(analysis);
  EXPECT_EQ(analysis_text(*state, *analysis),
            "value draw, 1 to move\n"
            "  11       draw  1 of 8 replies holds  (and 3 like it)\n"
            "  12       draw  4 of 8 replies hold  (and 3 like it)\n"
            "  22       draw  4 of 8 replies hold\n");
  const std::string all = analysis_text(*state, *analysis, true);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 10);
  EXPECT_EQ(all.find("like it"), std::string::npos);
  EXPECT_EQ(analysis_document(*table.game, *state, *analysis).at("moves").size(), 9u);
}

// The 32 moves on the empty 4x4 board are four and their images; 3x3 has as many kinds.
TEST(AnalysisText, GroupsImagesOfQuixo) {
  const Table table = quixo_table({{"size", 3}, {"line", 3}, {"both_lines", "lose"}});
  const auto state = table.game->initial();
  const std::string text = analysis_text(*state, *table.analyst->analyze(*state));
  int moves = 0;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::size_t at = line.find("(and ");
    moves += 1 + (at == line.npos ? 0 : std::stoi(line.substr(at + 5)));
  }
  EXPECT_EQ(moves, 20);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 5);
}

TEST(HintText, HasTheBestMovesAlone) {
  const Table table = hyper_table({{"side", 3}, {"dims", 2}, {"players", 2}});
  const auto state = *table.game->parse("32 12 33");
  EXPECT_EQ(hint_text(*state, *table.analyst->analyze(*state)), "  31       draw  best\n");
  play::Analysis nothing;
  nothing.moves = {{"11"}, {"12"}};
  play::put_best_first(nothing);
  EXPECT_EQ(hint_text(*state, nothing), "no move is known to be best; 11 is a guess\n");
}

// 1 threatens to complete 31 32 33.
TEST(AnalysisText, MarksTheBestMoves) {
  const Table table = hyper_table({{"side", 3}, {"dims", 2}, {"players", 2}});
  const auto state = *table.game->parse("32 12 33");
  EXPECT_EQ(analysis_text(*state, *table.analyst->analyze(*state)),
            "value draw, 2 to move\n"
            "  31       draw  best\n"
            "  11       loss in 2\n"
            "  13       loss in 2\n"
            "  21       loss in 2\n"
            "  22       loss in 2\n"
            "  23       loss in 2\n");
}

TEST(MoveDocument, SaysWhereTheMoveLeads) {
  const Table table = hyper_table({{"side", 3}, {"dims", 2}, {"players", 2}});
  const auto state = *table.game->parse("11 32 23 31 33 21");
  const Json document = move_document(*table.game, *state, {"perfect", "13", ""});
  EXPECT_EQ(document.at("leads_to"), "11 32 23 31 33 21 13");
  EXPECT_EQ(document.at("result"), "1 wins");
  EXPECT_FALSE(document.contains("remark"));
}

TEST(Report, WritesItsFiles) {
  const TemporaryFolder temporary;
  const store::Path folder = temporary.path() / "new" / "report";
  const research::reports::Report report{.text = "text",
                                         .files = {{"a.txt", "alpha"}, {"b.csv", "1,2\n"}}};
  const auto written = research::reports::write_report(report, folder);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, (std::vector<std::string>{folder / "a.txt", folder / "b.csv"}));
  EXPECT_EQ(*store::read_file(folder / "a.txt"), "alpha");
  EXPECT_EQ(*store::read_file(folder / "b.csv"), "1,2\n");
  const auto failed =
      research::reports::write_report(report, folder / "a.txt");  // a file is no folder
  ASSERT_FALSE(failed);
}

}  // namespace
}  // namespace noughts::present
