#include "noughts/hyper/search/solve.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/bits.h"
#include "noughts/hyper/search/beat.h"
#include "noughts/hyper/search/cell_order.h"
#include "noughts/hyper/search/duel.h"
#include "noughts/hyper/search/hold.h"
#include "noughts/hyper/search/hold_alone.h"
#include "noughts/hyper/search/misere.h"
#include "noughts/hyper/search/pairing.h"
#include "noughts/hyper/search/potential.h"
#include "noughts/hyper/search/replies.h"
#include "noughts/hyper/search/threat_proof.h"

namespace noughts::hyper::search {
namespace {

// Turns that a player still has when `plies` of `cells` are played.
int turns_left(int player, int plies, int cells, int players) {
  const int first = (player - plies % players + players) % players;
  const int left = cells - plies - first;
  return left <= 0 ? 0 : (left + players - 1) / players;
}

bool can_complete_some_line(const SmallPosition& p, int player) {
  const SmallBoard& board = p.board();
  const int turns = turns_left(player, p.plies(), static_cast<int>(board.cells()), board.players());
  const CellSet foreign = p.occupied() & ~p.marks(player);
  return std::any_of(board.lines().begin(), board.lines().end(), [&](CellSet line) {
    return (line & foreign) == 0 && std::popcount(line & ~p.marks(player)) <= turns;
  });
}

}  // namespace

Solver::Solver(const SmallBoard& board, const Budget& budget) : board_(&board), budget_(budget) {}

Result<bool> Solver::reaches(int player, Goal goal, const Position& from) {
  SmallPosition p(*board_, from);
  return reaches(player, goal, p);
}

Result<bool> Solver::reaches(int player, Goal goal, SmallPosition& from) {
  for (int other = 0; other < board_->players(); ++other) {
    if (from.has_line(other)) return other == player;
  }
  if (goal == Goal::kNotLose && board_->players() == 2) {
    const Result<bool> beaten = reaches(1 - player, Goal::kWin, from);
    if (!beaten) return beaten.error();
    return !*beaten;
  }
  const Question question = answers_.ask(player, goal);
  while (true) {
    const bool fresh = answers_.empty();
    Meter meter(budget_, "searching");
    meter_ = &meter;
    const bool answer = search(from, question);
    last_nodes_ = meter.nodes();
    nodes_ += last_nodes_;
    if (!meter.error()) return answer;
    if (answers_.bytes_with_next() <= budget_.memory_bytes) return *meter.error();
    forget();
    if (fresh) return *meter.error();
    // Without what was found for earlier questions there may be room for this one.
  }
}

bool Solver::search(SmallPosition& p, const Question& q) {
  if (!meter_->spend()) return false;
  CellSet moves = p.empty();
  if (moves == 0) return q.goal == Goal::kNotLose;
  if (const auto answer = decided(p, q, moves)) return *answer;
  if (std::has_single_bit(moves) && std::popcount(p.empty()) > 1) {
    return search_moves(p, q, moves);  // forced: the next position is remembered
  }
  const PositionKey key = p.key();
  if (const auto found = Answers::find(q, key)) return *found;
  std::optional<bool> answer = hopeless(p, q);
  if (!answer) answer = search_moves(p, q, moves);
  if (meter_->error() || !meter_->holds(answers_.bytes_with_next())) return false;
  answers_.keep(q, key, *answer);
  return *answer;
}

bool Solver::search_moves(SmallPosition& p, const Question& q, CellSet moves) {
  const int mover = p.to_move();
  std::array<Cell, 64> list;
  int count = 0;
  order(p, moves, list, count);
  for (int i = 0; i < count; ++i) {
    p.play(list[static_cast<std::size_t>(i)], mover);
    const bool reached = search(p, q);
    p.undo(list[static_cast<std::size_t>(i)], mover);
    if (meter_->error()) return false;
    if (reached == (mover == q.player)) return reached;
  }
  return mover != q.player;
}

std::optional<bool> Solver::decided(const SmallPosition& p, const Question& q,
                                    CellSet& moves) const {
  const int players = board_->players();
  const int mover = p.to_move();
  const int empty = std::popcount(p.empty());
  // Members of the coalition who move before the player does (again).
  const int before = (q.player - mover + players) % players;
  const CellSet mine = p.completing(q.player);
  if (mover == q.player) {
    if (mine != 0) return true;
    // Who moves d turns later moves only if more than d cells are empty now.
    CellSet threats = 0;
    for (int later = 1; later < players && later < empty; ++later) {
      threats |= p.completing((mover + later) % players);
    }
    if (threats == 0) return std::nullopt;
    if (!std::has_single_bit(threats)) return false;
    moves = threats;
    return std::nullopt;
  }
  for (int i = 0; i < before && i < empty; ++i) {
    if (p.completing((mover + i) % players) != 0) return false;
  }
  if (mine == 0) return std::nullopt;
  if (std::popcount(mine) > before) return true;
  if (std::popcount(mine) == before) moves = mine;
  return std::nullopt;
}

std::optional<bool> Solver::hopeless(const SmallPosition& p, const Question& q) const {
  if (q.goal == Goal::kNotLose) {
    for (int other = 0; other < board_->players(); ++other) {
      if (other != q.player && can_complete_some_line(p, other)) return std::nullopt;
    }
    return true;
  }
  if (!can_complete_some_line(p, q.player)) return false;
  const int players = board_->players();
  const int before = (q.player - p.to_move() + players) % players;
  const CellSet defenders = p.occupied() & ~p.marks(q.player);
  const CellSet mine = p.marks(q.player);
  if (holds_by_potential(*board_, mine, defenders, players - 1, before)) return false;
  if (holds_by_pairing(*board_, mine, defenders)) return false;
  return std::nullopt;
}

// Cells on lines that are nearly complete for one player come first.
void Solver::order(const SmallPosition& p, CellSet moves, std::array<Cell, 64>& list,
                   int& count) const {
  std::array<int, 64> weight;
  for_each_bit(moves, [&](int c) {
    const auto cell = static_cast<Cell>(c);
    weight[cell] = threat_weight(p, cell);
    list[static_cast<std::size_t>(count++)] = cell;
  });
  std::stable_sort(list.begin(), list.begin() + count,
                   [&](Cell a, Cell b) { return weight[a] > weight[b]; });
}

bool SolveReport::decided() const {
  return std::all_of(players.begin(), players.end(),
                     [](const PlayerVerdict& verdict) { return verdict.decided(); });
}

void SolveReport::note(const std::string& by) {
  if (std::find(how.begin(), how.end(), by) == how.end()) how.push_back(by);
}

namespace {

// Boards up to here are searched whole; beyond, proofs by threats and potential
// come first.
constexpr Cell kSearchedCells = 27;
constexpr std::uint64_t kReplyNodes = 20'000'000;
constexpr std::uint64_t kHoldNodes = 200'000;
constexpr std::uint64_t kBeatNodes = 3'000'000;
constexpr std::uint64_t kAloneNodes = 2'000'000;
constexpr std::uint64_t kAloneNodesSearched = 40'000'000;

// One run of solve(): fills the report step by step.
class Solving {
 public:
  Solving(const Rules& rules, const Budget& budget, Asked asked)
      : rules_(rules), budget_(budget), asked_(asked) {
    report_.players.resize(static_cast<std::size_t>(rules.players()));
  }

  Result<SolveReport> run() {
    by_structure();
    if (rules_.cells() <= kSearchedCells) {
      by_search();
    } else if (rules_.cells() <= kMaxSmallCells) {
      by_proofs();
    }
    if (error_) return *error_;
    say_why_open();
    return report_;
  }

 private:
  PlayerVerdict& verdict(int player) { return report_.of(player); }

  void set_win(int player, bool can, const std::string& how) {
    if (verdict(player).can_force_win) return;
    report_.note(how);
    verdict(player).can_force_win = can;
    // Who forces a win is never beaten, and beats everyone.
    for (int other = 0; can && other < rules_.players(); ++other) {
      verdict(other).can_avoid_loss = other == player;
      verdict(other).can_force_win = other == player;
    }
    // With two players, what one cannot force the other can prevent.
    if (!can && rules_.players() == 2) verdict(1 - player).can_avoid_loss = true;
  }

  // Any two cells of 2^k form a line, so the first player with a second turn wins.
  void by_two_cells() {
    const std::string how = "any two cells are a line";
    if (rules_.cells() > static_cast<Cell>(rules_.players())) return set_win(0, true, how);
    for (int player = 0; player < rules_.players(); ++player) {
      set_win(player, false, how);
      verdict(player).can_avoid_loss = true;
    }
  }

  void by_structure() {
    const Board& board = rules_.board();
    if (board.is_power() && board.side() == 2) by_two_cells();
    if (rules_.players() == 2) set_win(1, false, "strategy stealing");
    if (verdict(0).can_force_win) return;
    if (const auto pairing = find_pairing(board)) {
      for (int player = 0; player < rules_.players(); ++player) set_win(player, false, "pairing");
      report_.certificates.push_back(pairing_certificate(board, rules_.players(), *pairing));
      return;
    }
    if (holds_by_potential_at_start(board, rules_.players())) {
      for (int player = 0; player < rules_.players(); ++player) set_win(player, false, "potential");
      report_.certificates.push_back(potential_certificate(board, rules_.players()));
      return;
    }
    for (int player = 0; player < rules_.players() && large(); ++player) by_replies(player);
  }

  // Too large to be searched.
  bool large() const { return rules_.cells() > kMaxSmallCells; }

  void by_replies(int player) {
    if (error_ || verdict(player).can_force_win) return;
    const bool held =
        proved(player, "replying", kReplyNodes, [](const Rules& rules, int seat, Meter& meter) {
          return hold_by_replies(rules.board(), rules.players(), seat, meter);
        });
    if (held) set_win(player, false, "replies, then a pairing");
  }

  void say_why_open() {
    if (report_.decided()) return;
    report_.open =
        cut_short_
            ? fmt::format("no proof was found within {} of memory; more may find one",
                          format_bytes(budget_.memory_bytes))
            : fmt::format("no proof was found, and a search is too large on more than {} cells",
                          kSearchedCells);
  }

  void by_proofs() {
    if (rules_.players() == 2 && !verdict(0).can_force_win && DuelBoard::fits(rules_)) {
      const Result<ThreatProof> proof = prove_first_player_win(rules_, budget_);
      if (!proof) {
        error_ = proof.error();
        return;
      }
      report_.nodes += proof->nodes;
      if (proof->certificate) {
        set_win(0, true, "proof by threats");
        report_.certificates.push_back(*proof->certificate);
      }
    }
    for (int player = 0; player < rules_.players() && rules_.players() > 2; ++player) {
      hold(player);
      beat(player);
      hold_alone(player, kAloneNodes);
      if (error_) return;
    }
  }

  // Tries a simple proof about one player for a while; whether it shows anything.
  template <class Prove>
  bool proved(int player, const std::string& stage, std::uint64_t nodes, Prove prove) {
    // Where a single mark completes a line no certificate is written.
    if (rules_.board().shortest() < 2) return false;
    Budget limited = budget_;
    limited.nodes = nodes;
    Meter meter(limited, fmt::format("{} player {}", stage, player + 1));
    Result<std::optional<proof::Certificate>> proof = prove(rules_, player, meter);
    report_.nodes += meter.nodes();
    if (!proof && proof.error().code == ErrorCode::kNoSpace) {
      cut_short_ = cut_short_ || meter.nodes() <= nodes;
      return false;
    }
    if (!proof) error_ = proof.error();
    if (error_ || !*proof) return false;
    report_.certificates.push_back(std::move(**proof));
    return true;
  }

  void hold(int player) {
    if (error_ || verdict(player).can_force_win) return;
    if (proved(player, "holding", kHoldNodes, hold_player)) {
      set_win(player, false, "potential and search");
    }
  }

  // Who can be beaten cannot force a win either.
  void beat(int player) {
    const bool asked = asked_ == Asked::kAll || !verdict(player).can_force_win;
    if (error_ || !asked || verdict(player).can_avoid_loss) return;
    if (proved(player, "beating", kBeatNodes, beat_player)) {
      report_.note("threats of the others");
      verdict(player).can_avoid_loss = false;
      set_win(player, false, "threats of the others");
    }
  }

  // Whether blocking is enough for a player against all others, tried for a while.
  void hold_alone(int player, std::uint64_t nodes) {
    if (error_ || asked_ == Asked::kWins || verdict(player).can_avoid_loss) return;
    Budget limited = budget_;
    limited.nodes = nodes;
    Meter meter(limited, fmt::format("blocking, player {}", player + 1));
    const Result<bool> holds = holds_alone(rules_, rules_.initial(), player, meter);
    report_.nodes += meter.nodes();
    if (!holds && holds.error().code != ErrorCode::kNoSpace) error_ = holds.error();
    if (!holds) cut_short_ = cut_short_ || meter.nodes() <= nodes;
    if (!holds || !*holds) return;
    report_.note("blocking");
    verdict(player).can_avoid_loss = true;
  }

  void by_search() {
    for (int player = 0; player < rules_.players() && rules_.players() > 2; ++player) {
      hold(player);
      if (!verdict(player).can_force_win) beat(player);
      hold_alone(player, kAloneNodesSearched);
    }
    if (error_) return;
    const SmallBoard board(rules_);
    Solver solver(board, budget_);
    for (int player = 0; player < rules_.players(); ++player) {
      for (const Goal goal : {Goal::kWin, Goal::kNotLose}) {
        std::optional<bool>& known = verdict(player).can(goal);
        if (known || (goal == Goal::kNotLose && asked_ == Asked::kWins)) continue;
        const Result<bool> answer = solver.reaches(player, goal, rules_.initial());
        if (!answer) {
          error_ = answer.error();
          return;
        }
        report_.note("search");
        if (goal == Goal::kWin) {
          set_win(player, *answer, "search");
        } else {
          known = *answer;
        }
      }
    }
    report_.nodes += solver.nodes();
  }

  const Rules& rules_;
  const Budget& budget_;
  Asked asked_;
  bool cut_short_ = false;  // some proof had less memory than it would take
  SolveReport report_;
  std::optional<Error> error_;
};

}  // namespace

Result<SolveReport> solve(const Rules& rules, const Budget& budget, Asked asked) {
  if (rules.misere()) return solve_misere(rules, budget);
  return Solving(rules, budget, asked).run();
}

}  // namespace noughts::hyper::search
