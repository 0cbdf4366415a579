#include "noughts/play/analysis.h"

#include <algorithm>

namespace noughts::play {
namespace {

using Distance = std::optional<int>;

// Near is good for the winner and bad for the loser; a known distance is better than none.
std::strong_ordering compare(Verdict verdict, const Distance& a, const Distance& b) {
  if (!a || !b) return a.has_value() <=> b.has_value();
  return verdict == Verdict::kWin ? *b <=> *a : *a <=> *b;
}

std::strong_ordering compare(const std::optional<Rational>& a, const std::optional<Rational>& b) {
  if (!a || !b) return a.has_value() <=> b.has_value();
  return *a <=> *b;
}

// Whether more of the replies to `a` lose, as a share, than of those to `b`.
bool is_sharper(const std::optional<Replies>& a, const std::optional<Replies>& b) {
  if (!a || !b) return a.has_value() && !b.has_value();
  return a->lose * (b->hold + b->lose) > b->lose * (a->hold + a->lose);
}

// The order of the moves of a position with this verdict, which no move exceeds.
class Order {
 public:
  explicit Order(Verdict position) : position_(position) {}

  bool operator()(const RatedMove& a, const RatedMove& b) const {
    const bool keeps = keeps_all(a);
    if (keeps != keeps_all(b)) return keeps;
    if (a.rating != b.rating) return a.rating > b.rating;
    if (a.estimate && b.estimate && *a.estimate != *b.estimate) return *a.estimate > *b.estimate;
    return is_sharper(a.replies, b.replies);
  }

 private:
  bool keeps_all(const RatedMove& move) const {
    return position_ != Verdict::kUnknown && move.rating.verdict != Verdict::kUnknown &&
           move.rating.verdict >= position_;
  }

  Verdict position_;
};

// What X gains O loses; seats are 0 for X, 1 for O and 2 for the System.
Rational turned(const Rational& value, int seat) {
  return seat == 1 ? Rational(-value.numerator(), value.denominator()) : value;
}

}  // namespace

std::strong_ordering Rating::operator<=>(const Rating& other) const {
  if (verdict != other.verdict) return verdict <=> other.verdict;
  if (const auto by_plies = compare(verdict, plies, other.plies); by_plies != 0) return by_plies;
  if (const auto by_rank = compare(verdict, rank, other.rank); by_rank != 0) return by_rank;
  return compare(score, other.score);
}

std::string_view verdict_name(Verdict verdict) {
  constexpr std::string_view kNames[] = {"loss", "exposed", "draw", "hold", "open", "win"};
  return kNames[static_cast<int>(verdict)];
}

std::string_view source_name(Source source) {
  constexpr std::string_view kNames[] = {"table", "search", "proof", "guess"};
  return kNames[static_cast<int>(source)];
}

Rating rating_of_score(const Rational& for_x, int seat) {
  const Rational score = turned(for_x, seat);
  return {.verdict = score.numerator() > 0   ? Verdict::kWin
                     : score.numerator() < 0 ? Verdict::kLoss
                                             : Verdict::kDraw,
          .score = score};
}

Rational score_for_x(const Rating& rating, int seat) { return turned(*rating.score, seat); }

void put_best_first(Analysis& analysis) {
  std::vector<RatedMove>& moves = analysis.moves;
  std::stable_sort(moves.begin(), moves.end(), Order(analysis.rating.verdict));
  const auto is_best = [&](const RatedMove& move) { return move.rating == moves.front().rating; };
  const bool known = !moves.empty() && moves.front().rating.verdict != Verdict::kUnknown;
  analysis.best =
      known ? static_cast<std::size_t>(std::count_if(moves.begin(), moves.end(), is_best)) : 0;
}

std::size_t count_leaders(const Analysis& analysis) {
  if (analysis.best == 0) return 1;
  const auto& moves = analysis.moves;
  const Order order(analysis.rating.verdict);
  const auto behind = [&](const RatedMove& move) { return order(moves.front(), move); };
  return static_cast<std::size_t>(std::find_if(moves.begin(), moves.end(), behind) - moves.begin());
}

}  // namespace noughts::play
