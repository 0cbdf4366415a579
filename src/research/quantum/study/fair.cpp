#include "noughts/research/quantum/study/fair.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "noughts/quantum/curve/interval_search.h"
#include "noughts/quantum/search/search.h"

namespace noughts::quantum::study {
namespace {

// Whether the whole game is worth at least nothing to the player.
Result<bool> is_not_behind(Variant variant, Player player, const Budget& budget) {
  const Result<Rules> rules = Rules::make(variant);
  if (!rules) return rules.error();
  return search::TableSolver(*rules, budget).keeps(rules->initial(), 0, player);
}

// The first of 0 to count - 1 for which `holds`, which holds from there on; count if none.
template <class F>
Result<std::int64_t> first_that(std::int64_t count, F&& holds) {
  std::int64_t low = 0;
  std::int64_t high = count;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const Result<bool> there = holds(middle);
    if (!there) return there.error();
    if (*there)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// All fractions from whole to whole + 1 with denominators up to `most`, ascending.
std::vector<Rational> fractions_from(std::int64_t whole, std::int64_t most) {
  std::set<Rational> found;
  for (std::int64_t bottom = 1; bottom <= most; ++bottom) {
    for (std::int64_t top = whole * bottom; top <= (whole + 1) * bottom; ++top) {
      found.insert(Rational(top, bottom));
    }
  }
  return {found.begin(), found.end()};
}

// The least draw score from which on `holds`; nothing if there is none.
template <class F>
Result<std::optional<Rational>> least_draw(std::int64_t most_denominator, F&& holds) {
  const auto whole =
      first_that(2 * kMaxDraw + 1, [&](std::int64_t i) { return holds(Rational(i - kMaxDraw)); });
  if (!whole) return whole.error();
  if (*whole > 2 * kMaxDraw) return std::optional<Rational>();
  if (*whole == 0) return std::optional(Rational(-kMaxDraw));
  const std::vector<Rational> fractions = fractions_from(*whole - kMaxDraw - 1, most_denominator);
  const auto at = first_that(static_cast<std::int64_t>(fractions.size()),
                             [&](std::int64_t i) { return holds(fractions[i]); });
  if (!at) return at.error();
  return std::optional(fractions[*at]);
}

Rational negated(const Rational& value) { return {-value.numerator(), value.denominator()}; }

// Parts of [0, 1] for the search by halves. Their ends must suit solve_interval.
constexpr std::int64_t kParts = curve::kMaxEndDenominator;

// The zeros of the value within one part, ascending; where it is zero all along, the ends.
Result<std::vector<curve::Root>> zeros_within(const Rules& rules, std::int64_t part,
                                              const Budget& budget) {
  const Rational low(part, kParts);
  const auto pieces =
      curve::solve_interval(rules, rules.initial(), low, {part + 1, kParts}, budget);
  if (!pieces) return pieces.error();
  std::vector<curve::Root> zeros;
  curve::Root from = curve::root_of(low);
  for (const curve::Piece& piece : *pieces) {
    if (piece.polynomial == curve::Polynomial{}) {
      zeros.insert(zeros.end(), {from, piece.to});
    } else {
      for (const curve::Root& root : curve::roots_within(piece.polynomial, from, piece.to)) {
        zeros.push_back(root);
      }
    }
    from = piece.to;
  }
  return zeros;
}

}  // namespace

Result<std::optional<FairDraws>> fair_draws(const Rules& rules, const Budget& budget) {
  Variant variant = rules.variant();
  const Wide n = variant.collapse == Collapse::kChance ? variant.q.denominator() : 1;
  variant.draw = 0;
  const Wide most = n > kMaxDrawDenominator
                        ? kMaxDrawDenominator + 1
                        : n * n * n * n * Rules::make(variant)->score_denominator();
  if (most > kMaxDrawDenominator) {
    return bad_input(fmt::format("the fair draw score at q = {} may have a denominator above {}",
                                 to_text(variant.q), kMaxDrawDenominator));
  }
  const auto with_draw = [&](const Rational& draw) {
    variant.draw = draw;
    return variant;
  };
  const auto bottom = static_cast<std::int64_t>(most);
  const auto low = least_draw(bottom, [&](const Rational& draw) {
    return is_not_behind(with_draw(draw), Player::kX, budget);
  });
  if (!low) return low.error();
  // The same from above: the least -d for which O is not behind.
  const auto high = least_draw(bottom, [&](const Rational& draw) {
    return is_not_behind(with_draw(negated(draw)), Player::kO, budget);
  });
  if (!high) return high.error();
  if (!*low || !*high) return std::optional<FairDraws>();
  return std::optional(FairDraws{**low, negated(**high)});
}

Result<std::optional<FairChances>> fair_chances(const Rules& rules, const Budget& budget) {
  Variant variant = rules.variant();
  variant.collapse = Collapse::kChance;
  const auto at = [&](std::int64_t i) {
    variant.q = {i, kParts};
    return variant;
  };
  const auto ahead = first_that(
      kParts + 1, [&](std::int64_t i) { return is_not_behind(at(i), Player::kO, budget); });
  if (!ahead) return ahead.error();
  const auto behind = first_that(kParts + 1, [&](std::int64_t i) -> Result<bool> {
    const auto holds = is_not_behind(at(i), Player::kX, budget);
    if (!holds) return holds.error();
    return !*holds;
  });
  if (!behind) return behind.error();
  // X is ahead up to q = 1, or behind from q = 0 on.
  if (*ahead > kParts || *behind == 0) return std::optional<FairChances>();
  const auto first = zeros_within(rules, std::max<std::int64_t>(*ahead - 1, 0), budget);
  if (!first) return first.error();
  const auto last = zeros_within(rules, std::min(*behind, kParts) - 1, budget);
  if (!last) return last.error();
  if (first->empty() || last->empty()) {
    return Error{ErrorCode::kWrongValue, "the value has no zero where its sign changes"};
  }
  return std::optional(FairChances{first->front(), last->back()});
}

}  // namespace noughts::quantum::study
