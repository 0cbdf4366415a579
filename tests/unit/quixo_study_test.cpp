// What the Quixo paper says in passing, against plain counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/solve/in_memory.h"
#include "noughts/quixo/solve/solve.h"
#include "noughts/research/quixo/reference/variants.h"
#include "noughts/research/quixo/study/empty_tiles.h"
#include "noughts/research/quixo/study/fastest.h"
#include "noughts/research/quixo/study/longest.h"
#include "noughts/research/quixo/study/random_win.h"
#include "noughts/research/quixo/study/reachable_kinds.h"
#include "temporary_folder.h"

namespace noughts::quixo::study {
namespace {

std::vector<Board> every_board(const Rules& rules) {
  std::vector<Board> boards;
  for (Cells x = 0; x <= rules.all_cells(); ++x) {
    for (Cells o = 0; o <= rules.all_cells(); ++o) {
      if ((x & o) == 0) boards.push_back(make_board(x, o));
    }
  }
  return boards;
}

// All variants are the same function; each improvement saves look-ups.
TEST(QuixoStudy, VariantsOfTheAlgorithmAgree) {
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    const Rules rules = *Rules::make(3);
    const reference::ReferenceSolver solver(rules, workers);
    std::vector<std::uint64_t> asked;
    for (const reference::Variant& variant : reference::all_variants()) {
      const auto run = reference::run_variant(solver, variant, workers);
      ASSERT_TRUE(run) << variant.name;
      EXPECT_EQ(run->counts, (Counts{12'748, 6'935, 0})) << variant.name;
      EXPECT_EQ(run->initial.value, Value::kWin) << variant.name;
      EXPECT_GE(run->most_passes, 2u) << variant.name;
      asked.push_back(run->asked);
    }
    ASSERT_EQ(asked.size(), 5u);
    EXPECT_LT(asked[1], asked[0]);  // classes
    EXPECT_LT(asked[3], asked[1]);  // WinOrDraw
  }
}

TEST(QuixoStudy, VariantsUnderOtherRules) {
  Workers workers(1);
  const Rules rules = *Rules::make(3, 3, BothLines::kMoverWins);
  const reference::ReferenceSolver solver(rules, workers);
  const Counts counts = reference::solve_reference(solver, 0)->totals();
  for (const reference::Variant& variant : reference::all_variants()) {
    EXPECT_EQ(reference::run_variant(solver, variant, workers)->counts, counts) << variant.name;
  }
}

TEST(QuixoStudy, ACancelledVariantIsAnError) {
  CancelToken cancel;
  cancel.cancel();
  Workers workers(1, {.cancel = &cancel});
  const reference::ReferenceSolver solver(*Rules::make(3), workers);
  EXPECT_FALSE(reference::run_variant(solver, reference::all_variants()[0], workers));
}

TEST(QuixoStudy, ReachableKinds) {
  const Rules rules = *Rules::make(3);
  const auto kinds = count_reachable_kinds(rules, {});
  ASSERT_TRUE(kinds);
  EXPECT_EQ(kinds->front().boards, 16'021u);  // published
  EXPECT_EQ(kinds->front().boards, count_reachable(rules));
  std::map<std::string, std::uint64_t> counts;
  for (const auto& kind : *kinds) counts[kind.what] = kind.boards;
  EXPECT_EQ(counts.at("the same without the empty board"), 16'020u);
  // With predecessors: by the rules' own function.
  std::uint64_t preceded = 0;
  for (const Board board : every_board(rules)) {
    preceded += !rules.predecessors({board, Player::kX}).empty();
  }
  EXPECT_EQ(counts.at("boards that some board not over leads to, reachable or not"), preceded);
  const std::uint64_t x = counts.at("the same, X to move"), o = counts.at("the same, O to move");
  EXPECT_EQ(counts.at("colours kept, X begins: boards with their side to move"), x + o);
  EXPECT_LE(counts.at("the same, whoever moves"), x + o);
  // No move leads to the empty board; a board of one tile comes from there alone.
  EXPECT_EQ(counts.at("after at least one move"), 16'020u);
  EXPECT_EQ(counts.at("after at least two moves"), 16'020u - 8);
}

// The chain again over all boards, images and all, substituting the old values only.
std::map<Board, double> plain_chain(const tables::ValueSource& values, bool best) {
  const Rules& rules = values.rules();
  std::map<Board, std::size_t> number;
  struct Decided {
    Board board;
    bool worst_first;  // the best defence chooses
    std::vector<Board> children;
  };
  std::vector<Decided> decided;
  for (const Board board : every_board(rules)) {
    const Value value = values.at(board)->value;
    if (value == Value::kDraw) continue;
    number[board] = decided.size();
    decided.push_back({board, best && value == Value::kLoss, {}});
    if (rules.is_over({board, Player::kX})) continue;
    rules.for_each_child({board, Player::kX}, [&](Board moved) {
      const Board child = swap_colours(moved);
      if (value == Value::kWin && values.at(child)->value != Value::kLoss) return;
      decided.back().children.push_back(child);
    });
  }
  std::vector<std::vector<std::size_t>> children;
  for (const Decided& from : decided) {
    children.emplace_back();
    for (const Board child : from.children) children.back().push_back(number.at(child));
  }
  std::vector<double> expected(decided.size());
  for (double change = 1; change > 1e-10;) {
    change = 0;
    std::vector<double> next(decided.size());
    for (std::size_t i = 0; i < decided.size(); ++i) {
      if (children[i].empty()) continue;
      double sum = 0, most = 0;
      for (const std::size_t child : children[i]) {
        sum += expected[child];
        most = std::max(most, expected[child]);
      }
      const auto moves = static_cast<double>(children[i].size());
      next[i] = 1 + (decided[i].worst_first ? most : sum / moves);
      change = std::max(change, next[i] - expected[i]);
    }
    expected = std::move(next);
  }
  std::map<Board, double> result;
  for (const auto& [board, i] : number) result[board] = expected[i];
  return result;
}

TEST(QuixoStudy, RandomWinnersTakeAsLongAsAPlainChainSays) {
  Workers workers(1);
  const auto values = solve::solve_in_memory(*Rules::make(3), workers);
  ASSERT_TRUE(values);
  const auto wins = RandomWins::solve(**values, workers);
  ASSERT_TRUE(wins);
  for (const Defence defence : {Defence::kBest, Defence::kRandom}) {
    const RandomWin& win = wins->against(defence);
    const auto plain = plain_chain(**values, defence == Defence::kBest);
    EXPECT_NEAR(win.initial, plain.at(0), 1e-6);
    EXPECT_NEAR(win.longest, plain.at(win.longest_board), 1e-6);
    double longest = 0;
    std::map<int, std::uint64_t> by_plies, by_tiles;
    for (const auto& [board, expected] : plain) {
      ASSERT_NEAR(wins->at(board, defence).value(), expected, 1e-6);
      if ((*values)->at(board)->value != Value::kWin || expected == 0) continue;
      longest = std::max(longest, expected);
      ++by_plies[*(*values)->at(board)->plies];
      ++by_tiles[std::popcount(board)];
    }
    EXPECT_NEAR(win.longest, longest, 1e-6);
    EXPECT_GT(win.error, 0);
    EXPECT_LT(win.error, 1e-11);
    for (const auto& row : win.by_plies) EXPECT_EQ(row.boards, by_plies[row.key]) << row.key;
    for (const auto& row : win.by_tiles) EXPECT_EQ(row.boards, by_tiles[row.key]) << row.key;
    EXPECT_EQ(win.by_plies.size(), by_plies.size());
    EXPECT_EQ(win.by_tiles.size(), by_tiles.size());
  }
}

// Nobody has a random win of a drawn board; 3x3 has none, but with both lines winning it might.
TEST(QuixoStudy, RandomWinsAreOfDecidedBoardsOnly) {
  Workers workers(2);
  const auto values = solve::solve_in_memory(*Rules::make(3, 3, BothLines::kMoverWins), workers);
  const auto wins = RandomWins::solve(**values, workers);
  ASSERT_TRUE(wins);
  for (const Board board : every_board((*values)->rules())) {
    const Outcome outcome = *(*values)->at(board);
    const auto expected = wins->at(board, Defence::kBest);
    ASSERT_EQ(expected.has_value(), outcome.value != Value::kDraw);
    if (!expected) continue;
    ASSERT_EQ(*expected == 0, *outcome.plies == 0);
    // The winner is never faster than perfect play against the best defence.
    ASSERT_GE(*expected, *outcome.plies * (1 - 1e-9));
  }
}

TEST(QuixoStudy, EmptyTilesByTier) {
  Workers workers(2);
  const Rules rules = *Rules::make(3);
  const auto values = solve::solve_in_memory(rules, workers);
  const auto rows = count_empty_tiles(**values, 1 << 20, 1, workers);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 8u);
  // Plainly, by the moves themselves.
  std::map<int, EmptyTiles> plain;
  for (const Board board : every_board(rules)) {
    if (rules.is_over({board, Player::kX})) continue;
    const Outcome here = *(*values)->at(board);
    bool kind[2] = {}, keeps[2] = {}, best[2] = {};
    for (const Move& move : rules.moves({board, Player::kX})) {
      const int own = cells_of(board, Player::kX) >> move.from & 1;
      const Outcome child = *(*values)->at(board_for_mover(rules.apply({board, Player::kX}, move)));
      kind[own] = true;
      keeps[own] |= for_opponent(child.value) == here.value;
      best[own] |= for_opponent(child.value) == here.value &&
                   (here.value == Value::kDraw || *child.plies + 1 == *here.plies);
    }
    if (!kind[0] || !kind[1]) continue;
    EmptyTiles::ByValue& row = plain[std::popcount(board)].of(here.value);
    ++row.boards;
    row.empty_keeps += keeps[0];
    row.own_keeps += keeps[1];
    row.empty_best += best[0];
    row.own_best += best[1];
  }
  for (const EmptyTiles& row : *rows) {
    EXPECT_FALSE(row.sampled);
    EXPECT_EQ(row.by_value, plain[row.tier].by_value) << row.tier;
  }
}

// A sample is near the truth, and the same for the same seed whatever the threads.
TEST(QuixoStudy, EmptyTilesFromASample) {
  Workers one(1), two(2);
  const auto values = solve::solve_in_memory(*Rules::make(3), two);
  const auto all = count_empty_tiles(**values, 1 << 20, 1, two);
  const auto some = count_empty_tiles(**values, 1000, 1, one);
  const auto again = count_empty_tiles(**values, 1000, 1, two);
  const auto others = count_empty_tiles(**values, 1000, 2, two);
  ASSERT_TRUE(all && some && again && others);
  bool differs = false;
  for (std::size_t i = 0; i < all->size(); ++i) {
    EXPECT_EQ((*some)[i].by_value, (*again)[i].by_value);
    EXPECT_EQ((*some)[i].sampled, binomial(9, (*some)[i].tier) << (*some)[i].tier > 1000);
    differs |= (*some)[i].by_value != (*others)[i].by_value;
    const auto share = [](const EmptyTiles::ByValue& row) {
      return static_cast<double>(row.empty_keeps) / static_cast<double>(row.boards);
    };
    const EmptyTiles::ByValue& won = (*some)[i].of(Value::kWin);
    if (won.boards < 100) continue;
    EXPECT_NEAR(share(won), share((*all)[i].of(Value::kWin)), 0.1) << i;
  }
  EXPECT_TRUE(differs);
}

// Boards that can arise, X to move, by plain search from the empty one; the game goes on.
std::set<Board> boards_that_arise(const Rules& rules) {
  std::set<Board> found = {0};
  std::vector<Board> fresh = {0};
  while (!fresh.empty()) {
    const Position position{fresh.back(), Player::kX};
    fresh.pop_back();
    rules.for_each_child(position, [&](Board child) {
      const Board board = swap_colours(child);
      if (!rules.is_over({board, Player::kX}) && found.insert(board).second) {
        fresh.push_back(board);
      }
    });
  }
  return found;
}

// A game is found for each board that can arise and for no other, and it leads there.
TEST(QuixoStudy, OriginsAreFoundWhereThereAreSome) {
  const Rules rules = *Rules::make(3);
  const std::set<Board> arising = boards_that_arise(rules);
  for (const Board board : every_board(rules)) {
    if (rules.is_over({board, Player::kX})) continue;
    const auto origin = find_origin(rules, board, 100'000);
    ASSERT_TRUE(origin);
    ASSERT_EQ(origin->found == Origin::Found::kGame, arising.contains(board)) << board;
    if (origin->found != Origin::Found::kGame) continue;
    Position position = rules.initial();
    for (const Move& move : origin->moves) {
      const auto moves = rules.moves(position);
      ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
      position = rules.apply(position, move);
    }
    const Position expected{board, Player::kX};
    EXPECT_EQ(position, origin->exchanged ? swap_colours(expected) : expected);
  }
}

TEST(QuixoStudy, ASearchForAnOriginThatIsCutShortSaysSo) {
  const Rules rules = *Rules::make(3);
  const auto board = parse_position(rules, "XOX/XOX/OXO X");
  ASSERT_TRUE(board);
  const auto origin = find_origin(rules, board->board, 3);
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->found, Origin::Found::kOpen);
}

// The longest games of a class, against the values of all its boards.
TEST(QuixoStudy, LongGamesAreThoseOfTheTables) {
  const TemporaryFolder folder;
  const Rules rules = *Rules::make(3);
  Workers workers(2);
  solve::Options options;
  options.steps = true;
  options.last_tier = 1;
  options.tables = folder.path();
  ASSERT_TRUE(solve::run(rules, options, workers));
  const auto manifest = tables::Manifest::read(folder.path(), rules);
  ASSERT_TRUE(manifest);
  const auto values = solve::solve_in_memory(rules, workers);
  ASSERT_TRUE(values);
  const auto layout = std::make_shared<const layout::TableLayout>(rules);
  std::uint64_t games = 0;
  for (const auto& [id, entry] : manifest->classes) {
    for (const int plies : {0, 4}) {
      std::map<Board, int> expected;  // by the kept image
      for (const Board board : every_board(rules)) {
        if (class_of(board) != id) continue;
        const Outcome outcome = *(*values)->at(board);
        if (outcome.value == Value::kDraw || *outcome.plies < plies) continue;
        const PlaneId plane = plane_of(id);
        if (layout->reduction.is_kept(plane.absolute(board))) expected[board] = *outcome.plies;
      }
      const auto found = long_games(folder.path(), layout, *manifest, id, plies, workers);
      ASSERT_TRUE(found);
      std::map<Board, int> listed;
      for (const LongGame& game : *found) listed[game.board] = *game.outcome.plies;
      EXPECT_EQ(listed, expected);
      games += listed.size();
    }
  }
  EXPECT_GT(games, 2000u);
}

// The search over values finds the plies of the solver that counts them.
TEST(QuixoStudy, FastestWinsAreThoseOfTheSolver) {
  Workers workers(2);
  for (const BothLines both : {BothLines::kMoverLoses, BothLines::kMoverWins}) {
    const Rules rules = *Rules::make(3, 3, both);
    const auto values = solve::solve_in_memory(rules, workers);
    ASSERT_TRUE(values);
    FastestWin fastest(**values, {});
    for (const Board board : every_board(rules)) {
      const auto plies = fastest.plies(board);
      ASSERT_TRUE(plies);
      ASSERT_EQ(*plies, (*values)->at(board)->plies) << to_text(rules, Position{board});
    }
  }
}

// Lines of three on 4x4, whose games are short: every tenth board or so that is not over.
TEST(QuixoStudy, FastestWinsOfFourByFour) {
  Workers workers(2);
  const Rules rules = *Rules::make(4, 3);
  const auto values = solve::solve_in_memory(rules, workers);
  ASSERT_TRUE(values);
  FastestWin fastest(**values, {});
  EXPECT_EQ(*fastest.plies(0), (*values)->at(0)->plies);
  Random random(7);
  int compared = 0;
  while (compared < 20'000) {
    const auto x = static_cast<Cells>(random.below(1 << 16));
    const auto o = static_cast<Cells>(random.below(1 << 16)) & ~x;
    const Board board = make_board(x, o);
    if (rules.is_over({board, Player::kX})) continue;
    const auto plies = fastest.plies(board);
    ASSERT_TRUE(plies);
    ASSERT_EQ(*plies, (*values)->at(board)->plies) << to_text(rules, Position{board});
    ++compared;
  }
}

// Work that must stop gives an error and no number.
TEST(QuixoStudy, FastestWinStops) {
  Workers workers(1);
  const auto values = solve::solve_in_memory(*Rules::make(4), workers);
  ASSERT_TRUE(values);
  Budget budget;
  budget.nodes = 1000;
  FastestWin fastest(**values, budget);
  const auto plies = fastest.plies(0);
  ASSERT_FALSE(plies);
  EXPECT_EQ(plies.error().code, ErrorCode::kNoSpace);
}

}  // namespace
}  // namespace noughts::quixo::study
