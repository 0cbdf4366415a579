#include "noughts/hyper/search/beat.h"

#include <algorithm>
#include <array>

#include "noughts/hyper/search/cell_order.h"

namespace noughts::hyper::search {
namespace {

constexpr std::size_t kBeatWidth = 2;  // cells tried for each move of the others

}  // namespace

void BeatSearch::forget() {
  beaten_.clear();
  held_.clear();
  chosen_.clear();
  changes_.clear();
  refutations_ = {};
  settled_ = false;
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

std::vector<proof::CertificateEntry> BeatSearch::entries() {
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
  if (rounds == 0 || !can_make_two(rounds, 0)) return false;
  if (meter_->error() || !meter_->holds(bytes())) return false;
  const PositionKey key = p_.key();
  if (const std::optional<bool> known = known_of(key, rounds)) return *known;
  const CellSet replies = threats != 0 ? threats : p_.empty();
  const auto refutes = [&](Cell cell) {
    p_.play(cell);
    const bool beaten = one_completes() || beats_in_round(rounds);
    p_.undo(cell, player_);
    if (!beaten) refutations_[static_cast<std::size_t>(p_.plies())] = cell;
    return !beaten;
  };
  // What saved her in a neighbouring position often saves her here.
  const Cell before = refutations_[static_cast<std::size_t>(p_.plies())];
  const bool known = (bit_of(before) & replies) != 0;
  bool all = !(known && refutes(before));
  if (all) {
    const std::vector<Cell> order =
        heaviest(known ? replies & ~bit_of(before) : replies, board_->cells());
    all = std::none_of(order.begin(), order.end(), refutes);
  }
  remember(key, rounds, all);
  return all;
}

// The others move until the player's turn, and what they do is remembered.
bool BeatSearch::beats_in_round(int rounds) {
  const int symmetry = p_.canonical_symmetry();
  const PositionKey key = p_.key(symmetry);
  if (const std::optional<bool> known = known_of(key, rounds)) return *known;
  std::vector<Cell> moves;
  const bool beaten = try_moves(rounds, moves);
  remember(key, rounds, beaten);
  if (!beaten) return false;
  for (Cell& cell : moves) cell = board_->rules().symmetries().image(cell, symmetry);
  choose(key, std::move(moves));
  return true;
}

// Whether she is beaten in so many rounds, if that was found before.
std::optional<bool> BeatSearch::known_of(const PositionKey& key, int rounds) const {
  const auto beaten = beaten_.find(key);
  if (beaten != beaten_.end() && beaten->second <= rounds) return true;
  const auto held = held_.find(key);
  if (held != held_.end() && held->second >= rounds) return false;
  return std::nullopt;
}

void BeatSearch::remember(const PositionKey& key, int rounds, bool beaten) {
  if (beaten) {
    set(beaten_, key, rounds);
  } else if (!meter_->error()) {  // a search that was cut short says nothing
    set(held_, key, rounds);
  }
}

void BeatSearch::set(std::unordered_map<PositionKey, int>& memory, const PositionKey& key,
                     int rounds) {
  const auto [place, fresh] = memory.try_emplace(key, rounds);
  if (settled_) {
    changes_.push_back(
        {&memory, key, fresh ? std::nullopt : std::optional(place->second), std::nullopt});
  }
  place->second = rounds;
}

void BeatSearch::choose(const PositionKey& key, std::vector<Cell> moves) {
  const auto [place, fresh] = chosen_.try_emplace(key);
  if (settled_) {
    changes_.push_back(
        {nullptr, key, std::nullopt, fresh ? std::nullopt : std::optional(place->second)});
  }
  place->second = std::move(moves);
}

void BeatSearch::settle() {
  settled_ = true;
  settled_refutations_ = refutations_;
  changes_.clear();
}

void BeatSearch::rewind() {
  while (!changes_.empty()) {
    Change& change = changes_.back();
    if (change.memory == nullptr) {
      if (change.moves) chosen_[change.key] = std::move(*change.moves);
      if (!change.moves) chosen_.erase(change.key);
    } else {
      if (change.rounds) (*change.memory)[change.key] = *change.rounds;
      if (!change.rounds) change.memory->erase(change.key);
    }
    changes_.pop_back();
  }
  refutations_ = settled_refutations_;
}

bool BeatSearch::try_moves(int rounds, std::vector<Cell>& moves) {
  if (!meter_->spend()) return false;
  const int mover = p_.to_move();
  if (mover == player_) return beats_all_replies(rounds - 1);
  const int before = (player_ - mover + board_->players()) % board_->players();
  const CellSet hers = p_.completing(player_);
  if (p_.empty() == 0 || std::popcount(hers) > before) return false;
  if (!can_make_two(rounds, board_->players() - 1 - before)) return false;
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

// Whether two lines of theirs can come to miss one cell in so many rounds, one of which the
// first `moved` of them have played: without that she is never beaten.
bool BeatSearch::can_make_two(int rounds, int moved) const {
  const int players = board_->players();
  int lines = 0;
  for (const CellSet line : board_->lines()) {
    const CellSet marked = line & p_.occupied();
    if ((marked & p_.marks(player_)) != 0) continue;
    int best = rounds;
    if (marked != 0) {
      const int owner = owner_of(marked);
      if (owner < 0) continue;
      const int order = (owner - player_ + players) % players;
      best = std::popcount(marked) + rounds - (order <= moved);
    }
    if (best >= std::popcount(line) - 1 && ++lines == 2) return true;
  }
  return false;
}

// Cells on lines that the mover or the player has to herself, and few that
// another of the others has.
std::vector<Cell> BeatSearch::heaviest(CellSet among, std::size_t most) const {
  const int players = board_->players();
  const auto worth = [&](int owner) {
    return owner == p_.to_move() ? 4 : owner == player_ ? 2 : -1;
  };
  int everybody = 0;
  for (int owner = 0; owner < players; ++owner) everybody += worth(owner);
  std::array<int, kMaxSmallCells> weights{};
  for (const CellSet line : board_->lines()) {
    const CellSet marked = line & p_.occupied();
    int weight = everybody;
    if (marked != 0) {
      const int owner = owner_of(marked);
      if (owner < 0) continue;
      weight = worth(owner) * (1 << (3 * std::popcount(marked)));
    }
    for_each_bit(line & among,
                 [&](int cell) { weights[static_cast<std::size_t>(cell)] += weight; });
  }
  return heaviest_of(among, most, [&](Cell cell) { return weights[cell]; });
}

// Whose marks these are; -1 if they are of several players. Require: there are marks.
int BeatSearch::owner_of(CellSet marked) const {
  for (int player = 0;; ++player) {
    if (const CellSet own = marked & p_.marks(player); own != 0) return own == marked ? player : -1;
  }
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
  entries_.push_back(proof::canonical_entry(board_->rules().symmetries(), p_.text(), moves));
  for (const Cell cell : moves) p_.play(cell);
  collect_replies();
  for (auto cell = moves.rbegin(); cell != moves.rend(); ++cell) {
    p_.undo(*cell, (p_.to_move() + board_->players() - 1) % board_->players());
  }
}

Result<std::optional<proof::Certificate>> beat_player(const Rules& rules, int player,
                                                      Meter& meter) {
  const SmallBoard small(rules);
  BeatSearch search(small, player);
  const bool beaten = search.beats(rules.initial(), meter).has_value();
  if (meter.error()) return *meter.error();
  if (!beaten) return std::optional<proof::Certificate>();
  proof::Certificate certificate = proof::certificate_for(
      rules.board(), rules.players(), proof::CertificateKind::kStrategy, proof::Claim::kLoses);
  certificate.player = player;
  certificate.entries = search.entries();
  return std::optional(std::move(certificate));
}

}  // namespace noughts::hyper::search
