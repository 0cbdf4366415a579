#include "noughts/hyper/search/threat_graph.h"

#include <algorithm>

#include "noughts/core/bits.h"

namespace noughts::hyper::search {
namespace {

constexpr int kAttacker = 0;
constexpr int kDefender = 1;

bool disproved(const ThreatChoice& c) { return c.numbers.disproof == 0; }

}  // namespace

ThreatGraph::ThreatGraph(const SmallBoard& board, const ThreatTuning& tuning, Meter& meter)
    : board_(board), duel_board_(board), tuning_(tuning), meter_(meter), hashes_(board) {
  node_at(hashes_.least(), 0, 0);
}

bool ThreatGraph::prove() {
  while (nodes_[0].numbers.proof != 0 && nodes_[0].numbers.disproof != 0) {
    if (!meter_.spend() || !meter_.holds(bytes())) return false;
    step();
  }
  return nodes_[0].numbers.proof == 0;
}

// From the start along the most promising choices and the hardest replies to something
// that was not looked at yet.
void ThreatGraph::step() {
  NodeIndex at = 0;
  while (nodes_[at].expanded) {
    const std::vector<ThreatChoice>& choices = nodes_[at].choices;
    std::size_t best = choices.size();
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (disproved(choices[i])) continue;
      if (best == choices.size() || choices[i].numbers.proof < choices[best].numbers.proof)
        best = i;
    }
    if (!choices[best].looked_at) {
      look_at(at, best);
      return propagate(at);
    }
    std::optional<NodeIndex> hardest;
    for (const NodeIndex node : choices[best].nodes) {
      if (proved(node)) continue;
      if (!hardest || nodes_[node].numbers.disproof < nodes_[*hardest].numbers.disproof) {
        hardest = node;
      }
    }
    if (!hardest) return propagate(at);
    at = *hardest;
  }
  expand(at);
  propagate(at);
}

NodeIndex ThreatGraph::node_at(std::uint64_t key, CellSet attacker, CellSet defender) {
  const auto fresh = static_cast<NodeIndex>(nodes_.size());
  const NodeIndex node = index_.at(~key, fresh);
  if (node == fresh) {
    nodes_.emplace_back();
    nodes_.back().attacker = attacker;
    nodes_.back().defender = defender;
  }
  return node;
}

std::uint64_t ThreatGraph::bytes() const {
  constexpr std::uint64_t kNodeBytes = sizeof(ThreatNode) + 48;
  constexpr std::uint64_t kLinkBytes = sizeof(ThreatChoice) / 2 + 16;
  return nodes_.size() * kNodeBytes + links_ * kLinkBytes;
}

Duel ThreatGraph::duel_of(CellSet attacker, CellSet defender) const {
  Duel duel(duel_board_);
  for_each_bit(attacker, [&](int cell) { duel.attack(static_cast<Cell>(cell)); });
  for_each_bit(defender, [&](int cell) { duel.defend(static_cast<Cell>(cell)); });
  return duel;
}

void ThreatGraph::load(NodeIndex node) {
  hashes_ = ImageHashes(board_);
  for_each_bit(nodes_[node].attacker,
               [&](int cell) { hashes_.flip(static_cast<Cell>(cell), kAttacker); });
  for_each_bit(nodes_[node].defender,
               [&](int cell) { hashes_.flip(static_cast<Cell>(cell), kDefender); });
}

std::optional<ThreatGraph::Place> ThreatGraph::find(CellSet attacker, CellSet defender) const {
  const auto hashes_of = [&](CellSet a, CellSet d) {
    ImageHashes hashes(board_);
    for_each_bit(a, [&](int cell) { hashes.flip(static_cast<Cell>(cell), kAttacker); });
    for_each_bit(d, [&](int cell) { hashes.flip(static_cast<Cell>(cell), kDefender); });
    return hashes;
  };
  const ImageHashes here = hashes_of(attacker, defender);
  const NodeIndex* found = index_.find(~here.least());
  if (found == nullptr) return std::nullopt;
  const ThreatNode& node = nodes_[*found];
  const ImageHashes there = hashes_of(node.attacker, node.defender);
  return Place{*found, there.least_symmetry(), here.least_symmetry()};
}

Cell ThreatGraph::cell_at(const Place& place, Cell of_node) const {
  const Symmetries& symmetries = board_.rules().symmetries();
  return symmetries.preimage(symmetries.image(of_node, place.node_symmetry), place.symmetry);
}

// --- moves --------------------------------------------------------------------------

int ThreatGraph::static_score(const Duel& duel, Cell cell) const {
  int sum = 0;
  for (const CellSet line : board_.through(cell)) {
    const CellSet a = line & duel.attacker();
    const CellSet d = line & duel.defender();
    if (a != 0 && d != 0) continue;
    sum += d == 0 ? 2 + 6 * std::popcount(a) : 1 + 2 * std::popcount(d);
  }
  return sum;
}

void ThreatGraph::expand(NodeIndex node) {
  const Duel duel = duel_of(nodes_[node].attacker, nodes_[node].defender);
  nodes_[node].expanded = true;
  std::vector<Cell> moves;
  if (threats_.wins(duel, tuning_.patient_nodes, moves)) {
    nodes_[node].by_threats = true;
    return;
  }
  load(node);
  if (const CellSet block = duel.defender_completes(); block != 0) {
    if (!std::has_single_bit(block)) return;
    nodes_[node].choices.push_back(
        {.move = static_cast<Cell>(std::countr_zero(block)), .forced = true});
    return look_at(node, 0);
  }
  Duel::Threats threats;
  duel.find_threats(threats);
  add_quiet_moves(node, duel, threats.cells);
  add_threats(node, duel, threats);
  links_ += nodes_[node].choices.size();
}

// By score, equal ones once. Ties go by key, so that equivalent positions are given
// equivalent moves.
void ThreatGraph::add_quiet_moves(NodeIndex node, const Duel& duel, CellSet threats) {
  struct Quiet {
    int score;
    std::uint64_t key;
    Cell cell;
  };
  std::vector<Quiet> quiet;
  for_each_bit(board_.all() & ~duel.occupied() & ~threats, [&](int c) {
    const auto cell = static_cast<Cell>(c);
    const std::uint64_t key = hashes_.least_with(cell, kAttacker);
    const bool known =
        std::any_of(quiet.begin(), quiet.end(), [&](const Quiet& q) { return q.key == key; });
    if (!known) quiet.push_back({static_score(duel, cell), key, cell});
  });
  std::sort(quiet.begin(), quiet.end(), [](const Quiet& a, const Quiet& b) {
    return a.score != b.score ? a.score > b.score : a.key < b.key;
  });
  const auto builds = [&](Cell cell) {
    return std::any_of(board_.through(cell).begin(), board_.through(cell).end(), [&](CellSet l) {
      return (l & duel.defender()) == 0 && (l & duel.attacker()) != 0;
    });
  };
  std::vector<ThreatChoice>& choices = nodes_[node].choices;
  std::vector<std::size_t> free;
  std::vector<Cell> moves;
  for (const Quiet& q : quiet) {
    Duel after = duel;
    after.attack(q.cell);
    if (after.defender_completes() != 0) continue;
    const bool threatens = builds(q.cell) && threats_.wins(after, tuning_.pass_nodes, moves);
    if (!threatens && static_cast<int>(free.size()) == tuning_.free_moves) continue;
    if (!threatens) free.push_back(choices.size());
    choices.push_back({.move = q.cell});
  }
  if (free.size() == choices.size()) return;
  for (const std::size_t i : free) choices[i].numbers.proof = tuning_.free_number;
}

void ThreatGraph::add_threats(NodeIndex node, const Duel& duel, const Duel::Threats& threats) {
  for_each_bit(threats.cells, [&](int c) {
    const auto cell = static_cast<Cell>(c);
    const Cell reply = threats.answer[cell];
    Duel after = duel;
    after.attack(cell);
    if (after.defender_completes() != 0) return;
    after.defend(reply);
    if (std::popcount(after.defender_completes()) > 1) return;
    const std::size_t before = nodes_.size();
    const NodeIndex next = node_at(hashes_.least_with(cell, kAttacker, reply, kDefender),
                                   after.attacker(), after.defender());
    if (nodes_.size() > before) nodes_[next].numbers.proof = tuning_.threat_number;
    for (const ThreatChoice& other : nodes_[node].choices) {
      if (other.threat && other.nodes.front() == next) return;
    }
    nodes_[next].parents.push_back(node);
    nodes_[node].choices.push_back(
        {.move = cell, .threat = true, .looked_at = true, .nodes = {next}});
  });
}

// Finds the replies that matter. A choice that loses at once is taken out.
void ThreatGraph::look_at(NodeIndex node, std::size_t choice) {
  load(node);
  ThreatChoice found{.move = nodes_[node].choices[choice].move,
                     .forced = nodes_[node].choices[choice].forced,
                     .looked_at = true};
  const Duel duel = duel_of(nodes_[node].attacker, nodes_[node].defender);
  if (!replies_to(duel, found.move, found)) {
    auto& choices = nodes_[node].choices;
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(choice));
    return;
  }
  for (const NodeIndex next : found.nodes) {
    auto& parents = nodes_[next].parents;
    if (parents.empty() || parents.back() != node) parents.push_back(node);
  }
  links_ += found.nodes.size();
  nodes_[node].choices[choice] = std::move(found);
}

bool ThreatGraph::replies_to(const Duel& duel, Cell move, ThreatChoice& choice) {
  Duel after = duel;
  after.attack(move);
  const CellSet empty = board_.all() & ~after.occupied();
  if (after.defender_completes() != 0 || empty == 0) return false;
  const CellSet forced = after.attacker_completes();
  sequences_.clear();
  if (forced == 0) wins(after);  // what wins if the defender passes wins against most replies
  hashes_.flip(move, kAttacker);
  gather_replies(forced != 0 ? forced : empty);
  hashes_.flip(move, kAttacker);
  for (const auto& [cell, key] : replies_) {
    Duel reply = after;
    reply.defend(cell);
    if (index_.find(~key) == nullptr) {
      if (wins(reply)) continue;
      if (std::popcount(reply.defender_completes()) > 1) return false;
    }
    choice.nodes.push_back(node_at(key, reply.attacker(), reply.defender()));
  }
  return true;
}

// All keys before any is asked for: the index is too large for the caches, and its places
// are fetched meanwhile.
void ThreatGraph::gather_replies(CellSet cells) {
  replies_.clear();
  for_each_bit(cells, [&](int c) {
    const auto cell = static_cast<Cell>(c);
    const std::uint64_t key = hashes_.least_with(cell, kDefender);
    const auto same = [&](const Reply& r) { return r.key == key; };
    if (std::any_of(replies_.begin(), replies_.end(), same)) return;
    replies_.push_back({cell, key});
    index_.prefetch(~key);
  });
}

// By threats alone. The sequences that won against other replies win against most.
bool ThreatGraph::wins(const Duel& duel) {
  for (auto moves = sequences_.rbegin(); moves != sequences_.rend(); ++moves) {
    if (ThreatSearch::replays(duel, *moves) > 0) return true;
  }
  std::vector<Cell> moves;
  if (!threats_.wins(duel, tuning_.threat_nodes, moves)) return false;
  ThreatSearch::shorten(duel, moves);
  sequences_.push_back(std::move(moves));
  return true;
}

// --- numbers --------------------------------------------------------------------------

void ThreatGraph::update(ThreatChoice& choice) const {
  if (!choice.looked_at) return;
  std::uint64_t sum = 0;
  ProofNumber least = kInfiniteProof;
  for (const NodeIndex node : choice.nodes) {
    sum += nodes_[node].numbers.proof;
    least = std::min(least, nodes_[node].numbers.disproof);
  }
  const auto proof = static_cast<ProofNumber>(std::min<std::uint64_t>(sum, kInfiniteProof));
  choice.numbers = proof == 0 ? kProved : ProofNumbers{proof, least};
}

// Whether the numbers changed.
bool ThreatGraph::update(NodeIndex index) {
  ThreatNode& node = nodes_[index];
  ProofNumbers numbers = node.by_threats ? kProved : kDisproved;
  std::uint64_t sum = 0;
  for (ThreatChoice& choice : node.choices) {
    update(choice);
    numbers.proof = std::min(numbers.proof, choice.numbers.proof);
    sum += choice.numbers.disproof;
  }
  if (numbers.proof == 0) {
    numbers = kProved;
  } else {
    numbers.disproof = static_cast<ProofNumber>(std::min<std::uint64_t>(sum, kInfiniteProof));
  }
  const bool changed =
      numbers.proof != node.numbers.proof || numbers.disproof != node.numbers.disproof;
  node.numbers = numbers;
  return changed;
}

// Those with more marks first, so that each node is updated once: parents have fewer.
void ThreatGraph::propagate(NodeIndex from) {
  const auto marks = [&](NodeIndex i) {
    return static_cast<std::size_t>(std::popcount(nodes_[i].attacker | nodes_[i].defender));
  };
  waiting_[marks(from)].push_back(from);
  for (std::size_t count = marks(from) + 1; count-- > 0;) {
    std::vector<NodeIndex>& level = waiting_[count];
    std::sort(level.begin(), level.end());
    level.erase(std::unique(level.begin(), level.end()), level.end());
    for (const NodeIndex node : level) {
      if (!update(node) && node != from) continue;
      for (const NodeIndex parent : nodes_[node].parents) waiting_[marks(parent)].push_back(parent);
    }
    level.clear();
  }
}

}  // namespace noughts::hyper::search
