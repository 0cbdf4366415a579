// What agents say, and what is said about them: answers, troubles, two agents side by side.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "noughts/judge/answer.h"
#include "noughts/judge/compare.h"
#include "noughts/judge/examine.h"
#include "noughts/play/families.h"
#include "noughts/play/quixo_analyst.h"
#include "noughts/present/judgement.h"
#include "noughts/quixo/solve/in_memory.h"

namespace noughts::judge {
namespace {

struct Three {
  std::unique_ptr<play::Game> game = play::make_game(*quixo::Rules::make(3));
  std::shared_ptr<play::Analyst> analyst = [] {
    Workers workers(1);
    return play::make_quixo_analyst(std::shared_ptr<const quixo::tables::ValueSource>(
        std::move(*quixo::solve::solve_in_memory(*quixo::Rules::make(3), workers))));
  }();

  Judgement of(Agent& agent, const ExamineOptions& options) const {
    Result<Judgement> judgement = examine(*game, analyst, agent, nullptr, options);
    EXPECT_TRUE(judgement) << (judgement ? "" : judgement.error().message);
    return std::move(*judgement);
  }
};

// Says what a function makes of the position.
class Speaker final : public Agent {
 public:
  using Speech = std::function<Answer(const play::State&)>;
  explicit Speaker(Speech speech) : speech_(std::move(speech)) {}
  Result<Answer> ask(const play::State& state) override { return speech_(state); }

 private:
  Speech speech_;
};

std::string after(const play::State& state, const std::string& move) {
  auto next = state.clone();
  EXPECT_TRUE(next->play(move));
  return next->text();
}

TEST(ReadAnswer, TakesAMoveOrTheBoardAfterIt) {
  const Three three;
  const auto state = *three.game->parse("X.O/..X/O.. X");
  for (const std::string& move : state->moves()) {
    const std::string position = after(*state, move);
    const std::string rows = position.substr(0, position.find(' '));
    for (const std::string& words : {move, position, rows}) {
      const auto read = read_answer(*state, words);
      ASSERT_TRUE(read) << words;
      EXPECT_EQ(after(*state, *read), position) << words;
    }
  }
  for (const char* words : {"", "z9Q", "X.O/..X/O..", "X.O/..X/O.. X", "c3L", "XXX/XXX/XXX", "/"}) {
    EXPECT_FALSE(read_answer(*state, words)) << words;
  }
  const auto marks = play::make_game(*hyper::Rules::make(3, 2));
  const auto one = *marks->parse(after(*marks->initial(), marks->initial()->moves().front()));
  EXPECT_TRUE(read_answer(*one, after(*one, one->moves().back())));
  EXPECT_FALSE(read_answer(*one, one->text()));
}

TEST(Examine, CountsBoardsAsMoves) {
  const Three three;
  Speaker mover([](const play::State& state) {
    return Answer{Reply::kLine, state.moves().back()};
  });
  Speaker painter([](const play::State& state) {
    return Answer{Reply::kLine, after(state, state.moves().back())};
  });
  const Judgement moves = three.of(mover, {.positions = 200, .games = 4});
  const Judgement boards = three.of(painter, {.positions = 200, .games = 4});
  EXPECT_EQ(boards.illegal, 0u);
  EXPECT_EQ(boards.all.kept, moves.all.kept);
  EXPECT_EQ(boards.games.size(), moves.games.size());
  ASSERT_EQ(boards.answers.size(), 200u);
  EXPECT_EQ(compare(boards, moves).both + compare(boards, moves).neither, 200u);
}

TEST(Examine, ShowsTheFirstTroublesWithTheirReasons) {
  const Three three;
  int asked = 0;
  Speaker clumsy([&](const play::State&) {
    ++asked;
    if (asked == 1) return Answer{Reply::kTimeout, {}, 0, "no answer in time"};
    if (asked == 2) return Answer{Reply::kCrash, {}, 0, "ValueError: oops"};
    return Answer{Reply::kLine, "b2T"};  // the middle is never taken
  });
  const Judgement judgement = three.of(clumsy, {.positions = 20, .games = 0});
  ASSERT_EQ(judgement.troubles.size(), 5u);
  EXPECT_EQ(judgement.troubles[0].reason, "no answer in time");
  EXPECT_EQ(judgement.troubles[1].reason, "ValueError: oops");
  EXPECT_EQ(judgement.troubles[2].answer, "b2T");
  EXPECT_NE(judgement.troubles[2].reason.find("b2"), std::string::npos);
  EXPECT_EQ(judgement.troubles[2].position, judgement.answers[2].position);
  const std::string text = present::judgement_text(*three.game, judgement);
  EXPECT_NE(text.find(judgement.troubles[2].position + "  " + judgement.troubles[2].reason),
            std::string::npos);
}

TEST(Examine, AsksAgainIfItMay) {
  const Three three;
  std::map<std::string, int> asked;
  Speaker slow_witted([&](const play::State& state) {
    const bool second = ++asked[state.text()] % 2 == 0;
    return Answer{Reply::kLine, second ? state.moves().front() : "no"};
  });
  const Judgement judgement = three.of(slow_witted, {.positions = 30, .games = 2, .retries = 3});
  EXPECT_EQ(judgement.count(GameEnd::kForfeited), 0u);
  EXPECT_EQ(judgement.illegal, judgement.retries);
  EXPECT_GE(judgement.retries, 30u);
  for (const Answered& answer : judgement.answers) EXPECT_TRUE(answer.move);
  asked.clear();
  const Judgement strict = three.of(slow_witted, {.positions = 30, .games = 0});
  EXPECT_EQ(strict.all.kept, 0u);
}

TEST(Examine, AsksMostlyWhereItMatters) {
  const Three three;
  Speaker first([](const play::State& state) {
    return Answer{Reply::kLine, state.moves().front()};
  });
  for (const double share : {0.0, 0.5, 0.75, 1.0}) {
    const Judgement judgement = three.of(first, {.positions = 400, .games = 0, .critical = share});
    EXPECT_EQ(judgement.all.asked, 400u);
    if (share > 0) {
      EXPECT_NEAR(static_cast<double>(judgement.critical.asked) / 400, std::max(share, 0.5), 0.06);
    }
    std::uint64_t critical = 0;
    for (const Answered& answer : judgement.answers) critical += answer.critical ? 1 : 0;
    EXPECT_EQ(critical, judgement.critical.asked);
  }
}

TEST(CommandAgent, MayBeOneForEachSeat) {
  const Three three;
  // Each answers with its number; nothing of that is a move, so both are told in full.
  const auto agent = make_command_agent({.command = "while read -r p; do echo seat{seat}; done"});
  const Judgement judgement = three.of(*agent, {.positions = 40, .games = 0});
  for (const Answered& answer : judgement.answers) {
    EXPECT_EQ(answer.answer, "seat" + std::to_string(answer.seat)) << answer.position;
  }
}

// The tails of Pascal's triangle.
TEST(Compare, TheCoinTestCountsTails) {
  for (const auto& [first, second] : {std::pair{0, 0}, {3, 3}, {1, 9}, {12, 4}, {40, 20}}) {
    const int throws = first + second;
    std::vector<double> row{1};
    for (int i = 0; i < throws; ++i) {
      row.push_back(0);
      for (std::size_t k = row.size() - 1; k > 0; --k) row[k] += row[k - 1];
    }
    double extreme = 0;
    for (int k = 0; k <= throws; ++k) {
      if (std::abs(2 * k - throws) >= std::abs(first - second)) {
        extreme += row[static_cast<std::size_t>(k)];
      }
    }
    const auto p = coin_test(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(second));
    EXPECT_NEAR(p, extreme / std::pow(2, throws), 1e-9) << first << ' ' << second;
  }
}

TEST(Compare, SaysWhoPlaysBetter) {
  const Three three;
  Speaker first([](const play::State& state) {
    return Answer{Reply::kLine, state.moves().front()};
  });
  Speaker perfect([&](const play::State& state) {
    return Answer{Reply::kLine, three.analyst->analyze(state)->moves.front().move};
  });
  const Judgement weak = three.of(first, {.positions = 150, .games = 0});
  const Judgement strong = three.of(perfect, {.positions = 150, .games = 0});
  const Paired paired = compare(weak, strong);
  EXPECT_EQ(paired.only_first, 0u);
  EXPECT_EQ(paired.only_second, 150 - weak.all.kept);
  const std::string text = present::comparison_text({"weak", weak}, {"strong", strong});
  EXPECT_NE(text.find("strong plays better than weak"), std::string::npos) << text;
  const Json same = present::comparison_document(*three.game, {"a", weak}, {"b", weak});
  EXPECT_TRUE(same["better"].is_null());
  EXPECT_EQ(same["p"], 1.0);
}

}  // namespace
}  // namespace noughts::judge
