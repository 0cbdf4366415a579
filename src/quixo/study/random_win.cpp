#include "noughts/quixo/study/random_win.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "noughts/quixo/study/all_boards.h"

namespace noughts::quixo {
namespace {

constexpr double kResidual = 1e-12;
constexpr std::uint32_t kOver = 0;  // the node of every board that is over

class Chain {
 public:
  Chain(const ValueSource& values, Defence defence, Workers& workers)
      : values_(values), rules_(values.rules()), defence_(defence), workers_(workers) {}

  Result<RandomWin> run() {
    if (auto made = number_boards(); !made) return made.error();
    if (auto made = link_boards(); !made) return made.error();
    if (auto solved = substitute(); !solved) return solved.error();
    return summary();
  }

 private:
  struct Node {
    Board board = 0;
    std::uint8_t plies = 0;
    bool win = false;
  };

  // Decided boards that are not over, one of each eight images; few plies first, so
  // that one substitution carries values far.
  Result<void> number_boards() {
    const AllBoards boards(rules_);
    std::vector<std::vector<Node>> found(workers_.threads());
    std::atomic<bool> failed{false};
    auto seen = boards.for_each(workers_, [&](Board board) {
      if (rules_.is_over({board, Player::kX}) || rules_.canonical(board) != board) return;
      const auto outcome = values_.at(board);
      if (!outcome) return failed.store(true);
      if (!outcome->plies) return;
      found[workers_.slot()].push_back(
          {board, static_cast<std::uint8_t>(*outcome->plies), outcome->value == Value::kWin});
    });
    if (!seen) return seen;
    if (failed) return bad_input("the values cannot be read");
    nodes_.assign(1, {});
    for (const auto& list : found) nodes_.insert(nodes_.end(), list.begin(), list.end());
    std::sort(nodes_.begin() + 1, nodes_.end(), [](const Node& a, const Node& b) {
      return std::pair(a.plies, a.board) < std::pair(b.plies, b.board);
    });
    numbers_.assign(boards.count(), kOver);
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      numbers_[boards.index_of(nodes_[i].board)] = static_cast<std::uint32_t>(i);
    }
    return {};
  }

  // The children that may be chosen: of a win those that are lost, of a loss all.
  Result<void> link_boards() {
    const AllBoards boards(rules_);
    first_.assign(nodes_.size() + 1, 0);
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      if (i % 4096 == 0) {
        if (auto stop = workers_.budget().exhausted()) return *std::move(stop);
      }
      rules_.for_each_child({nodes_[i].board, Player::kX}, [&](Board moved) {
        const Board child = rules_.canonical(swap_colours(moved));
        const auto over = final_value(rules_, child);
        const std::uint32_t number = over ? kOver : numbers_[boards.index_of(child)];
        const bool lost = over ? *over == Value::kLoss : number != 0 && !nodes_[number].win;
        if (!nodes_[i].win || lost) children_.push_back(number);
      });
      first_[i + 1] = static_cast<std::uint32_t>(children_.size());
    }
    numbers_ = {};
    return {};
  }

  double substituted(std::size_t i) const {
    double sum = 0, most = 0;
    for (std::uint32_t at = first_[i]; at < first_[i + 1]; ++at) {
      const double there = expected_[children_[at]];
      sum += there;
      most = std::max(most, there);
    }
    if (!nodes_[i].win && defence_ == Defence::kBest) return 1 + most;
    return 1 + sum / (first_[i + 1] - first_[i]);
  }

  Result<void> substitute() {
    expected_.assign(nodes_.size(), 0.0);
    Progress progress(workers_.budget().progress, "substituting", 0);
    for (double change = 1; change > kResidual; ++substitutions_) {
      if (auto stop = workers_.budget().exhausted()) return *std::move(stop);
      change = 0;
      for (std::size_t i = 1; i < nodes_.size(); ++i) {
        const double value = substituted(i);
        change = std::max(change, (value - expected_[i]) / value);
        expected_[i] = value;
      }
      progress.advance(1);
    }
    // Once more without taking over what is new: the residual of the proof.
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      residual_ = std::max(residual_, std::abs(substituted(i) - expected_[i]));
    }
    return {};
  }

  RandomWin summary() const {
    RandomWin result;
    result.error = residual_ / (1 - residual_);
    result.substitutions = substitutions_;
    std::map<int, RandomWin::ByPlies> rows;
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      if (!nodes_[i].win) continue;
      const auto boards = static_cast<std::uint64_t>(image_count(rules_, nodes_[i].board));
      RandomWin::ByPlies& row = rows[nodes_[i].plies];
      row.plies = nodes_[i].plies;
      row.boards += boards;
      row.mean += static_cast<double>(boards) * expected_[i];
      row.longest = std::max(row.longest, expected_[i]);
      if (nodes_[i].board == 0) result.initial = expected_[i];
      if (expected_[i] > result.longest) {
        result.longest = expected_[i];
        result.longest_board = nodes_[i].board;
      }
    }
    for (auto& [plies, row] : rows) {
      row.mean /= static_cast<double>(row.boards);
      result.by_plies.push_back(row);
    }
    return result;
  }

  const ValueSource& values_;
  const Rules& rules_;
  Defence defence_;
  Workers& workers_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> numbers_;  // by number of the board
  std::vector<std::uint32_t> first_;    // of a node among the children
  std::vector<std::uint32_t> children_;
  std::vector<double> expected_;
  double residual_ = 0;
  int substitutions_ = 0;
};

}  // namespace

Result<RandomWin> expect_random_win(const ValueSource& values, Defence defence, Workers& workers) {
  if (values.rules().size() > 4 || !values.has_plies()) {
    return bad_input("the length of random wins is known for 3x3 and 4x4, with steps");
  }
  return Chain(values, defence, workers).run();
}

}  // namespace noughts::quixo
