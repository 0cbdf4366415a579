#include "hyper/hold.h"

#include <algorithm>
#include <unordered_map>

#include "core/bits.h"
#include "hyper/potential.h"

namespace noughts::hyper {
namespace {

constexpr int kWidth = 5;  // cells tried for each move of the others

class Holder {
 public:
  // `folded` has two players: 0 attacks, 1 stands for all the others.
  Holder(const SmallBoard& folded, int others, std::uint64_t limit, const CancelToken* cancel)
      : board_(folded), others_(others), limit_(limit), cancel_(cancel), p_(folded) {}

  bool hold_from_start(int moves_first) {
    if (moves_first == 0) return attacker_moves();
    return others_move(moves_first);
  }

  bool stopped() const { return nodes_ > limit_ || (cancel_ != nullptr && cancel_->cancelled()); }

  std::vector<CertificateEntry> entries() const {
    std::vector<CertificateEntry> all;
    for (const auto& [key, entry] : chosen_) all.push_back(entry);
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.marks < b.marks; });
    return all;
  }

 private:
  // The others to move, all of their round or the first part of the game.
  bool others_move(int round) {
    ++nodes_;
    if (stopped()) return false;
    if (round == others_ &&
        holds_by_potential(board_, p_.marks(0), p_.marks(1), others_, others_)) {
      return true;
    }
    const PositionKey key = p_.key();
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::vector<Cell> moves;
    const CertificateEntry here = describe();
    const bool held = try_moves(round, moves, here, key);
    if (!stopped()) known_[key] = held;
    return held;
  }

  bool try_moves(int left, std::vector<Cell>& moves, const CertificateEntry& here,
                 const PositionKey& key) {
    if (left == 0 || p_.empty() == 0) {
      if (!attacker_moves()) return false;
      CertificateEntry entry = here;
      for (const Cell cell : moves) {
        entry.moves.push_back(board_.rules().symmetries().image(cell, symmetry_of(here)));
      }
      chosen_[key] = entry;
      return true;
    }
    const CellSet threats = p_.completing(0);
    if (std::popcount(threats) > left) return false;
    for (const Cell cell : heaviest(threats != 0 ? threats : p_.empty())) {
      p_.play(cell, 1);
      moves.push_back(cell);
      const bool held = try_moves(left - 1, moves, here, key);
      moves.pop_back();
      p_.undo(cell, 1);
      if (held) return true;
      if (stopped()) return false;
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

  std::vector<Cell> heaviest(CellSet among, int most = kWidth) const {
    std::vector<std::pair<std::uint64_t, Cell>> weighed;
    for_each_bit(among, [&](int c) {
      std::uint64_t weight = 0;
      for (const CellSet line : board_.through(static_cast<Cell>(c))) {
        if (line & p_.marks(1)) continue;
        std::uint64_t w = 1;
        for (int i = std::popcount(line & p_.marks(0)); i > 0; --i)
          w *= static_cast<unsigned>(others_ + 1);
        weight += w;
      }
      weighed.push_back({weight, static_cast<Cell>(c)});
    });
    std::stable_sort(weighed.begin(), weighed.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Cell> cells;
    for (const auto& [weight, cell] : weighed) {
      if (static_cast<int>(cells.size()) == most) break;
      cells.push_back(cell);
    }
    return cells;
  }

  // The position's canonical marks, as the certificate has them.
  CertificateEntry describe() {
    std::string marks(board_.cells(), '.');
    for_each_bit(p_.marks(0), [&](int c) { marks[static_cast<std::size_t>(c)] = '1'; });
    for_each_bit(p_.marks(1), [&](int c) { marks[static_cast<std::size_t>(c)] = '2'; });
    const CanonicalMarks canonical = canonical_marks(board_.rules().symmetries(), marks);
    symmetry_[canonical.marks] = canonical.symmetry;
    return {canonical.marks, {}};
  }
  int symmetry_of(const CertificateEntry& entry) const { return symmetry_.at(entry.marks); }

  const SmallBoard& board_;
  int others_;
  std::uint64_t limit_;
  const CancelToken* cancel_;
  SmallPosition p_;
  std::uint64_t nodes_ = 0;
  std::unordered_map<PositionKey, bool> known_;
  std::unordered_map<PositionKey, CertificateEntry> chosen_;
  std::unordered_map<std::string, int> symmetry_;
};

}  // namespace

Result<std::optional<Certificate>> hold_player(const Rules& rules, int player,
                                               std::uint64_t node_limit,
                                               const CancelToken* cancel) {
  const Board& board = rules.board();
  const Rules folded = *Rules::make(board.side(), board.dims(), 2);
  const SmallBoard small(folded);
  Holder holder(small, rules.players() - 1, node_limit, cancel);
  const bool held = holder.hold_from_start(player);
  if (cancel != nullptr && cancel->cancelled()) return cancelled_error();
  if (!held) return std::optional<Certificate>();
  Certificate certificate;
  certificate.side = board.side();
  certificate.dims = board.dims();
  certificate.players = rules.players();
  certificate.player = player;
  certificate.claim = Claim::kNoWin;
  certificate.entries = holder.entries();
  return std::optional<Certificate>(std::move(certificate));
}

Certificate potential_certificate(int side, int dims, int players) {
  Certificate c;
  c.kind = CertificateKind::kPotential;
  c.side = side;
  c.dims = dims;
  c.players = players;
  c.or_more = true;
  c.claim = Claim::kNoWin;
  return c;
}

Result<std::vector<Certificate>> hold_everyone(int side, int dims, int players,
                                               std::uint64_t node_limit,
                                               const CancelToken* cancel) {
  std::vector<Certificate> all;
  for (int q = players;; ++q) {
    const Result<Rules> rules = Rules::make(side, dims, q);
    if (!rules) return rules.error();
    if (holds_by_potential_at_start(rules->board(), q)) {
      all.push_back(potential_certificate(side, dims, q));
      return all;
    }
    for (int player = 0; player < q; ++player) {
      auto held = hold_player(*rules, player, node_limit, cancel);
      if (!held) return held.error();
      if (!*held) return std::vector<Certificate>();
      all.push_back(std::move(**held));
    }
  }
}

}  // namespace noughts::hyper
