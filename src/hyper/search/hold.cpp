#include "noughts/hyper/search/hold.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "noughts/hyper/search/cell_order.h"
#include "noughts/hyper/search/potential.h"

namespace noughts::hyper::search {
namespace {

constexpr std::uint64_t kChosenBytes = 256;  // an entry with its key
constexpr std::size_t kHoldWidth = 5;        // cells tried for each move of the others

class Holder {
 public:
  // `folded` has two players: 0 attacks, 1 stands for all the others.
  Holder(const SmallBoard& folded, int others, Meter& meter)
      : board_(folded), others_(others), meter_(meter), p_(folded) {}

  bool hold_from_start(int moves_first) {
    if (moves_first == 0) return attacker_moves();
    return others_move(moves_first);
  }

  std::vector<proof::CertificateEntry> entries() const {
    std::vector<proof::CertificateEntry> all;
    for (const auto& [key, entry] : chosen_) all.push_back(entry);
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.marks < b.marks; });
    return all;
  }

 private:
  // The others to move, all of their round or the first part of the game.
  bool others_move(int round) {
    if (!meter_.spend()) return false;
    if (round == others_ &&
        holds_by_potential(board_, p_.marks(0), p_.marks(1), others_, others_)) {
      return true;
    }
    const PositionKey key = p_.key();
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const std::string marks = p_.text();
    std::vector<Cell> moves;
    const bool held = try_moves(round, moves);
    if (meter_.error() || !meter_.holds(bytes())) return false;
    if (held) chosen_[key] = proof::canonical_entry(board_.rules().symmetries(), marks, moves);
    known_[key] = held;
    return held;
  }

  // Leaves the moves in `moves` if they hold.
  bool try_moves(int left, std::vector<Cell>& moves) {
    if (left == 0 || p_.empty() == 0) return attacker_moves();
    const CellSet threats = p_.completing(0);
    if (std::popcount(threats) > left) return false;
    for (const Cell cell : heaviest(threats != 0 ? threats : p_.empty())) {
      p_.play(cell, 1);
      moves.push_back(cell);
      const bool held = try_moves(left - 1, moves);
      p_.undo(cell, 1);
      if (held) return true;
      moves.pop_back();
      if (meter_.error()) return false;
    }
    return false;
  }

  bool attacker_moves() {
    if (p_.completing(0) != 0) return false;
    std::vector<Cell> cells = heaviest(p_.empty(), 64);
    for (const Cell cell : cells) {
      p_.play(cell, 0);
      const bool held = others_move(others_);
      p_.undo(cell, 0);
      if (!held) return false;
    }
    return true;
  }

  std::uint64_t bytes() const {
    return kEntryBytes * (known_.size() + 1) + kChosenBytes * (chosen_.size() + 1);
  }

  std::vector<Cell> heaviest(CellSet among, std::size_t most = kHoldWidth) const {
    return heaviest_of(among, most, [&](Cell cell) {
      std::uint64_t weight = 0;
      for (const CellSet line : board_.through(cell)) {
        if (line & p_.marks(1)) continue;
        std::uint64_t w = 1;
        for (int i = std::popcount(line & p_.marks(0)); i > 0; --i)
          w *= static_cast<unsigned>(others_ + 1);
        weight += w;
      }
      return weight;
    });
  }

  const SmallBoard& board_;
  int others_;
  Meter& meter_;
  SmallPosition p_;
  std::unordered_map<PositionKey, bool> known_;
  std::unordered_map<PositionKey, proof::CertificateEntry> chosen_;
};

}  // namespace

Result<std::optional<proof::Certificate>> hold_player(const Rules& rules, int player,
                                                      Meter& meter) {
  const Board& board = rules.board();
  const Rules folded = *Rules::make(rules.shared_board(), 2);
  const SmallBoard small(folded);
  Holder holder(small, rules.players() - 1, meter);
  const bool held = holder.hold_from_start(player);
  if (meter.error()) return *meter.error();
  if (!held) return std::optional<proof::Certificate>();
  proof::Certificate certificate = proof::certificate_for(
      board, rules.players(), proof::CertificateKind::kStrategy, proof::Claim::kNoWin);
  certificate.player = player;
  certificate.entries = holder.entries();
  return std::optional(std::move(certificate));
}

proof::Certificate potential_certificate(const Board& board, int players) {
  proof::Certificate c = proof::certificate_for(board, players, proof::CertificateKind::kPotential,
                                                proof::Claim::kNoWin);
  c.or_more = true;
  return c;
}

Result<std::vector<proof::Certificate>> hold_everyone(int side, int dims, int players,
                                                      const Budget& budget) {
  std::vector<proof::Certificate> all;
  for (int q = players;; ++q) {
    const Result<Rules> rules = Rules::make(side, dims, q);
    if (!rules) return rules.error();
    if (holds_by_potential_at_start(rules->board(), q)) {
      all.push_back(potential_certificate(rules->board(), q));
      return all;
    }
    for (int player = 0; player < q; ++player) {
      Meter meter(budget, fmt::format("holding player {}", player + 1));
      Result<std::optional<proof::Certificate>> held = hold_player(*rules, player, meter);
      if (!held) return held.error();
      if (!*held) return std::vector<proof::Certificate>();
      all.push_back(std::move(**held));
    }
  }
}

}  // namespace noughts::hyper::search
