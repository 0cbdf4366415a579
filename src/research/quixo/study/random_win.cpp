#include "noughts/research/quixo/study/random_win.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace noughts::quixo::study {
namespace {

// Substitution goes on until no value changes by more than this share of it.
constexpr double kChange = 1e-13;
// A sum of at most 44 numbers, a division and an addition are off by less than this
// share of the result: each step by half of epsilon.
constexpr double kRounding = 32 * std::numeric_limits<double>::epsilon();
static_assert(kMaxMoves + 2 <= 64);

constexpr std::uint32_t kOver = 0;  // the node of every board that is over

}  // namespace

class RandomWins::Solver {
 public:
  Solver(const tables::ValueSource& values, RandomWins& wins, Workers& workers)
      : values_(values), rules_(wins.rules_), wins_(wins), workers_(workers) {}

  Result<void> run() {
    if (auto made = number_boards(); !made) return made;
    for (auto& expected : wins_.expected_) expected.assign(wins_.nodes_.size(), 0.0);
    Progress progress(workers_.budget().progress, "substituting", wins_.nodes_.size());
    for (std::size_t begin = 1, end; begin < wins_.nodes_.size(); begin = end) {
      end = end_of_pair(begin);
      if (auto made = link_boards(begin, end); !made) return made;
      for (const Defence defence : {Defence::kBest, Defence::kRandom}) {
        if (auto solved = substitute(begin, end, defence); !solved) return solved;
      }
      progress.advance(end - begin);
    }
    if (auto summed = summarise(Defence::kBest); !summed) return summed;
    return summarise(Defence::kRandom);
  }

 private:
  // Which pair of classes a board is in: more tiles first.
  static std::pair<int, int> pair_of(const Node& node) {
    const ClassId id = class_of(node.board);
    return {-id.tier(), std::min(id.x, id.o)};
  }

  // Looks now and then whether the work must end.
  std::optional<Error> stop_at(std::size_t node) const {
    return node % 4096 == 0 ? workers_.budget().exhausted() : std::nullopt;
  }

  using Pairs = std::map<std::pair<int, int>, std::vector<Node>>;

  Result<Pairs> find_boards() {
    std::vector<Pairs> found(workers_.threads());
    std::atomic<bool> failed{false};
    auto seen = wins_.boards_.for_each(workers_, [&](Board board) {
      if (rules_.is_over({board, Player::kX}) || rules_.canonical(board) != board) return;
      const auto outcome = values_.at(board);
      if (!outcome) return failed.store(true);
      if (!outcome->plies) return;
      const Node node{board, static_cast<std::uint8_t>(*outcome->plies),
                      outcome->value == Value::kWin};
      found[workers_.slot()][pair_of(node)].push_back(node);
    });
    if (!seen) return seen.error();
    if (failed) return bad_input("the values cannot be read");
    Pairs pairs;
    for (const Pairs& part : found) {
      for (const auto& [pair, list] : part) {
        pairs[pair].insert(pairs[pair].end(), list.begin(), list.end());
      }
    }
    return pairs;
  }

  // Inside a pair few plies first, so that one substitution carries values far. Pair by
  // pair too is the sorting, so that it can be given up in between.
  Result<void> number_boards() {
    auto pairs = find_boards();
    if (!pairs) return pairs.error();
    std::vector<Node>& nodes = wins_.nodes_;
    nodes.assign(1, {});
    wins_.numbers_.assign(wins_.boards_.count(), kOver);
    for (auto& [pair, list] : *pairs) {
      if (auto stop = workers_.budget().exhausted()) return *std::move(stop);
      std::sort(list.begin(), list.end(), [](const Node& a, const Node& b) {
        return std::tie(a.plies, a.board) < std::tie(b.plies, b.board);
      });
      for (const Node& node : list) {
        wins_.numbers_[wins_.boards_.index_of(node.board)] =
            static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(node);
      }
    }
    return {};
  }

  std::size_t end_of_pair(std::size_t begin) const {
    const auto pair = pair_of(wins_.nodes_[begin]);
    std::size_t end = begin + 1;
    while (end < wins_.nodes_.size() && pair_of(wins_.nodes_[end]) == pair) ++end;
    return end;
  }

  // The children that may be chosen: of a win those that are lost, of a loss all.
  Result<void> link_boards(std::size_t begin, std::size_t end) {
    begin_ = begin;
    children_.clear();
    first_.assign(1, 0);
    for (std::size_t i = begin; i < end; ++i) {
      if (auto stop = stop_at(i)) return *std::move(stop);
      const Node& node = wins_.nodes_[i];
      rules_.for_each_child({node.board, Player::kX}, [&](Board moved) {
        const Board child = rules_.canonical(swap_colours(moved));
        const auto over = final_value(rules_, child);
        const std::uint32_t number = over ? kOver : wins_.numbers_[wins_.boards_.index_of(child)];
        const bool lost = over ? *over == Value::kLoss : number != 0 && !wins_.nodes_[number].win;
        if (!node.win || lost) children_.push_back(number);
      });
      first_.push_back(static_cast<std::uint32_t>(children_.size()));
    }
    return {};
  }

  double substituted(std::size_t i, Defence defence) const {
    const std::vector<double>& expected = wins_.expected_[index(defence)];
    const std::uint32_t from = first_[i - begin_], to = first_[i - begin_ + 1];
    double sum = 0, most = 0;
    for (std::uint32_t at = from; at < to; ++at) {
      const double there = expected[children_[at]];
      sum += there;
      most = std::max(most, there);
    }
    if (!wins_.nodes_[i].win && defence == Defence::kBest) return 1 + most;
    return 1 + sum / (to - from);
  }

  Result<void> substitute(std::size_t begin, std::size_t end, Defence defence) {
    std::vector<double>& expected = wins_.expected_[index(defence)];
    RandomWin& summary = wins_.summaries_[index(defence)];
    int substitutions = 0;
    for (double change = 1; change > kChange; ++substitutions) {
      if (auto stop = workers_.budget().exhausted()) return *std::move(stop);
      change = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const double value = substituted(i, defence);
        change = std::max(change, std::abs(value - expected[i]) / value);
        expected[i] = value;
      }
    }
    summary.substitutions = std::max(summary.substitutions, substitutions);
    // Once more without taking over what is new: the residual of the proof.
    for (std::size_t i = begin; i < end; ++i) {
      const double value = substituted(i, defence);
      const double residual = std::abs(value - expected[i]) + kRounding * value;
      summary.error = std::max(summary.error, residual / (1 - residual));
    }
    return {};
  }

  static void add(RandomWin::Row& row, std::uint64_t boards, double expected) {
    row.boards += boards;
    row.mean += static_cast<double>(boards) * expected;
    row.longest = std::max(row.longest, expected);
  }

  static std::vector<RandomWin::Row> rows_of(const std::map<int, RandomWin::Row>& rows) {
    std::vector<RandomWin::Row> list;
    for (const auto& [key, row] : rows) {
      list.push_back(row);
      list.back().key = key;
      list.back().mean /= static_cast<double>(row.boards);
    }
    return list;
  }

  Result<void> summarise(Defence defence) {
    const std::vector<double>& expected = wins_.expected_[index(defence)];
    RandomWin& summary = wins_.summaries_[index(defence)];
    std::map<int, RandomWin::Row> by_plies, by_tiles;
    for (std::size_t i = 1; i < wins_.nodes_.size(); ++i) {
      if (auto stop = stop_at(i)) return *std::move(stop);
      const Node& node = wins_.nodes_[i];
      if (!node.win) continue;
      const auto boards = static_cast<std::uint64_t>(image_count(rules_, node.board));
      add(by_plies[node.plies], boards, expected[i]);
      add(by_tiles[class_of(node.board).tier()], boards, expected[i]);
      if (node.board == 0) summary.initial = expected[i];
      if (expected[i] <= summary.longest) continue;
      summary.longest = expected[i];
      summary.longest_board = node.board;
    }
    summary.by_plies = rows_of(by_plies);
    summary.by_tiles = rows_of(by_tiles);
    return {};
  }

  const tables::ValueSource& values_;
  const Rules& rules_;
  RandomWins& wins_;
  Workers& workers_;
  // The pair at hand: its first node, and where the children of each begin.
  std::size_t begin_ = 0;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> children_;
};

Result<RandomWins> RandomWins::solve(const tables::ValueSource& values, Workers& workers) {
  if (values.rules().size() > 4 || !values.has_plies()) {
    return bad_input("the length of random wins is known for 3x3 and 4x4, with steps");
  }
  RandomWins wins(values.rules());
  if (auto solved = Solver(values, wins, workers).run(); !solved) return solved.error();
  return wins;
}

std::optional<double> RandomWins::at(Board board, Defence defence) const {
  const Board canonical = rules_.canonical(board);
  if (final_value(rules_, canonical)) return 0.0;
  const std::uint32_t number = numbers_[boards_.index_of(canonical)];
  if (number == kOver) return std::nullopt;
  return expected_[index(defence)][number];
}

}  // namespace noughts::quixo::study
