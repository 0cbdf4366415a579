#include "noughts/hyper/search/threat_choice.h"

#include <algorithm>
#include <numeric>

namespace noughts::hyper::search {

namespace {
constexpr int kRounds = 8;
}

ThreatStrategy::ThreatStrategy(const ThreatGraph& graph)
    : graph_(&graph),
      chosen_(graph.nodes().size(), 0),
      weight_(graph.nodes().size(), 0),
      users_(graph.nodes().size(), 0),
      told_(graph.nodes().size(), 0) {
  weigh(0);
  add(0, true);
  std::vector<NodeIndex> order(graph.nodes().size());
  std::iota(order.begin(), order.end(), 0);
  std::size_t before = size_ + 1;
  for (int round = 0; round < kRounds && size_ < before; ++round) {
    before = size_;
    for (const NodeIndex node : order) {
      if (users_[node] > 0 && !graph.nodes()[node].by_threats) exchange(node);
    }
  }
}

// The least number of nodes with advice in a tree of proved choices, which are taken.
double ThreatStrategy::weigh(NodeIndex node) {
  const ThreatNode& here = graph_->nodes()[node];
  if (here.by_threats) return 0;
  if (weight_[node] > 0) return weight_[node];
  double least = 0;
  for (std::size_t i = 0; i < here.choices.size(); ++i) {
    if (!graph_->proved(here.choices[i])) continue;
    double sum = 0.001;
    for (const NodeIndex next : here.choices[i].nodes) {
      sum += weigh(next) + (!here.choices[i].threat && needs_advice(next) ? 1 : 0);
    }
    if (least > 0 && sum >= least) continue;
    least = sum;
    chosen_[node] = i;
  }
  return weight_[node] = least;
}

void ThreatStrategy::add(NodeIndex node, bool told) {
  if (told && told_[node]++ == 0 && needs_advice(node)) ++size_;
  if (users_[node]++ > 0 || graph_->nodes()[node].by_threats) return;
  for (const NodeIndex next : choice(node).nodes) add(next, !choice(node).threat);
}

void ThreatStrategy::drop(NodeIndex node, bool told) {
  if (told && --told_[node] == 0 && needs_advice(node)) --size_;
  if (--users_[node] > 0 || graph_->nodes()[node].by_threats) return;
  for (const NodeIndex next : choice(node).nodes) drop(next, !choice(node).threat);
}

void ThreatStrategy::exchange(NodeIndex node) {
  const std::vector<ThreatChoice>& choices = graph_->nodes()[node].choices;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i == chosen_[node] || !graph_->proved(choices[i])) continue;
    const std::size_t before = size_;
    const std::size_t old = chosen_[node];
    const auto turn_to = [&](std::size_t from, std::size_t to) {
      // The new ones first, so that what both share stays.
      for (const NodeIndex next : choices[to].nodes) add(next, !choices[to].threat);
      chosen_[node] = to;
      for (const NodeIndex next : choices[from].nodes) drop(next, !choices[from].threat);
    };
    turn_to(old, i);
    if (size_ >= before) turn_to(i, old);
  }
}

}  // namespace noughts::hyper::search
