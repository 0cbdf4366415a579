// A Quixo player's search for boards without tables: alpha-beta, deeper and deeper,
// as far as the budget allows.
//
// Boards always have X to move: after a move the signs are exchanged and the score
// changes its sign. A score is
//
//     above kDecided     the mover forces a win in kWin - score plies
//     below -kDecided    the opponent does, whatever the mover plays
//     between            a guess, in thousandths of a win (evaluation.h)
//
// A decided score is exact, plies included: iteration d looks at every line of d moves,
// remembered scores (a table of bounded size that holds whole boards, no hashes of
// them) are used at their own depth only, so the first iteration that sees a win or
// a loss sees the shortest or the slowest. Quixo knows no rule against repetition; a
// move back to a position that the caller has left before counts as a draw, 0, so that
// whoever stands better looks for something else and whoever stands worse does not.
//
//     AlphaBeta search(rules);
//     const auto found = search.run(position, {.nodes = 100'000}, {});
//     found->moves.front().move
//
// After forget() the same position and the same number of nodes give the same answer; a limit in
// seconds, whatever the machine manages.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "noughts/core/budget.h"
#include "noughts/quixo/search/evaluation.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo::search {

using Score = int;
inline constexpr Score kWin = 30'000;
inline constexpr Score kDecided = 29'000;
inline constexpr Score kNone = 32'000;  // more than any score

// The outcome that a score proves, if it does.
std::optional<Outcome> outcome_of(Score score);
// What the mover may expect, from -1, a loss, to 1, a win.
double estimate_of(Score score);

struct ScoredMove {
  Move move;
  Score score;
};

struct Found {
  std::vector<ScoredMove> moves;  // best first
  int depth = 0;                  // moves looked ahead in all lines
  std::uint64_t nodes = 0;
};

template <class Board>
struct Options {
  // A score for every move; otherwise only the first is a score, and the others are not
  // better, which is much quicker to find out.
  bool score_all = false;
  int depth = 64;
  // If not empty, only these moves are considered.
  std::vector<Move> only = {};
  // Boards, with the one to move as X, that the mover left before: going back to one
  // counts as a draw.
  std::vector<Board> left = {};
  // Decides between moves that look the same.
  std::uint64_t seed = 1;
};

template <class R>
class AlphaBeta {
 public:
  using Board = typename R::Board;
  using Position = typename R::Position;
  static constexpr std::size_t kTableBytes = std::size_t{24} << 20;

  explicit AlphaBeta(const R& rules, std::size_t table_bytes = kTableBytes,
                     const PatternWeights& weights = fitted_weights());

  // Fails only if it is cancelled; what the budget allows is looked at. With neither
  // nodes nor a deadline it goes on to `depth`. Require: the game is not over.
  Result<Found> run(const Position& position, const Budget& budget, const Options<Board>& options);
  // What former runs remembered: a run after it depends on nothing but its arguments.
  void forget() { std::fill(table_.begin(), table_.end(), Entry{}); }

 private:
  enum class Bound : std::uint8_t { kExact, kLower, kUpper };
  // Scores of decided boards are kept as seen from the board itself.
  struct Entry {
    Board board{};
    std::int16_t score = 0;
    std::int8_t depth = -1;
    Bound bound = Bound::kExact;
    std::uint8_t shape = 0;  // of the best move
  };
  struct Child {
    Board board;
    int order;  // less is searched first
    std::uint8_t shape;
  };
  using Children = FixedList<Child, R::kMaxMoves>;
  // A move of the position that is searched. Of moves to images of one board only the
  // first is searched.
  struct Root {
    Move move;
    Board board;
    Board image = {};  // the least of the board's images
    Score score = 0;
    bool over = false;
    bool left = false;
  };

  std::vector<Root> make_roots(const Position& position, std::uint64_t seed) const;
  // One iteration; false if the budget ended it.
  bool search_roots(std::vector<Root>& roots, int depth, bool score_all);
  // The score of a board that is not over, from its mover's view, `ply` moves from the
  // root: exact if it is inside the window, else a bound.
  Score score_of(Board board, int depth, int ply, Score alpha, Score beta);
  Score score_leaves(const Children& children, Score best, Score beta) const;
  // The children that are not over; and the best score of those that are, -kNone if none.
  // With a winning move among them the children do not matter.
  Score expand(Board board, int ply, Children& children) const;
  void sort(Children& children, int first_shape) const;
  Entry& entry_of(Board board);
  void remember(Board board, int depth, int ply, Score score, Bound bound, std::uint8_t shape);

  R rules_;
  Evaluation<R> evaluation_;
  std::vector<Entry> table_;
  Meter* meter_ = nullptr;
};

extern template class AlphaBeta<Rules>;
extern template class AlphaBeta<LargeRules>;

}  // namespace noughts::quixo::search
