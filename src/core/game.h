// What a game states about itself, and what can be done with just that.
//
// A family of games (quixo, quantum, hyper) is a class of rules: an object
// that holds one variant (its sizes and options) and answers questions about
// positions, which are plain values. Everything general (perft, the contract
// tests, playing, showing) is a template over this concept.
//
//     text --parse_position--> Position --moves--> Move --apply--> Position --to_text--> text
//
// Promises of every game:
//   moves(p) is empty exactly when is_over(p)
//   apply(p, m) for m in moves(p) is a position whose predecessors include p
//   image(apply(p, m), s) == apply(image(p, s), image(m, s)) for every symmetry s
//   canonical(p) is the same for all images of p
//   parse_position(to_text(p)) == p
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "noughts/core/cancel.h"
#include "noughts/core/progress.h"
#include "noughts/core/result.h"

namespace noughts {

template <class R>
concept GameRules = requires(const R& rules, const typename R::Position& position,
                             const typename R::Move& move, std::string_view text, int symmetry) {
  { rules.initial() } -> std::same_as<typename R::Position>;
  { rules.is_over(position) } -> std::same_as<bool>;
  // A range of Move with begin(), end() and size(); a fixed array where speed matters.
  { rules.moves(position).size() } -> std::convertible_to<std::size_t>;
  { rules.apply(position, move) } -> std::same_as<typename R::Position>;
  { rules.predecessors(position) } -> std::same_as<std::vector<typename R::Position>>;
  // Who moves next, from 0; for a game of chance one past the last player is the System.
  { rules.to_move(position) } -> std::same_as<int>;
  { rules.symmetry_count() } -> std::same_as<int>;
  { rules.image(position, symmetry) } -> std::same_as<typename R::Position>;
  { rules.image(move, symmetry) } -> std::same_as<typename R::Move>;
  { rules.canonical(position) } -> std::same_as<typename R::Position>;
  { std::hash<typename R::Position>{}(position) } -> std::convertible_to<std::size_t>;
  { position == position } -> std::same_as<bool>;
  { move == move } -> std::same_as<bool>;
  // notation.h of the family
  { to_text(rules, position) } -> std::same_as<std::string>;
  { to_text(rules, position, move) } -> std::same_as<std::string>;
  { parse_position(rules, text) } -> std::same_as<Result<typename R::Position>>;
  { parse_move(rules, position, text) } -> std::same_as<Result<typename R::Move>>;
};

struct PerftOptions {
  int depth = 1;
  // Count positions up to symmetry, each once, instead of paths.
  bool canonical = false;
  const CancelToken* cancel = nullptr;
  // Told of every position counted, in portions.
  Progress* progress = nullptr;
};

namespace perft_detail {

template <GameRules R>
void count_paths(const R& rules, const typename R::Position& position, int depth,
                 const PerftOptions& options, std::vector<std::uint64_t>& counts) {
  const auto moves = rules.moves(position);
  counts[depth] += moves.size();
  const int remaining = options.depth - depth;
  if (remaining == 1) return;
  const std::uint64_t before = counts.back();
  for (const auto& move : moves) {
    if (options.cancel != nullptr && options.cancel->cancelled()) return;
    count_paths(rules, rules.apply(position, move), depth + 1, options, counts);
  }
  // Two moves above the leaves: often enough to look alive, too rare to cost.
  if (remaining == 3 && options.progress != nullptr) {
    options.progress->advance(counts.back() - before);
  }
}

}  // namespace perft_detail

// How many ways there are to play 1, 2, ..., depth moves from a position; or,
// with `canonical`, how many different positions that are not over stand there
// up to symmetry.
template <GameRules R>
Result<std::vector<std::uint64_t>> perft(const R& rules, const typename R::Position& from,
                                         const PerftOptions& options) {
  std::vector<std::uint64_t> counts(options.depth, 0);
  const auto stopped = [&] { return options.cancel != nullptr && options.cancel->cancelled(); };
  if (!options.canonical) {
    if (options.depth > 0) {
      perft_detail::count_paths(rules, from, 0, options, counts);
    }
  } else {
    std::unordered_set<typename R::Position> layer{rules.canonical(from)};
    for (int depth = 0; depth < options.depth; ++depth) {
      std::unordered_set<typename R::Position> next;
      for (const auto& position : layer) {
        if (stopped()) return cancelled_error();
        if (options.progress != nullptr) options.progress->advance(1);
        for (const auto& move : rules.moves(position)) {
          const auto child = rules.apply(position, move);
          if (!rules.is_over(child)) next.insert(rules.canonical(child));
        }
      }
      counts[depth] = next.size();
      layer = std::move(next);
    }
  }
  if (stopped()) return cancelled_error();
  return counts;
}

}  // namespace noughts
