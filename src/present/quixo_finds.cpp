#include "noughts/present/quixo_finds.h"

#include <bit>
#include <map>
#include <optional>
#include <unordered_set>

namespace noughts::present {
namespace {

using quixo::Board;
using quixo::Cells;
using quixo::ClassId;
using quixo::Counts;
using quixo::Outcome;
using quixo::Player;
using quixo::Position;
using quixo::Value;

// Every board, X to move.
template <class F>
Result<void> for_each_board(const quixo::Rules& rules, Progress& progress, F&& f) {
  for (Cells x = 0; x <= rules.all_cells(); ++x) {
    progress.advance(1);
    const Cells rest = rules.all_cells() & ~x;
    for (Cells o = rest;; o = (o - 1) & rest) {
      if (Result<void> seen = f(quixo::make_board(x, o)); !seen) return seen;
      if (o == 0) break;
    }
  }
  return {};
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

// Whether a drawn position comes back after two drawing moves.
Result<bool> returns_to_itself(const quixo::ValueSource& values, Board board) {
  const quixo::Rules& rules = values.rules();
  const Position p{board, Player::kX};
  for (const auto& move : rules.moves(p)) {
    const Position after = rules.apply(p, move);
    auto outcome = values.at(quixo::board_for_mover(after));
    if (!outcome) return outcome.error();
    if (outcome->value != Value::kDraw) continue;
    for (const auto& reply : rules.moves(after)) {
      if (rules.apply(after, reply) == p) return true;
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
  std::uint64_t images(Board board) const {
    std::unordered_set<Board> all;
    for (int s = 0; s < rules_.symmetry_count(); ++s) all.insert(rules_.image(board, s));
    return all.size();
  }
  // To the next tier.
  void advance() {
    std::unordered_set<Board> seen;
    std::vector<Board> next;
    const auto reach = [&](Board child, int tiles) {
      if (std::popcount(child) != tiles) return;
      const Board least = rules_.canonical(quixo::swap_colours(child));
      if (seen.insert(least).second) next.push_back(least);
    };
    const int tiles = std::popcount(boards_.front()) + 1;
    for (const Board board : boards_) {
      if (rules_.is_over({board, Player::kX})) continue;
      rules_.for_each_child({board, Player::kX}, [&](Board child) { reach(child, tiles); });
    }
    if (!empty_tiles_only_) {
      for (std::size_t i = 0; i < next.size(); ++i) {
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

Result<std::vector<Find>> find_among_all(const quixo::ValueSource& values,
                                         const ProgressListener& listener) {
  Progress progress(listener, "looking at every board",
                    std::uint64_t{values.rules().all_cells()} + 1);
  Best slowest_loss{"the slowest loss"};
  Best slowest_win{"the slowest win"};
  Best lost_in_one{"lost in one step: every move completes a line of the opponent"};
  Best smallest_loss{"lost with the fewest tiles"};
  Best smallest_draw{"drawn with the fewest tiles"};
  std::optional<Board> loop;
  const auto look = [&](Board board) -> Result<void> {
    auto outcome = values.at(board);
    if (!outcome) return outcome.error();
    const int tiles = std::popcount(board);
    if (outcome->value == Value::kWin) slowest_win.note(board, *outcome->plies);
    if (outcome->value == Value::kLoss) {
      slowest_loss.note(board, *outcome->plies);
      if (*outcome->plies == 1) lost_in_one.note(board, 0);
      smallest_loss.note(board, -tiles);
    }
    if (outcome->value == Value::kDraw) {
      smallest_draw.note(board, -tiles);
      if (!loop) {
        auto returns = returns_to_itself(values, board);
        if (!returns) return returns.error();
        if (*returns) loop = board;
      }
    }
    return {};
  };
  if (auto seen = for_each_board(values.rules(), progress, look); !seen) return seen.error();
  std::vector<Find> finds;
  for (const Best* best :
       {&slowest_win, &slowest_loss, &lost_in_one, &smallest_loss, &smallest_draw}) {
    take(finds, *best);
  }
  if (loop) finds.push_back({"drawn, and two drawing moves bring it back", *loop, 0});
  return finds;
}

Result<OpeningFinds> find_in_opening(const quixo::ValueSource& values,
                                     const ProgressListener& listener) {
  OpeningFinds finds;
  for (const bool empty_only : {false, true}) {
    Progress progress(listener, "looking at the first tiles", kMostTiles + 1);
    const std::string how = empty_only ? ", both players having taken empty tiles only" : "";
    Best decided{"can arise and is not drawn, with the fewest tiles" + how};
    Best even_loss{"can arise, not over and lost with as many X as O, the fewest tiles" + how};
    Opening opening(values.rules(), empty_only);
    for (int tiles = 0; tiles <= std::min(kMostTiles, values.rules().cells()); ++tiles) {
      if (tiles > 0) opening.advance();
      std::map<ClassId, Counts> classes;
      for (const Board board : opening.boards()) {
        auto outcome = values.at(board);
        if (!outcome) return outcome.error();
        const ClassId id = quixo::class_of(board);
        const std::uint64_t images = opening.images(board);
        add(classes[id], outcome->value, images);
        if (outcome->value == Value::kDraw) continue;
        decided.note(board, -tiles, images);
        if (outcome->value == Value::kLoss && id.x == id.o &&
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

}  // namespace noughts::present
