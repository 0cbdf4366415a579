#include "noughts/quixo/tables/ranked_source.h"

#include <vector>

#include "noughts/quixo/rank.h"

namespace noughts::quixo::tables {

Result<std::optional<int>> RankedSource::rank(Board board) const {
  if (!has_ranks()) return std::optional<int>();
  auto known = at(board);
  if (!known) return known.error();
  if (known->value == Value::kDraw) return std::optional<int>();
  if (final_value(rules(), board)) return std::optional(0);
  auto stored = code(board);
  if (!stored) return stored.error();
  if (known->value == Value::kWin && *stored == 0) {
    auto at_once = wins_at_once(board);
    // Without the next tier nobody knows whether it is 1 or 3.
    if (!at_once && at_once.error().code == ErrorCode::kMissing) return std::optional<int>();
    if (!at_once) return at_once.error();
    if (*at_once) return std::optional(1);
  }
  return std::optional(rank_of_code(known->value, *stored));
}

// Boards that are over first: they need no look at a table, which may be far away.
Result<bool> RankedSource::wins_at_once(Board board) const {
  std::vector<Board> in_next_tier;
  bool found = false;
  rules().for_each_child({board, Player::kX}, [&](Board moved) {
    const Board child = swap_colours(moved);
    if (const auto over = final_value(rules(), child)) {
      found = found || *over == Value::kLoss;
    } else if (class_of(child).tier() > class_of(board).tier()) {
      in_next_tier.push_back(child);
    }
  });
  for (std::size_t i = 0; i < in_next_tier.size() && !found; ++i) {
    const auto known = at(in_next_tier[i]);
    if (!known) return known.error();
    found = known->value == Value::kLoss;
  }
  return found;
}

}  // namespace noughts::quixo::tables
