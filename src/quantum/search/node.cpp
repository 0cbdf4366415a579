#include "noughts/quantum/search/node.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "noughts/core/bits.h"

namespace noughts::quantum::search {
namespace {

constexpr int kSets = 1 << kSquares;
constexpr int kEarlyPlies = 6;

constexpr int kBoards = 19'683;  // 3^9 settled boards

struct RowTable {
  std::array<std::uint8_t, kSets> rows{};     // rows within a set
  std::array<std::uint8_t, kSets> blocked{};  // whether a set meets every row
  std::array<std::uint16_t, kSets> ternary{};
  std::array<std::int16_t, kBoards> promise{};
};

int promise_of(Squares x, Squares o) {
  // Measured: the ratio matters little, as long as two marks count for more
  // than two single ones.
  constexpr int kWorth[] = {0, 1, 4, 40};
  int sum = 0;
  for (const Squares row : all_rows()) {
    if (!(o & row)) sum += kWorth[std::popcount(static_cast<unsigned>(x & row))];
    if (!(x & row)) sum -= kWorth[std::popcount(static_cast<unsigned>(o & row))];
  }
  return sum;
}

const RowTable kRowTable = [] {
  RowTable table;
  for (int set = 0; set < kSets; ++set) {
    int met = 0;
    for (const Squares row : all_rows()) {
      if ((set & row) == row) ++table.rows[set];
      if (set & row) ++met;
    }
    table.blocked[set] = met == kRows;
    int power = 1;
    for (int square = 0; square < kSquares; ++square, power *= 3) {
      if (set >> square & 1) table.ternary[set] += static_cast<std::uint16_t>(power);
    }
  }
  for (int x = 0; x < kSets; ++x) {
    for (int rest = (kSets - 1) & ~x, o = rest;; o = (o - 1) & rest) {
      table.promise[table.ternary[x] + 2 * table.ternary[o]] =
          static_cast<std::int16_t>(promise_of(static_cast<Squares>(x), static_cast<Squares>(o)));
      if (o == 0) break;
    }
  }
  return table;
}();

// One byte per symmetry: the code of the image.
using Lanes = std::uint8_t __attribute__((vector_size(kSymmetries)));
static_assert(sizeof(Lanes) == kSymmetries);

const std::array<Lanes, 64> kImageCodes = [] {
  std::array<Lanes, 64> images{};
  const auto set = [&](int code, auto image) {
    for (int s = 0; s < kSymmetries; ++s) images[code][s] = static_cast<std::uint8_t>(image(s));
  };
  for (const Pair pair : kAllPairs) {
    set(code_of(pair), [&](int s) {
      return code_of(make_pair_of(image_square(pair.first, s), image_square(pair.second, s)));
    });
  }
  for (int square = 0; square < kSquares; ++square) {
    set(kPairs + square, [&](int s) { return kPairs + image_square(square, s); });
  }
  set(kNoCode, [](int) { return kNoCode; });
  return images;
}();

void order(Lanes& low, Lanes& high) {
  const Lanes less = low < high ? low : high;
  high = low < high ? high : low;
  low = less;
}

void sort3(Lanes& a, Lanes& b, Lanes& c) {
  order(a, b);
  order(b, c);
  order(a, b);
}

// Eight slots of eight lanes, read as eight numbers, one per lane, slot 0 first:
// the least of them. Three rounds of interleaving transpose the bytes.
std::uint64_t least_column(const std::array<Lanes, kKeyedPlies>& slots) {
  using Bytes = std::uint8_t __attribute__((vector_size(16)));
  using Words = std::uint16_t __attribute__((vector_size(16)));
  using Longs = std::uint32_t __attribute__((vector_size(16)));
  using Keys = std::uint64_t __attribute__((vector_size(16)));
  const auto pair_bytes = [&](int a, int b) {
    const Bytes mixed = __builtin_shufflevector(slots[a], slots[b], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12,
                                                5, 13, 6, 14, 7, 15);
    return __builtin_bit_cast(Words, mixed);
  };
  // The last slot becomes the lowest byte of a little-endian number.
  const Words low01 = pair_bytes(7, 6);
  const Words low23 = pair_bytes(5, 4);
  const Words high01 = pair_bytes(3, 2);
  const Words high23 = pair_bytes(1, 0);
  const Words low_a = __builtin_shufflevector(low01, low23, 0, 8, 1, 9, 2, 10, 3, 11);
  const Words low_b = __builtin_shufflevector(low01, low23, 4, 12, 5, 13, 6, 14, 7, 15);
  const Words high_a = __builtin_shufflevector(high01, high23, 0, 8, 1, 9, 2, 10, 3, 11);
  const Words high_b = __builtin_shufflevector(high01, high23, 4, 12, 5, 13, 6, 14, 7, 15);
  std::uint64_t least = ~std::uint64_t{0};
  const auto take = [&](Words low, Words high) {
    const auto l = __builtin_bit_cast(Longs, low);
    const auto h = __builtin_bit_cast(Longs, high);
    const Longs first = __builtin_shufflevector(l, h, 0, 4, 1, 5);
    const Longs second = __builtin_shufflevector(l, h, 2, 6, 3, 7);
    for (const Longs& both : {first, second}) {
      const auto keys = __builtin_bit_cast(Keys, both);
      least = std::min({least, std::uint64_t{keys[0]}, std::uint64_t{keys[1]}});
    }
  };
  take(low_a, high_a);
  take(low_b, high_b);
  return least;
}

void settle(Node& node, int ply, int square) {
  const auto bit = static_cast<Squares>(1u << square);
  if (ply < kKeyedPlies) node.codes[ply] = static_cast<std::uint8_t>(kPairs + square);
  (ply % 2 == 0 ? node.x : node.o) |= bit;
  if (ply == kPlies - 1) node.x_ninth = bit;
  if (ply < kEarlyPlies) (ply % 2 == 0 ? node.x_early : node.o_early) |= bit;
  node.trees[square] = 0;
}

// A mark of `ply` that stands at `from` goes to `to`; who stood there makes way.
void shift_mark(Node& node, int ply, int from, int to) {
  const auto both = static_cast<Squares>(1u << from | 1u << to);
  if (ply < kKeyedPlies) node.codes[ply] = static_cast<std::uint8_t>(kPairs + to);
  (ply % 2 == 0 ? node.x : node.o) ^= both;
  if (ply == kPlies - 1) node.x_ninth ^= both;
  if (ply < kEarlyPlies) (ply % 2 == 0 ? node.x_early : node.o_early) ^= both;
}

// From the outcome at `near` to the outcome at `away`: `last` stood at `near`
// and `ply`, the edge between them, at `away`.
void exchange(Node& node, int ply, int last, int near, int away) {
  shift_mark(node, last, near, away);
  shift_mark(node, ply, away, near);
}

}  // namespace

Node make_node(const Position& position) {
  Node node;
  node.codes.fill(kNoCode);
  node.trees = position.trees;
  node.plies = position.plies;
  for (int ply = 0; ply < position.plies; ++ply) {
    const Mark& mark = position.marks[ply];
    if (mark.settled())
      settle(node, ply, mark.square);
    else
      node.codes[ply] = static_cast<std::uint8_t>(code_of(mark.pair));
  }
  return node;
}

Node after_ply(const Node& node, Pair pair) {
  Node next = node;
  next.codes[next.plies++] = static_cast<std::uint8_t>(code_of(pair));
  const Squares joined = node.trees[pair.first] | node.trees[pair.second];
  for_each_bit(joined, [&](int square) { next.trees[square] = joined; });
  return next;
}

void make_outcomes(const Node& node, Squares tree, Outcomes& outcomes) {
  struct Edge {
    std::uint8_t ply, near, away;
  };
  std::array<Edge, kKeyedPlies> edges;  // outwards from the first square
  int edge_count = 0;
  std::array<std::uint8_t, kKeyedPlies> spooky;
  int spooky_count = 0;
  for (int ply = 0; ply < node.plies; ++ply) {
    if (node.codes[ply] < kPairs && (tree >> kAllPairs[node.codes[ply]].first & 1)) {
      spooky[spooky_count++] = static_cast<std::uint8_t>(ply);
    }
  }
  const int root = std::countr_zero(tree);
  auto reached = static_cast<Squares>(1u << root);
  Node& first = outcomes[root] = node;
  settle(first, first.plies++, root);
  while (spooky_count > 0) {
    int left = 0;
    for (int i = 0; i < spooky_count; ++i) {
      const Squares ends = kAllPairs[node.codes[spooky[i]]].squares();
      if (!(ends & reached)) {
        spooky[left++] = spooky[i];
        continue;
      }
      const int away = std::countr_zero(static_cast<unsigned>(ends & ~reached));
      const int near = std::countr_zero(static_cast<unsigned>(ends & reached));
      reached |= ends;
      settle(first, spooky[i], away);
      edges[edge_count++] = {spooky[i], static_cast<std::uint8_t>(near),
                             static_cast<std::uint8_t>(away)};
    }
    spooky_count = left;
  }
  for (int i = 0; i < edge_count; ++i) {
    const Edge& edge = edges[i];
    outcomes[edge.away] = outcomes[edge.near];
    exchange(outcomes[edge.away], edge.ply, node.plies, edge.near, edge.away);
  }
}

Outcome outcome_of(const Node& node) {
  const int x_rows = kRowTable.rows[node.x];
  const int o_rows = kRowTable.rows[node.o];
  if (x_rows > 0 && o_rows > 0) {
    // The largest ply of X's best row is 5, 7 or 9, that of O's best row 6 or 8.
    if (kRowTable.rows[node.x_early] > 0) return Outcome::kXNarrow;
    if (kRowTable.rows[node.o_early] > 0) return Outcome::kONarrow;
    return kRowTable.rows[node.x & ~node.x_ninth] > 0 ? Outcome::kXNarrow : Outcome::kONarrow;
  }
  if (x_rows > 1) return Outcome::kXDouble;
  if (x_rows > 0) return Outcome::kXComplete;
  if (o_rows > 0) return Outcome::kOComplete;
  return node.settled() == kAllSquares ? Outcome::kDraw : Outcome::kGoesOn;
}

int promise_for_x(const Node& node) {
  return kRowTable.promise[kRowTable.ternary[node.x] + 2 * kRowTable.ternary[node.o]];
}

bool can_still_row(Squares of_opponent) { return !kRowTable.blocked[of_opponent]; }

std::uint64_t canonical_key(const Codes& codes) {
  std::array<Lanes, kKeyedPlies> slots;
  for (int ply = 0; ply < kKeyedPlies; ++ply) slots[ply] = kImageCodes[codes[ply]];
  sort3(slots[0], slots[2], slots[4]);
  sort3(slots[1], slots[3], slots[5]);
  return least_column(slots);
}

std::uint64_t folded_key(const Codes& played, int symmetry) {
  Codes codes;
  for (int ply = 0; ply < kKeyedPlies; ++ply) {
    codes[ply] = kImageCodes[played[ply]][symmetry];
  }
  for (const int first : {0, 1}) {
    std::array<std::uint8_t, 3> same = {codes[first], codes[first + 2], codes[first + 4]};
    std::sort(same.begin(), same.end());
    for (int i = 0; i < 3; ++i) codes[first + 2 * i] = same[i];
  }
  std::uint64_t key = 0;
  for (const std::uint8_t code : codes) key = key << 8 | code;
  return key;
}

}  // namespace noughts::quantum::search
