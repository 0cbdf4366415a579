// Ratings, analysts and players: what is best, and who plays it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "noughts/core/random.h"
#include "noughts/play/families.h"
#include "noughts/play/guess.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/line.h"
#include "noughts/play/player.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/play/quixo_search.h"
#include "noughts/play/traps.h"
#include "noughts/quantum/notation.h"
#include "noughts/quixo/fortress.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::play {
namespace {

Rating plain(Verdict verdict, std::optional<int> plies = {}, std::optional<int> rank = {}) {
  return {.verdict = verdict, .plies = plies, .rank = rank};
}
Rating score(std::int64_t numerator, std::int64_t denominator = 1) {
  return rating_of_score(Rational(numerator, denominator), 0);
}

// Every pair of a list that is in order from worst to best.
void expect_in_order(const std::vector<Rating>& ratings) {
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    for (std::size_t j = 0; j < ratings.size(); ++j) {
      EXPECT_EQ(ratings[i] < ratings[j], i < j) << i << " and " << j;
      EXPECT_EQ(ratings[i] == ratings[j], i == j) << i << " and " << j;
    }
  }
}

TEST(RatingOrder, VerdictsAndPlies) {
  expect_in_order({plain(Verdict::kLoss), plain(Verdict::kLoss, 2), plain(Verdict::kLoss, 8),
                   plain(Verdict::kDraw), plain(Verdict::kUnknown), plain(Verdict::kWin),
                   plain(Verdict::kWin, 9), plain(Verdict::kWin, 3), plain(Verdict::kWin, 1)});
}

TEST(RatingOrder, MoreThanTwoPlayers) {
  expect_in_order({plain(Verdict::kExposed), plain(Verdict::kHold), plain(Verdict::kUnknown),
                   plain(Verdict::kWin)});
}

TEST(RatingOrder, RanksWhereThereAreNoPlies) {
  expect_in_order({plain(Verdict::kLoss, {}, 1), plain(Verdict::kLoss, {}, 4),
                   plain(Verdict::kDraw), plain(Verdict::kWin, {}, 4), plain(Verdict::kWin, {}, 1),
                   plain(Verdict::kWin, 30)});
}

TEST(RatingOrder, Scores) {
  expect_in_order({score(-20), score(-10), score(-1, 3), score(-1, 4), score(0), score(1, 4),
                   score(1, 3), score(5, 2), score(10), score(40)});
}

// The same score is good for one and bad for the other; the way back is the way there.
TEST(RatingOrder, ScoresAreTheMovers) {
  const quantum::search::Value ten = Rational(10, 1);
  const quantum::search::Value half = Rational(1, 2);
  EXPECT_GT(rating_of_score(ten, 0), rating_of_score(half, 0));
  EXPECT_LT(rating_of_score(ten, 1), rating_of_score(half, 1));
  EXPECT_EQ(rating_of_score(ten, 0).verdict, Verdict::kWin);
  EXPECT_EQ(rating_of_score(ten, 1).verdict, Verdict::kLoss);
  for (const int seat : {0, 1, quantum::kSystem}) {
    EXPECT_EQ(score_for_x(rating_of_score(half, seat), seat), half);
  }
}

TEST(PutBestFirst, KeepsTheOrderOfEqualsAndCountsThem) {
  Analysis analysis;
  analysis.moves = {{"a", plain(Verdict::kDraw)},    {"b", plain(Verdict::kWin, 5)},
                    {"c", plain(Verdict::kLoss, 4)}, {"d", plain(Verdict::kWin, 3)},
                    {"e", plain(Verdict::kDraw)},    {"f", plain(Verdict::kWin, 3)}};
  put_best_first(analysis);
  std::string order;
  for (const RatedMove& move : analysis.moves) order += move.move;
  EXPECT_EQ(order, "dfbaec");
  EXPECT_EQ(analysis.best, 2u);
}

TEST(PutBestFirst, NothingIsBestWhileAnUnknownMoveCouldBe) {
  Analysis analysis;
  analysis.moves = {{"a", plain(Verdict::kDraw)}, {"b", plain(Verdict::kUnknown)}};
  put_best_first(analysis);
  EXPECT_EQ(analysis.best, 0u);
  analysis.moves.push_back({"c", plain(Verdict::kWin)});
  put_best_first(analysis);
  EXPECT_EQ(analysis.best, 1u);
  EXPECT_EQ(analysis.moves.front().move, "c");
  Analysis empty;
  put_best_first(empty);
  EXPECT_EQ(empty.best, 0u);
}

// An analyst of each family and its game.
struct Table {
  std::unique_ptr<Game> game;
  std::shared_ptr<Analyst> analyst;
};

Table quixo_table() {
  const quixo::Rules rules = *quixo::Rules::make(3);
  Workers workers(1);
  return {make_game(rules), make_quixo_analyst(*quixo::solve::solve_in_memory(rules, workers))};
}
Table quantum_table(const std::string& q) {
  quantum::Variant variant;
  if (!q.empty()) variant = {.collapse = quantum::Collapse::kChance, .q = *parse_rational(q)};
  const quantum::Rules rules = *quantum::Rules::make(variant);
  return {make_game(rules), make_quantum_analyst(rules)};
}
Table hyper_table(int players) {
  const hyper::Rules rules = *hyper::Rules::make(3, 2, players);
  return {make_game(rules), *make_hyper_analyst(rules, {})};
}

// Random games; every position of them.
template <class F>
void on_random_positions(const Game& game, int games, F&& f) {
  Random random(5);
  for (int i = 0; i < games; ++i) {
    auto state = game.initial();
    for (int ply = 0; ply < 20; ++ply) {
      f(*state);
      const auto moves = state->moves();
      if (moves.empty()) break;
      ASSERT_TRUE(state->play(moves[random.below(moves.size())]));
    }
  }
}

// What every analysis promises, whatever the game: all legal moves are rated once,
// best first, and a position is worth what its best move is, if somebody chooses.
void expect_sound(const Table& table, int games) {
  on_random_positions(*table.game, games, [&](const State& state) {
    const auto analysis = table.analyst->analyze(state);
    ASSERT_TRUE(analysis) << state.text();
    EXPECT_EQ(analysis->seat, state.seat());
    std::set<std::string> rated;
    for (const RatedMove& move : analysis->moves) rated.insert(move.move);
    const auto moves = state.moves();
    EXPECT_EQ(rated, std::set<std::string>(moves.begin(), moves.end()));
    if (moves.empty() || state.to_move() == "System") return;
    EXPECT_TRUE(
        std::is_sorted(analysis->moves.begin(), analysis->moves.end(),
                       [](const RatedMove& a, const RatedMove& b) { return a.rating > b.rating; }));
    EXPECT_EQ(analysis->moves.front().rating, analysis->rating) << state.text();
    EXPECT_TRUE(analysis->keeps(analysis->moves.front()));
    EXPECT_GE(analysis->best, 1u);
  });
}

TEST(Analyst, Quixo) { expect_sound(quixo_table(), 20); }
TEST(Analyst, Quantum) { expect_sound(quantum_table(""), 3); }
TEST(Analyst, QuantumUnderChance) { expect_sound(quantum_table("3/4"), 3); }
TEST(Analyst, Hyper) { expect_sound(hyper_table(2), 20); }
TEST(Analyst, HyperOfThree) { expect_sound(hyper_table(3), 20); }

TEST(Analyst, TheSystemsOutcomesHaveOdds) {
  const Table table = quantum_table("3/4");
  const auto state = *table.game->parse("X1.1-9 O2.1-3 X3.1-3");
  const auto analysis = table.analyst->analyze(*state);
  ASSERT_TRUE(analysis);
  EXPECT_EQ(analysis->best, 2u);
  EXPECT_EQ(analysis->cycle, (std::vector<std::string>{"O2", "X3"}));
  ASSERT_EQ(analysis->moves.size(), 2u);
  for (const RatedMove& move : analysis->moves) {
    ASSERT_TRUE(move.odds && move.odds->favours && move.odds->probability);
    const bool for_o = *move.odds->favours == 1;
    EXPECT_EQ(*move.odds->probability, for_o ? (Rational{3, 4}) : (Rational{1, 4}));
  }
  EXPECT_NE(*analysis->moves[0].odds->favours, *analysis->moves[1].odds->favours);
  // The outcome for O is worth less to X.
  const bool first_for_o = *analysis->moves[0].odds->favours == 1;
  EXPECT_LT(analysis->moves[first_for_o ? 0 : 1].rating,
            analysis->moves[first_for_o ? 1 : 0].rating);
  // The line follows the likelier one.
  const auto line = follow_line(state->clone(), *table.analyst, {.limit = 1});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->moves[0], analysis->moves[first_for_o ? 0 : 1].move);
}

// Two perfect players end as the value says, in as many moves as it says.
TEST(Players, PerfectOnesPlayTheValue) {
  const Table table = quixo_table();
  auto state = table.game->initial();
  const auto start = table.analyst->analyze(*state);
  ASSERT_TRUE(start && start->rating.plies);
  EXPECT_EQ(start->rating.verdict, Verdict::kWin);
  const auto player = make_perfect_player(table.analyst, 1);
  int plies = 0;
  for (; !state->result(); ++plies) {
    const auto move = player->choose(*state);
    ASSERT_TRUE(move);
    ASSERT_TRUE(state->play(*move));
  }
  EXPECT_EQ(plies, *start->rating.plies);
  EXPECT_EQ(state->result(), "X wins");
}

TEST(Players, PerfectOnesTakeEachBestMoveSometimes) {
  const Table table = hyper_table(2);
  const auto state = *table.game->parse("22 11");
  const auto analysis = table.analyst->analyze(*state);
  ASSERT_TRUE(analysis);
  std::map<std::string, int> taken;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ++taken[*make_perfect_player(table.analyst, seed)->choose(*state)];
  }
  EXPECT_EQ(taken.size(), analysis->best);
  for (std::size_t i = 0; i < analysis->best; ++i) {
    EXPECT_TRUE(taken.contains(analysis->moves[i].move)) << analysis->moves[i].move;
  }
}

// After 22 and an edge, most answers lose: one who errs half the time takes one now and then.
TEST(Players, BlundersAreAsFrequentAsAsked) {
  const Table table = hyper_table(2);
  const auto state = *table.game->parse("22 12");
  const auto analysis = table.analyst->analyze(*state);
  ASSERT_TRUE(analysis);
  std::set<std::string> best;
  for (std::size_t i = 0; i < analysis->best; ++i) best.insert(analysis->moves[i].move);
  const double bad = 1 - static_cast<double>(best.size()) / 7;
  ASSERT_GT(bad, 0);
  const auto player = make_perfect_player(table.analyst, 3, 0.5);
  constexpr int kTries = 2000;
  int blunders = 0;
  for (int i = 0; i < kTries; ++i) blunders += !best.contains(*player->choose(*state));
  EXPECT_NEAR(blunders / double{kTries}, bad / 2, 0.05);
  EXPECT_TRUE(parse_blunder("perfect:0.5"));
  EXPECT_EQ(**parse_blunder("perfect"), 0);
  for (const char* wrong : {"perfect:", "perfect:2", "perfect:-1", "perfect:x", "perfect:nan",
                            "perfect:0x1p-1", "perfect: 0.5"}) {
    EXPECT_FALSE(parse_blunder(wrong)) << wrong;
  }
}

// Knows nothing, and has an order all the same.
class Ignorant final : public Analyst {
  Result<Analysis> analyze(const State& state) override {
    Analysis analysis{.seat = state.seat(), .source = Source::kSearch};
    for (const std::string& move : state.moves()) analysis.moves.push_back({move, {}});
    put_best_first(analysis);
    return analysis;
  }
};

TEST(Players, WithoutABestMoveThePerfectOneGuesses) {
  const Table table = hyper_table(2);
  const auto player = make_perfect_player(std::make_shared<Ignorant>(), 1);
  const auto choice = player->choose(*table.game->initial());
  ASSERT_TRUE(choice);
  EXPECT_EQ(*choice, "11");
  EXPECT_EQ(player->source(), Source::kGuess);
}

TEST(Players, SayHowTheyKnow) {
  const Table table = quixo_table();
  const auto state = table.game->initial();
  const auto perfect = make_perfect_player(table.analyst, 1);
  ASSERT_TRUE(perfect->choose(*state));
  EXPECT_EQ(perfect->source(), Source::kTable);
  const auto careless = make_careless_player(make_perfect_player(table.analyst, 1), 1, 1);
  ASSERT_TRUE(careless->choose(*state));
  EXPECT_EQ(careless->source(), std::nullopt);
}

// Boards about which nothing is known have players too.
TEST(Players, GuessOnEveryBoard) {
  std::vector<std::unique_ptr<Game>> games;
  games.push_back(make_game(*quixo::Rules::make(5)));
  games.push_back(make_game(*hyper::Rules::make(4, 4, 3)));
  games.push_back(make_game(*quantum::Rules::make()));
  for (const auto& game : games) {
    const auto player = make_guessing_player(*game, 1);
    auto state = game->initial();
    for (int ply = 0; ply < 30 && !state->result() && state->to_move() != "System"; ++ply) {
      const auto move = player->choose(*state);
      ASSERT_TRUE(move);
      ASSERT_TRUE(state->play(*move)) << *move;
    }
  }
}

TEST(Levels, GoFromRandomToPerfect) {
  EXPECT_EQ(levels().front().name, "random");
  EXPECT_EQ(levels().back().name, "perfect");
  double blunder = 2;
  for (const Level& level : levels()) {
    EXPECT_LT(level.blunder, blunder);
    blunder = level.blunder;
    EXPECT_EQ(**parse_blunder(std::string(level.name)), level.blunder);
  }
  EXPECT_EQ(levels().front().blunder, 1);
  EXPECT_EQ(levels().back().blunder, 0);
  EXPECT_EQ(*parse_blunder("lucky"), std::nullopt);
}

// Tic-tac-toe once more, plain: 1 and 2 on nine cells, the worth to whoever moves.
struct PlainBoard {
  int cells[9] = {};
  int moved = 0;

  bool lost() const {  // the one who moved before has a line
    constexpr int kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                  {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    const int other = 2 - moved % 2;
    return std::any_of(std::begin(kLines), std::end(kLines), [&](const auto& line) {
      return cells[line[0]] == other && cells[line[1]] == other && cells[line[2]] == other;
    });
  }
  int worth() {
    if (lost()) return -1;
    int best = moved == 9 ? 0 : -1;
    for (int cell = 0; cell < 9; ++cell) best = std::max(best, worth_of(cell));
    return best;
  }
  int worth_of(int cell) {
    if (cells[cell] != 0) return -1;
    put(cell);
    const int worth_now = -worth();
    take(cell);
    return worth_now;
  }
  void put(int cell) { cells[cell] = 1 + moved++ % 2; }
  void take(int cell) { cells[cell] = 0 * moved--; }
};

int cell_of(const std::string& name) { return 3 * (name[0] - '1') + name[1] - '1'; }

// Every drawn position of 40 games: the counts are those of the plain search, and the most
// dangerous move comes first.
TEST(Traps, CountRepliesAsAPlainSearchDoes) {
  const Table table = hyper_table(2);
  TrapFinder traps(table.analyst);
  int counted = 0;
  on_random_positions(*table.game, 40, [&](const State& state) {
    const auto analysis = traps.analyze(state);
    ASSERT_TRUE(analysis);
    PlainBoard board;
    const std::string text = state.text();
    for (std::size_t at = 0; at + 1 < text.size(); at += 3) board.put(cell_of(text.substr(at, 2)));
    double share = 1;
    for (const RatedMove& move : analysis->moves) {
      if (!move.replies) {
        EXPECT_TRUE(move.rating.verdict != Verdict::kDraw || board.moved == 8 ||
                    analysis->rating.verdict != Verdict::kDraw)
            << text;
        continue;
      }
      board.put(cell_of(move.move));
      Replies plain;
      for (int cell = 0; cell < 9; ++cell) {
        if (board.cells[cell] == 0) ++(board.worth_of(cell) < 0 ? plain.lose : plain.hold);
      }
      board.take(cell_of(move.move));
      EXPECT_EQ(*move.replies, plain) << text << " " << move.move;
      const double now = plain.lose / double(plain.lose + plain.hold);
      EXPECT_LE(now, share);
      share = now;
      ++counted;
    }
  });
  EXPECT_GT(counted, 200);
}

TEST(Traps, ThePerfectPlayerSetsThem) {
  const Table table = hyper_table(2);
  const auto traps = std::make_shared<TrapFinder>(table.analyst);
  std::set<std::string> taken;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    taken.insert(*make_perfect_player(traps, seed)->choose(*table.game->initial()));
  }
  EXPECT_EQ(taken, (std::set<std::string>{"11", "13", "31", "33"}));
}

// An analyst whose time is up after the first question.
TEST(Traps, TheValuesStandWhenTimeIsUp) {
  class Hasty final : public Analyst {
   public:
    explicit Hasty(std::shared_ptr<Analyst> analyst) : analyst_(std::move(analyst)) {}
    Result<Analysis> analyze(const State& state) override {
      if (asked_++ > 1) return cancelled_error();
      return analyst_->analyze(state);
    }

   private:
    std::shared_ptr<Analyst> analyst_;
    int asked_ = 0;
  };
  const Table table = hyper_table(2);
  const auto analysis =
      TrapFinder(std::make_shared<Hasty>(table.analyst)).analyze(*table.game->initial());
  ASSERT_TRUE(analysis);
  EXPECT_EQ(analysis->rating.verdict, Verdict::kDraw);
  for (const RatedMove& move : analysis->moves) EXPECT_FALSE(move.replies);
}

std::size_t kinds_of(const Game& game) {
  const auto first = game.initial()->first_images();
  return std::set<std::size_t>(first.begin(), first.end()).size();
}

// Corner, edge, middle; the eight openings of quantum tic-tac-toe; four ways to begin Quixo.
TEST(Images, CountTheWaysToBegin) {
  EXPECT_EQ(kinds_of(*make_game(*hyper::Rules::make(3, 2))), 3u);
  EXPECT_EQ(kinds_of(*make_game(*hyper::Rules::make(3, 3))), 4u);
  EXPECT_EQ(kinds_of(*make_game(*quantum::Rules::make())), 8u);
  EXPECT_EQ(kinds_of(*make_game(*quixo::Rules::make(4))), 4u);
  const auto state = *make_game(*hyper::Rules::make(3, 2))->parse("11 12");
  const auto first = state->first_images();
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i], i);  // nothing is left
}

Table cube_table() {
  const hyper::Rules rules = *hyper::Rules::make(3, 3);
  return {make_game(rules), *make_hyper_analyst(rules, {})};
}

// All is lost, but 221 would lose at once.
TEST(Players, TheLoserHoldsOutAsLongAsHeCan) {
  const Table table = cube_table();
  const auto state = *table.game->parse("222 111 223");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(*make_perfect_player(table.analyst, seed)->choose(*state), "221");
  }
}

// Whoever can complete a line does, in every game of perfect against random players.
TEST(Players, NoWinIsPassedBy) {
  const Table table = cube_table();
  int wins = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const auto perfect = make_perfect_player(table.analyst, seed);
    const auto other = make_random_player(seed + 100);
    auto state = table.game->initial();
    while (!state->result()) {
      const bool perfects_turn = state->seat() == static_cast<int>(seed % 2);
      const std::string move = *(perfects_turn ? *perfect : *other).choose(*state);
      bool could_win = false;
      for (const std::string& each : state->moves()) {
        auto next = state->clone();
        ASSERT_TRUE(next->play(each));
        could_win |= next->result() && next->result()->find("wins") != std::string::npos;
      }
      ASSERT_TRUE(state->play(move));
      if (!perfects_turn || !could_win) continue;
      ++wins;
      EXPECT_TRUE(state->result()) << state->text();
    }
  }
  EXPECT_GE(wins, 8);
}

TEST(Line, EndsAsTheValueSays) {
  const Table table = quixo_table();
  const auto line = follow_line(table.game->initial(), *table.analyst, {});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->result, "X wins");
  EXPECT_EQ(line->states.size(), line->moves.size() + 1);
  EXPECT_EQ(line->moves.size(), 7u);  // the plies of the empty board
}

TEST(Line, StopsWhenCancelled) {
  const Table table = quixo_table();
  CancelToken cancel;
  cancel.cancel();
  const auto line =
      follow_line(table.game->initial(), *table.analyst, {.budget = {.cancel = &cancel}});
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().code, ErrorCode::kCancelled);
}

// X has a fortress in random company, O moves anyhow: after every move of X the fortress
// stands, or X has won or sees a win to the end.
template <class R>
void keeps_the_fortress(const R& rules, std::uint64_t seed) {
  const quixo::Fortresses<R> fortresses(rules);
  const auto game = make_game(rules);
  Random random(seed);
  auto position = *quixo::fortress_position(rules);
  const typename R::Cells owned = cells_of(position.board, quixo::Player::kX);
  for (int cell = 0; cell < rules.cells(); ++cell) {
    const auto tile = typename R::Cells{1} << cell;
    if (!(owned & tile) && random.below(3) == 0) {
      position.board = position.board | R::tile(tile, quixo::Player::kO);
    }
  }
  if (rules.is_over(position)) return;
  const auto player = make_quixo_search_player(rules, {.nodes = 2000, .seed = seed});
  bool sees_a_win = false;
  for (int round = 0; round < 12; ++round) {
    const auto moves = rules.moves(position);
    position = rules.apply(position, moves[random.below(moves.size())]);
    if (rules.is_over(position)) break;
    const auto chosen = player->choose(**game->parse(quixo::to_text(rules, position)));
    ASSERT_TRUE(chosen) << chosen.error().message;
    sees_a_win |= player->remark().starts_with("win");
    position = rules.apply(position, *quixo::parse_move(rules, position, *chosen));
    if (rules.is_over(position)) break;
    ASSERT_TRUE(sees_a_win || fortresses.holder(position) == quixo::Player::kX)
        << *chosen << " leads to " << quixo::to_text(rules, position);
  }
  EXPECT_NE(rules.winner(position), quixo::Player::kO) << quixo::to_text(rules, position);
}

TEST(QuixoSearchPlayer, NeverLeavesTheFortress) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    keeps_the_fortress(*quixo::Rules::make(5), seed);
    for (int size = 6; size <= quixo::kLargestSize; ++size) {
      keeps_the_fortress(*quixo::LargeRules::make(size), seed);
    }
  }
}

}  // namespace
}  // namespace noughts::play
