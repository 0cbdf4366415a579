#include "noughts/hyper/search/distance.h"

#include <algorithm>

#include "noughts/hyper/search/cell_order.h"

namespace noughts::hyper::search {

std::uint64_t Distances::bytes() const {
  std::uint64_t entries = 0;
  for (const auto& [side, memory] : memories_) entries += memory.size();
  return entries * kEntryBytes;
}

void Distances::forget() { memories_.clear(); }

Result<int> Distances::first(Side attack, const Position& from) {
  SmallPosition p(*board_, from);
  while (true) {
    const bool fresh = bytes() == 0;
    Meter meter(budget_, "counting moves to the end");
    meter_ = &meter;
    const int plies = deepen(p, attack);
    const bool full = bytes() + kEntryBytes > budget_.memory_bytes;
    if (meter.error() && full) forget();
    if (meter.error() && full && !fresh) continue;  // there may be room now
    if (meter.error()) return *meter.error();
    if (plies > 0) return plies;
    return Error{ErrorCode::kWrongValue, "no line can be forced from this position"};
  }
}

int Distances::deepen(SmallPosition& p, Side attack) {
  const int left = std::popcount(p.empty());
  for (int plies = 1; plies <= left; ++plies) {
    if (within(p, attack, plies, memories_[attack])) return plies;
    if (meter_->error()) return 0;
  }
  return 0;
}

bool Distances::within(SmallPosition& p, Side attack, int plies, Memory& memory) {
  if (!meter_->spend()) return false;
  const int players = board_->players();
  const int empty = std::popcount(p.empty());
  plies = std::min(plies, empty);
  const int mover = p.to_move();
  const bool attacking = attacks(attack, mover);
  // Those who move from here on before the other side does.
  int turns = 0;
  for (; turns < empty && attacks(attack, (mover + turns) % players) == attacking; ++turns) {
    const bool in_time = !attacking || turns < plies;
    if (in_time && p.completing((mover + turns) % players) != 0) return attacking;
  }
  // The other side's turns after that: what they threaten must be answered now.
  CellSet threats = 0;
  for (int turn = turns; turn < empty; ++turn) {
    const int player = (mover + turn) % players;
    if (attacks(attack, player) == attacking || (!attacking && turn >= plies)) break;
    threats |= p.completing(player);
  }
  if (std::popcount(threats) > turns) return !attacking;
  if (plies <= turns && attacking) return false;
  if (out_of_reach(p, attack, plies)) return false;
  const CellSet moves = std::popcount(threats) == turns ? threats : p.empty();
  const PositionKey key = p.key();
  if (const auto known = memory.find(key); known != memory.end()) {
    if (plies <= known->second.fails) return false;
    if (plies >= known->second.suffices) return true;
  }
  const bool done = within_by_moves(p, attack, plies, moves, memory);
  if (meter_->error() || !meter_->holds(bytes() + kEntryBytes)) return false;
  Bounds& bounds = memory[key];
  (done ? bounds.suffices : bounds.fails) = static_cast<std::uint8_t>(plies);
  return done;
}

bool Distances::within_by_moves(SmallPosition& p, Side attack, int plies, CellSet moves,
                                Memory& memory) {
  const int mover = p.to_move();
  const bool attacking = attacks(attack, mover);
  const auto weight = [&](Cell cell) { return threat_weight(p, cell); };
  for (const Cell cell : heaviest_of(moves, board_->cells(), weight)) {
    p.play(cell, mover);
    const bool done = within(p, attack, plies - 1, memory);
    p.undo(cell, mover);
    if (meter_->error()) return false;
    if (done == attacking) return done;
  }
  return !attacking;
}

// Whether no attacker has the turns for a line within so many plies.
bool Distances::out_of_reach(const SmallPosition& p, Side attack, int plies) const {
  const int players = board_->players();
  for (int player = 0; player < players; ++player) {
    if (!attacks(attack, player)) continue;
    const int wait = (player - p.to_move() + players) % players;
    const int turns = plies <= wait ? 0 : (plies - wait + players - 1) / players;
    const CellSet own = p.marks(player);
    const bool reached =
        std::any_of(board_->lines().begin(), board_->lines().end(), [&](CellSet line) {
          return p.is_open(line, player) && std::popcount(line & ~own) <= turns;
        });
    if (reached) return false;
  }
  return true;
}

}  // namespace noughts::hyper::search
