// A small strategy among all that was proved.
//
// A proved node of a ThreatGraph may have several proved choices. The strategy takes one
// in each node that it comes to, and should need advice in few: first by the size of the
// trees below, then by exchanging one choice at a time wherever that frees more nodes than
// it adds, since a node that two choices share is paid for once.
//
// Advice is needed where a reply leads that neither threatens a line nor falls to threats
// alone; threats that come before another move are told with it.
#pragma once

#include <vector>

#include "noughts/hyper/search/threat_graph.h"

namespace noughts::hyper::search {

class ThreatStrategy {
 public:
  // Require: node 0 of the graph is proved. The graph must outlive this.
  explicit ThreatStrategy(const ThreatGraph& graph);

  // The choice in a proved node that is not won by threats alone.
  const ThreatChoice& choice(NodeIndex node) const {
    return graph_->nodes()[node].choices[chosen_[node]];
  }
  // Nodes that need advice.
  std::size_t size() const { return size_; }

 private:
  double weigh(NodeIndex node);
  // A choice that leads to the node is taken, or no longer; `told`: it is no threat, so that
  // the node needs advice of its own.
  void add(NodeIndex node, bool told);
  void drop(NodeIndex node, bool told);
  void exchange(NodeIndex node);
  bool needs_advice(NodeIndex node) const {
    return !graph_->nodes()[node].by_threats && !graph_->forced(node);
  }

  const ThreatGraph* graph_;
  std::vector<std::size_t> chosen_;
  std::vector<double> weight_;        // of the tree below; 0: not weighed yet
  std::vector<std::uint32_t> users_;  // choices taken that lead to the node
  std::vector<std::uint32_t> told_;   // those among them that are no threats
  std::size_t size_ = 0;
};

}  // namespace noughts::hyper::search
