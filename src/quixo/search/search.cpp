#include "noughts/quixo/search/search.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "noughts/core/random.h"

namespace noughts::quixo::search {

std::optional<Outcome> outcome_of(Score score) {
  if (score > kDecided) return Outcome{Value::kWin, kWin - score};
  if (score < -kDecided) return Outcome{Value::kLoss, kWin + score};
  return std::nullopt;
}

double estimate_of(Score score) {
  if (score > kDecided) return 1;
  if (score < -kDecided) return -1;
  // Rounded: the last digits differ from one library of functions to the next.
  return std::round(std::tanh(score / 1000.0) * 1e4) / 1e4;
}

template <class R>
AlphaBeta<R>::AlphaBeta(const R& rules, std::size_t table_bytes, const PatternWeights& weights)
    : rules_(rules),
      evaluation_(rules, weights),
      table_(std::bit_floor(std::max<std::size_t>(table_bytes / sizeof(Entry), 1024))) {}

template <class R>
Result<Found> AlphaBeta<R>::run(const Position& position, const Budget& budget,
                                const Options<Board>& options) {
  Meter meter(budget, "searching");
  meter_ = &meter;
  std::vector<Root> roots = make_roots(position, options.seed);
  if (!options.only.empty()) {
    std::erase_if(roots, [&](const Root& root) {
      return std::find(options.only.begin(), options.only.end(), root.move) == options.only.end();
    });
  }
  for (Root& root : roots) {
    root.left =
        std::find(options.left.begin(), options.left.end(), root.board) != options.left.end();
  }
  const auto better = [](const Root& a, const Root& b) { return a.score > b.score; };
  std::stable_sort(roots.begin(), roots.end(), better);
  const auto is_decided = [](const Root& root) { return std::abs(root.score) > kDecided; };
  Found found;
  while (found.depth < options.depth && roots.front().score <= kDecided &&
         !std::all_of(roots.begin(), roots.end(), is_decided)) {
    if (!search_roots(roots, found.depth + 1, options.score_all)) break;
    std::stable_sort(roots.begin(), roots.end(), better);
    ++found.depth;
  }
  if (budget.cancelled()) return cancelled_error();
  for (const Root& root : roots) found.moves.push_back({root.move, root.score});
  found.nodes = meter.nodes();
  return found;
}

// The moves in an order by the seed, each with its guess.
template <class R>
auto AlphaBeta<R>::make_roots(const Position& position, std::uint64_t seed) const
    -> std::vector<Root> {
  const Board board = board_for_mover(position);
  std::vector<Root> roots;
  for (const typename R::Shape& shape : rules_.shapes()) {
    if (cells_of(board, Player::kO) >> shape.move.from & 1) continue;
    Root root{.move = shape.move, .board = swap_colours(R::apply(board, shape, Player::kX))};
    root.image = rules_.canonical(root.board);
    const auto winner = rules_.winner({root.board, Player::kX});
    root.over = winner.has_value();
    root.score = !winner                 ? -evaluation_.of(root.board)
                 : *winner == Player::kO ? kWin - 1
                                         : 1 - kWin;
    roots.push_back(root);
  }
  Random random(seed);
  for (std::size_t i = roots.size(); i > 1; --i) std::swap(roots[i - 1], roots[random.below(i)]);
  return roots;
}

template <class R>
bool AlphaBeta<R>::search_roots(std::vector<Root>& roots, int depth, bool score_all) {
  std::map<Board, Score> done;  // by the least image
  Score best = -kNone;
  for (Root& root : roots) {
    if (std::abs(root.score) > kDecided) continue;  // over, or decided before: exact
    const auto same = done.find(root.image);
    const Score score =
        same != done.end() ? same->second
                           : -score_of(root.board, depth - 1, 1, -kNone, score_all ? kNone : -best);
    if (meter_->error()) {
      // The rest keeps the scores of the iteration before, below what was found in this.
      if (!score_all && best > -kNone) {
        for (Root* rest = &root; rest != roots.data() + roots.size(); ++rest) {
          rest->score = std::min(rest->score, best - 1);
        }
      }
      return false;
    }
    root.score = root.left && std::abs(score) <= kDecided ? 0 : score;
    done.emplace(root.image, score);
    best = std::max(best, root.score);
  }
  return true;
}

template <class R>
Score AlphaBeta<R>::expand(Board board, int ply, Children& children) const {
  const auto blocked = cells_of(board, Player::kO);
  const Score won = kWin - (ply + 1);
  Score best = -kNone;
  std::uint8_t index = 0;
  for (const typename R::Shape& shape : rules_.shapes()) {
    const std::uint8_t here = index++;
    if (blocked >> shape.move.from & 1) continue;
    const Board child = swap_colours(R::apply(board, shape, Player::kX));
    const bool mine = rules_.has_line(cells_of(child, Player::kO));
    const bool theirs = rules_.has_line(cells_of(child, Player::kX));
    if (mine && (!theirs || rules_.both_lines() == BothLines::kMoverWins)) return won;
    if (theirs) {
      best = std::max(best, -won);
    } else {
      children.push_back({child, 0, here});
    }
  }
  return best;
}

template <class R>
void AlphaBeta<R>::sort(Children& children, int first_shape) const {
  for (Child& child : children) {
    child.order = child.shape == first_shape ? -kNone : evaluation_.of(child.board);
  }
  std::stable_sort(children.begin(), children.end(),
                   [](const Child& a, const Child& b) { return a.order < b.order; });
}

template <class R>
Score AlphaBeta<R>::score_leaves(const Children& children, Score best, Score beta) const {
  for (const Child& child : children) {
    best = std::max(best, -evaluation_.of(child.board));
    if (best >= beta) break;
  }
  return best;
}

template <class R>
Score AlphaBeta<R>::score_of(Board board, int depth, int ply, Score alpha, Score beta) {
  if (!meter_->spend()) return 0;
  if (depth == 0) return evaluation_.of(board);
  Children children;
  Score best = -kNone;
  std::uint8_t best_shape = 0;
  int first_shape = -1;
  if (depth > 1) {
    const Entry& entry = entry_of(board);
    if (entry.depth >= 0 && entry.board == board) {
      first_shape = entry.shape;
      const Score distance = entry.score > kDecided ? -ply : entry.score < -kDecided ? ply : 0;
      const Score score = entry.score + distance;
      if (entry.depth == depth &&
          (entry.bound == Bound::kExact || (entry.bound == Bound::kLower && score >= beta) ||
           (entry.bound == Bound::kUpper && score <= alpha))) {
        return score;
      }
    }
  }
  best = expand(board, ply, children);
  if (best > kDecided || children.size() == 0) return best;
  if (depth == 1) return score_leaves(children, best, beta);
  sort(children, first_shape);
  const Score window_start = alpha;
  for (const Child& child : children) {
    const Score score = -score_of(child.board, depth - 1, ply + 1, -beta, -std::max(alpha, best));
    if (meter_->error()) return 0;
    if (score > best) {
      best = score;
      best_shape = child.shape;
    }
    if (best >= beta) break;
  }
  const Bound bound = best >= beta           ? Bound::kLower
                      : best <= window_start ? Bound::kUpper
                                             : Bound::kExact;
  remember(board, depth, ply, best, bound, best_shape);
  return best;
}

template <class R>
auto AlphaBeta<R>::entry_of(Board board) -> Entry& {
  return table_[std::hash<Position>{}({board, Player::kX}) & (table_.size() - 1)];
}

template <class R>
void AlphaBeta<R>::remember(Board board, int depth, int ply, Score score, Bound bound,
                            std::uint8_t shape) {
  const Score distance = score > kDecided ? ply : score < -kDecided ? -ply : 0;
  entry_of(board) = {board, static_cast<std::int16_t>(score + distance),
                     static_cast<std::int8_t>(depth), bound, shape};
}

template class AlphaBeta<Rules>;
template class AlphaBeta<LargeRules>;

}  // namespace noughts::quixo::search
