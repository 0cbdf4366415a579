#include "noughts/hyper/symmetry.h"

#include <gmpxx.h>

#include <algorithm>
#include <numeric>

#include "noughts/core/combinatorics.h"

namespace noughts::hyper {
namespace {

mpz_class geometric_group(int dims) {
  return mpz_class::factorial(static_cast<unsigned long>(dims)) << static_cast<unsigned>(dims);
}

// On these boards every permutation of the cells keeps the lines.
bool all_permutations_keep_lines(int side, int dims) { return dims == 1 || side == 2; }

mpz_class full_group(int side, int dims) {
  if (all_permutations_keep_lines(side, dims)) {
    return mpz_class::factorial(int_power(static_cast<std::uint64_t>(side), dims));
  }
  const auto pairs = static_cast<unsigned>(side / 2);
  return geometric_group(dims) * (mpz_class::factorial(pairs) << (pairs - 1));
}

}  // namespace

std::string geometric_order(int, int dims) { return geometric_group(dims).get_str(); }
std::string automorphism_order(int side, int dims) { return full_group(side, dims).get_str(); }

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
  const mpz_class order = kind == GroupKind::kFull        ? full_group(board.side(), board.dims())
                          : kind == GroupKind::kGeometric ? geometric_group(board.dims())
                                                          : mpz_class(1) << board.dims();
  if (order > std::min(kMaxListed, kMaxEntries / cells_)) return false;
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
