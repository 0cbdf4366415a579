#include "noughts/play/hyper_analyst.h"

#include <algorithm>
#include <optional>

#include "noughts/hyper/notation.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/search/threats.h"
#include "noughts/hyper/study/learn.h"

namespace noughts::play {
namespace {

using hyper::Goal;
using hyper::Position;
using hyper::Rules;

// Larger boards are searched a little: what that leaves open is reported as null.
constexpr hyper::Cell kSearchedCells = 27;
constexpr std::uint64_t kNodesOnLargeBoards = 5'000;
constexpr std::uint64_t kThreatNodes = 20'000;

// What a position is worth to a player; nothing: not known.
struct Worth {
  std::optional<bool> win;
  std::optional<bool> hold;
};
constexpr Worth kWon = {true, true};
constexpr Worth kHeld = {false, true};
constexpr Worth kLost = {false, false};

// Better ones are larger. Not known may turn out better than a draw.
int rank(const Worth& worth) {
  return worth.win == true ? 3 : worth.hold == false ? 0 : worth.win == false ? 1 : 2;
}

class HyperAnalyst final : public Analyst {
 public:
  HyperAnalyst(const Rules& rules, const HyperAnalystOptions& options)
      : rules_(rules),
        board_(rules_),
        solver_(board_, {.memory_bytes = options.memory_bytes,
                         .nodes = rules.cells() > kSearchedCells ? kNodesOnLargeBoards : 0,
                         .cancel = options.cancel}) {
    if (rules.players() == 2 && rules.board().side() > 2 && hyper::DuelBoard::fits(rules)) {
      duel_board_.emplace(board_);
    }
  }

  Result<Json> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const int mover = rules_.to_move(p);
    Json report = {{"to_move", state.to_move()}};
    Json players = Json::array();
    for (int player = 0; player < rules_.players(); ++player) {
      const Result<Worth> worth = worth_of(p, player);
      if (!worth) return worth.error();
      if (player == mover) report["value"] = word(*worth);
      players.push_back({{"player", player + 1},
                         {"can_force_win", as_json(worth->win)},
                         {"can_avoid_loss", as_json(worth->hold)}});
    }
    report["players"] = players;
    Json moves = Json::array();
    std::vector<int> ranks;
    for (const hyper::Move& move : rules_.moves(p)) {
      const Result<Worth> after = worth_of(rules_.apply(p, move), mover);
      if (!after) return after.error();
      ranks.push_back(known(*after) ? rank(*after) : kUnknown);
      moves.push_back({{"move", to_text(rules_, p, move)}, {"value", word(*after)}});
    }
    report["moves"] = moves;
    report["best"] = best_of(moves, ranks);
    return report;
  }

 private:
  static constexpr int kUnknown = 2;
  static bool known(const Worth& worth) { return rank(worth) != kUnknown && worth.hold; }

  // No move is called best while one that is not known could be better.
  static Json best_of(const Json& moves, const std::vector<int>& ranks) {
    Json best = Json::array();
    const int most = ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end());
    for (std::size_t i = 0; i < ranks.size() && most != kUnknown; ++i) {
      if (ranks[i] == most) best.push_back(moves[i]["move"]);
    }
    return best;
  }

  static Json as_json(const std::optional<bool>& value) {
    return value ? Json(*value) : Json(nullptr);
  }
  Json word(const Worth& worth) const {
    static constexpr const char* kTwo[] = {"loss", "draw", "", "win"};
    static constexpr const char* kMore[] = {"exposed", "hold", "", "win"};
    if (!known(worth)) return nullptr;
    return (rules_.players() == 2 ? kTwo : kMore)[rank(worth)];
  }

  Result<Worth> worth_of(const Position& p, int player) {
    if (rules_.is_over(p)) return p.winner < 0 ? kHeld : p.winner == player ? kWon : kLost;
    if (duel_board_ && mover_wins_by_threats(p)) {
      return rules_.to_move(p) == player ? kWon : kLost;
    }
    const Result<std::optional<bool>> win = reaches(player, Goal::kWin, p);
    if (!win) return win.error();
    if (*win == true) return kWon;
    const Result<std::optional<bool>> hold = reaches(player, Goal::kNotLose, p);
    if (!hold) return hold.error();
    return Worth{*hold == false ? false : *win, *hold};
  }

  // Nothing: not decided within the nodes allowed.
  Result<std::optional<bool>> reaches(int player, Goal goal, const Position& p) {
    const Result<bool> answer = solver_.reaches(player, goal, p);
    if (answer) return std::optional<bool>(*answer);
    if (rules_.cells() > kSearchedCells && answer.error().code == ErrorCode::kNoSpace) {
      return std::optional<bool>();
    }
    return answer.error();
  }

  bool mover_wins_by_threats(const Position& p) {
    hyper::Duel duel(*duel_board_);
    for (std::size_t i = 0; i < p.played.size(); ++i) {
      const bool own = i % 2 == p.played.size() % 2;
      if (own) {
        duel.attack(p.played[i]);
      } else {
        duel.defend(p.played[i]);
      }
    }
    std::vector<hyper::Cell> moves;
    return threats_.wins(duel, kThreatNodes, moves);
  }

  Rules rules_;
  hyper::SmallBoard board_;
  hyper::Solver solver_;
  std::optional<hyper::DuelBoard> duel_board_;
  hyper::ThreatSearch threats_;
};

class StrategyAnalyst final : public Analyst {
 public:
  StrategyAnalyst(std::shared_ptr<const hyper::Strategy> strategy, std::shared_ptr<Analyst> other)
      : strategy_(std::move(strategy)), other_(std::move(other)) {}

  Result<Json> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const Rules& rules = strategy_->rules();
    const auto advice = rules.is_over(p) ? std::nullopt : strategy_->advise(p);
    if (!advice) return other_->analyze(state);
    const bool winner = advice->move.has_value();
    Json players = Json::array();
    for (int player = 0; player < rules.players(); ++player) {
      const bool wins = player == strategy_->player();
      players.push_back(
          {{"player", player + 1}, {"can_force_win", wins}, {"can_avoid_loss", wins}});
    }
    Json moves = Json::array();
    Json best = Json::array();
    for (const hyper::Move& move : rules.moves(p)) {
      if (winner && move.cell != *advice->move) continue;
      const std::string text = to_text(rules, p, move);
      moves.push_back({{"move", text}, {"value", winner ? "win" : "loss"}});
      best.push_back(text);
    }
    return Json{{"to_move", state.to_move()},
                {"value", winner ? "win" : "loss"},
                {"players", players},
                {"moves", moves},
                {"best", best},
                {"how", "proved strategy"}};
  }

 private:
  std::shared_ptr<const hyper::Strategy> strategy_;
  std::shared_ptr<Analyst> other_;
};

// A player who follows a policy.
class PolicyPlayer final : public Player {
 public:
  PolicyPlayer(std::shared_ptr<const Rules> rules, hyper::Policy policy)
      : rules_(std::move(rules)), policy_(std::move(policy)) {}
  Result<std::string> choose(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const Result<hyper::Move> move = policy_(p);
    if (!move) return move.error();
    return to_text(*rules_, p, *move);
  }

 private:
  std::shared_ptr<const Rules> rules_;
  hyper::Policy policy_;
};

}  // namespace

Result<std::shared_ptr<Analyst>> make_hyper_analyst(const Rules& rules,
                                                    const HyperAnalystOptions& options) {
  if (rules.cells() > hyper::kMaxSmallCells) {
    return bad_input("positions are analysed on boards of at most 64 cells");
  }
  return std::shared_ptr<Analyst>(std::make_shared<HyperAnalyst>(rules, options));
}

std::shared_ptr<Analyst> make_strategy_analyst(std::shared_ptr<const hyper::Strategy> strategy,
                                               std::shared_ptr<Analyst> other) {
  return std::make_shared<StrategyAnalyst>(std::move(strategy), std::move(other));
}

std::unique_ptr<Player> make_hyper_greedy_player(const Rules& rules,
                                                 const hyper::ScoreWeights& weights) {
  auto kept = std::make_shared<const Rules>(rules);
  return std::make_unique<PolicyPlayer>(kept, hyper::greedy_policy(*kept, weights));
}

Result<std::unique_ptr<Player>> make_hyper_learned_player(const Rules& rules,
                                                          const std::string& path) {
  Result<hyper::Learner> learner = hyper::Learner::load(rules, path);
  if (!learner) return learner.error();
  auto kept = std::make_shared<const Rules>(rules);
  hyper::Policy policy = [l = std::move(*learner)](const Position& p) -> Result<hyper::Move> {
    return l.choose(p);
  };
  return std::unique_ptr<Player>(std::make_unique<PolicyPlayer>(kept, std::move(policy)));
}

}  // namespace noughts::play
