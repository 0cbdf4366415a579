#include "noughts/quantum/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "noughts/core/bits.h"

namespace noughts::quantum {
namespace {

constexpr int kSide = 3;
constexpr std::uint64_t kNoPly = 63;

static_assert([] {
  for (int i = 0; i < kPairs; ++i) {
    if (code_of(kAllPairs[i]) != i) return false;
  }
  return true;
}());

constexpr auto kAllRows = [] {
  std::array<Squares, kRows> rows{};
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      rows[i] |= 1u << (i * kSide + j);
      rows[kSide + i] |= 1u << (j * kSide + i);
    }
    rows[2 * kSide] |= 1u << (i * kSide + i);
    rows[2 * kSide + 1] |= 1u << (i * kSide + kSide - 1 - i);
  }
  return rows;
}();

constexpr auto kImages = [] {
  std::array<std::array<std::uint8_t, kSquares>, kSymmetries> images{};
  for (int s = 0; s < kSymmetries; ++s) {
    for (int square = 0; square < kSquares; ++square) {
      int row = square / kSide;
      int col = square % kSide;
      if (s & 1) col = kSide - 1 - col;
      if (s & 2) row = kSide - 1 - row;
      const int image = s & 4 ? col * kSide + row : row * kSide + col;
      images[s][square] = static_cast<std::uint8_t>(image);
    }
  }
  return images;
}();

Pair image_pair(Pair pair, int symmetry) {
  return make_pair_of(kImages[symmetry][pair.first], kImages[symmetry][pair.second]);
}

Squares image_squares(Squares squares, int symmetry) {
  Squares image = 0;
  for_each_bit(squares, [&](int square) { image |= 1u << kImages[symmetry][square]; });
  return image;
}

int other_end(Pair pair, int square) { return pair.first == square ? pair.second : pair.first; }

// Joins the trees of the ply's squares. Require: they are different trees.
void join(Position& p, Pair pair) {
  const Squares joined = p.trees[pair.first] | p.trees[pair.second];
  for_each_bit(joined, [&](int square) { p.trees[square] = joined; });
}

void settle_at(Position& p, int ply, int square) {
  p.marks[ply].square = static_cast<std::int8_t>(square);
  p.settled |= 1u << square;
  p.trees[square] = 0;
}

// The last ply settles at `square`; then, outwards from there, every spooky ply
// that touches a settled square has only its other square left.
void collapse(Position& p, int square) {
  settle_at(p, p.plies - 1, square);
  std::array<int, kSquares> reached = {square};
  int count = 1;
  for (int next = 0; next < count; ++next) {
    for (int ply = 0; ply < p.plies; ++ply) {
      const Mark& mark = p.marks[ply];
      if (mark.settled() || !(mark.pair.squares() >> reached[next] & 1)) continue;
      const int away = other_end(mark.pair, reached[next]);
      settle_at(p, ply, away);
      reached[count++] = away;
    }
  }
  p.pending = false;
}

// For each player the smallest last ply of a settled row (kPlies: no row), and
// how many rows there are.
struct RowCount {
  int last_ply = kPlies;
  int rows = 0;
};

RowCount count_rows(const Position& p, Player player) {
  std::array<int, kSquares> ply_at;
  ply_at.fill(-1);
  for (int ply = static_cast<int>(player); ply < p.plies; ply += 2) {
    if (p.marks[ply].settled()) ply_at[p.marks[ply].square] = ply;
  }
  RowCount count;
  for (const Squares row : kAllRows) {
    int last = -1;
    bool whole = true;
    for_each_bit(row, [&](int square) {
      whole = whole && ply_at[square] >= 0;
      last = std::max(last, ply_at[square]);
    });
    if (!whole) continue;
    ++count.rows;
    count.last_ply = std::min(count.last_ply, last);
  }
  return count;
}

}  // namespace

std::span<const Squares, kRows> all_rows() { return kAllRows; }
int image_square(int square, int symmetry) { return kImages[symmetry][square]; }

Result<Rules> Rules::make(const Variant& variant) {
  const Rational& q = variant.q;
  if (q < 0 || q > 1) {
    return bad_input(fmt::format("q is a probability from 0 to 1, not {}", to_text(q)));
  }
  if (q.denominator() > kMaxDenominator) {
    return bad_input(
        fmt::format("q takes a denominator up to {1}, not {0}", to_text(q), kMaxDenominator));
  }
  for (const auto& [name, score] : {std::pair{"a draw", &variant.draw},
                                    {"a complete win", &variant.complete},
                                    {"a narrow win", &variant.narrow}}) {
    if (*score < -kMaxDraw || *score > kMaxDraw || score->denominator() > kMaxDrawDenominator) {
      return bad_input(
          fmt::format("the score of {} is from -{} to {} with a denominator up to {}, not {}", name,
                      kMaxDraw, kMaxDraw, kMaxDrawDenominator, to_text(*score)));
    }
  }
  const Rules rules(variant);
  if (rules.score_denominator() > kMaxDrawDenominator) {
    return bad_input(fmt::format("scores take a common denominator up to {}, not {}",
                                 kMaxDrawDenominator, rules.score_denominator()));
  }
  return rules;
}

Variant with_scores(const Variant& variant, const Scores& scores) {
  Variant result = variant;
  result.complete = scores.complete;
  result.narrow = scores.narrow;
  result.draw = scores.draw;
  return result;
}

std::int64_t Rules::score_denominator() const {
  std::int64_t common = 1;
  for (const Rational& score : {variant_.complete, variant_.narrow, variant_.draw}) {
    common = std::lcm(common, static_cast<std::int64_t>(score.denominator()));
  }
  return common;
}

int Rules::to_move(const Position& p) const {
  if (!p.pending) return static_cast<int>(player_of(p.plies));
  const Player closer = player_of(p.plies - 1);
  switch (variant_.collapse) {
    case Collapse::kOpponent:
      return static_cast<int>(opponent(closer));
    case Collapse::kMover:
      return static_cast<int>(closer);
    case Collapse::kChance:
      break;
  }
  return kSystem;
}

MoveList Rules::moves(const Position& p) const {
  MoveList list;
  if (p.pending) {
    const Pair last = p.marks[p.plies - 1].pair;
    list.push_back({{last.first, last.first}, true});
    list.push_back({{last.second, last.second}, true});
    return list;
  }
  if (is_over(p)) return list;
  if (std::popcount(p.settled) == kSquares - 1) {
    const int square = std::countr_one(p.settled);
    list.push_back({make_pair_of(square, square), false});
    return list;
  }
  for (const Pair pair : kAllPairs) {
    if (!(p.settled & pair.squares())) list.push_back({pair, false});
  }
  return list;
}

Position Rules::apply(const Position& p, const Move& move) const {
  Position next = p;
  if (move.selects) {
    collapse(next, move.pair.first);
    return next;
  }
  next.marks[next.plies++] = {move.pair, -1};
  if (move.pair.single()) {
    settle_at(next, next.plies - 1, move.pair.first);
  } else if (closes_cycle(p, move.pair)) {
    next.pending = true;
  } else {
    join(next, move.pair);
  }
  return next;
}

std::vector<Position> Rules::predecessors(const Position& p) const {
  if (p.plies == 0) return {};
  const Mark last = p.marks[p.plies - 1];
  Position before;
  for (int ply = 0; ply < p.plies - 1; ++ply) {
    const Mark& mark = p.marks[ply];
    before = apply(before, {mark.pair, false});
    if (before.pending) {
      const auto square = static_cast<std::uint8_t>(mark.square);
      before = apply(before, {{square, square}, true});
    }
  }
  // A selection settled the last ply, unless it was the last single square.
  if (last.settled() && !last.pair.single()) before = apply(before, {last.pair, false});
  return {before};
}

Outcome Rules::outcome(const Position& p) {
  if (std::popcount(p.settled) < kSide) return Outcome::kGoesOn;
  const RowCount x = count_rows(p, Player::kX);
  const RowCount o = count_rows(p, Player::kO);
  if (x.rows > 0 && o.rows > 0) {
    return x.last_ply < o.last_ply ? Outcome::kXNarrow : Outcome::kONarrow;
  }
  if (x.rows > 1) return Outcome::kXDouble;
  if (x.rows > 0) return Outcome::kXComplete;
  if (o.rows > 0) return Outcome::kOComplete;
  return std::popcount(p.settled) == kSquares ? Outcome::kDraw : Outcome::kGoesOn;
}

Rational Rules::score(Outcome outcome) const {
  const auto times = [](const Rational& score, int factor) {
    return Rational(factor * score.numerator(), score.denominator());
  };
  switch (outcome) {
    case Outcome::kXNarrow:
      return variant_.narrow;
    case Outcome::kXComplete:
      return variant_.complete;
    case Outcome::kXDouble:
      return times(variant_.complete, variant_.double_win ? 2 : 1);
    case Outcome::kONarrow:
      return times(variant_.narrow, -1);
    case Outcome::kOComplete:
      return times(variant_.complete, -1);
    case Outcome::kDraw:
    case Outcome::kGoesOn:
      break;
  }
  return variant_.draw;
}

std::vector<int> Rules::cycle(const Position& p) {
  const Pair last = p.marks[p.plies - 1].pair;
  // Walk the tree from one square of the last ply to the other.
  std::array<int, kSquares> came_by;
  came_by.fill(-1);
  std::vector<int> open = {last.first};
  while (!open.empty()) {
    const int square = open.back();
    open.pop_back();
    for (int ply = 0; ply < p.plies - 1; ++ply) {
      const Mark& mark = p.marks[ply];
      if (mark.settled() || ply == came_by[square]) continue;
      if (!(mark.pair.squares() >> square & 1)) continue;
      const int away = other_end(mark.pair, square);
      came_by[away] = ply;
      open.push_back(away);
    }
  }
  std::vector<int> plies;
  for (int square = last.second; square != last.first;) {
    plies.push_back(came_by[square]);
    square = other_end(p.marks[came_by[square]].pair, square);
  }
  plies.push_back(p.plies - 1);
  return plies;
}

Position Rules::image(const Position& p, int symmetry) const {
  Position result = p;
  for (int ply = 0; ply < p.plies; ++ply) {
    const Mark& mark = p.marks[ply];
    result.marks[ply].pair = image_pair(mark.pair, symmetry);
    if (mark.settled()) {
      result.marks[ply].square = static_cast<std::int8_t>(kImages[symmetry][mark.square]);
    }
  }
  result.settled = image_squares(p.settled, symmetry);
  for (int square = 0; square < kSquares; ++square) {
    result.trees[kImages[symmetry][square]] = image_squares(p.trees[square], symmetry);
  }
  return result;
}

Move Rules::image(const Move& move, int symmetry) const {
  return {image_pair(move.pair, symmetry), move.selects};
}

Position Rules::canonical(const Position& p) const {
  Position least = p;
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    const Position candidate = image(p, symmetry);
    if (history_key(candidate) < history_key(least)) least = candidate;
  }
  return least;
}

std::uint64_t history_key(const Position& p) {
  std::uint64_t key = 0;
  std::uint64_t seconds = 0;
  for (int ply = 0; ply < kPlies; ++ply) {
    const Mark& mark = p.marks[ply];
    key = key << 6 | (ply < p.plies ? static_cast<std::uint64_t>(code_of(mark.pair)) : kNoPly);
    seconds = seconds << 1 | (mark.settled() && mark.square == mark.pair.second ? 1u : 0u);
  }
  return (key << kPlies | seconds) << 1 | (p.pending ? 1u : 0u);
}

std::uint64_t state_key(const Position& p) {
  std::uint64_t key = 0;
  for (int ply = 0; ply < kPlies; ++ply) {
    const Mark& mark = p.marks[ply];
    const int code = mark.settled() ? kPairs + mark.square : code_of(mark.pair);
    key = key << 6 | (ply < p.plies ? static_cast<std::uint64_t>(code) : kNoPly);
  }
  return key << 1 | (p.pending ? 1u : 0u);
}

std::uint64_t canonical_state_key(const Rules& rules, const Position& p) {
  std::uint64_t least = state_key(p);
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    least = std::min(least, state_key(rules.image(p, symmetry)));
  }
  return least;
}

}  // namespace noughts::quantum
