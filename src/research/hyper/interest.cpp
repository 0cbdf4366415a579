#include "noughts/research/hyper/interest.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "noughts/core/random.h"
#include "noughts/hyper/search/filling.h"
#include "noughts/hyper/search/hold.h"
#include "noughts/hyper/search/potential.h"
#include "noughts/hyper/search/solve.h"
#include "noughts/hyper/study/classify.h"

namespace noughts::hyper::research {
namespace {

bool any_two_cells_win(const Board& board) { return board.is_power() && board.side() == 2; }

// The ply, counted from 1, at which a seat has as many marks as a line has cells.
std::uint64_t earliest_win(const Rules& rules, int seat) {
  const auto rounds = static_cast<std::uint64_t>(rules.board().shortest() - 1);
  return rounds * static_cast<std::uint64_t>(rules.players()) + static_cast<std::uint64_t>(seat) +
         1;
}

// Plays a game in which the seat fills the given line, and the others random cells beside
// it that complete nothing. Ends with the game, or where somebody had no such cell.
Position play_for(const Rules& rules, int seat, Line line, Random& random) {
  const auto goal = rules.board().cells_of(line);
  Position p = rules.initial();
  std::size_t next = 0;
  while (!rules.is_over(p)) {
    if (rules.to_move(p) == seat && next < goal.size()) {
      p = rules.apply(p, {static_cast<std::uint16_t>(goal[next++])});
      continue;
    }
    const std::vector<Move> moves = rules.moves(p);
    const std::size_t first = random.below(moves.size());
    std::optional<Position> after;
    for (std::size_t i = 0; i < moves.size() && !after; ++i) {
      const Move& move = moves[(first + i) % moves.size()];
      if (std::find(goal.begin(), goal.end(), move.cell) != goal.end()) continue;
      Position tried = rules.apply(p, move);
      if (!rules.winner(tried)) after = std::move(tried);
    }
    if (!after) return p;
    p = std::move(*after);
  }
  return p;
}

std::optional<std::vector<Cell>> winning_game(const Rules& rules, int seat) {
  constexpr int kTries = 200;
  Random random(1);
  for (int i = 0; i < kTries; ++i) {
    const auto line = static_cast<Line>(random.below(rules.board().lines()));
    const Position p = play_for(rules, seat, line, random);
    if (rules.winner(p) == seat) return std::vector<Cell>(p.played.begin(), p.played.end());
  }
  return std::nullopt;
}

// Looks for a game whose end is as wanted, through all positions up to symmetry; for small
// boards. Sets `exists` unless it gives up, and leaves the game. The budget must outlive this.
class SomeGame {
 public:
  SomeGame(const Rules& rules, const Budget& budget, std::function<bool(const Position&)> wanted)
      : rules_(rules), wanted_(std::move(wanted)), meter_(budget, "looking at all games") {
    const bool yes = look(rules.initial());
    if (yes || (seen_.size() < kMost && !meter_.error())) exists_ = yes;
  }
  const std::optional<bool>& exists() const { return exists_; }
  // Why the whole work must end; too many positions are no reason.
  std::optional<Error> error() const {
    const bool full = meter_.error() && meter_.error()->code == ErrorCode::kNoSpace;
    return full ? std::nullopt : meter_.error();
  }
  const std::vector<Cell>& game() const { return game_; }

 private:
  static constexpr std::size_t kMost = 200'000;
  std::uint64_t bytes() const { return seen_.size() * (128 + 4 * rules_.cells()); }

  bool look(const Position& p) {
    if (rules_.is_over(p)) {
      if (!wanted_(p)) return false;
      game_.assign(p.played.begin(), p.played.end());
      return true;
    }
    if (!meter_.spend() || !meter_.holds(bytes())) return false;
    if (seen_.size() >= kMost || !seen_.insert(rules_.canonical(p)).second) return false;
    const std::vector<Move> moves = rules_.moves(p);
    return std::any_of(moves.begin(), moves.end(),
                       [&](const Move& move) { return look(rules_.apply(p, move)); });
  }

  const Rules& rules_;
  std::function<bool(const Position&)> wanted_;
  Meter meter_;
  std::unordered_set<Position> seen_;
  std::optional<bool> exists_;
  std::vector<Cell> game_;
};

// Misère: who can be left alone and who can be put out, by looking at all games.
Result<void> look_at_misere_seats(const Rules& rules, const Budget& budget, Interest& found) {
  found.seats_how = "all games up to symmetry, as far as they are not too many";
  for (int seat = 0; seat < rules.players(); ++seat) {
    const SomeGame won(rules, budget, [&](const Position& p) { return rules.winner(p) == seat; });
    const SomeGame lost(rules, budget, [&](const Position& p) { return (p.out >> seat & 1) != 0; });
    for (const SomeGame* game : {&won, &lost}) {
      if (const auto error = game->error()) return *error;
    }
    found.seats.push_back({won.exists(), lost.exists(), won.game()});
  }
  return {};
}

void look_at_seats(const Rules& rules, Interest& found) {
  const int players = rules.players();
  found.seats.resize(static_cast<std::size_t>(players));
  std::vector<std::string> reasons;
  for (int seat = 0; seat < players; ++seat) {
    SeatChances& chances = found.seats[static_cast<std::size_t>(seat)];
    if (earliest_win(rules, seat) > rules.cells()) {
      chances.can_win = false;
      reasons.push_back(
          fmt::format("player {} has fewer than {} turns", seat + 1, rules.board().shortest()));
    } else if (any_two_cells_win(rules.board()) && seat > 0) {
      chances.can_win = false;
      reasons.push_back(fmt::format("player 1 wins before player {} can", seat + 1));
    } else if (auto game = winning_game(rules, seat)) {
      chances.can_win = true;
      chances.winning_game = std::move(*game);
    } else {
      reasons.push_back(fmt::format("no game was found that player {} wins", seat + 1));
    }
  }
  // Who loses is beaten by some other seat.
  for (int seat = 0; seat < players; ++seat) {
    std::optional<bool> can_lose = false;
    for (int other = 0; other < players && can_lose != true; ++other) {
      if (other == seat) continue;
      const auto& wins = found.seats[static_cast<std::size_t>(other)].can_win;
      if (!wins) can_lose = std::nullopt;
      if (wins == true) can_lose = true;
    }
    found.seats[static_cast<std::size_t>(seat)].can_lose = can_lose;
  }
  for (const std::string& reason : reasons) {
    found.seats_how += (found.seats_how.empty() ? "" : ", ") + reason;
  }
  if (reasons.empty()) found.seats_how = "every seat has a game that she wins";
}

Result<void> ask_who_forces(const Rules& rules, const Budget& budget, Interest& found) {
  const Result<search::SolveReport> report = search::solve(rules, budget, search::Asked::kWins);
  if (!report) return report.error();
  bool all_known = true;
  for (int player = 0; player < rules.players(); ++player) {
    const auto& forces = report->players[static_cast<std::size_t>(player)].can_force_win;
    all_known = all_known && forces.has_value();
    if (forces == true) found.winner = player;
  }
  if (found.winner) found.is_forced = true;
  if (!found.winner && all_known) found.is_forced = false;
  for (const std::string& how : report->how) {
    found.forced_how += (found.forced_how.empty() ? "" : ", ") + how;
  }
  if (!found.is_forced) found.forced_how = "open: " + report->open;
  found.certificates = report->certificates;
  return {};
}

// The potential of a first round settles most boards, and its proof is the shortest.
Result<void> look_for_forced_win(const Rules& rules, const Budget& budget, Interest& found) {
  if (rules.misere() || any_two_cells_win(rules.board()) ||
      !search::holds_by_potential_at_start(rules.board(), rules.players())) {
    return ask_who_forces(rules, budget, found);
  }
  found.is_forced = false;
  found.forced_how = "potential";
  found.certificates.push_back(search::potential_certificate(rules.board(), rules.players()));
  return {};
}

Result<void> look_for_filling(const Rules& rules, const Budget& budget, double seconds,
                              Interest& found) {
  const Board& board = rules.board();
  const Result<search::FillingAnswer> answer =
      search::find_filling(board, rules.players(), budget.within(seconds));
  if (!answer && (answer.error().code != ErrorCode::kNoTime || budget.time_is_up())) {
    return answer.error();
  }
  if (!answer) {
    found.filling_how = fmt::format("not decided in {:g} s", seconds);
    return {};
  }
  found.filling_how = answer->how;
  // Two colours: a filling with other counts than the turns give is no game.
  if (answer->exists && answer->filling.empty()) {
    found.filling_how += ", but not with the counts of the turns";
    return {};
  }
  found.drawn_filling = answer->exists;
  found.filling = answer->filling;
  if (answer->exists) {
    found.certificates.push_back(
        search::filling_certificate(board, rules.players(), answer->filling));
  }
  return {};
}

void conclude(Interest& found) {
  const auto seat_without_win =
      std::find_if(found.seats.begin(), found.seats.end(),
                   [](const SeatChances& seat) { return seat.can_win == false; });
  const bool all_win = std::all_of(
      found.seats.begin(), found.seats.end(),
      [](const SeatChances& seat) { return seat.can_win == true && seat.can_lose == true; });
  found.interesting = false;
  if (found.is_forced == true) {
    found.how = fmt::format("player {} can force a win", *found.winner + 1);
  } else if (seat_without_win != found.seats.end()) {
    found.how = fmt::format("player {} can never win", seat_without_win - found.seats.begin() + 1);
  } else if (found.drawn_filling == false) {
    found.how = "no game can be drawn";
  } else if (found.is_forced == false && found.drawn_filling == true && all_win) {
    found.interesting = true;
    found.how = "nobody can force a win, and every player can win, lose or draw";
  } else {
    found.interesting = std::nullopt;
    found.how = !found.is_forced       ? "open whether somebody can force a win"
                : !found.drawn_filling ? "open whether a game can be drawn"
                                       : "open whether every player can win";
  }
}

}  // namespace

Result<Interest> interest(const Rules& rules, const Budget& budget,
                          const InterestOptions& options) {
  Interest found;
  if (rules.misere()) {
    if (auto done = look_at_misere_seats(rules, budget, found); !done) return done.error();
  } else {
    look_at_seats(rules, found);
  }
  if (auto done = look_for_forced_win(rules, budget, found); !done) return done.error();
  if (auto done = look_for_filling(rules, budget, options.filling_seconds, found); !done) {
    return done.error();
  }
  conclude(found);
  return found;
}

}  // namespace noughts::hyper::research
