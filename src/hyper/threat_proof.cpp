#include "hyper/threat_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/bits.h"
#include "hyper/small_board.h"
#include "hyper/threats.h"

namespace noughts::hyper {
namespace {

using Proof = std::uint32_t;
constexpr Proof kInfinity = 1'000'000'000;
constexpr std::uint64_t kEntryBytes = 120;
constexpr int kAttacker = 0;
constexpr int kDefender = 1;

// Proof and disproof numbers of a position.
struct Numbers {
  Proof proof = 1;
  Proof disproof = 1;
};

// A move of either side. For a threat, `reply` is the forced answer to it.
struct Child {
  Cell move;
  Cell reply;
  bool threat;
  std::uint64_t key;
};

class Prover {
 public:
  Prover(const SmallBoard& board, const ThreatProofOptions& options)
      : board_(board),
        options_(options),
        threats_(board, options.threat_nodes),
        p_(board),
        progress_(options.progress, "proving", 0) {}

  Result<ThreatProof> run() {
    const Numbers root = evaluate();
    if (root.proof != 0 && root.disproof != 0) search(true, kInfinity, kInfinity);
    if (error_) return *error_;
    ThreatProof result;
    if (look_up(key_of(true)).proof == 0) {
      result.certificate = extract();
      if (error_) return *error_;
    }
    result.nodes = nodes_;
    result.threat_nodes = threats_.nodes();
    return result;
  }

 private:
  std::uint64_t key_of(bool attackers_turn) const {
    return p_.canonical_hash() ^ (attackers_turn ? 0 : 0x5bd1e9955bd1e995);
  }
  Numbers look_up(std::uint64_t key) const {
    const auto found = table_.find(key);
    return found == table_.end() ? Numbers{} : found->second;
  }

  void check_limits() {
    constexpr std::uint64_t kBatch = 256;
    if (nodes_ % kBatch != 0 || error_) return;
    progress_.advance(kBatch);
    if (options_.cancel != nullptr && options_.cancel->cancelled()) error_ = cancelled_error();
    if (table_.size() * kEntryBytes > options_.memory_bytes) {
      error_ = Error{ErrorCode::kNoSpace,
                     fmt::format("the proof needs more than the {} allowed; give it more with "
                                 "--memory",
                                 format_bytes(options_.memory_bytes))};
    }
    if (options_.node_limit != 0 && nodes_ > options_.node_limit) out_of_nodes_ = true;
  }
  bool stopped() const { return error_.has_value() || out_of_nodes_; }

  // First numbers of a position with the attacker to move: by threats alone.
  Numbers evaluate(Proof start = 1) {
    const std::uint64_t key = key_of(true);
    if (const auto found = table_.find(key); found != table_.end()) return found->second;
    ++nodes_;
    check_limits();
    Numbers numbers{start, 1};
    if (std::popcount(p_.completing(kDefender)) > 1 && p_.completing(kAttacker) == 0) {
      numbers = {kInfinity, 0};
    } else if (replays_known()) {
      numbers = {0, kInfinity};
      remember(key);
    } else if (threats_.wins(p_.marks(kAttacker), p_.marks(kDefender), sequence_)) {
      numbers = {0, kInfinity};
      sequences_.push_back(sequence_);
      remember(key);
    } else if (p_.empty() == 0) {
      numbers = {kInfinity, 0};
    }
    table_.emplace(key, numbers);
    return numbers;
  }

  // The sequences that won against other replies to the same move win against
  // most of the rest too.
  bool replays_known() {
    for (auto it = sequences_.rbegin(); it != sequences_.rend(); ++it) {
      const std::size_t needed = threats_.replays(p_.marks(kAttacker), p_.marks(kDefender), *it);
      if (needed == 0) continue;
      sequence_.assign(it->begin(), it->begin() + static_cast<std::ptrdiff_t>(needed));
      return true;
    }
    return false;
  }

  // Keeps the winning threats of this position, as cells of its canonical image.
  void remember(std::uint64_t key) {
    const auto map = board_.rules().symmetries().map(p_.canonical_symmetry());
    std::string& kept = won_by_threats_[key];
    kept.clear();
    for (const Cell cell : sequence_) kept += static_cast<char>(map[cell]);
  }
  // The same for the position on the board, as its own cells.
  bool recall(std::vector<Cell>& moves) const {
    const auto kept = won_by_threats_.find(key_of(true));
    if (kept == won_by_threats_.end()) return false;
    const auto map = board_.rules().symmetries().map(p_.canonical_symmetry());
    for (const char image : kept->second) {
      const auto at = std::find(map.begin(), map.end(), static_cast<std::uint16_t>(image));
      moves.push_back(static_cast<Cell>(at - map.begin()));
    }
    return true;
  }

  // First numbers of a position with the defender to move after a quiet move.
  Numbers evaluate_quiet() const {
    const auto found = table_.find(key_of(false));
    if (found != table_.end()) return found->second;
    if (p_.completing(kDefender) != 0) return {kInfinity, 0};
    return {};
  }

  int static_score(Cell cell) const {
    int sum = 0;
    for (const CellSet line : board_.through(cell)) {
      const CellSet a = line & p_.marks(kAttacker);
      const CellSet d = line & p_.marks(kDefender);
      if (a != 0 && d != 0) continue;
      sum += d == 0 ? 2 + 6 * std::popcount(a) : 1 + 2 * std::popcount(d);
    }
    return sum;
  }

  void add_child(std::vector<Child>& list, const Child& child) const {
    for (const Child& other : list) {
      if (other.key == child.key) return;
    }
    list.push_back(child);
  }

  // The attacker's moves, equal ones once.
  std::vector<Child> attacker_moves() {
    CellSet among = p_.empty();
    const CellSet blocks = p_.completing(kDefender);
    if (blocks != 0) among = blocks;
    std::vector<Child> list;
    std::vector<Cell> quiet;
    for_each_bit(among, [&](int c) {
      const auto cell = static_cast<Cell>(c);
      p_.play(cell, kAttacker);
      const CellSet answers = p_.completing(kAttacker);
      if (answers == 0) {
        quiet.push_back(cell);
      } else {
        const auto reply = static_cast<Cell>(std::countr_zero(answers));
        p_.play(reply, kDefender);
        add_child(list, {cell, reply, true, key_of(true)});
        p_.undo(reply, kDefender);
      }
      p_.undo(cell, kAttacker);
    });
    add_quiet_moves(quiet, list);
    return list;
  }

  // The best few by score. Ties go by key, so that equivalent positions are
  // given equivalent moves.
  void add_quiet_moves(const std::vector<Cell>& quiet, std::vector<Child>& list) {
    std::vector<std::pair<int, Child>> scored;
    for (const Cell cell : quiet) {
      const int score = static_score(cell);
      p_.play(cell, kAttacker);
      scored.push_back({score, {cell, cell, false, key_of(false)}});
      p_.undo(cell, kAttacker);
    }
    std::sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second.key < b.second.key;
    });
    int taken = 0;
    for (const auto& [score, child] : scored) {
      if (taken == options_.quiet_moves) break;
      const std::size_t before = list.size();
      add_child(list, child);
      taken += list.size() > before;
    }
  }

  // All replies of the defender, equal ones once; no threat of the attacker's stands.
  std::vector<Child> defender_moves() {
    std::vector<Child> list;
    for_each_bit(p_.empty(), [&](int c) {
      const auto cell = static_cast<Cell>(c);
      p_.play(cell, kDefender);
      add_child(list, {cell, cell, false, key_of(true)});
      p_.undo(cell, kDefender);
    });
    return list;
  }

  void make(const Child& child, bool attackers_turn) {
    p_.play(child.move, attackers_turn ? kAttacker : kDefender);
    if (child.threat) p_.play(child.reply, kDefender);
  }
  void unmake(const Child& child, bool attackers_turn) {
    if (child.threat) p_.undo(child.reply, kDefender);
    p_.undo(child.move, attackers_turn ? kAttacker : kDefender);
  }

  Numbers first_numbers(const Child& child, bool attackers_turn) {
    const auto found = table_.find(child.key);
    if (found != table_.end()) return found->second;
    make(child, attackers_turn);
    const Numbers numbers = child.threat     ? evaluate(options_.threat_child_proof)
                            : attackers_turn ? evaluate_quiet()
                                             : evaluate();
    unmake(child, attackers_turn);
    return numbers;
  }

  // Depth-first proof-number search: works below this position until its proof
  // or disproof number reaches its threshold.
  void search(bool attackers_turn, Proof proof_limit, Proof disproof_limit) {
    const std::uint64_t key = key_of(attackers_turn);
    const std::vector<Child> children = attackers_turn ? attacker_moves() : defender_moves();
    if (children.empty()) {  // a full board: a draw
      table_[key] = {kInfinity, 0};
      return;
    }
    std::vector<Numbers> numbers;
    sequences_.clear();
    for (const Child& child : children) {
      numbers.push_back(first_numbers(child, attackers_turn));
      if (stopped()) return;
    }
    while (!stopped()) {
      // From the mover's side: the least `mine` decides, the `theirs` add up.
      const auto mine = [&](const Numbers& n) { return attackers_turn ? n.proof : n.disproof; };
      const auto theirs = [&](const Numbers& n) { return attackers_turn ? n.disproof : n.proof; };
      std::size_t best = 0;
      Proof least = kInfinity;
      Proof second = kInfinity;
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < children.size(); ++i) {
        const Proof value = mine(numbers[i]);
        sum += theirs(numbers[i]);
        if (value < least) {
          second = least;
          least = value;
          best = i;
        } else {
          second = std::min(second, value);
        }
      }
      const auto total = static_cast<Proof>(std::min<std::uint64_t>(sum, kInfinity));
      const Numbers here = least == 0
                               ? (attackers_turn ? Numbers{0, kInfinity} : Numbers{kInfinity, 0})
                           : attackers_turn ? Numbers{least, total}
                                            : Numbers{total, least};
      table_[key] = here;
      if (here.proof >= proof_limit || here.disproof >= disproof_limit || here.proof == 0 ||
          here.disproof == 0) {
        return;
      }
      const Proof my_limit = attackers_turn ? proof_limit : disproof_limit;
      const Proof their_limit = attackers_turn ? disproof_limit : proof_limit;
      const Proof child_mine =
          std::min(my_limit, second >= kInfinity ? kInfinity : second + 1 + second / 4);
      const Proof child_theirs =
          their_limit >= kInfinity ? kInfinity : their_limit - total + theirs(numbers[best]);
      make(children[best], attackers_turn);
      const bool child_turn = children[best].threat || !attackers_turn;
      if (attackers_turn) {
        search(child_turn, child_mine, child_theirs);
      } else {
        search(child_turn, child_theirs, child_mine);
      }
      unmake(children[best], attackers_turn);
      numbers[best] = look_up(children[best].key);
    }
  }

  // --- the strategy -----------------------------------------------------------

  Certificate extract() {
    Certificate c;
    c.side = board_.side();
    c.dims = board_.board().dims();
    c.players = 2;
    c.player = kAttacker;
    c.claim = Claim::kWin;
    collect(c);
    return c;
  }

  std::string marks() const {
    std::string text(board_.cells(), '.');
    for_each_bit(p_.marks(kAttacker),
                 [&](int cell) { text[static_cast<std::size_t>(cell)] = '1'; });
    for_each_bit(p_.marks(kDefender),
                 [&](int cell) { text[static_cast<std::size_t>(cell)] = '2'; });
    return text;
  }

  // Writes the entry of this position (attacker to move) and of all that follow.
  void collect(Certificate& c) {
    if (error_ || p_.completing(kAttacker) != 0) return;
    if (!written_.insert(key_of(true)).second) return;
    const CanonicalMarks here = canonical_marks(board_.rules().symmetries(), marks());
    std::vector<Child> played;
    std::vector<Cell> moves = winning_moves(played);
    CertificateEntry entry{here.marks, {}};
    for (const Cell cell : moves) {
      entry.moves.push_back(board_.rules().symmetries().image(cell, here.symmetry));
    }
    c.entries.push_back(std::move(entry));
    if (quiet_end_) {
      for (const Child& reply : defender_moves()) {
        make(reply, false);
        collect(c);
        unmake(reply, false);
      }
    }
    for (auto it = played.rbegin(); it != played.rend(); ++it) unmake(*it, true);
  }

  // The proved moves from here: threats with their replies, then a quiet move
  // or the end. Leaves the moves of `played` on the board.
  std::vector<Cell> winning_moves(std::vector<Child>& played) {
    std::vector<Cell> moves;
    quiet_end_ = false;
    while (true) {
      std::vector<Cell> tail;
      if (recall(tail)) {
        moves.insert(moves.end(), tail.begin(), tail.end());
        return moves;
      }
      const std::vector<Child> children = attacker_moves();
      const auto proved = std::find_if(children.begin(), children.end(), [&](const Child& child) {
        return look_up(child.key).proof == 0;
      });
      if (proved == children.end()) {
        error_ = Error{ErrorCode::kWrongValue, "the proof has a hole: " + marks()};
        return moves;
      }
      moves.push_back(proved->move);
      make(*proved, true);
      played.push_back(*proved);
      if (!proved->threat) {
        quiet_end_ = true;
        return moves;
      }
    }
  }

  const SmallBoard& board_;
  ThreatProofOptions options_;
  ThreatSearch threats_;
  SmallPosition p_;
  Progress progress_;
  std::unordered_map<std::uint64_t, Numbers> table_;
  std::unordered_map<std::uint64_t, std::string> won_by_threats_;
  std::unordered_set<std::uint64_t> written_;
  std::vector<Cell> sequence_;
  std::vector<std::vector<Cell>> sequences_;  // that won at the current node
  std::uint64_t nodes_ = 0;
  bool quiet_end_ = false;
  bool out_of_nodes_ = false;
  std::optional<Error> error_;
};

}  // namespace

Result<ThreatProof> prove_first_player_win(const Rules& rules, const ThreatProofOptions& options) {
  if (rules.players() != 2 || rules.cells() > kMaxSmallCells) {
    return bad_input("the proof by threats is for two players on at most 64 cells");
  }
  const SmallBoard board(rules);
  return Prover(board, options).run();
}

}  // namespace noughts::hyper
