#include "noughts/research/hyper/alliance.h"

#include <algorithm>
#include <unordered_set>

namespace noughts::hyper::research {
namespace {

class AllianceSearch {
 public:
  AllianceSearch(const Rules& rules, int victim, const study::Policy& policy, const Budget& budget)
      : rules_(rules),
        victim_(victim),
        policy_(policy),
        meter_(budget, "looking for an alliance") {}

  Result<std::optional<AllianceGame>> run() {
    search(rules_.initial());
    if (meter_.error()) return *meter_.error();
    if (error_) return *error_;
    return found_;
  }

 private:
  bool done() const { return found_ || error_ || meter_.error(); }

  void search(const Position& p) {
    if (done() || rules_.is_over(p) || !meter_.spend()) return;
    if (!seen_.insert(rules_.canonical(p)).second) return;
    if (rules_.to_move(p) == victim_) {
      if (std::vector<AllianceGame::Ending> endings = endings_of(p); !endings.empty()) {
        found_ = AllianceGame{game_, std::move(endings)};
        return;
      }
      const Result<Move> move = policy_(p);
      if (!move) {
        error_ = move.error();
        return;
      }
      return enter(p, *move);
    }
    for (const Move& move : rules_.moves(p)) enter(p, move);
  }

  void enter(const Position& p, const Move& move) {
    if (done()) return;
    game_.push_back(move.cell);
    search(rules_.apply(p, move));
    game_.pop_back();
  }

  // One for each winner; none unless every move of the victim loses, to more than one.
  std::vector<AllianceGame::Ending> endings_of(const Position& p) const {
    std::vector<AllianceGame::Ending> endings;
    for (const Move& move : rules_.moves(p)) {
      const Position after = rules_.apply(p, move);
      std::optional<AllianceGame::Ending> ending;
      if (!rules_.is_over(after)) ending = round_from(after);
      if (!ending) return {};
      ending->moves.insert(ending->moves.begin(), move.cell);
      const auto same = [&](const AllianceGame::Ending& e) { return e.winner == ending->winner; };
      if (std::none_of(endings.begin(), endings.end(), same)) endings.push_back(*ending);
    }
    if (endings.size() < 2) return {};
    return endings;
  }

  // The round in which one of the others wins before the victim's next turn.
  std::optional<AllianceGame::Ending> round_from(const Position& p) const {
    if (rules_.is_over(p) || rules_.to_move(p) == victim_) return std::nullopt;
    const int mover = rules_.to_move(p);
    for (const Move& move : rules_.moves(p)) {
      if (rules_.winner(rules_.apply(p, move)) == mover) {
        return AllianceGame::Ending{mover, {move.cell}};
      }
    }
    for (const Move& move : rules_.moves(p)) {
      if (auto rest = round_from(rules_.apply(p, move))) {
        rest->moves.insert(rest->moves.begin(), move.cell);
        return rest;
      }
    }
    return std::nullopt;
  }

  const Rules& rules_;
  int victim_;
  const study::Policy& policy_;
  Meter meter_;
  std::vector<Cell> game_;
  std::unordered_set<Position> seen_;  // canonical
  std::optional<AllianceGame> found_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::optional<AllianceGame>> find_alliance(const Rules& rules, int victim,
                                                  const study::Policy& policy,
                                                  const Budget& budget) {
  return AllianceSearch(rules, victim, policy, budget).run();
}

}  // namespace noughts::hyper::research
