#include "noughts/hyper/symmetry.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "noughts/core/combinatorics.h"

namespace noughts::hyper {
namespace {

// A product that stays above `most` once it is.
class Product {
 public:
  explicit Product(std::uint64_t most) : most_(most) {}
  void multiply(std::uint64_t factor) {
    if (value_ <= most_) value_ *= factor;
  }
  void multiply_by_factorial(std::uint64_t n) {
    for (std::uint64_t factor = 2; factor <= n && value_ <= most_; ++factor) multiply(factor);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t most_;
  std::uint64_t value_ = 1;
};

// The order of a group as far as `most`; anything larger if it has more elements. The exact
// number, however long, is that of group_order.cpp.
std::uint64_t order_up_to(std::uint64_t most, GroupKind kind, const Board& board) {
  Product order(most);
  if (kind == GroupKind::kFull && all_permutations_keep_lines(board.side(), board.dims())) {
    order.multiply_by_factorial(board.cells());
    return order.value();
  }
  for (int i = 0; i < board.dims(); ++i) order.multiply(2);
  if (kind == GroupKind::kReversals) return order.value();
  order.multiply_by_factorial(static_cast<std::uint64_t>(board.dims()));
  if (kind == GroupKind::kGeometric) return order.value();
  const int pairs = board.side() / 2;
  order.multiply_by_factorial(static_cast<std::uint64_t>(pairs));
  for (int i = 1; i < pairs; ++i) order.multiply(2);
  return order.value();
}

}  // namespace

// A permutation of the pairs {x, n-1-x}, and for each pair whether it is
// turned; with an odd side the middle stays.
std::vector<std::vector<int>> value_permutations(int side) {
  const int pairs = side / 2;
  std::vector<std::vector<int>> result;
  for (const std::vector<int>& order : permutations(pairs)) {
    for (int turned = 0; turned < 1 << pairs; ++turned) {
      std::vector<int> values(static_cast<std::size_t>(side));
      std::iota(values.begin(), values.end(), 0);
      for (int pair = 0; pair < pairs; ++pair) {
        const int to = order[static_cast<std::size_t>(pair)];
        const int low = turned >> pair & 1 ? side - 1 - to : to;
        values[static_cast<std::size_t>(pair)] = low;
        values[static_cast<std::size_t>(side - 1 - pair)] = side - 1 - low;
      }
      result.push_back(std::move(values));
    }
  }
  return result;
}

Symmetries::Symmetries(const Board& board) : cells_(board.cells()) {
  if (!board.is_power()) {
    Automorphisms found = find_automorphisms(board);
    order_ = std::move(found.order);
    if (try_generated(found.generators, GroupKind::kFull)) return;
    if (try_generated(reflections(board), GroupKind::kGeometric)) return;
    try_generated({}, GroupKind::kTrivial);
    return;
  }
  order_ = automorphism_order(board.side(), board.dims());
  for (const GroupKind kind : {GroupKind::kFull, GroupKind::kGeometric, GroupKind::kReversals}) {
    if (try_kind(board, kind)) return;
  }
  list_structured(board, GroupKind::kTrivial);
}

Symmetries::Symmetries(Cell cells, const std::vector<Permutation>& generators) : cells_(cells) {
  if (!try_generated(generators, GroupKind::kFull)) try_generated({}, GroupKind::kTrivial);
}

// Products of what is found with the generators, until there are no new ones.
bool Symmetries::try_generated(const std::vector<Permutation>& generators, GroupKind kind) {
  const std::uint64_t most = std::min(kMaxListed, kMaxEntries / cells_);
  Permutation identity(cells_);
  std::iota(identity.begin(), identity.end(), Cell{0});
  std::set<Permutation> known{identity};
  std::vector<Permutation> list{std::move(identity)};
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const Permutation& generator : generators) {
      Permutation product = list[i];
      for (Cell& cell : product) cell = generator[cell];
      if (!known.insert(product).second) continue;
      list.push_back(std::move(product));
      if (list.size() > most) return false;
    }
  }
  for (const Permutation& map : list) maps_.insert(maps_.end(), map.begin(), map.end());
  count_ = static_cast<int>(list.size());
  kind_ = kind;
  generators_ = generators;
  return true;
}

bool Symmetries::try_kind(const Board& board, GroupKind kind) {
  if (order_up_to(kMaxListed, kind, board) > std::min(kMaxListed, kMaxEntries / cells_)) {
    return false;
  }
  if (kind == GroupKind::kFull && all_permutations_keep_lines(board.side(), board.dims())) {
    list_cell_permutations();
  } else {
    list_structured(board, kind);
  }
  kind_ = kind;
  return true;
}

void Symmetries::list_cell_permutations() {
  std::vector<Cell> map(cells_);
  std::iota(map.begin(), map.end(), Cell{0});
  do {
    maps_.insert(maps_.end(), map.begin(), map.end());
    ++count_;
  } while (std::next_permutation(map.begin(), map.end()));
}

// Values first, then reversals, then the order of the coordinates; of two value
// permutations that differ by reversal only the one that keeps pair 0's side is
// listed, since the reversals supply the other.
void Symmetries::list_structured(const Board& board, GroupKind kind) {
  const int n = board.side();
  const int k = board.dims();
  const bool geometric = kind == GroupKind::kFull || kind == GroupKind::kGeometric;
  std::vector<int> identity(static_cast<std::size_t>(n));
  std::iota(identity.begin(), identity.end(), 0);
  std::vector<std::vector<int>> values{identity};
  if (kind == GroupKind::kFull) {
    values = value_permutations(n);
    std::erase_if(values, [&](const std::vector<int>& v) { return v[0] >= n - n / 2; });
  }
  std::vector<int> in_order(static_cast<std::size_t>(k));
  std::iota(in_order.begin(), in_order.end(), 0);
  const auto orders = geometric ? permutations(k) : std::vector<std::vector<int>>{in_order};
  const int reversals = kind == GroupKind::kTrivial ? 1 : 1 << k;
  std::vector<int> moved(static_cast<std::size_t>(k));
  for (const std::vector<int>& v : values) {
    for (const std::vector<int>& order : orders) {
      for (int reversed = 0; reversed < reversals; ++reversed) {
        for (Cell cell = 0; cell < cells_; ++cell) {
          const std::vector<int> from = board.coordinates(cell);
          for (int i = 0; i < k; ++i) {
            const int value = v[static_cast<std::size_t>(from[static_cast<std::size_t>(order[i])])];
            moved[static_cast<std::size_t>(i)] = reversed >> i & 1 ? n - 1 - value : value;
          }
          maps_.push_back(board.cell_at(moved));
        }
        ++count_;
      }
    }
  }
}

// Every image is read through the inverse of a symmetry, which is one of them too:
// so its signs come in order, and most images are given up after a few.
CanonicalMarks canonical_marks(const Symmetries& symmetries, const std::string& marks) {
  int best = 0;
  for (int s = 1; s < symmetries.count(); ++s) {
    const auto image = symmetries.map(s);
    const auto least = symmetries.map(best);
    std::size_t i = 0;
    while (i < marks.size() && marks[image[i]] == marks[least[i]]) ++i;
    if (i < marks.size() && marks[image[i]] < marks[least[i]]) best = s;
  }
  CanonicalMarks canonical{marks, best};
  for (std::size_t i = 0; i < marks.size(); ++i)
    canonical.marks[i] = marks[symmetries.map(best)[i]];
  return canonical;
}

}  // namespace noughts::hyper
