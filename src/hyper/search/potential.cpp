#include "noughts/hyper/search/potential.h"

#include <algorithm>
#include <bit>

#include "noughts/core/bits.h"

namespace noughts::hyper::search {
namespace {

__extension__ using Wide = unsigned __int128;

Wide power(int base, int exponent) {
  Wide product = 1;
  for (int i = 0; i < exponent; ++i) product *= static_cast<unsigned>(base);
  return product;
}

// Lines times (1+b)^n must fit in 127 bits.
bool fits(std::uint64_t lines, int side, int b) {
  double bits = 64 - std::countl_zero(lines);
  for (int base = b + 1; base > 0; base /= 2) bits += side;
  return bits < 126;
}

// In units of (1+b)^-n for lines of at most n cells.
Wide weight(const std::vector<CellSet>& lines, CellSet attacker, CellSet defenders, int b, int n) {
  Wide sum = 0;
  for (const CellSet line : lines) {
    if (line & defenders) continue;
    sum += power(b + 1, n - std::popcount(line & ~attacker));
  }
  return sum;
}

}  // namespace

bool holds_by_potential(const SmallBoard& board, CellSet attacker, CellSet defenders, int b,
                        int moves_first) {
  const int n = board.board().longest();
  if (!fits(board.lines().size(), n, b)) return false;
  const Wide one = power(b + 1, n);
  const auto heaviest = [&](Cell& cell) {
    Wide best = 0;
    for_each_bit(board.all() & ~attacker & ~defenders, [&](int c) {
      const Wide w = weight(board.through(static_cast<Cell>(c)), attacker, defenders, b, n);
      if (w >= best) {
        best = w;
        cell = static_cast<Cell>(c);
      }
    });
    return best;
  };
  Cell cell = 0;
  if (moves_first < b) {
    for (int i = 0; i < moves_first; ++i) {
      if (heaviest(cell) == 0) return true;
      defenders |= bit_of(cell);
    }
    // Then the attacker's best mark, and a full round.
    const Wide rise = heaviest(cell) * static_cast<unsigned>(b);
    return weight(board.lines(), attacker, defenders, b, n) + rise < one;
  }
  return weight(board.lines(), attacker, defenders, b, n) < one;
}

bool holds_by_potential_at_start(const Board& board, int players) {
  const int b = players - 1;
  const int n = board.longest();
  if (!fits(board.lines(), n, b)) return false;
  const auto unit = [&](Line line) { return power(b + 1, n - board.size_of(line)); };
  Wide sum = 0;
  for (Line line = 0; line < board.lines(); ++line) sum += unit(line);
  Wide most = 0;
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    Wide through = 0;
    for (const Line line : board.lines_through(cell)) through += unit(line);
    most = std::max(most, through);
  }
  return sum + most * static_cast<unsigned>(b) < power(b + 1, n);
}

}  // namespace noughts::hyper::search
