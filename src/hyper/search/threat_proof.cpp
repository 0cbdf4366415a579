#include "noughts/hyper/search/threat_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "noughts/core/bits.h"
#include "noughts/hyper/proof/threat_walk.h"
#include "noughts/hyper/search/threat_choice.h"

namespace noughts::hyper::search {
namespace {

// When the strategy is written, for the few positions whose sequence is not
// found again soon.
constexpr std::uint64_t kPatientThreatNodes = 100'000'000;

using Sequences = std::vector<std::vector<Cell>>;

// Writes a strategy in the order in which the checker asks for it.
class Writer {
 public:
  Writer(const Rules& rules, const ThreatGraph& graph, const ThreatStrategy& strategy, Meter& meter)
      : rules_(rules), graph_(graph), strategy_(strategy), meter_(meter) {}

  proof::Certificate write() {
    proof::Certificate c = proof::certificate_for(
        rules_.board(), 2, proof::CertificateKind::kThreats, proof::Claim::kWin);
    visit({});
    queue_.emplace_back();
    for (std::size_t i = 0; i < queue_.size() && !hole_ && meter_.look(); ++i) {
      c.entries.push_back(entry_of(queue_[i]));
    }
    return c;
  }
  const std::optional<Error>& hole() const { return hole_; }

 private:
  // Whether the position is new.
  bool visit(const proof::TwoSides& s) {
    return seen_.insert(proof::canonical_sides(rules_.symmetries(), s).sides).second;
  }

  // The strategy's threats from here on with their replies; then she is to make a quiet
  // move in the place that is returned, or nothing is returned and threats alone win.
  std::optional<ThreatGraph::Place> follow_threats(Duel& duel, std::vector<Cell>& moves) {
    while (true) {
      const auto place = graph_.find(duel.attacker(), duel.defender());
      // What is not proved there was won by threats when the strategy's move was looked at.
      if (!place || !graph_.proved(place->node)) return std::nullopt;
      if (graph_.nodes()[place->node].by_threats) return std::nullopt;
      const ThreatChoice& choice = strategy_.choice(place->node);
      Duel after = duel;
      after.attack(graph_.cell_at(*place, choice.move));
      const CellSet forced = after.attacker_completes();
      if (forced == 0) return place;
      moves.push_back(graph_.cell_at(*place, choice.move));
      duel = after;
      duel.defend(static_cast<Cell>(std::countr_zero(forced)));
    }
  }

  // A sequence of threats that wins here, by the strategy's own threats if need be.
  bool wins_by_threats(const Duel& duel, std::vector<Cell>& moves) {
    if (threats_.wins(duel, kThreatNodes, moves)) return true;
    Duel end = duel;
    std::vector<Cell> first;
    if (follow_threats(end, first)) return false;
    std::vector<Cell> rest;
    if (!threats_.wins(end, kPatientThreatNodes, rest)) {
      hole_ = Error{ErrorCode::kWrongValue, "the proof has a hole"};
      return false;
    }
    moves = std::move(first);
    moves.insert(moves.end(), rest.begin(), rest.end());
    return true;
  }

  // Threats with their replies up to a quiet move, and what answers the replies to that.
  proof::CertificateEntry entry_of(const proof::TwoSides& s) {
    proof::CertificateEntry entry;
    Duel duel = graph_.duel_of(s.own, s.other);
    const auto place = follow_threats(duel, entry.moves);
    if (!place) {
      hole_ = Error{ErrorCode::kWrongValue, "the proof has a sequence too many"};
      return entry;
    }
    entry.moves.push_back(graph_.cell_at(*place, strategy_.choice(place->node).move));
    duel.attack(entry.moves.back());
    answer_replies(duel, entry);
    return entry;
  }

  void answer_replies(const Duel& duel, proof::CertificateEntry& entry) {
    sequences_.clear();
    won_.clear();
    forced_.clear();
    std::vector<Cell> moves;
    // What wins if the opponent passes wins against most replies.
    if (threats_.wins(duel, kThreatNodes, moves)) add_sequence(duel, moves);
    find_sequences(duel);
    entry.sequences = few_sequences();
    queue_replies(duel, entry.sequences);
  }

  // This one without what it does not need, and the shortest.
  void add_sequence(const Duel& duel, std::vector<Cell> moves) {
    ThreatSearch::shorten(duel, moves);
    sequences_.push_back(moves);
    if (threats_.wins_soon(duel, kSoonNodes, moves)) sequences_.push_back(std::move(moves));
  }

  template <class Visit>
  void for_each_reply(const Duel& duel, Visit visit) {
    const CellSet forced = duel.attacker_completes();
    if (std::popcount(forced) > 1) return;  // won
    for_each_bit(forced != 0 ? forced : bits_of_board() & ~duel.occupied(), [&](int c) {
      Duel reply = duel;
      reply.defend(static_cast<Cell>(c));
      if (!hole_) visit(reply);
    });
  }

  // The position after the one move that stops a line.
  static std::optional<Duel> after_forced(Duel duel) {
    const CellSet danger = duel.defender_completes();
    if (danger == 0) return std::nullopt;
    duel.attack(static_cast<Cell>(std::countr_zero(danger)));
    return duel;
  }
  static proof::TwoSides sides_of(const Duel& duel) { return {duel.attacker(), duel.defender()}; }

  // A sequence for every reply that threats alone win against, through forced moves.
  void find_sequences(const Duel& duel) {
    for_each_reply(duel, [&](const Duel& reply) {
      std::vector<Cell> moves;
      const bool known = std::any_of(sequences_.rbegin(), sequences_.rend(), [&](const auto& s) {
        return ThreatSearch::replays(reply, s) > 0;
      });
      if (!known && wins_by_threats(reply, moves)) {
        add_sequence(reply, moves);
      } else if (!known) {
        const auto next = after_forced(reply);
        const proof::TwoSides key =
            proof::canonical_sides(rules_.symmetries(), sides_of(reply)).sides;
        if (next && !seen_.contains(key) && forced_.insert(key).second) find_sequences(*next);
        return;
      }
      won_.push_back(reply);
    });
  }

  // Some of the sequences that win all of the positions found, those that win most for their length
  // first.
  Sequences few_sequences() const {
    std::vector<std::vector<bool>> wins;
    for (const std::vector<Cell>& moves : sequences_) {
      std::vector<bool>& of = wins.emplace_back();
      for (const Duel& duel : won_) of.push_back(ThreatSearch::replays(duel, moves) > 0);
    }
    Sequences few;
    std::vector<bool> open(won_.size(), true);
    while (std::find(open.begin(), open.end(), true) != open.end()) {
      const auto gain = [&](std::size_t of) {
        double sum = 0;
        for (std::size_t i = 0; i < open.size(); ++i) sum += open[i] && wins[of][i] ? 1 : 0;
        return sum / static_cast<double>(sequences_[of].size() + 1);
      };
      std::size_t best = 0;
      for (std::size_t i = 1; i < sequences_.size(); ++i) {
        if (gain(i) > gain(best)) best = i;
      }
      few.push_back(sequences_[best]);
      for (std::size_t i = 0; i < open.size(); ++i) open[i] = open[i] && !wins[best][i];
    }
    return few;
  }

  // What the checker will ask for next, in its order.
  void queue_replies(const Duel& duel, const Sequences& sequences) {
    for_each_reply(duel, [&](const Duel& reply) {
      for (const std::vector<Cell>& moves : sequences) {
        if (ThreatSearch::replays(reply, moves) > 0) return;
      }
      if (!visit(sides_of(reply))) return;
      if (const auto next = after_forced(reply)) {
        queue_replies(*next, sequences);
      } else {
        queue_.push_back(sides_of(reply));
      }
    });
  }

  CellSet bits_of_board() const { return low_bits(static_cast<int>(rules_.cells())); }

  static constexpr std::uint64_t kSoonNodes = 10'000;  // for a short sequence
  static constexpr std::uint64_t kThreatNodes = 5'000;

  const Rules& rules_;
  const ThreatGraph& graph_;
  const ThreatStrategy& strategy_;
  Meter& meter_;
  ThreatSearch threats_;
  std::vector<proof::TwoSides> queue_;
  std::unordered_set<proof::TwoSides> seen_;
  // Of the entry that is written.
  Sequences sequences_;
  std::vector<Duel> won_;                       // by threats, after replies
  std::unordered_set<proof::TwoSides> forced_;  // positions whose replies were looked at
  std::optional<Error> hole_;
};

}  // namespace

Result<ThreatProof> prove_first_player_win(const Rules& rules, const Budget& budget,
                                           const ThreatTuning& tuning) {
  if (rules.players() != 2 || rules.board().shortest() < 3 || !DuelBoard::fits(rules)) {
    return bad_input(fmt::format(
        "the proof by threats is for two players on boards of side 3 to {} with at most {} cells "
        "and {} lines",
        kMaxDuelSide, kMaxSmallCells, kMaxDuelLines));
  }
  const SmallBoard board(rules);
  Meter meter(budget, "proving");
  ThreatGraph graph(board, tuning, meter);
  ThreatProof result;
  const bool proved = graph.prove();
  if (meter.error()) return *meter.error();
  result.nodes = meter.nodes();
  result.threat_nodes = graph.threat_nodes();
  if (!proved) return result;
  const ThreatStrategy strategy(graph);
  Writer writer(rules, graph, strategy, meter);
  result.certificate = writer.write();
  if (meter.error()) return *meter.error();
  if (writer.hole()) return *writer.hole();
  return result;
}

}  // namespace noughts::hyper::search
