#include "noughts/hyper/search/threats.h"

#include <algorithm>

#include "noughts/core/bits.h"

namespace noughts::hyper::search {
namespace {

// Few enough to stay in the cache of a core.
constexpr std::size_t kFailedSlots = 1u << 16;

std::size_t slot_of(CellSet a, CellSet d) {
  const std::uint64_t h = a * 0x9e3779b97f4a7c15 ^ (d + 0x7f4a7c15) * 0xbf58476d1ce4e5b9;
  return (h ^ (h >> 32)) % kFailedSlots;
}

}  // namespace

ThreatSearch::ThreatSearch() : failed_(kFailedSlots) {}

bool ThreatSearch::wins(const Duel& duel, std::uint64_t node_limit, std::vector<Cell>& moves) {
  left_ = node_limit;
  return start(duel, kMaxSmallCells, moves) == Answer::kWin;
}

bool ThreatSearch::wins_soon(const Duel& duel, std::uint64_t node_limit, std::vector<Cell>& moves) {
  left_ = node_limit;
  Answer found = Answer::kTooLong;
  for (std::size_t most = 1; found == Answer::kTooLong; ++most) found = start(duel, most, moves);
  return found == Answer::kWin;
}

ThreatSearch::Answer ThreatSearch::start(const Duel& duel, std::size_t most,
                                         std::vector<Cell>& moves) {
  moves.clear();
  const CellSet mine = duel.attacker_completes();
  if (mine == 0) return search(duel, most, moves);
  moves.push_back(static_cast<Cell>(std::countr_zero(mine)));
  return Answer::kWin;
}

std::size_t ThreatSearch::replays(Duel duel, const std::vector<Cell>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const CellSet cell = bit_of(moves[i]);
    if (duel.occupied() & cell) return 0;
    if (duel.defender_completes() & ~cell) return 0;
    duel.attack(moves[i]);
    const CellSet answers = duel.attacker_completes();
    if (answers == 0) return 0;
    if (!std::has_single_bit(answers)) return duel.defender_completes() == 0 ? i + 1 : 0;
    duel.defend(static_cast<Cell>(std::countr_zero(answers)));
  }
  return 0;
}

void ThreatSearch::shorten(const Duel& duel, std::vector<Cell>& moves) {
  for (std::size_t i = moves.size(); i-- > 0 && moves.size() > 1;) {
    std::vector<Cell> without = moves;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    const std::size_t count = replays(duel, without);
    if (count == 0) continue;
    without.resize(count);
    moves = std::move(without);
    i = std::min(i, moves.size());
  }
}

ThreatSearch::Answer ThreatSearch::search(const Duel& duel, std::size_t most,
                                          std::vector<Cell>& moves) {
  if (left_ == 0) return Answer::kCutOff;
  --left_;
  ++nodes_;
  const CellSet theirs = duel.defender_completes();
  if (std::popcount(theirs) > 1) return Answer::kNo;
  Duel::Threats threats;
  duel.find_threats(threats);
  if (theirs != 0) {
    threats.cells &= theirs;
    threats.doubles &= theirs;
  }
  if (threats.doubles != 0) {
    moves.push_back(static_cast<Cell>(std::countr_zero(threats.doubles)));
    return Answer::kWin;
  }
  if (threats.cells == 0) return Answer::kNo;
  if (most == 1) return Answer::kTooLong;
  Failed& memory = failed_[slot_of(duel.attacker(), duel.defender())];
  if (memory.attacker == duel.attacker() && memory.defender == duel.defender()) return Answer::kNo;
  bool whole = true;  // whether all sequences were followed to their end
  for (CellSet rest = threats.cells; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<Cell>(std::countr_zero(rest));
    const Cell answer = threats.answer[cell];
    // Asked for when the threats are found, which takes about as long as to fetch it.
    __builtin_prefetch(
        &failed_[slot_of(duel.attacker() | bit_of(cell), duel.defender() | bit_of(answer))]);
    Duel next = duel;
    next.attack(cell);
    next.defend(answer);
    moves.push_back(cell);
    const Answer found = search(next, most - 1, moves);
    if (found == Answer::kWin) return found;
    moves.pop_back();
    if (found == Answer::kCutOff) return found;
    whole = whole && found == Answer::kNo;
  }
  if (!whole) return Answer::kTooLong;
  memory = {duel.attacker(), duel.defender()};
  return Answer::kNo;
}

}  // namespace noughts::hyper::search
