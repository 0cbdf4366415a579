#include "noughts/research/reports/quixo_finds.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <optional>
#include <vector>

#include "noughts/core/bits.h"
#include "noughts/core/flat_table.h"

namespace noughts::research::reports {
namespace {

using quixo::Board;
using quixo::Cells;
using quixo::ClassId;
using quixo::Counts;
using quixo::Outcome;
using quixo::Player;
using quixo::Position;
using quixo::Value;

// All contents of some cells.
std::vector<Board> contents(Cells cells) {
  std::vector<Board> all;
  for (Cells x = cells;; x = (x - 1) & cells) {
    const Cells rest = cells & ~x;
    for (Cells o = rest;; o = (o - 1) & rest) {
      all.push_back(quixo::make_board(x, o));
      if (o == 0) break;
    }
    if (x == 0) return all;
  }
}

// Every board, X to move; those with the same upper rows, whose values lie together, one
// after the other.
template <class F>
void for_each_board(const quixo::Rules& rules, const Budget& budget, F&& f) {
  const auto upper = static_cast<Cells>(low_bits((rules.size() + 1) / 2 * rules.size()));
  const std::vector<Board> lower_rows = contents(rules.all_cells() & ~upper);
  const std::vector<Board> upper_rows = contents(upper);
  Progress progress(budget.progress, "looking at every board", upper_rows.size());
  for (const Board above : upper_rows) {
    if (auto stop = budget.exhausted()) throw Failure(*stop);
    progress.advance(1);
    for (const Board below : lower_rows) {
      f(above | below);
    }
  }
}

// The best board by some score; of equals the least.
struct Best {
  std::string about;
  std::optional<Board> board = std::nullopt;
  std::uint64_t count = 0;
  int score = 0;

  void note(Board candidate, int its_score, std::uint64_t boards = 1) {
    if (!board || its_score > score) {
      score = its_score;
      board = candidate;
      count = 0;
    }
    if (its_score == score) {
      count += boards;
      if (candidate < *board) board = candidate;
    }
  }
};

void take(std::vector<Find>& finds, const Best& best) {
  if (best.board) finds.push_back({best.about, *best.board, best.count});
}

// How the opponent can bring a drawn board back whatever drawing move X makes.
enum class Return { kNo, kAsImage, kItself };

// Of the whole board or, where that is not always possible, of one of its eight images.
Return always_returns(const quixo::tables::ValueSource& values, Board board) {
  const quixo::Rules& rules = values.rules();
  const Board least = rules.canonical(board);
  Return returns = Return::kItself;
  rules.for_each_child({board, Player::kX}, [&](Board after) {
    if (returns == Return::kNo) return;
    if (values.at(quixo::swap_colours(after)).value().value != Value::kDraw) return;
    Return back = Return::kNo;
    rules.for_each_child({after, Player::kO}, [&](Board reply) {
      if (reply == board) back = Return::kItself;
      if (back == Return::kNo && std::popcount(reply) == std::popcount(board) &&
          rules.canonical(reply) == least) {
        back = Return::kAsImage;
      }
    });
    returns = std::min(returns, back);
  });
  return returns;
}

// Whether a move leads here from some board that is not over.
bool has_predecessor(const quixo::Rules& rules, Board board) {
  const Cells own = quixo::cells_of(board, Player::kO);
  for (const quixo::MoveShape& shape : rules.shapes()) {
    if (!(own & shape.end)) continue;
    const Board before = quixo::Rules::undo(board, shape);
    const Board taken = quixo::Rules::tile(Cells{1} << shape.move.from, Player::kO);
    if (!rules.is_over({before, Player::kO}) || !rules.is_over({before | taken, Player::kO})) {
      return true;
    }
  }
  return false;
}

// The boards that can arise, tier by tier, one of each eight images, X to move
// and the colours swapped after each move. No move takes a tile off the board, so
// a tier follows from the one before it and from itself.
class Opening {
 public:
  Opening(const quixo::Rules& rules, bool empty_tiles_only)
      : rules_(rules), empty_tiles_only_(empty_tiles_only), boards_{0} {}

  const std::vector<Board>& boards() const { return boards_; }
  // To the next tier.
  void advance(const Budget& budget) {
    FlatTable<char> seen;
    std::vector<Board> next;
    const auto reach = [&](Board child, int tiles) {
      if (std::popcount(child) != tiles) return;
      const Board least = rules_.canonical(quixo::swap_colours(child));
      if (seen.find(least) != nullptr) return;
      seen.at(least, 0);
      next.push_back(least);
    };
    const int tiles = std::popcount(boards_.front()) + 1;
    for (const Board board : boards_) {
      if (auto stop = budget.exhausted()) throw Failure(*stop);
      if (rules_.is_over({board, Player::kX})) continue;
      rules_.for_each_child({board, Player::kX}, [&](Board child) { reach(child, tiles); });
    }
    if (!empty_tiles_only_) {
      for (std::size_t i = 0; i < next.size(); ++i) {
        if (auto stop = budget.exhausted()) throw Failure(*stop);
        const Board board = next[i];
        if (rules_.is_over({board, Player::kX})) continue;
        rules_.for_each_child({board, Player::kX}, [&](Board child) { reach(child, tiles); });
      }
    }
    boards_ = std::move(next);
  }

 private:
  quixo::Rules rules_;
  bool empty_tiles_only_;
  std::vector<Board> boards_;
};

void add(Counts& counts, Value value, std::uint64_t boards) {
  (value == Value::kWin ? counts.win : value == Value::kLoss ? counts.loss : counts.draw) += boards;
}

}  // namespace

std::vector<Find> find_among_all(const quixo::tables::ValueSource& values, const Budget& budget) {
  const quixo::Rules& rules = values.rules();
  Best slowest_loss{"the slowest loss"};
  Best slowest_win{"the slowest win"};
  Best lost_in_one{"lost in one step: every move completes a line of the opponent"};
  Best smallest_loss{"lost with the fewest tiles"};
  Best even_loss{"lost, not over, with as many X as O, the fewest tiles"};
  Best smallest_draw{"drawn with the fewest tiles"};
  Best loop{"drawn, and O can bring it or an image of it back whatever drawing move X makes"};
  Best orphan{"not over, and no move leads here; the most tiles"};
  std::uint64_t loops = 0, same_loops = 0, orphans = 0, orphans_not_over = 0;
  const auto look = [&](Board board) {
    auto outcome = values.at(board).value();
    const int tiles = std::popcount(board);
    const bool over = outcome.plies == 0;
    if (outcome.value == Value::kWin) slowest_win.note(board, *outcome.plies);
    if (outcome.value == Value::kLoss) {
      slowest_loss.note(board, *outcome.plies);
      if (*outcome.plies == 1) lost_in_one.note(board, 0);
      smallest_loss.note(board, -tiles);
      const ClassId id = quixo::class_of(board);
      if (!over && id.x == id.o) even_loss.note(board, -tiles);
    }
    if (outcome.value == Value::kDraw) {
      smallest_draw.note(board, -tiles);
      const auto returns = always_returns(values, board);
      if (returns != Return::kNo) {
        ++loops;
        same_loops += returns == Return::kItself;
        loop.note(board, -tiles);
      }
    }
    if (!has_predecessor(rules, board)) {
      ++orphans;
      orphans_not_over += !over;
      if (!over) orphan.note(board, tiles);
    }
  };
  for_each_board(rules, budget, look);
  loop.about += fmt::format("; {} such boards, {} of them itself, this one with the fewest tiles",
                            format_count(loops), format_count(same_loops));
  orphan.about += fmt::format("; {} boards have no predecessor, {} of them not over",
                              format_count(orphans), format_count(orphans_not_over));
  std::vector<Find> finds;
  for (const Best* best : {&slowest_win, &slowest_loss, &lost_in_one, &smallest_loss, &even_loss,
                           &smallest_draw, &loop, &orphan}) {
    take(finds, *best);
  }
  return finds;
}

OpeningFinds find_in_opening(const quixo::tables::ValueSource& values, const Budget& budget) {
  OpeningFinds finds;
  for (const bool empty_only : {false, true}) {
    Progress progress(budget.progress, "looking at the first tiles", kMostTiles + 1);
    const std::string how = empty_only ? ", both players having taken empty tiles only" : "";
    Best decided{"can arise and is not drawn, with the fewest tiles" + how};
    Best even_loss{"can arise, not over and lost with as many X as O, the fewest tiles" + how};
    Opening opening(values.rules(), empty_only);
    for (int tiles = 0; tiles <= std::min(kMostTiles, values.rules().cells()); ++tiles) {
      if (auto stop = budget.exhausted()) throw Failure(*stop);
      if (tiles > 0) opening.advance(budget);
      std::map<ClassId, Counts> classes;
      for (const Board board : opening.boards()) {
        if (auto stop = budget.exhausted()) throw Failure(*stop);
        auto outcome = values.at(board).value();
        const ClassId id = quixo::class_of(board);
        const auto images = static_cast<std::uint64_t>(image_count(values.rules(), board));
        add(classes[id], outcome.value, images);
        if (outcome.value == Value::kDraw) continue;
        decided.note(board, -tiles, images);
        if (outcome.value == Value::kLoss && id.x == id.o &&
            !values.rules().is_over({board, Player::kX})) {
          even_loss.note(board, -tiles, images);
        }
      }
      for (const auto& [id, counts] : classes) {
        if (tiles <= kListedTiles) finds.classes.push_back({id, empty_only, counts});
      }
      progress.advance(1);
      if (tiles >= kListedTiles && decided.board && even_loss.board) break;
    }
    take(finds.boards, decided);
    take(finds.boards, even_loss);
  }
  return finds;
}

}  // namespace noughts::research::reports
