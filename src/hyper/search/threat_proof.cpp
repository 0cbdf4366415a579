#include "noughts/hyper/search/threat_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "noughts/core/bits.h"
#include "noughts/hyper/search/proof_numbers.h"
#include "noughts/hyper/search/threats.h"

namespace noughts::hyper {
namespace {

constexpr int kAttacker = 0;
constexpr int kDefender = 1;
// When the strategy is written, for the few positions whose sequence is not
// found again soon.
constexpr std::uint64_t kPatientThreatNodes = 1'000'000'000;

// A move of either side. For a threat, `reply` is the forced answer to it.
struct Child {
  Cell move;
  Cell reply;
  bool threat;
  std::uint64_t key;
};

using Sequences = std::vector<std::vector<Cell>>;

class Prover {
 public:
  Prover(const SmallBoard& board, const Budget& budget, const ThreatTuning& tuning)
      : board_(board),
        duel_board_(board),
        tuning_(tuning),
        meter_(budget, "proving"),
        duel_(duel_board_),
        hashes_(board) {}

  Result<ThreatProof> run() {
    const std::uint64_t start = key_of(hashes_.least(), true);
    evaluate(start, 1);
    search(start, true, kInfiniteProof, kInfiniteProof);
    ThreatProof result;
    if (!stopped() && look_up(start).proof == 0) result.certificate = extract();
    if (meter_.error()) return *meter_.error();
    if (hole_) return *hole_;
    result.nodes = meter_.nodes();
    result.threat_nodes = threats_.nodes();
    return result;
  }

 private:
  static std::uint64_t key_of(std::uint64_t hash, bool attackers_turn) {
    const std::uint64_t key = hash ^ (attackers_turn ? 0 : 0x5bd1e9955bd1e995);
    return key == 0 ? 1 : key;
  }
  ProofNumbers look_up(std::uint64_t key) const {
    const ProofNumbers* found = table_.find(key);
    return found == nullptr ? ProofNumbers{} : *found;
  }
  void store(std::uint64_t key, const ProofNumbers& numbers) {
    if (meter_.holds(table_.bytes_needed())) table_.at(key, numbers) = numbers;
  }
  CellSet empty() const { return board_.all() & ~duel_.occupied(); }

  bool stopped() const { return meter_.error().has_value() || hole_.has_value(); }

  // First numbers of a position with the attacker to move: by threats alone.
  ProofNumbers evaluate(std::uint64_t key, ProofNumber start) {
    meter_.spend();
    ProofNumbers numbers{start, 1};
    if (std::popcount(duel_.defender_completes()) > 1 && duel_.attacker_completes() == 0) {
      numbers = kDisproved;
    } else if (wins_by_threats(sequences_, tuning_.threat_nodes)) {
      numbers = kProved;
    } else if (empty() == 0) {
      numbers = kDisproved;
    }
    store(key, numbers);
    return numbers;
  }

  // Whether one of these sequences wins here; leaves it in sequence_.
  bool replays_one_of(const Sequences& known) {
    for (auto moves = known.rbegin(); moves != known.rend(); ++moves) {
      const std::size_t needed = ThreatSearch::replays(duel_, *moves);
      if (needed == 0) continue;
      sequence_.assign(moves->begin(), moves->begin() + static_cast<std::ptrdiff_t>(needed));
      return true;
    }
    return false;
  }

  // Whether threats alone win here; leaves them in sequence_. The sequences that
  // won against other replies to the same move win against most of the rest too.
  bool wins_by_threats(Sequences& known, std::uint64_t node_limit) {
    if (replays_one_of(known)) return true;
    if (!threats_.wins(duel_, node_limit, sequence_)) return false;
    known.push_back(sequence_);
    return true;
  }

  // First numbers of a position with the defender to move after a quiet move.
  ProofNumbers evaluate_quiet() const {
    return duel_.defender_completes() != 0 ? kDisproved : ProofNumbers{};
  }

  int static_score(Cell cell) const {
    int sum = 0;
    for (const CellSet line : board_.through(cell)) {
      const CellSet a = line & duel_.attacker();
      const CellSet d = line & duel_.defender();
      if (a != 0 && d != 0) continue;
      sum += d == 0 ? 2 + 6 * std::popcount(a) : 1 + 2 * std::popcount(d);
    }
    return sum;
  }

  static void add_child(std::vector<Child>& list, const Child& child) {
    for (const Child& other : list) {
      if (other.key == child.key) return;
    }
    list.push_back(child);
  }

  // The attacker's moves, equal ones once.
  std::vector<Child> attacker_moves() const {
    const CellSet blocks = duel_.defender_completes();
    Duel::Threats threats;
    duel_.find_threats(threats);
    std::vector<Child> list;
    std::vector<std::pair<int, Child>> quiet;
    for_each_bit(blocks != 0 ? blocks : empty(), [&](int c) {
      const auto cell = static_cast<Cell>(c);
      if (threats.cells & bit_of(cell)) {
        const Cell reply = threats.answer[cell];
        const std::uint64_t hash = hashes_.least_with(cell, kAttacker, reply, kDefender);
        add_child(list, {cell, reply, true, key_of(hash, true)});
      } else {
        const std::uint64_t key = key_of(hashes_.least_with(cell, kAttacker), false);
        quiet.push_back({static_score(cell), {cell, cell, false, key}});
      }
    });
    add_quiet_moves(quiet, list);
    return list;
  }

  // The best few by score. Ties go by key, so that equivalent positions are
  // given equivalent moves.
  void add_quiet_moves(std::vector<std::pair<int, Child>>& quiet, std::vector<Child>& list) const {
    std::sort(quiet.begin(), quiet.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second.key < b.second.key;
    });
    int taken = 0;
    for (const auto& [score, child] : quiet) {
      if (taken == tuning_.quiet_moves) break;
      const std::size_t before = list.size();
      add_child(list, child);
      taken += list.size() > before;
    }
  }

  // All replies of the defender, equal ones once; no threat of the attacker's stands.
  std::vector<Child> defender_moves() const {
    std::vector<Child> list;
    for_each_bit(empty(), [&](int c) {
      const auto cell = static_cast<Cell>(c);
      add_child(list, {cell, cell, false, key_of(hashes_.least_with(cell, kDefender), true)});
    });
    return list;
  }

  // Plays the moves of a child on the board alone.
  static void place(Duel& duel, const Child& child, bool attackers_turn) {
    if (attackers_turn) {
      duel.attack(child.move);
      if (child.threat) duel.defend(child.reply);
    } else {
      duel.defend(child.move);
    }
  }
  // The same for the hashes; a second call takes it back.
  void flip(const Child& child, bool attackers_turn) {
    hashes_.flip(child.move, attackers_turn ? kAttacker : kDefender);
    if (child.threat) hashes_.flip(child.reply, kDefender);
  }

  ProofNumbers first_numbers(const Child& child, bool attackers_turn) {
    if (const ProofNumbers* found = table_.find(child.key)) return *found;
    const Duel here = duel_;
    place(duel_, child, attackers_turn);
    const ProofNumbers numbers = child.threat     ? evaluate(child.key, tuning_.threat_child_proof)
                                 : attackers_turn ? evaluate_quiet()
                                                  : evaluate(child.key, 1);
    duel_ = here;
    return numbers;
  }

  // Depth-first proof-number search: works below this position until its proof
  // or disproof number reaches its threshold.
  void search(std::uint64_t key, bool attackers_turn, ProofNumber proof_limit,
              ProofNumber disproof_limit) {
    const std::vector<Child> children = attackers_turn ? attacker_moves() : defender_moves();
    // From the mover's side: the least `mine` decides, the `theirs` add up.
    const auto mine = [&](const ProofNumbers& n) { return attackers_turn ? n.proof : n.disproof; };
    const auto theirs = [&](const ProofNumbers& n) {
      return attackers_turn ? n.disproof : n.proof;
    };
    std::vector<ProofNumbers> numbers;
    sequences_.clear();
    for (const Child& child : children) {
      numbers.push_back(first_numbers(child, attackers_turn));
      if (stopped()) return;
      if (mine(numbers.back()) == 0) break;
    }
    while (!stopped()) {
      std::size_t best = 0;
      ProofNumber least = kInfiniteProof;
      ProofNumber second = kInfiniteProof;
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const ProofNumber value = mine(numbers[i]);
        sum += theirs(numbers[i]);
        if (value < least) {
          second = least;
          least = value;
          best = i;
        } else {
          second = std::min(second, value);
        }
      }
      const auto total = static_cast<ProofNumber>(std::min<std::uint64_t>(sum, kInfiniteProof));
      // A full board has no moves: the attacker has not won.
      const ProofNumbers here = children.empty() ? kDisproved
                                : least == 0     ? (attackers_turn ? kProved : kDisproved)
                                : attackers_turn ? ProofNumbers{least, total}
                                                 : ProofNumbers{total, least};
      store(key, here);
      if (here.proof >= proof_limit || here.disproof >= disproof_limit || here.proof == 0 ||
          here.disproof == 0) {
        return;
      }
      const ProofNumber my_limit = attackers_turn ? proof_limit : disproof_limit;
      const ProofNumber their_limit = attackers_turn ? disproof_limit : proof_limit;
      const ProofNumber child_mine =
          std::min(my_limit, second >= kInfiniteProof ? kInfiniteProof : second + 1 + second / 4);
      const ProofNumber child_theirs = their_limit >= kInfiniteProof
                                           ? kInfiniteProof
                                           : their_limit - total + theirs(numbers[best]);
      const Child& child = children[best];
      const Duel before = duel_;
      place(duel_, child, attackers_turn);
      flip(child, attackers_turn);
      search(child.key, child.threat || !attackers_turn, attackers_turn ? child_mine : child_theirs,
             attackers_turn ? child_theirs : child_mine);
      flip(child, attackers_turn);
      duel_ = before;
      numbers[best] = look_up(child.key);
    }
  }

  // --- the strategy -----------------------------------------------------------

  Certificate extract() {
    Certificate c = certificate_for(board_.board(), 2, CertificateKind::kStrategy, Claim::kWin);
    c.player = kAttacker;
    Sequences none;
    collect(c, none);
    return c;
  }

  std::string marks() const {
    std::string text(board_.cells(), '.');
    for_each_bit(duel_.attacker(), [&](int cell) { text[static_cast<std::size_t>(cell)] = '1'; });
    for_each_bit(duel_.defender(), [&](int cell) { text[static_cast<std::size_t>(cell)] = '2'; });
    return text;
  }

  // Writes the entry of this position (attacker to move) and of all that follow.
  // `known` are sequences that won against other replies to the same move.
  void collect(Certificate& c, Sequences& known) {
    if (stopped() || duel_.attacker_completes() != 0) return;
    meter_.look();
    if (!written_.insert(hashes_.least()).second) return;
    const std::string here = marks();
    const Duel before = duel_;
    std::vector<Child> played;
    std::vector<Cell> moves = winning_moves(played, known);
    c.entries.push_back(canonical_entry(board_.rules().symmetries(), here, std::move(moves)));
    if (!played.empty() && !played.back().threat) {
      Sequences won;
      for (const Child& reply : defender_moves()) {
        const Duel quiet = duel_;
        place(duel_, reply, false);
        flip(reply, false);
        collect(c, won);
        flip(reply, false);
        duel_ = quiet;
      }
    }
    for (const Child& child : played) flip(child, true);
    duel_ = before;
  }

  // The proved moves from here: threats with their replies, then a quiet move
  // or the end. Leaves the moves of `played` on the board.
  std::vector<Cell> winning_moves(std::vector<Child>& played, Sequences& known) {
    std::vector<Cell> moves;
    while (!stopped()) {
      if (wins_by_threats(known, tuning_.threat_nodes)) break;
      const std::vector<Child> children = attacker_moves();
      const auto proved = std::find_if(children.begin(), children.end(), [&](const Child& child) {
        return look_up(child.key).proof == 0;
      });
      if (proved == children.end()) {
        // Shown by a sequence that had won elsewhere, so there is one.
        if (wins_by_threats(known, kPatientThreatNodes)) break;
        hole_ = Error{ErrorCode::kWrongValue, "the proof has a hole: " + marks()};
        return moves;
      }
      moves.push_back(proved->move);
      place(duel_, *proved, true);
      flip(*proved, true);
      played.push_back(*proved);
      if (!proved->threat) return moves;
    }
    moves.insert(moves.end(), sequence_.begin(), sequence_.end());
    return moves;
  }

  const SmallBoard& board_;
  const DuelBoard duel_board_;
  ThreatTuning tuning_;
  Meter meter_;
  ThreatSearch threats_;
  Duel duel_;
  ImageHashes hashes_;
  ProofTable table_;
  std::unordered_set<std::uint64_t> written_;
  std::vector<Cell> sequence_;
  Sequences sequences_;  // that won at the current node
  std::optional<Error> hole_;
};

}  // namespace

Result<ThreatProof> prove_first_player_win(const Rules& rules, const Budget& budget,
                                           const ThreatTuning& tuning) {
  if (rules.players() != 2 || rules.board().side() < 3 || !DuelBoard::fits(rules)) {
    return bad_input(fmt::format(
        "the proof by threats is for two players on boards of side 3 to {} with at most {} cells "
        "and {} lines",
        kMaxDuelSide, kMaxSmallCells, kMaxDuelLines));
  }
  const SmallBoard board(rules);
  return Prover(board, budget, tuning).run();
}

}  // namespace noughts::hyper
