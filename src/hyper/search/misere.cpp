#include "noughts/hyper/search/misere.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/bits.h"
#include "noughts/hyper/search/filling.h"

namespace noughts::hyper::search {

MisereSolver::MisereSolver(const SmallBoard& board, const Budget& budget)
    : board_(&board), budget_(budget) {}

Result<bool> MisereSolver::reaches(int player, Goal goal, const Position& from) {
  if (goal == Goal::kNotLose && board_->players() == 2 && from.winner < 0) {
    const Result<bool> beaten = reaches(1 - player, Goal::kWin, from);
    if (!beaten) return beaten.error();
    return !*beaten;
  }
  const Question question = answers_.ask(player, goal);
  SmallPosition p(*board_);
  for (Cell cell = 0; cell < board_->cells(); ++cell) {
    if (from.marks[cell] != 0) p.play(cell, from.marks[cell] - 1);
  }
  const unsigned in = ((1u << board_->players()) - 1) & ~unsigned{from.out};
  Meter meter(budget_, "searching");
  meter_ = &meter;
  const bool answer = search(p, in, board_->rules().to_move(from), question);
  nodes_ += meter.nodes();
  if (!meter.error()) return answer;
  // What was found for this question does not fit: the next one begins anew.
  if (answers_.bytes_with_next() > budget_.memory_bytes) answers_.forget();
  return *meter.error();
}

int MisereSolver::after(int mover, unsigned in) const {
  do {
    mover = (mover + 1) % board_->players();
  } while (!(in >> mover & 1));
  return mover;
}

// Whether a line is left that has marks of the player only, or none.
bool MisereSolver::can_complete(const SmallPosition& p, int player) const {
  return std::any_of(board_->lines().begin(), board_->lines().end(),
                     [&](CellSet line) { return p.is_open(line, player); });
}

std::optional<bool> MisereSolver::decided(const SmallPosition& p, unsigned in,
                                          const Question& q) const {
  if (!(in >> q.player & 1)) return false;
  if (std::has_single_bit(in)) return true;
  if (p.empty() == 0) return q.goal == Goal::kNotLose;
  if (q.goal == Goal::kNotLose) {
    if (!can_complete(p, q.player)) return true;
    return std::nullopt;
  }
  for (int other = 0; other < board_->players(); ++other) {
    if (other != q.player && in >> other & 1 && !can_complete(p, other)) return false;
  }
  return std::nullopt;
}

bool MisereSolver::search(SmallPosition& p, unsigned in, int mover, const Question& q) {
  if (!meter_->spend()) return false;
  if (const auto answer = decided(p, in, q)) return *answer;
  const PositionKey key = p.key();
  if (const auto found = Answers::find(q, key)) return *found;
  const bool own = mover == q.player;
  const CellSet completing = p.completing(mover);
  bool answer = !own;
  const auto try_all = [&](CellSet moves, unsigned still_in) {
    for (CellSet rest = moves; rest != 0 && answer != own && !meter_->error(); rest &= rest - 1) {
      const auto cell = static_cast<Cell>(std::countr_zero(rest));
      p.play(cell, mover);
      answer = search(p, still_in, after(mover, still_in), q);
      p.undo(cell, mover);
    }
  };
  try_all(p.empty() & ~completing, in);
  // A line of her own puts the player out. One of the others may give himself up for the rest.
  if (!own) try_all(completing, in & ~(1u << mover));
  if (meter_->error() || !meter_->holds(answers_.bytes_with_next())) return false;
  answers_.keep(q, key, answer);
  return answer;
}

namespace {

constexpr std::uint64_t kMisereNodes = 20'000'000;

class MisereSolving {
 public:
  MisereSolving(const Rules& rules, const Budget& budget) : rules_(rules), budget_(budget) {
    report_.players.resize(static_cast<std::size_t>(rules.players()));
  }

  Result<SolveReport> run() {
    by_two_cells();
    if (rules_.players() == 2) by_mirror();
    if (error_) return *error_;
    if (rules_.cells() <= kMaxSmallCells) by_search();
    if (error_) return *error_;
    if (!report_.decided()) {
      report_.open =
          fmt::format("no proof was found in {} positions a question", format_count(kMisereNodes));
    }
    return report_;
  }

 private:
  PlayerVerdict& verdict(int player) { return report_.of(player); }

  void wins(int winner) {
    for (int player = 0; player < rules_.players(); ++player) {
      verdict(player) = {player == winner, player == winner};
    }
  }

  // Any two cells of 2^k are a line: everybody's second mark puts her out, in the order of
  // the turns, and the last player is left.
  void by_two_cells() {
    if (!rules_.board().is_power() || rules_.board().side() != 2) return;
    report_.note("any two cells are a line");
    const auto players = static_cast<Cell>(rules_.players());
    // The first round, then all but one go out one after the other.
    if (rules_.cells() >= 2 * players - 1) return wins(rules_.players() - 1);
    const int out = static_cast<int>(rules_.cells()) - rules_.players();
    for (int player = 0; player < rules_.players(); ++player) {
      verdict(player) = {false, player >= out};
    }
  }

  void by_mirror() {
    if (verdict(0).can_force_win || !rules_.board().is_power()) return;
    const int holder = rules_.board().side() % 2 == 1 ? 0 : 1;
    report_.note("mirror play");
    verdict(holder).can_avoid_loss = true;
    verdict(1 - holder).can_force_win = false;
    // Where no game can be drawn, not losing is winning. Asked of 3^k only, where it is quick.
    if (rules_.board().side() != 3) return;
    const Result<FillingAnswer> filling = find_filling(rules_.board(), 2, budget_);
    if (!filling) {
      error_ = filling.error();
    } else if (!filling->exists) {
      report_.note("no drawn filling");
      wins(holder);
    }
  }

  void by_search() {
    const SmallBoard board(rules_);
    Budget limited = budget_;
    limited.nodes = kMisereNodes;
    for (int player = 0; player < rules_.players() && !error_; ++player) {
      for (const Goal goal : {Goal::kWin, Goal::kNotLose}) {
        std::optional<bool>& known = verdict(player).can(goal);
        if (known || error_) continue;
        MisereSolver solver(board, limited);
        const Result<bool> answer = solver.reaches(player, goal, rules_.initial());
        report_.nodes += solver.nodes();
        if (!answer && answer.error().code != ErrorCode::kNoSpace) error_ = answer.error();
        if (!answer) continue;
        report_.note("search");
        known = *answer;
        if (goal == Goal::kWin && *answer) wins(player);
      }
    }
  }

  const Rules& rules_;
  const Budget& budget_;
  SolveReport report_;
  std::optional<Error> error_;
};

}  // namespace

Result<SolveReport> solve_misere(const Rules& rules, const Budget& budget) {
  return MisereSolving(rules, budget).run();
}

}  // namespace noughts::hyper::search
