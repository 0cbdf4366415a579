#include "noughts/hyper/search/beat.h"

#include <algorithm>

#include "noughts/hyper/search/cell_order.h"

namespace noughts::hyper {
namespace {

constexpr std::size_t kBeatWidth = 2;  // cells tried for each move of the others

}  // namespace

void BeatSearch::forget() {
  beaten_.clear();
  held_.clear();
  chosen_.clear();
}

// More and more rounds, as many as there are turns.
std::optional<BeatSearch::Plan> BeatSearch::beats(const Position& from, Meter& meter) {
  meter_ = &meter;
  p_ = SmallPosition(*board_, from);
  const int players = board_->players();
  const int before = (player_ - p_.to_move() + players) % players;
  if (before > 0 && one_completes()) return Plan{{}, before};
  const int turns = std::popcount(p_.empty()) / players;
  for (int rounds = 1; rounds <= turns && !meter.error(); ++rounds) {
    if (before == 0 && beats_all_replies(rounds)) return Plan{{}, players * (rounds + 1)};
    if (before > 0 && beats_in_round(rounds))
      return Plan{chosen_moves(), before + players * rounds};
  }
  return std::nullopt;
}

std::vector<CertificateEntry> BeatSearch::entries() {
  if (p_.to_move() == player_) {
    collect_replies();
  } else {
    collect_round();
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const auto& a, const auto& b) { return a.marks < b.marks; });
  return std::move(entries_);
}

// The cells that complete a line for who moves `later` turns from now, if one is left then.
CellSet BeatSearch::completing(int later) const {
  if (later >= std::popcount(p_.empty())) return 0;
  return p_.completing((p_.to_move() + later) % board_->players());
}
// Whether one of the others completes a line before the player's turn.
bool BeatSearch::one_completes() const {
  const int before = (player_ - p_.to_move() + board_->players()) % board_->players();
  for (int later = 0; later < before; ++later) {
    if (completing(later) != 0) return true;
  }
  return false;
}

// The player is to move; `rounds` of the others may follow.
bool BeatSearch::beats_all_replies(int rounds) {
  meter_->spend();
  if (p_.empty() == 0 || p_.completing(player_) != 0) return false;
  CellSet threats = 0;
  for (int later = 1; later < board_->players(); ++later) threats |= completing(later);
  if (std::popcount(threats) > 1) return true;
  if (rounds == 0 || meter_->error() || !meter_->holds(bytes())) return false;
  const PositionKey key = p_.key();
  if (const auto known = beaten_.find(key); known != beaten_.end() && known->second <= rounds) {
    return true;
  }
  if (const auto known = held_.find(key); known != held_.end() && known->second >= rounds) {
    return false;
  }
  const CellSet replies = threats != 0 ? threats : p_.empty();
  bool all = true;
  for (const Cell cell : heaviest(replies, board_->cells())) {
    p_.play(cell);
    all = one_completes() || beats_in_round(rounds);
    p_.undo(cell, player_);
    if (!all) break;
  }
  if (all) {
    beaten_[key] = rounds;
  } else if (!meter_->error()) {
    held_[key] = rounds;
  }
  return all;
}

// The others move until the player's turn, and what they do is remembered.
bool BeatSearch::beats_in_round(int rounds) {
  const PositionKey key = p_.key();
  const int symmetry = p_.canonical_symmetry();
  std::vector<Cell> moves;
  if (!try_moves(rounds, moves)) return false;
  for (Cell& cell : moves) cell = board_->rules().symmetries().image(cell, symmetry);
  chosen_[key] = std::move(moves);
  return true;
}

bool BeatSearch::try_moves(int rounds, std::vector<Cell>& moves) {
  if (!meter_->spend()) return false;
  const int mover = p_.to_move();
  if (mover == player_) return beats_all_replies(rounds - 1);
  const int before = (player_ - mover + board_->players()) % board_->players();
  const CellSet hers = p_.completing(player_);
  if (p_.empty() == 0 || std::popcount(hers) > before) return false;
  const CellSet among = std::popcount(hers) == before ? hers : p_.empty();
  for (const Cell cell : heaviest(among, kBeatWidth)) {
    p_.play(cell);
    moves.push_back(cell);
    const bool beaten = try_moves(rounds, moves);
    p_.undo(cell, mover);
    if (beaten) return true;
    moves.pop_back();
  }
  return false;
}

// Cells on lines that the mover or the player has to herself, and few that
// another of the others has.
std::vector<Cell> BeatSearch::heaviest(CellSet among, std::size_t most) const {
  return heaviest_of(among, most, [&](Cell cell) {
    int weight = 0;
    for (const CellSet line : board_->through(cell)) {
      for (int owner = 0; owner < board_->players(); ++owner) {
        if (!p_.is_open(line, owner)) continue;
        const int worth = owner == p_.to_move() ? 4 : owner == player_ ? 2 : -1;
        weight += worth << (3 * std::popcount(line & p_.marks(owner)));
      }
    }
    return weight;
  });
}

void BeatSearch::collect_replies() {
  for_each_bit(p_.empty(), [&](int cell) {
    p_.play(static_cast<Cell>(cell));
    if (!one_completes()) collect_round();
    p_.undo(static_cast<Cell>(cell), player_);
  });
}

// What was chosen in this position, as cells of this board.
std::vector<Cell> BeatSearch::chosen_moves() const {
  std::vector<Cell> moves = chosen_.at(p_.key());
  const int symmetry = p_.canonical_symmetry();
  for (Cell& cell : moves) cell = board_->rules().symmetries().preimage(cell, symmetry);
  return moves;
}

void BeatSearch::collect_round() {
  if (!reached_.insert(p_.key()).second) return;
  const std::vector<Cell> moves = chosen_moves();
  entries_.push_back(canonical_entry(board_->rules().symmetries(), p_.text(), moves));
  for (const Cell cell : moves) p_.play(cell);
  collect_replies();
  for (auto cell = moves.rbegin(); cell != moves.rend(); ++cell) {
    p_.undo(*cell, (p_.to_move() + board_->players() - 1) % board_->players());
  }
}

Result<std::optional<Certificate>> beat_player(const Rules& rules, int player, Meter& meter) {
  const SmallBoard small(rules);
  BeatSearch search(small, player);
  const bool beaten = search.beats(rules.initial(), meter).has_value();
  if (meter.error()) return *meter.error();
  if (!beaten) return std::optional<Certificate>();
  Certificate certificate =
      certificate_for(rules.board(), rules.players(), CertificateKind::kStrategy, Claim::kLoses);
  certificate.player = player;
  certificate.entries = search.entries();
  return std::optional(std::move(certificate));
}

}  // namespace noughts::hyper
