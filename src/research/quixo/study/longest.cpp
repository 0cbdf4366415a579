#include "noughts/research/quixo/study/longest.h"

#include <algorithm>
#include <unordered_set>

#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo::study {

Result<std::vector<LongGame>> long_games(const store::Path& folder,
                                         const std::shared_ptr<const layout::TableLayout>& layout,
                                         const tables::Manifest& manifest, ClassId id, int plies,
                                         Workers& workers) {
  auto table = tables::ClassTable::open_listed(folder, layout, id, manifest);
  if (!table) return table.error();
  const PlaneId plane = plane_of(id);
  std::vector<std::vector<LongGame>> found(table->chunk_count());
  auto done = workers.for_each(0, table->chunk_count(), [&](std::size_t i) -> Result<void> {
    auto raw = table->read(i);
    if (!raw) return raw.error();
    table->file().drop(i);
    const int p = table->p_of(i);
    const std::uint64_t kept = layout::kept_boards(*layout, table->class_layout(), p);
    if (auto good = table->check_size(**raw, kept, i); !good) return good;
    const std::span<const std::uint8_t> steps =
        std::span(**raw).subspan(2 * layout::stream_bytes(kept), kept);
    const auto is_long = [&](std::uint8_t step) { return step >= plies; };
    if (std::none_of(steps.begin(), steps.end(), is_long)) return {};
    std::uint64_t at = 0;
    const auto look = [&](const layout::Geometry::Parts& parts) -> Result<void> {
      const std::uint64_t bit = at++;
      if (!is_long(steps[bit])) return {};
      auto outcome = table->decode(**raw, {i, bit, kept});
      if (!outcome) return outcome.error();
      if (outcome->value != Value::kDraw) {
        found[i].push_back({plane.absolute(layout->geometry.board(parts)), *outcome});
      }
      return {};
    };
    Result<void> good;
    layout::for_each_vector(
        *layout, table->class_layout(), p,
        [&](int q, int shape, const layout::Reduction::Mask& mask, std::uint32_t) {
          layout::for_each_kept(layout->geometry, p, q, shape, mask,
                                [&](const layout::Geometry::Parts& parts) {
                                  if (good) good = look(parts);
                                });
        });
    return good;
  });
  if (!done) return done.error();
  std::vector<LongGame> games;
  for (const auto& part : found) games.insert(games.end(), part.begin(), part.end());
  return games;
}

namespace {

// One search. Boards are seen by who is to move there: X, or O with the colours exchanged.
class OriginSearch {
 public:
  OriginSearch(const Rules& rules, std::uint64_t most, const Budget& budget)
      : rules_(rules), most_(most), budget_(budget) {}

  Result<Origin> from(Board board) {
    Origin origin;
    auto reached = search(board, 0);
    if (!reached) return reached.error();
    origin.found = *reached ? Origin::Found::kGame
                   : whole_ ? Origin::Found::kNone
                            : Origin::Found::kOpen;
    if (*reached) {
      origin.moves = {back_.begin(), back_.end()};
      std::reverse(origin.moves.begin(), origin.moves.end());
      origin.exchanged = origin.moves.size() % 2 != 0;
    }
    return origin;
  }

 private:
  // So many moves back at most: a board is not left for ever by moves that take no tile off.
  static constexpr std::size_t kDeepest = 200;

  // Whether the empty board leads to this one, which is not over, X to move.
  Result<bool> search(Board board, std::size_t depth) {
    if (board == 0) return true;
    if (depth == kDeepest || seen_.size() >= most_) {
      whole_ = false;
      return false;
    }
    if (!seen_.insert(board).second) return false;
    if (auto stop = budget_.exhausted()) return *std::move(stop);
    for (const bool own : {false, true}) {
      for (const MoveShape& shape : rules_.shapes()) {
        if (!(cells_of(board, Player::kO) & shape.end)) continue;
        Board before = Rules::undo(board, shape);
        if (own) before |= Rules::tile(Cells{1} << shape.move.from, Player::kO);
        if (rules_.is_over({before, Player::kO})) continue;
        back_.push_back(shape.move);
        auto reached = search(swap_colours(before), depth + 1);
        if (!reached || *reached) return reached;
        back_.pop_back();
      }
    }
    return false;
  }

  const Rules& rules_;
  std::uint64_t most_;
  const Budget& budget_;
  bool whole_ = true;  // nothing was left out so far
  std::unordered_set<Board> seen_;
  std::vector<Move> back_;
};

}  // namespace

Result<Origin> find_origin(const Rules& rules, Board board, std::uint64_t most,
                           const Budget& budget) {
  return OriginSearch(rules, most, budget).from(board);
}

}  // namespace noughts::quixo::study
