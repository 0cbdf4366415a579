// When is the game fair?
//
// The value grows with the score d of a draw and falls with q, both in the weak sense:
// every node is a maximum, a minimum or (1 - q) max + q min of its children. So the
// draw scores that make a game fair form an interval, mostly of one point, and so do
// the q.
//
// At q = j/N the value is, between breakpoints, a + b d, where b is the probability of
// a draw and a the sum of the other scores with theirs: both whole numbers over
// N^4 times the common denominator s of the scores. An end of the interval is a zero
// of such a function with b > 0, hence a fraction with a denominator of at most
// N^4 s. There are few of these between two whole numbers: the value is computed for as
// many of them as a search by halves needs, and nothing lies between.
//
// The q that are fair for a given d are roots of a piece of the curve (curve/curve.h),
// found by halves and then exactly, on one small interval.
#pragma once

#include <optional>

#include "noughts/core/budget.h"
#include "noughts/quantum/curve/algebraic.h"
#include "noughts/quantum/rules.h"

namespace noughts::quantum::study {

struct FairDraws {
  Rational low;
  Rational high;  // often equal
};

// The rules' draw is not used. Nothing if the game is fair for no draw score within
// -kMaxDraw to kMaxDraw. Fails for a q with too large a denominator: N^4 s may be at
// most kMaxDrawDenominator.
Result<std::optional<FairDraws>> fair_draws(const Rules& rules, const Budget& budget = {});

struct FairChances {
  curve::Root low;
  curve::Root high;  // mostly equal
};

// The q for which the game with these scores is fair; the rules' q is not used.
// Nothing if one player is ahead for every q.
Result<std::optional<FairChances>> fair_chances(const Rules& rules, const Budget& budget = {});

}  // namespace noughts::quantum::study
