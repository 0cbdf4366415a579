#include "noughts/hyper/symmetry.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "noughts/core/combinatorics.h"

namespace noughts::hyper {
namespace {

// Exact products of small numbers: decimal digits, least significant first.
class Product {
 public:
  Product& times(std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::uint8_t& digit : digits_) {
      carry += digit * factor;
      digit = static_cast<std::uint8_t>(carry % 10);
      carry /= 10;
    }
    for (; carry > 0; carry /= 10) digits_.push_back(static_cast<std::uint8_t>(carry % 10));
    return *this;
  }
  Product& times_factorial(std::uint64_t n) {
    for (std::uint64_t i = 2; i <= n; ++i) times(i);
    return *this;
  }
  Product& times_power_of_two(int exponent) {
    for (int i = 0; i < exponent; ++i) times(2);
    return *this;
  }
  std::string text() const {
    std::string result;
    for (auto it = digits_.rbegin(); it != digits_.rend(); ++it)
      result += static_cast<char>('0' + *it);
    return result;
  }
  // The value if it is at most `limit`.
  std::optional<std::uint64_t> at_most(std::uint64_t limit) const {
    std::uint64_t value = 0;
    for (auto it = digits_.rbegin(); it != digits_.rend(); ++it) {
      value = value * 10 + *it;
      if (value > limit) return std::nullopt;
    }
    return value;
  }

 private:
  std::vector<std::uint8_t> digits_{1};
};

Product geometric_product(int dims) {
  return Product().times_power_of_two(dims).times_factorial(static_cast<std::uint64_t>(dims));
}

// On these boards every permutation of the cells keeps the lines.
bool all_permutations_keep_lines(int side, int dims) { return dims == 1 || side == 2; }

Product full_product(int side, int dims) {
  if (all_permutations_keep_lines(side, dims)) {
    return Product().times_factorial(int_power(static_cast<std::uint64_t>(side), dims));
  }
  const int pairs = side / 2;
  return geometric_product(dims).times_power_of_two(pairs - 1).times_factorial(
      static_cast<std::uint64_t>(pairs));
}

}  // namespace

std::string geometric_order(int, int dims) { return geometric_product(dims).text(); }
std::string automorphism_order(int side, int dims) { return full_product(side, dims).text(); }

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
  for (const GroupKind kind : {GroupKind::kFull, GroupKind::kGeometric, GroupKind::kReversals}) {
    if (try_kind(board, kind)) return;
  }
  list_structured(board, GroupKind::kTrivial);
}

bool Symmetries::try_kind(const Board& board, GroupKind kind) {
  const Product order = kind == GroupKind::kFull ? full_product(board.side(), board.dims())
                        : kind == GroupKind::kGeometric
                            ? geometric_product(board.dims())
                            : Product().times_power_of_two(board.dims());
  if (!order.at_most(std::min(kMaxListed, kMaxEntries / cells_))) return false;
  if (kind == GroupKind::kFull && all_permutations_keep_lines(board.side(), board.dims())) {
    list_cell_permutations();
  } else {
    list_structured(board, kind);
  }
  kind_ = kind;
  return true;
}

void Symmetries::list_cell_permutations() {
  std::vector<std::uint16_t> map(cells_);
  std::iota(map.begin(), map.end(), std::uint16_t{0});
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
          maps_.push_back(static_cast<std::uint16_t>(board.cell_at(moved)));
        }
        ++count_;
      }
    }
  }
}

}  // namespace noughts::hyper
