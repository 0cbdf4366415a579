#include "noughts/quantum/curve/curve.h"

#include <algorithm>

#include "noughts/core/parallel.h"
#include "noughts/quantum/curve/interval_search.h"
#include "noughts/quantum/search/solve.h"

namespace noughts::quantum::curve {
namespace {

bool before(const Root& a, const Root& b) { return compare(a, b) < 0; }

ValuePieces with_starts(const std::vector<Piece>& pieces, const Root& low) {
  ValuePieces result;
  Root from = low;
  for (const Piece& piece : pieces) {
    result.push_back({from, piece.to, piece.polynomial, {}});
    from = piece.to;
  }
  return result;
}

// Adds a piece at the end, or lengthens the last one if it goes on the same way.
void append(ValuePieces& pieces, const ValuePiece& piece) {
  if (!pieces.empty() && pieces.back().polynomial == piece.polynomial &&
      pieces.back().best == piece.best) {
    pieces.back().to = piece.to;
  } else {
    pieces.push_back(piece);
  }
}

// The polynomial in force just above `q`.
const Polynomial& polynomial_after(const ValuePieces& pieces, const Root& q) {
  const auto at = std::find_if(pieces.begin(), pieces.end(),
                               [&](const ValuePiece& piece) { return before(q, piece.to); });
  return (at == pieces.end() ? pieces.back() : *at).polynomial;
}

// Cuts the game's pieces where the set of best openings changes.
ValuePieces with_best(const ValuePieces& game, const std::vector<ValuePieces>& openings) {
  std::vector<Root> cuts;
  for (const ValuePiece& piece : game) cuts.push_back(piece.to);
  for (const ValuePieces& pieces : openings) {
    for (const ValuePiece& piece : pieces) cuts.push_back(piece.to);
  }
  std::sort(cuts.begin(), cuts.end(), before);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  ValuePieces result;
  Root from = game.front().from;
  for (const Root& to : cuts) {
    ValuePiece piece{from, to, polynomial_after(game, from), {}};
    for (std::size_t i = 0; i < openings.size(); ++i) {
      if (polynomial_after(openings[i], from) == piece.polynomial) {
        piece.best.push_back(static_cast<int>(i));
      }
    }
    append(result, piece);
    from = to;
  }
  return result;
}

std::vector<Root> zeros_of(const ValuePieces& pieces) {
  std::vector<Root> zeros;
  const auto add = [&](const Root& root) {
    if (zeros.empty() || !(zeros.back() == root)) zeros.push_back(root);
  };
  for (const ValuePiece& piece : pieces) {
    if (piece.polynomial == Polynomial{}) {  // zero all along
      add(piece.from);
      add(piece.to);
      continue;
    }
    for (const Root& root : roots_within(piece.polynomial, piece.from, piece.to)) add(root);
  }
  return zeros;
}

GameCurves join(const std::vector<IntervalResult>& parts) {
  GameCurves curve;
  curve.openings.resize(search::openings().size());
  ValuePieces game;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Root low = root_of({static_cast<Wide>(i), kParts});
    for (std::size_t j = 0; j < curve.openings.size(); ++j) {
      for (const ValuePiece& piece : with_starts(parts[i].openings[j], low)) {
        append(curve.openings[j], piece);
      }
    }
    for (const ValuePiece& piece : with_starts(parts[i].game, low)) append(game, piece);
    curve.nodes += parts[i].nodes;
  }
  curve.game = with_best(game, curve.openings);
  curve.fair = zeros_of(curve.game);
  return curve;
}

}  // namespace

Result<GameCurves> make_curves(const Rules& rules, int threads, const Budget& budget) {
  Progress progress(budget.progress, "solving intervals of q", kParts);
  Workers workers(threads, {.cancel = budget.cancel});
  Budget share = budget;
  share.memory_bytes /= static_cast<std::uint64_t>(workers.threads());
  share.progress = {};
  std::vector<Result<IntervalResult>> results(kParts, cancelled_error());
  const auto done = workers.for_each(0, kParts, [&](std::size_t i) {
    const auto part = static_cast<Wide>(i);
    results[i] = solve_interval(rules, {part, kParts}, {part + 1, kParts}, share);
    progress.advance(1);
  });
  if (!done) return done.error();
  std::vector<IntervalResult> parts;
  for (Result<IntervalResult>& result : results) {
    if (!result) return result.error();
    parts.push_back(std::move(*result));
  }
  GameCurves curve = join(parts);
  curve.denominator = rules.score_denominator();
  return curve;
}

search::Value value_at(const ValuePieces& pieces, std::int64_t denominator, const Rational& q) {
  const Root at = root_of(q);
  const auto piece = std::find_if(pieces.begin(), pieces.end(),
                                  [&](const ValuePiece& p) { return compare(at, p.to) <= 0; });
  Wide sum = 0;
  Wide power = 1;  // of the denominator
  for (int i = kDegree; i >= 0; --i) {
    sum = sum * q.numerator() + piece->polynomial[i] * power;
    if (i > 0) power *= q.denominator();
  }
  return {sum, power * denominator};
}

}  // namespace noughts::quantum::curve
