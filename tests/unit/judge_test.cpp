// Examinations: what is sampled, what is counted, and agents that misbehave.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <set>

#include "noughts/judge/examine.h"
#include "noughts/play/families.h"
#include "noughts/play/hyper_analyst.h"
#include "noughts/play/knowledge.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/quixo/solve/in_memory.h"
#include "temporary_folder.h"

namespace noughts::judge {
namespace {

std::shared_ptr<const quixo::tables::ValueSource> small_quixo() {
  static const std::shared_ptr<const quixo::tables::ValueSource> values = [] {
    Workers workers(1);
    return std::shared_ptr<const quixo::tables::ValueSource>(
        std::move(*quixo::solve::solve_in_memory(*quixo::Rules::make(3), workers)));
  }();
  return values;
}

// Asks another player and writes down what was asked and answered.
class Recorder final : public Agent {
 public:
  explicit Recorder(std::unique_ptr<play::Player> player) : player_(std::move(player)) {}
  Result<Answer> ask(const play::State& state) override {
    auto move = player_->choose(state);
    if (!move) return move.error();
    record.emplace_back(state.text(), *move);
    return Answer{Reply::kLine, *move};
  }
  std::vector<std::pair<std::string, std::string>> record;

 private:
  std::unique_ptr<play::Player> player_;
};

struct QuixoExam {
  std::unique_ptr<play::Game> game = play::make_game(*quixo::Rules::make(3));
  std::shared_ptr<play::Analyst> analyst = play::make_quixo_analyst(small_quixo());

  Judgement of(Agent& agent, const ExamineOptions& options) const {
    Result<Judgement> judgement = examine(*game, analyst, agent, nullptr, options);
    EXPECT_TRUE(judgement) << (judgement ? "" : judgement.error().message);
    return judgement ? *judgement : Judgement{};
  }
  Judgement of_command(const std::string& command, const ExamineOptions& options,
                       double seconds = 20, int restarts = 2) const {
    const auto agent = make_command_agent(
        {.command = command, .move_seconds = seconds, .start_seconds = 0, .restarts = restarts});
    return of(*agent, options);
  }
};

// Wilson's interval from its definition: the p with |share - p| = z sqrt(p (1 - p) / n).
TEST(Share, IntervalSolvesItsEquation) {
  for (const auto& [kept, asked] : {std::pair{1, 10}, {8, 10}, {50, 100}, {999, 1000}}) {
    const Share share{static_cast<std::uint64_t>(asked), static_cast<std::uint64_t>(kept)};
    const Interval interval = share.interval();
    for (const double p : {interval.low, interval.high}) {
      const double distance = share.value() - p;
      EXPECT_NEAR(distance * distance, 1.96 * 1.96 * p * (1 - p) / asked, 1e-5) << kept;
    }
    EXPECT_LT(interval.low, share.value());
    EXPECT_GT(interval.high, share.value());
  }
  EXPECT_NEAR((Share{10, 8}).interval().low, 0.4902, 1e-4);
  EXPECT_EQ((Share{10, 0}).interval().low, 0);
  EXPECT_EQ((Share{10, 10}).interval().high, 1);
}

TEST(Examine, ThePerfectPlayerKeepsEverything) {
  const QuixoExam exam;
  Recorder perfect(make_perfect_player(exam.analyst, 5));
  const Judgement judgement = exam.of(perfect, {.positions = 300, .games = 8});
  EXPECT_EQ(judgement.all.asked, 300u);
  EXPECT_EQ(judgement.all.kept, 300u);
  EXPECT_EQ(judgement.best, 300u);
  EXPECT_TRUE(judgement.worst.empty());
  EXPECT_EQ(judgement.illegal + judgement.timeouts + judgement.crashes, 0u);
  // The first player wins 3x3; against an equal the second cannot but lose.
  EXPECT_EQ(judgement.count(GameEnd::kWon), 4u);
  EXPECT_EQ(judgement.count(GameEnd::kLost), 4u);
  for (const PlayedGame& game : judgement.games) {
    EXPECT_FALSE(game.first_mistake);
    EXPECT_EQ(game.start->verdict, game.seat == 0 ? play::Verdict::kWin : play::Verdict::kLoss);
    EXPECT_EQ(game.moves.size(), 7u);
  }
}

// The tally once more, from the values of the boards alone.
TEST(Examine, CountsWhatTheValuesSay) {
  const QuixoExam exam;
  Recorder random(play::make_random_player(3));
  const Judgement judgement = exam.of(random, {.positions = 500, .games = 0, .worst = 1000});
  const quixo::Rules rules = *quixo::Rules::make(3);
  Share all;
  Share critical;
  std::map<quixo::Value, Share> by_value;
  double expected = 0;
  for (const auto& [text, name] : random.record) {
    const quixo::Position p = *parse_position(rules, text);
    const auto worth = [&](const quixo::Position& q) {
      return small_quixo()->at(quixo::board_for_mover(q))->value;
    };
    const quixo::Value value = worth(p);
    int keeping = 0;
    for (const quixo::Move move : rules.moves(p)) {
      if (quixo::for_opponent(worth(rules.apply(p, move))) == value) ++keeping;
    }
    const quixo::Move chosen = *parse_move(rules, p, name);
    const bool kept = quixo::for_opponent(worth(rules.apply(p, chosen))) == value;
    all.add(kept);
    by_value[value].add(kept);
    const auto moves = static_cast<int>(rules.moves(p).size());
    if (keeping < moves) critical.add(kept);
    expected += static_cast<double>(keeping) / moves;
  }
  EXPECT_EQ(judgement.all.asked, all.asked);
  EXPECT_EQ(judgement.all.kept, all.kept);
  EXPECT_EQ(judgement.critical.asked, critical.asked);
  EXPECT_EQ(judgement.critical.kept, critical.kept);
  EXPECT_NEAR(judgement.expected_kept, expected, 1e-9);
  EXPECT_EQ(judgement.by_value.at(play::Verdict::kWin).kept, by_value[quixo::Value::kWin].kept);
  EXPECT_EQ(judgement.by_value.at(play::Verdict::kLoss).kept, by_value[quixo::Value::kLoss].kept);
  EXPECT_EQ(judgement.worst.size(), all.asked - all.kept);
  EXPECT_LT(critical.kept, critical.asked);
  for (std::size_t i = 1; i < judgement.worst.size(); ++i) {
    EXPECT_FALSE(is_worse(judgement.worst[i], judgement.worst[i - 1]));
  }
  for (const Mistake& mistake : judgement.worst) {
    const quixo::Position p = *parse_position(rules, mistake.position);
    const quixo::Move better = *parse_move(rules, p, mistake.better);
    EXPECT_EQ(small_quixo()->at(board_for_mover(rules.apply(p, better)))->value,
              quixo::Value::kLoss);
  }
}

TEST(Examine, AsksAboutEveryTierOnceEachAndTheSameForASeed) {
  const QuixoExam exam;
  const auto asked = [&](std::uint64_t seed) {
    Recorder random(play::make_random_player(3));
    const Judgement judgement = exam.of(random, {.positions = 400, .games = 0, .seed = seed});
    for (int tier = 0; tier <= 9; ++tier) {
      EXPECT_GT(judgement.tiers.at(tier).all.asked, 0u) << tier;
    }
    EXPECT_GT(judgement.origins.at(Origin::kBoard).asked, 150u);
    EXPECT_GT(judgement.origins.at(Origin::kGame).asked, 150u);
    std::set<std::string> positions;
    for (const auto& [text, move] : random.record) positions.insert(text);
    EXPECT_EQ(positions.size(), random.record.size());
    return positions;
  };
  EXPECT_EQ(asked(1), asked(1));
  EXPECT_NE(asked(1), asked(2));
}

// More than there are: it ends with all of them.
TEST(Examine, EndsWhereThereIsNothingNewToAsk) {
  const auto game = play::make_game(*hyper::Rules::make(3, 1));
  const auto analyst = *play::make_hyper_analyst(*hyper::Rules::make(3, 1), {});
  Recorder random(play::make_random_player(3));
  const auto judgement = examine(*game, analyst, random, nullptr, {.positions = 1000, .games = 2});
  ASSERT_TRUE(judgement);
  EXPECT_EQ(judgement->all.asked, 1u + 3 + 6);  // no marks, one, two of different players
  EXPECT_EQ(judgement->all.kept, 10u);          // it is always a draw
  EXPECT_EQ(judgement->count(GameEnd::kDrawn), 2u);
}

// Has an opinion on every move and knows nothing.
class Opinion final : public play::Analyst {
 public:
  Result<play::Analysis> analyze(const play::State& state) override {
    play::Analysis analysis{.seat = state.seat(), .source = play::Source::kGuess};
    for (const std::string& move : state.moves()) analysis.moves.push_back({move});
    return analysis;
  }
};

// Where nothing is known nothing is asked; games go on against the strongest player.
TEST(Examine, PlaysOnWhereValuesAreNotKnown) {
  const QuixoExam exam;
  Recorder random(play::make_random_player(3));
  const auto judgement = examine(*exam.game, std::make_shared<Opinion>(), random, nullptr,
                                 {.positions = 10, .games = 4});
  ASSERT_TRUE(judgement) << judgement.error().message;
  EXPECT_EQ(judgement->all.asked, 0u);
  ASSERT_EQ(judgement->games.size(), 4u);
  for (const PlayedGame& game : judgement->games) {
    EXPECT_EQ(game.beyond, 1);
    EXPECT_FALSE(game.start || game.first_mistake);
    EXPECT_FALSE(game.moves.empty());
  }
  EXPECT_FALSE(random.record.empty());
}

// The first move of 4^3 is proved; the other positions mostly are not.
TEST(Examine, PlaysQubicFromEitherSeat) {
  const auto rules = *hyper::Rules::make(4, 3);
  Recorder random(play::make_random_player(3));
  const auto judgement = examine(*play::make_game(rules), *play::make_hyper_analyst(rules, {}),
                                 random, nullptr, {.positions = 0, .games = 2});
  ASSERT_TRUE(judgement) << judgement.error().message;
  for (const PlayedGame& game : judgement->games) {
    EXPECT_EQ(game.end, GameEnd::kLost);
    EXPECT_GE(game.moves.size(), 7u);  // four marks of one player
  }
}

TEST(Examine, NobodyIsJudgedByASearch) {
  const auto rules = *quixo::LargeRules::make(6);
  Recorder random(play::make_random_player(3));
  const auto game = play::make_game(rules);
  const auto judgement =
      examine(*game, *play::make_analyst(*game), random, nullptr, {.positions = 1});
  ASSERT_FALSE(judgement);
  EXPECT_EQ(judgement.error().code, ErrorCode::kBadInput);
}

TEST(Examine, QuantumWithChanceAndThreePlayers) {
  const auto rules =
      *quantum::Rules::make({.collapse = quantum::Collapse::kChance, .q = Rational(3, 4)});
  const auto game = play::make_game(rules);
  const auto analyst = play::make_quantum_analyst(rules);
  const auto system = play::make_quantum_system(rules, 1);
  Recorder perfect(play::make_perfect_player(analyst, 1));
  const auto judgement =
      examine(*game, analyst, perfect, system.get(), {.positions = 60, .games = 4});
  ASSERT_TRUE(judgement) << judgement.error().message;
  EXPECT_EQ(judgement->all.kept, 60u);
  EXPECT_EQ(judgement->games.size(), 4u);

  const auto three = play::make_game(*hyper::Rules::make(3, 2, 3));
  const auto others = *play::make_hyper_analyst(*hyper::Rules::make(3, 2, 3), {});
  Recorder random(play::make_random_player(1));
  const auto crowd = examine(*three, others, random, nullptr, {.positions = 100, .games = 6});
  ASSERT_TRUE(crowd) << crowd.error().message;
  EXPECT_EQ(crowd->all.asked, 100u);
  EXPECT_LT(crowd->all.kept, 100u);
  EXPECT_EQ(crowd->games[2].seat, 2);
}

TEST(CommandAgent, NonsenseIsCountedAndLosesGames) {
  const Judgement judgement = QuixoExam().of_command(
      "while read -r p; do echo '# thinking'; echo z9Q; done", {.positions = 20, .games = 2});
  EXPECT_EQ(judgement.all.asked, 20u);
  EXPECT_EQ(judgement.all.kept, 0u);
  EXPECT_EQ(judgement.illegal, 22u);
  EXPECT_EQ(judgement.crashes, 0u);
  EXPECT_EQ(judgement.count(GameEnd::kForfeited), 2u);
}

TEST(CommandAgent, IsStartedAgainAfterACrashSoManyTimes) {
  const Judgement judgement =
      QuixoExam().of_command("read -r p; exit 3", {.positions = 20, .games = 2}, 20, 4);
  EXPECT_EQ(judgement.crashes, 5u);
  EXPECT_EQ(judgement.all.asked, 5u);
  EXPECT_TRUE(judgement.gave_up);
  EXPECT_TRUE(judgement.games.empty());
}

// It ends before it is asked: the position is written to a pipe that nobody reads.
TEST(CommandAgent, MayEndWithoutReading) {
  const Judgement judgement = QuixoExam().of_command("true", {.positions = 5, .games = 0});
  EXPECT_EQ(judgement.crashes, 3u);
}

TEST(CommandAgent, IsNotWaitedForLongerThanItMay) {
  const Judgement judgement =
      QuixoExam().of_command("cat >/dev/null", {.positions = 5, .games = 0}, 0.05, 1);
  EXPECT_EQ(judgement.timeouts, 2u);
  EXPECT_TRUE(judgement.gave_up);
}

TEST(CommandAgent, AFloodOfWordsIsJustWrong) {
  const Judgement judgement =
      QuixoExam().of_command("yes no move at all", {.positions = 10, .games = 0});
  EXPECT_EQ(judgement.illegal, 10u);
  const Judgement endless = QuixoExam().of_command("tr '\\000' x </dev/zero | head -c 100000; cat",
                                                   {.positions = 2, .games = 0});
  EXPECT_EQ(endless.illegal, 2u);
}

TEST(CommandAgent, ACommandThatCannotBeRunIsAnError) {
  const QuixoExam exam;
  const auto agent = make_command_agent({.command = "/no/such/agent 2>/dev/null"});
  const auto judgement = examine(*exam.game, exam.analyst, *agent, nullptr, {});
  ASSERT_FALSE(judgement);
  EXPECT_EQ(judgement.error().code, ErrorCode::kBadInput);
  EXPECT_NE(judgement.error().message.find("/no/such/agent"), std::string::npos);
}

TEST(CommandAgent, IsStoppedByCancellation) {
  CancelToken cancel;
  cancel.cancel();
  const QuixoExam exam;
  const auto agent = make_command_agent({.command = "cat", .budget = {.cancel = &cancel}});
  const auto judgement =
      examine(*exam.game, exam.analyst, *agent, nullptr, {.budget = {.cancel = &cancel}});
  ASSERT_FALSE(judgement);
  EXPECT_EQ(judgement.error().code, ErrorCode::kCancelled);
}

// Whether a process runs: one that nobody has waited for yet does not.
bool runs(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string number;
  std::string name;
  std::string state;
  return static_cast<bool>(stat >> number >> name >> state) && state != "Z";
}

TEST(CommandAgent, EndsWithAllThatItStarted) {
  // In its group; in a session of its own; of a parent that is gone; closing all it was given.
  for (const char* start :
       {"sleep 1000 & echo $!", "setsid sh -c 'echo $$; exec sleep 1000' &",
        "(setsid sh -c 'echo $$; exec sleep 1000' &) ",
        "setsid sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 1000 <&- >&- 2>&-\" "
        "&' &"}) {
    const TemporaryFolder folder;
    const std::string note = (folder.path() / "child").string();
    QuixoExam().of_command(
        fmt::format(
            "{{ {}\n}} > {}; while [ ! -s {} ]; do :; done; while read -r p; do echo x; done",
            start, note, note),
        {.positions = 3, .games = 0});
    pid_t child = 0;
    ASSERT_TRUE(std::ifstream(note) >> child) << start;
    // The signal is sent; that it has arrived is a matter of a moment.
    for (int tries = 0; runs(child) && tries < 20'000; ++tries) usleep(1000);
    EXPECT_FALSE(runs(child)) << start;
  }
}

}  // namespace
}  // namespace noughts::judge
