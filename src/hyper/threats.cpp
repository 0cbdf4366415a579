#include "hyper/threats.h"

#include "core/bits.h"

namespace noughts::hyper {
namespace {

constexpr std::size_t kFailedSlots = 1u << 20;

std::size_t slot_of(CellSet a, CellSet d) {
  std::uint64_t h = a * 0x9e3779b97f4a7c15 ^ (d + 0x7f4a7c15) * 0xbf58476d1ce4e5b9;
  return (h ^ (h >> 32)) % kFailedSlots;
}

}  // namespace

ThreatSearch::ThreatSearch(const SmallBoard& board, std::uint32_t node_limit)
    : board_(board), node_limit_(node_limit), failed_(kFailedSlots) {}

bool ThreatSearch::wins(CellSet attacker, CellSet defender, std::vector<Cell>& moves) {
  left_ = node_limit_;
  moves.clear();
  return search(attacker, defender, moves) == Answer::kWin;
}

CellSet ThreatSearch::completing(CellSet own, CellSet foreign) const {
  CellSet found = 0;
  for (const CellSet line : board_.lines()) {
    const CellSet rest = line & ~own;
    if ((rest & (rest - 1)) == 0) found |= rest & ~foreign;
  }
  return found;
}

std::size_t ThreatSearch::replays(CellSet a, CellSet d, const std::vector<Cell>& moves) const {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const CellSet cell = bit_of(moves[i]);
    if ((a | d) & cell) return 0;
    if (completing(d, a) & ~cell) return 0;
    a |= cell;
    const CellSet answers = completing(a, d);
    if (answers == 0) return 0;
    if (!std::has_single_bit(answers)) return completing(d, a) == 0 ? i + 1 : 0;
    d |= answers;
  }
  return 0;
}

ThreatSearch::Answer ThreatSearch::search(CellSet a, CellSet d, std::vector<Cell>& moves) {
  if (left_ == 0) return Answer::kCutOff;
  --left_;
  ++nodes_;
  // One pass over the lines: cells that complete one for either side, and for
  // each cell that makes a threat the cell that answers it.
  CellSet mine = 0;
  CellSet theirs = 0;
  CellSet starts = 0;
  CellSet doubles = 0;
  Cell answer[kMaxSmallCells];
  for (const CellSet line : board_.lines()) {
    const CellSet a_rest = line & ~a;
    const CellSet d_rest = line & ~d;
    if ((d_rest & (d_rest - 1)) == 0) theirs |= d_rest & ~a;
    if (line & d) continue;
    const CellSet high = a_rest & (a_rest - 1);
    if (high == 0) {
      mine |= a_rest;
    } else if ((high & (high - 1)) == 0) {
      const CellSet low = a_rest ^ high;
      const auto low_cell = static_cast<Cell>(std::countr_zero(low));
      const auto high_cell = static_cast<Cell>(std::countr_zero(high));
      if (starts & low && answer[low_cell] != high_cell) doubles |= low;
      if (starts & high && answer[high_cell] != low_cell) doubles |= high;
      answer[low_cell] = high_cell;
      answer[high_cell] = low_cell;
      starts |= a_rest;
    }
  }
  if (mine != 0) {
    moves.push_back(static_cast<Cell>(std::countr_zero(mine)));
    return Answer::kWin;
  }
  if (theirs != 0) {
    if (!std::has_single_bit(theirs)) return Answer::kNo;
    starts &= theirs;
    doubles &= theirs;
  }
  if (doubles != 0) {
    moves.push_back(static_cast<Cell>(std::countr_zero(doubles)));
    return Answer::kWin;
  }
  if (starts == 0) return Answer::kNo;
  Failed& memory = failed_[slot_of(a, d)];
  if (memory.attacker == a && memory.defender == d) return Answer::kNo;
  Answer worst = Answer::kNo;
  for (CellSet rest = starts; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<Cell>(std::countr_zero(rest));
    moves.push_back(cell);
    const Answer found = search(a | bit_of(cell), d | bit_of(answer[cell]), moves);
    if (found == Answer::kWin) return found;
    moves.pop_back();
    if (found == Answer::kCutOff) {
      worst = found;
      break;
    }
  }
  if (worst == Answer::kNo) memory = {a, d};
  return worst;
}

}  // namespace noughts::hyper
