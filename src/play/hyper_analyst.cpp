#include "play/hyper_analyst.h"

#include <algorithm>

#include "hyper/learn.h"
#include "hyper/notation.h"
#include "hyper/solve.h"

namespace noughts::play {
namespace {

using hyper::Goal;
using hyper::Position;
using hyper::Rules;

class HyperAnalyst final : public Analyst {
 public:
  HyperAnalyst(const Rules& rules, const HyperAnalystOptions& options)
      : rules_(rules),
        board_(rules_),
        solver_(board_, {.memory_bytes = options.memory_bytes, .cancel = options.cancel}) {}

  Result<Json> analyze(const State& state) override {
    const Position& p = position_of<Rules>(state);
    const int mover = rules_.to_move(p);
    Json report = {{"to_move", state.to_move()}};
    const Result<int> here = worth(p, mover);
    if (!here) return here.error();
    report["value"] = word(*here);
    Json players = Json::array();
    for (int player = 0; player < rules_.players(); ++player) {
      const Result<int> value = worth(p, player);
      if (!value) return value.error();
      players.push_back({{"player", player + 1},
                         {"can_force_win", *value == 2},
                         {"can_avoid_loss", *value >= 1}});
    }
    report["players"] = players;
    Json moves = Json::array();
    std::vector<int> values;
    for (const hyper::Move& move : rules_.moves(p)) {
      const Result<int> after = worth(rules_.apply(p, move), mover);
      if (!after) return after.error();
      values.push_back(*after);
      moves.push_back({{"move", to_text(rules_, p, move)}, {"value", word(*after)}});
    }
    Json best = Json::array();
    const int most = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == most) best.push_back(moves[i]["move"]);
    }
    report["moves"] = moves;
    report["best"] = best;
    return report;
  }

 private:
  std::string word(int worth) const {
    const bool two = rules_.players() == 2;
    return worth == 2 ? "win" : worth == 1 ? (two ? "draw" : "hold") : (two ? "loss" : "open");
  }

  Result<int> worth(const Position& p, int player) {
    if (rules_.is_over(p)) return p.winner < 0 ? 1 : p.winner == player ? 2 : 0;
    const Result<bool> win = solver_.reaches(player, Goal::kWin, p);
    if (!win) return win.error();
    if (*win) return 2;
    const Result<bool> hold = solver_.reaches(player, Goal::kNotLose, p);
    if (!hold) return hold.error();
    return *hold ? 1 : 0;
  }

  Rules rules_;
  hyper::SmallBoard board_;
  hyper::Solver solver_;
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
