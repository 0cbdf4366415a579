#include "noughts/hyper/search/threat_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "noughts/core/bits.h"
#include "noughts/hyper/proof/threat_walk.h"
#include "noughts/hyper/search/threat_choice.h"

namespace noughts::hyper {
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

  Certificate write() {
    Certificate c = certificate_for(rules_.board(), 2, CertificateKind::kThreats, Claim::kWin);
    visit({});
    for (std::size_t i = 0; i < queue_.size() && !hole_ && meter_.look(); ++i) {
      c.entries.push_back(entry_of(queue_[i]));
    }
    return c;
  }
  const std::optional<Error>& hole() const { return hole_; }

 private:
  void visit(const TwoSides& s) {
    if (seen_.insert(canonical_sides(rules_.symmetries(), s).sides).second) queue_.push_back(s);
  }

  // The strategy's threats from here on with their replies; then she is to make a quiet
  // move in the place that is returned, or nothing is returned and threats alone win.
  std::optional<ThreatGraph::Place> follow_threats(Duel& duel, std::vector<Cell>& moves) {
    while (true) {
      const auto place = graph_.find(duel.attacker(), duel.defender());
      if (!place || !graph_.proved(place->node)) {
        hole_ = Error{ErrorCode::kWrongValue, "the proof has a hole"};
        return std::nullopt;
      }
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
    if (graph_.find(duel.attacker(), duel.defender()) && follow_threats(end, first)) return false;
    std::vector<Cell> rest;
    if (hole_ || !threats_.wins(end, kPatientThreatNodes, rest)) return false;
    moves = std::move(first);
    moves.insert(moves.end(), rest.begin(), rest.end());
    return true;
  }

  // Threats with their replies up to a quiet move, and what answers the replies to that.
  CertificateEntry entry_of(const TwoSides& s) {
    CertificateEntry entry;
    Duel duel = graph_.duel_of(s.own, s.other);
    const auto place = follow_threats(duel, entry.moves);
    if (!place) {
      if (!hole_) hole_ = Error{ErrorCode::kWrongValue, "the proof has a sequence too many"};
      return entry;
    }
    entry.moves.push_back(graph_.cell_at(*place, strategy_.choice(place->node).move));
    duel.attack(entry.moves.back());
    answer_replies(duel, entry);
    return entry;
  }

  void answer_replies(const Duel& duel, CertificateEntry& entry) {
    const CellSet all = bits_of_board() & ~duel.occupied();
    Sequences found;
    std::vector<CellSet> answers;  // the replies that each sequence wins against
    const auto add = [&](std::vector<Cell> moves) {
      CellSet won = 0;
      for_each_bit(all, [&](int c) {
        Duel reply = duel;
        reply.defend(static_cast<Cell>(c));
        if (ThreatSearch::replays(reply, moves) > 0) won |= bit_of(static_cast<Cell>(c));
      });
      found.push_back(std::move(moves));
      answers.push_back(won);
    };
    std::vector<Cell> moves;
    if (threats_.wins(duel, kThreatNodes, moves)) add(moves);
    CellSet answered = answers.empty() ? 0 : answers.front();
    CellSet open = 0;
    for_each_bit(all, [&](int c) {
      const auto cell = static_cast<Cell>(c);
      if (answered & bit_of(cell) || hole_) return;
      Duel reply = duel;
      reply.defend(cell);
      if (wins_by_threats(reply, moves)) {
        add(moves);
        answered |= answers.back();
      } else {
        open |= bit_of(cell);
      }
    });
    entry.sequences = few_of(found, answers, all & ~open);
    for_each_bit(open & ~answered, [&](int c) {
      visit({duel.attacker(), duel.defender() | bit_of(static_cast<Cell>(c))});
    });
  }

  // Some of the sequences that answer all of these replies, those that answer most first.
  static Sequences few_of(const Sequences& found, const std::vector<CellSet>& answers,
                          CellSet replies) {
    Sequences few;
    while (replies != 0) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < found.size(); ++i) {
        const auto gain = [&](std::size_t of) { return std::popcount(answers[of] & replies); };
        if (gain(i) > gain(best)) best = i;
      }
      few.push_back(found[best]);
      replies &= ~answers[best];
    }
    return few;
  }

  CellSet bits_of_board() const { return low_bits(static_cast<int>(rules_.cells())); }

  static constexpr std::uint64_t kThreatNodes = 5'000;

  const Rules& rules_;
  const ThreatGraph& graph_;
  const ThreatStrategy& strategy_;
  Meter& meter_;
  ThreatSearch threats_;
  std::vector<TwoSides> queue_;
  std::unordered_set<TwoSides> seen_;
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

}  // namespace noughts::hyper
