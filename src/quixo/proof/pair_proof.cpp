#include "noughts/quixo/proof/pair_proof.h"

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <mutex>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/proof/stored_side.h"

namespace noughts::quixo {
namespace {

class PairProof {
 public:
  PairProof(const store::Path& folder, std::shared_ptr<const TableLayout> layout, Pair pair,
            WholeBoards& boards, Workers& workers)
      : folder_(folder),
        layout_(std::move(layout)),
        pair_(pair),
        at_(layout_->geometry, pair),
        places_(*layout_, at_),
        boards_(boards),
        workers_(workers) {}

  Result<Findings> run() {
    for (const Mover mover : pair_.movers()) {
      auto side = load({pair_, mover});
      if (!side) return side.error();
      sides_[mover].emplace(std::move(*side));
      findings_.checked += sides_[mover]->win.kept();
      if (auto done = check_over(mover); !done) return done.error();
    }
    for (const auto step : {&PairProof::check_wins_at_once, &PairProof::check_safe_children,
                            &PairProof::check_short_losses, &PairProof::check_short_wins,
                            &PairProof::check_long_ones}) {
      for (const Mover mover : pair_.movers()) {
        if (auto done = (this->*step)(mover); !done) return done.error();
      }
    }
    return findings_;
  }

 private:
  Result<StoredSide> load(const PlaneId& id) const {
    return StoredSide::load(folder_, layout_, id, workers_);
  }
  bool full() const { return pair_.tier() == layout_->rules.cells(); }

  // ---- sets of boards -------------------------------------------------------

  // The kept boards of a side for which f(word of wins, losses, ...) says so.
  template <class F>
  Result<KeptPlane> choose(const ClassLayout& at, const StoredSide& side, F&& f) const {
    auto chosen = boards_.room(at);
    if (!chosen) return chosen.error();
    const std::vector<int> segments = present(at);
    auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      Stream coded;
      side.coded(p, coded);
      for_each_word(side.win.kept(p), [&](std::uint64_t byte, int bytes, std::uint64_t boards) {
        const auto word = [&](const KeptPlane& plane) {
          return plane ? word_of(plane.stream(p) + byte, bytes) : 0;
        };
        const std::uint64_t value =
            f(Words{word(side.win), word(side.loss), word(side.over), word(side.at_once),
                    word_of(coded.data() + byte, bytes)});
        const std::uint64_t kept = value & boards;
        std::memcpy(chosen->stream(p) + byte, &kept, static_cast<std::size_t>(bytes));
      });
    });
    if (!done) return done.error();
    return chosen;
  }

  struct Words {
    std::uint64_t win, loss, over, at_once, coded;
  };

  // All boards of the tier with the other side to move that f chooses.
  template <class F>
  Result<Plane> children_in_tier(Mover mover, F&& f) {
    const Mover other = pair_.is_mirror() ? mover : opponent(mover);
    auto chosen = choose(at_, *sides_[other], f);
    if (!chosen) return chosen.error();
    auto plane = boards_.whole(at_, *chosen);
    if (!plane || !pair_.is_mirror()) return plane;
    *chosen = KeptPlane();
    return boards_.exchanged(at_, *plane);
  }

  // Adds the parents of the children in the tier that f chooses.
  template <class F>
  Result<void> add_in_tier(Plane& found, Mover mover, F&& f) {
    auto children = children_in_tier(mover, f);
    if (!children) return children.error();
    return boards_.add_parents(found, at_, mover, Tile::kOwn, *children, at_);
  }

  template <class F>
  Result<void> add_in_next_tier(Plane& found, Mover mover, F&& f) {
    if (full()) return {};
    const PlaneId next = after_new_tile({pair_, mover});
    const ClassLayout next_at(layout_->geometry, next.pair);
    Result<Plane> children = [&]() -> Result<Plane> {
      auto side = load(next);
      if (!side) return side.error();
      auto chosen = choose(next_at, *side, f);
      if (!chosen) return chosen.error();
      *side = StoredSide();
      return boards_.whole(next_at, *chosen);
    }();
    if (!children) return children.error();
    return boards_.add_parents(found, at_, mover, Tile::kEmpty, *children, next_at);
  }

  // ---- conditions -----------------------------------------------------------

  // Counts the boards for which f(words, found) says that they are wrong.
  template <class F>
  Result<void> check(Mover mover, const KeptPlane& found, const char* what, F&& f) {
    const StoredSide& side = *sides_[mover];
    const std::vector<int> segments = present(at_);
    return workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      Stream coded;
      side.coded(p, coded);
      for_each_word(side.win.kept(p), [&](std::uint64_t byte, int bytes, std::uint64_t boards) {
        const auto word = [&](const KeptPlane& plane) {
          return plane ? word_of(plane.stream(p) + byte, bytes) : 0;
        };
        const Words words{word(side.win), word(side.loss), word(side.over), word(side.at_once),
                          word_of(coded.data() + byte, bytes)};
        const std::uint64_t wrong = f(words, word(found)) & boards;
        for_each_bit(wrong, [&](int bit) {
          add_wrong(mover, places_.board(p, 8 * byte + static_cast<unsigned>(bit)), what);
        });
      });
    });
  }

  void add_wrong(Mover mover, Board board, const char* what) {
    const std::lock_guard lock(mutex_);
    if (findings_.wrong++ > 0) return;
    const Board seen = PlaneId{pair_, mover}.absolute(board);
    findings_.first_wrong = fmt::format("{} {}", to_text(layout_->rules, {seen, Player::kX}), what);
  }

  Result<void> check_over(Mover mover) {
    StoredSide& side = *sides_[mover];
    auto over = boards_.room(at_);
    if (!over) return over.error();
    const bool mover_wins = layout_->rules.both_lines() == BothLines::kMoverWins;
    const std::vector<int> segments = present(at_);
    auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      Stream own, other, coded;
      boards_.lines_of(at_, p, mover, own);
      boards_.lines_of(at_, p, opponent(mover), other);
      side.coded(p, coded);
      for_each_word(side.win.kept(p), [&](std::uint64_t byte, int bytes, std::uint64_t) {
        const std::uint64_t mine = word_of(own.data() + byte, bytes);
        const std::uint64_t theirs = word_of(other.data() + byte, bytes);
        const std::uint64_t win = word_of(side.win.stream(p) + byte, bytes);
        const std::uint64_t loss = word_of(side.loss.stream(p) + byte, bytes);
        const std::uint64_t ends = mine | theirs;
        // Whoever has just made both lines is not to move.
        const std::uint64_t won = mover_wins ? mine & ~theirs : mine;
        const std::uint64_t wrong = ((win ^ won) & ends) | ((loss ^ (ends & ~won)) & ends) |
                                    (win & loss) |
                                    (word_of(coded.data() + byte, bytes) & (ends | ~(win | loss)));
        for_each_bit(wrong, [&](int bit) {
          add_wrong(mover, places_.board(p, 8 * byte + static_cast<unsigned>(bit)),
                    "is over or drawn and stored as something else");
        });
        std::memcpy(over->stream(p) + byte, &ends, static_cast<std::size_t>(bytes));
      });
    });
    if (!done) return done;
    side.over = std::move(*over);
    return {};
  }

  // nl and e.
  Result<void> check_wins_at_once(Mover mover) {
    auto found = boards_.none(at_);
    if (!found) return found.error();
    auto done = add_in_next_tier(*found, mover, [](const Words& w) { return w.loss; });
    if (!done) return done;
    auto ended = boards_.over_and_lost(at_, opponent(mover));
    if (!ended) return ended.error();
    done = boards_.add_parents(*found, at_, mover, Tile::kOwn, *ended, at_);
    if (!done) return done;
    *ended = Plane();
    auto at_once = boards_.with_images(std::move(*found), at_);
    if (!at_once) return at_once.error();
    done = check(mover, *at_once, "is not stored as won, and a child is lost",
                 [](const Words& w, std::uint64_t f) { return f & ~w.win & ~w.over; });
    if (done) {
      done = check(mover, *at_once, "wins at once, and its rank says later",
                   [](const Words& w, std::uint64_t f) { return f & w.coded & ~w.over; });
    }
    sides_[mover]->at_once = std::move(*at_once);
    return done;
  }

  // nn and n.
  Result<void> check_safe_children(Mover mover) {
    auto found = boards_.none(at_);
    if (!found) return found.error();
    const auto not_won = [](const Words& w) { return ~w.win; };
    auto done = add_in_next_tier(*found, mover, not_won);
    if (done) done = add_in_tier(*found, mover, not_won);
    if (!done) return done;
    auto safe = boards_.with_images(std::move(*found), at_);
    if (!safe) return safe.error();
    done = check(mover, *safe, "is stored as lost, and a child is not won",
                 [](const Words& w, std::uint64_t f) { return f & w.loss & ~w.over; });
    if (!done) return done;
    return check(mover, *safe, "is not stored as lost, and all children are won",
                 [](const Words& w, std::uint64_t f) { return ~f & ~w.win & ~w.loss & ~w.over; });
  }

  // q.
  Result<void> check_short_losses(Mover mover) {
    auto found = boards_.none(at_);
    if (!found) return found.error();
    auto done =
        add_in_tier(*found, mover, [](const Words& w) { return ~(w.win & (w.over | w.at_once)); });
    if (!done) return done;
    auto later = boards_.with_images(std::move(*found), at_);
    if (!later) return later.error();
    return check(mover, *later, "is lost, and its rank is not the distance",
                 [](const Words& w, std::uint64_t f) { return (f ^ w.coded) & w.loss & ~w.over; });
  }

  // s.
  Result<void> check_short_wins(Mover mover) {
    auto found = boards_.none(at_);
    if (!found) return found.error();
    auto done = add_in_tier(*found, mover, [](const Words& w) { return w.loss & ~w.coded; });
    if (!done) return done;
    auto soon = boards_.with_images(std::move(*found), at_);
    if (!soon) return soon.error();
    done = check(mover, *soon, "is won, and its rank is not the distance",
                 [](const Words& w, std::uint64_t f) {
                   return ((f | w.at_once) ^ ~w.coded) & w.win & ~w.over;
                 });
    if (!done) return done;
    return check(mover, *soon, "is drawn, and a child is lost",
                 [](const Words& w, std::uint64_t f) { return f & ~w.win & ~w.loss; });
  }

  // Boards with a code above 0, one by one.
  Result<void> check_long_ones(Mover mover) {
    const StoredSide& side = *sides_[mover];
    const std::vector<int> segments = present(at_);
    return workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      for (std::size_t k = 0; k < side.places[p].size(); ++k) {
        const std::uint32_t place = side.places[p][k];
        const Board board = places_.board(p, place);
        const int code = side.codes[p][k];
        const bool win = side.win.stream(p)[place / 8] >> (place % 8) & 1;
        if (win ? !is_long_win(mover, board, code) : !is_long_loss(mover, board, code)) {
          add_wrong(mover, board, "does not have the rank that its children give it");
        }
      }
    });
  }

  StoredSide::Known known(Mover mover, Board board) const {
    const bool exchange = pair_.is_mirror() && mover == Mover::kA;
    const StoredSide& side = *sides_[exchange ? Mover::kB : mover];
    return side.at(places_.place_of(exchange ? swap_colours(board) : board));
  }

  template <class F>
  void for_each_child_in_tier(Mover mover, Board board, F&& f) const {
    layout_->rules.for_each_child(position(mover, board), [&](Board child) {
      if (tiles(child) == pair_.tier()) f(known(opponent(mover), child));
    });
  }

  bool is_long_win(Mover mover, Board board, int code) const {
    int least = std::numeric_limits<int>::max();
    for_each_child_in_tier(mover, board, [&](const StoredSide::Known& child) {
      if (child.value == Value::kLoss) least = std::min(least, child.code);
    });
    return least == code;
  }

  bool is_long_loss(Mover mover, Board board, int code) const {
    int greatest = 0;
    for_each_child_in_tier(mover, board, [&](const StoredSide::Known& child) {
      greatest = std::max(greatest, child.code);
    });
    if (greatest != code - 1) return false;
    // Whoever can move here wins, and not later than by this move.
    const auto parents =
        layout_->rules.predecessors(position(mover, board), Rules::Taken::kOwnTile);
    return std::ranges::all_of(parents, [&](const Position& parent) {
      const auto before = known(opponent(mover), parent.board);
      return before.value == Value::kWin && before.code <= code;
    });
  }

  static Position position(Mover mover, Board board) {
    return {board, mover == Mover::kA ? Player::kX : Player::kO};
  }
  static int tiles(Board board) {
    return std::popcount(cells_of(board, Player::kX) | cells_of(board, Player::kO));
  }

  const store::Path& folder_;
  std::shared_ptr<const TableLayout> layout_;
  Pair pair_;
  ClassLayout at_;
  KeptPlaces places_;
  WholeBoards& boards_;
  Workers& workers_;
  PerMover<std::optional<StoredSide>> sides_;
  std::mutex mutex_;
  Findings findings_;
};

}  // namespace

Result<Findings> prove_pair(const store::Path& folder,
                            const std::shared_ptr<const TableLayout>& layout, Pair pair,
                            WholeBoards& boards, Workers& workers) {
  return PairProof(folder, layout, pair, boards, workers).run();
}

std::uint64_t proof_memory_bytes(const TableLayout& layout, Pair pair) {
  const ClassLayout at(layout.geometry, pair);
  const std::uint64_t kept = KeptPlane::bytes_for(layout, at);
  std::uint64_t next = 0;
  if (pair.tier() < layout.rules.cells()) {
    for (const Mover mover : pair.movers()) {
      next = std::max(next, ClassLayout(layout.geometry, after_new_tile({pair, mover}).pair).bytes);
    }
  }
  // Two planes; of each side wins, losses, what is over and wins at once; a set and what was found.
  return at.bytes + std::max(next, at.bytes * (pair.is_mirror() ? 2 : 1)) +
         (4 * pair.movers().size() + 3) * kept;
}

}  // namespace noughts::quixo
