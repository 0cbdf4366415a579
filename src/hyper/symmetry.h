// The symmetries of the n^k board.
//
// Geometric symmetries permute the coordinates and reverse some of them: there
// are 2^k k!. The board has more: apply one permutation v of the values
// 0..n-1 to all coordinates at once. If v commutes with reversal,
// v(n-1-x) = n-1-v(x), a rising coordinate, a falling one and a constant one go
// to such coordinates again, walked in another order; so lines go to lines. On
// 4^3 for example the values 0 1 2 3 may become 1 0 3 2, which exchanges the
// corners of the cube with its inner cells:
//
//     v      geometry 48     times      4 values (8 that commute with reversal,
//                                         two of which differ by a reversal only)
//                                        = 192 automorphisms of 4^3
//
// In general there are 2^m m! such v with m = n/2 rounded down, reversal itself
// among them, so the group has order 2^k k! 2^(m-1) m!. For k >= 2 and n >= 3
// these are all automorphisms of the set of lines (R. Silver, "The group of
// automorphisms of the game of 3-dimensional ticktacktoe", 1967, for 4^3; our
// tests count them by brute force on every board small enough). Two cases
// differ: on n^1 any permutation of the one line will do, and on 2^k any two
// cells form a line, so every permutation of the cells does.
//
// On any other board the generators of the group come from automorphisms.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "noughts/hyper/automorphisms.h"
#include "noughts/hyper/board.h"

namespace noughts::hyper {

// On these boards every permutation of the cells keeps the lines.
inline bool all_permutations_keep_lines(int side, int dims) { return dims == 1 || side == 2; }

// Of n^k: 2^k k!, exact, in decimal digits.
std::string geometric_order(int side, int dims);
// The order of the full automorphism group, exact, in decimal digits.
std::string automorphism_order(int side, int dims);

// Which group a table of symmetries lists.
enum class GroupKind { kFull, kGeometric, kReversals, kTrivial };

// Enumerated symmetries as permutations of the cells; symmetry 0 is the
// identity. The full group is listed where it has at most kMaxListed elements
// and its table at most kMaxEntries; otherwise the geometric group, otherwise
// the 2^k reversals, otherwise the identity alone. So positions of large boards
// are told apart that a larger group would merge, never the other way round. A list of
// lines has no geometric group and no reversals.
class Symmetries {
 public:
  static constexpr std::uint64_t kMaxListed = 10'000;
  static constexpr std::uint64_t kMaxEntries = 1u << 23;

  explicit Symmetries(const Board& board);
  // The group that permutations of the cells generate; the identity alone where it is too large
  // to be listed.
  Symmetries(Cell cells, const std::vector<Permutation>& generators);

  // What generates the group that is listed; nothing on n^k, where it is known by formula.
  const std::vector<Permutation>& generators() const { return generators_; }
  // How many automorphisms the lines have, in decimal digits; empty if that is not known.
  const std::string& order() const { return order_; }

  int count() const { return count_; }
  GroupKind kind() const { return kind_; }
  // map(s)[cell] is the image of the cell.
  std::span<const Cell> map(int symmetry) const {
    return {maps_.data() + static_cast<std::size_t>(symmetry) * cells_, cells_};
  }
  Cell image(Cell cell, int symmetry) const {
    return maps_[static_cast<std::size_t>(symmetry) * cells_ + cell];
  }
  // The cell whose image it is.
  Cell preimage(Cell image, int symmetry) const {
    const auto cells = map(symmetry);
    return static_cast<Cell>(std::find(cells.begin(), cells.end(), image) - cells.begin());
  }

 private:
  bool try_kind(const Board& board, GroupKind kind);
  bool try_generated(const std::vector<Permutation>& generators, GroupKind kind);
  void list_cell_permutations();
  void list_structured(const Board& board, GroupKind kind);

  Cell cells_;
  int count_ = 0;
  GroupKind kind_ = GroupKind::kTrivial;
  std::vector<Cell> maps_;
  std::vector<Permutation> generators_;
  std::string order_;
};

// The least image of marks (one sign per cell) read cell by cell. Cell i of the
// image is cell map(symmetry)[i] of the marks.
struct CanonicalMarks {
  std::string marks;
  int symmetry;
};
CanonicalMarks canonical_marks(const Symmetries& symmetries, const std::string& marks);

// The permutations of 0..side-1 that commute with reversal, identity first.
// Require: few enough to list (side <= 12).
std::vector<std::vector<int>> value_permutations(int side);

}  // namespace noughts::hyper
