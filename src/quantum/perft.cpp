// Positions counted by the rules alone.
#include <unordered_set>

#include "noughts/quantum/rules.h"

namespace noughts::quantum {
namespace {

// Calls f(position) for what one ply can lead to, collapses settled both ways.
// From a position that waits for a selection: for both settlements of it.
template <class F>
void for_each_successor(const Rules& rules, const Position& p, F&& f) {
  for (const Move& move : rules.moves(p)) {
    const Position next = rules.apply(p, move);
    if (!next.pending) {
      f(next);
      continue;
    }
    for (const Move& selection : rules.moves(next)) f(rules.apply(next, selection));
  }
}

void count_paths(const Rules& rules, const Position& p, int depth, const PerftOptions& options,
                 std::vector<std::uint64_t>& counts) {
  if (options.cancel != nullptr && options.cancel->cancelled()) return;
  for_each_successor(rules, p, [&](const Position& next) {
    ++counts[depth];
    if (depth + 1 < options.depth) count_paths(rules, next, depth + 1, options, counts);
  });
}

Result<std::vector<std::uint64_t>> count_canonical(const Rules& rules, std::vector<Position> layer,
                                                   const PerftOptions& options) {
  std::vector<std::uint64_t> counts(options.depth, 0);
  for (std::uint64_t& count : counts) {
    std::unordered_set<std::uint64_t> seen;
    std::vector<Position> next_layer;
    for (const Position& p : layer) {
      if (options.cancel != nullptr && options.cancel->cancelled()) return cancelled_error();
      for_each_successor(rules, p, [&](const Position& next) {
        if (rules.is_over(next)) return;
        if (seen.insert(canonical_state_key(rules, next)).second) next_layer.push_back(next);
      });
    }
    count = next_layer.size();
    layer = std::move(next_layer);
  }
  return counts;
}

}  // namespace

Result<std::vector<std::uint64_t>> perft(const Rules& rules, const Position& from,
                                         const PerftOptions& options) {
  std::vector<Position> starts;
  if (from.pending) {
    for_each_successor(rules, from, [&](const Position& p) { starts.push_back(p); });
  } else {
    starts.push_back(from);
  }
  if (options.canonical) return count_canonical(rules, std::move(starts), options);
  std::vector<std::uint64_t> counts(options.depth, 0);
  if (options.depth > 0) {
    for (const Position& p : starts) count_paths(rules, p, 0, options, counts);
  }
  if (options.cancel != nullptr && options.cancel->cancelled()) return cancelled_error();
  return counts;
}

}  // namespace noughts::quantum
