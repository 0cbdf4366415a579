#include "noughts/research/quixo/study/fastest.h"

#include <fmt/format.h>

#include <algorithm>

namespace noughts::quixo::study {
namespace {

// A key for FlatTable, which has no zero: the empty board is one.
std::uint64_t key_of(Board board) { return board + 1; }

}  // namespace

Result<std::optional<int>> FastestWin::plies(Board board) {
  const Result<Outcome> outcome = values_.at(board);
  if (!outcome) return outcome.error();
  if (outcome->value == Value::kDraw) return std::optional<int>();
  if (rules_.is_over({board, Player::kX})) return std::optional(0);
  const Board least = rules_.canonical(board);
  const auto suffice = [&](int plies) {
    Meter meter(budget_, fmt::format("whether {} plies suffice, boards", plies));
    return ends(least, outcome->value, plies, meter);
  };
  // Nearly all wins take an odd number of plies and losses an even one: those are tried first.
  for (int plies = outcome->value == Value::kWin ? 1 : 2;; plies += 2) {
    Result<bool> enough = suffice(plies);
    if (!enough) return enough.error();
    if (!*enough) continue;
    if (plies == 1) return std::optional(plies);
    if (enough = suffice(plies - 1); !enough) return enough.error();
    return std::optional(*enough ? plies - 1 : plies);
  }
}

Result<bool> FastestWin::ends(Board board, Value value, int plies, Meter& meter) {
  if (plies < fewest_plies(board, value)) return false;
  if (plies <= 2) {  // seen at once, and not worth remembering
    if (!meter.spend()) return *meter.error();
    return value == Value::kWin ? wins_at_once(board, plies) : loses_at_once(board, plies);
  }
  if (const Bounds* known = known_.find(key_of(board))) {
    if (known->within <= plies) return true;
    if (known->beyond >= plies) return false;
  }
  if (!meter.spend() || !meter.holds(known_.bytes_needed())) return *meter.error();
  const Result<bool> found =
      value == Value::kWin ? wins(board, plies, meter) : loses(board, plies, meter);
  if (!found) return found;
  Bounds& bounds = known_.at(key_of(board), {});
  if (*found) {
    bounds.within = std::min(bounds.within, static_cast<std::int16_t>(plies));
  } else {
    bounds.beyond = std::max(bounds.beyond, static_cast<std::int16_t>(plies));
  }
  return found;
}

// With one move, or with one after which all moves of the other end the game.
bool FastestWin::wins_at_once(Board board, int plies) const {
  bool found = false;
  rules_.for_each_child({board, Player::kX}, [&](Board child) {
    if (found) return;
    const auto winner = rules_.winner({child, Player::kO});
    found =
        winner == Player::kX || (!winner && plies == 2 && loses_at_once(swap_colours(child), 1));
  });
  return found;
}

// In one ply if every move completes a line of the other, in two if the other can after those
// that do not.
bool FastestWin::loses_at_once(Board board, int plies) const {
  bool all = true;
  rules_.for_each_child({board, Player::kX}, [&](Board child) {
    if (!all) return;
    const auto winner = rules_.winner({child, Player::kO});
    all = winner == Player::kO || (!winner && plies == 2 && wins_at_once(swap_colours(child), 1));
  });
  return all;
}

// The move that was seen to lose soonest comes first.
Result<bool> FastestWin::wins(Board board, int plies, Meter& meter) {
  if (wins_at_once(board, 1)) return true;
  Children next = children(board);
  std::sort(next.begin(), next.end(), [](const Child& a, const Child& b) {
    return a.bounds.within != b.bounds.within ? a.bounds.within < b.bounds.within
                                              : a.bounds.beyond < b.bounds.beyond;
  });
  for (const Child& child : next) {
    if (child.bounds.beyond >= plies - 1 || rules_.is_over({child.board, Player::kX})) continue;
    const Result<Value> value = value_of(child, meter);
    if (!value) return value.error();
    if (*value != Value::kLoss) continue;
    const Result<bool> lost = ends(child.board, Value::kLoss, plies - 1, meter);
    if (!lost || *lost) return lost;
  }
  return false;
}

Result<Value> FastestWin::value_of(const Child& child, Meter& meter) {
  if (child.bounds.value) return *child.bounds.value;
  if (!meter.holds(known_.bytes_needed())) return *meter.error();
  const Result<Outcome> outcome = values_.at(child.board);
  if (!outcome) return outcome.error();
  known_.at(key_of(child.board), {}).value = outcome->value;
  return outcome->value;
}

// All moves of a lost board lose; the one that was seen to last longest comes first.
Result<bool> FastestWin::loses(Board board, int plies, Meter& meter) {
  Children next = children(board);
  std::sort(next.begin(), next.end(),
            [](const Child& a, const Child& b) { return a.bounds.beyond > b.bounds.beyond; });
  for (const Child& child : next) {
    if (rules_.is_over({child.board, Player::kX})) continue;
    const Result<bool> won = ends(child.board, Value::kWin, plies - 1, meter);
    if (!won || !*won) return won;
  }
  return true;
}

// The winner needs the tiles of a line, and gets at most one with each move of hers.
int FastestWin::fewest_plies(Board board, Value value) const {
  const ClassId id = class_of(board);
  const int missing = rules_.line() - (value == Value::kWin ? id.x : id.o);
  if (missing <= 0) return 0;
  return value == Value::kWin ? 2 * missing - 1 : 2 * missing;
}

// Each once but for symmetry.
FastestWin::Children FastestWin::children(Board board) const {
  FixedList<Board, kMaxMoves> boards;
  rules_.for_each_child({board, Player::kX}, [&](Board child) {
    boards.push_back(rules_.canonical(swap_colours(child)));
  });
  std::sort(boards.begin(), boards.end());
  Children next;
  for (const Board child : boards) {
    if (next.size() > 0 && next[next.size() - 1].board == child) continue;
    const Bounds* known = known_.find(key_of(child));
    next.push_back({child, known != nullptr ? *known : Bounds{}});
  }
  return next;
}

}  // namespace noughts::quixo::study
