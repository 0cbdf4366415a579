#include "noughts/quixo/proof/pair_proof.h"

#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <mutex>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/proof/stored_side.h"

namespace noughts::quixo::proof {
namespace {

// Of so many boards one may be looked at by itself.
constexpr std::uint64_t kFew = 100;

class PairProof {
 public:
  PairProof(const store::Path& folder, std::shared_ptr<const layout::TableLayout> layout, Pair pair,
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
    for (const auto step : {&PairProof::check_by_next_tier, &PairProof::check_short_wins,
                            &PairProof::check_long_ones}) {
      for (const Mover mover : pair_.movers()) {
        if (auto done = (this->*step)(mover); !done) return done.error();
      }
    }
    return findings_;
  }

 private:
  Result<StoredSide> load(const PlaneId& id) {
    auto side = StoredSide::load(folder_, layout_, id, boards_, workers_);
    if (side) findings_.read[class_of(id)] = side->content;
    return side;
  }
  bool full() const { return pair_.tier() == layout_->rules.cells(); }

  // ---- sets of boards -------------------------------------------------------

  // What is known of some kept boards of a side, a bit each.
  struct Words {
    std::uint64_t win, loss, over, at_once, coded;
  };
  // Which boards those are: of segment p, `boards` has a bit for each.
  struct Place {
    int p;
    std::uint64_t byte;
    int bytes;
    std::uint64_t boards;
    std::uint64_t word(const layout::KeptPlane& plane) const {
      return plane ? word_of(plane.stream(p) + byte, bytes) : 0;
    }
  };

  // f(place, words) for all kept boards of a side.
  template <class F>
  Result<void> for_each_place(const layout::ClassLayout& at, const StoredSide& side, F&& f) const {
    const std::vector<int> segments = layout::present(at);
    return workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      layout::Stream coded;
      side.coded(p, coded);
      for_each_word(side.win.kept(p), [&](std::uint64_t byte, int bytes, std::uint64_t boards) {
        const Place place{p, byte, bytes, boards};
        f(place, Words{place.word(side.win), place.word(side.loss), place.word(side.over),
                       place.word(side.at_once), word_of(coded.data() + byte, bytes)});
      });
    });
  }

  // The kept boards of a side for which f(words) says so.
  template <class F>
  Result<layout::KeptPlane> choose(const layout::ClassLayout& at, const StoredSide& side,
                                   F&& f) const {
    auto chosen = boards_.room(at);
    if (!chosen) return chosen.error();
    auto done = for_each_place(at, side, [&](const Place& place, const Words& words) {
      const std::uint64_t kept = f(words) & place.boards;
      std::memcpy(chosen->stream(place.p) + place.byte, &kept,
                  static_cast<std::size_t>(place.bytes));
    });
    if (!done) return done.error();
    return chosen;
  }

  // The side whose boards are the children in the tier, or in a mirror pair their images.
  Mover children_of(Mover mover) const { return pair_.is_mirror() ? mover : opponent(mover); }

  // The kept boards that have one of these children in the tier. `children` have the other side
  // to move, in a mirror pair this side, since only one of the two is kept.
  Result<layout::KeptPlane> parents_in_tier(Mover mover, layout::Plane children) {
    if (pair_.is_mirror()) {
      auto exchanged = boards_.exchanged(at_, children);
      if (!exchanged) return exchanged.error();
      children = std::move(*exchanged);
    }
    auto found = boards_.none(at_);
    if (!found) return found.error();
    auto done = boards_.add_parents(*found, at_, mover, Tile::kOwn, children, at_);
    if (!done) return done.error();
    children = layout::Plane();
    return boards_.with_images(*found, at_);
  }

  // Of all boards that f chooses of the other side.
  template <class F>
  Result<layout::KeptPlane> parents_of_chosen(Mover mover, F&& f) {
    auto chosen = choose(at_, *sides_[children_of(mover)], f);
    if (!chosen) return chosen.error();
    auto children = boards_.whole(at_, *chosen);
    if (!children) return children.error();
    *chosen = layout::KeptPlane();
    return parents_in_tier(mover, std::move(*children));
  }

  // The next tier, if there is one: what a new tile of the mover leads to.
  struct Next {
    layout::ClassLayout at;
    StoredSide side;
  };
  template <class F>
  Result<void> add_in_next_tier(layout::Plane& found, Mover mover, const std::optional<Next>& next,
                                F&& f) {
    if (!next) return {};
    auto chosen = choose(next->at, next->side, f);
    if (!chosen) return chosen.error();
    auto children = boards_.whole(next->at, *chosen);
    if (!children) return children.error();
    return boards_.add_parents(found, at_, mover, Tile::kEmpty, *children, next->at);
  }

  // ---- conditions -----------------------------------------------------------

  // Calls g(segment, first bit, boards) where f(words, found) says that there are some.
  template <class F, class G>
  Result<void> for_each_found(Mover mover, const layout::KeptPlane& found, F&& f, G&& g) {
    return for_each_place(at_, *sides_[mover], [&](const Place& place, const Words& words) {
      const std::uint64_t some = f(words, place.word(found)) & place.boards;
      if (some != 0) g(place.p, 8 * place.byte, some);
    });
  }

  // Counts the boards for which f(words, found) says that they are wrong.
  template <class F>
  Result<void> check(Mover mover, const layout::KeptPlane& found, const char* what, F&& f) {
    return for_each_found(mover, found, f, [&](int p, std::uint64_t bit, std::uint64_t wrong) {
      for_each_bit(wrong, [&](int i) {
        add_wrong(mover, places_.board(p, bit + static_cast<unsigned>(i)), what);
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
    const std::vector<int> segments = layout::present(at_);
    auto done = workers_.for_each(0, segments.size(), [&](std::size_t i) {
      const int p = segments[i];
      layout::Stream own, other, coded;
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

  // What needs the next tier, and what follows from it.
  Result<void> check_by_next_tier(Mover mover) {
    std::optional<Next> next;
    if (!full()) {
      const PlaneId id = after_new_tile({pair_, mover});
      auto side = load(id);
      if (!side) return side.error();
      next = Next{layout::ClassLayout(layout_->geometry, id.pair), std::move(*side)};
    }
    auto at_once = check_wins_at_once(mover, next);
    if (!at_once) return at_once.error();
    auto done = check_short_losses(mover, std::move(*at_once));
    return done ? check_safe_children(mover, next) : done;
  }

  // nl and e: all boards that win at once.
  Result<layout::Plane> check_wins_at_once(Mover mover, const std::optional<Next>& next) {
    auto found = boards_.none(at_);
    if (!found) return found.error();
    auto done = add_in_next_tier(*found, mover, next, [](const Words& w) { return w.loss; });
    if (!done) return done.error();
    {
      auto ended = boards_.none(at_);
      if (!ended) return ended.error();
      done = boards_.add_over(*ended, at_, opponent(mover), Value::kLoss);
      if (done) done = boards_.add_parents(*found, at_, mover, Tile::kOwn, *ended, at_);
      if (!done) return done.error();
    }
    auto at_once = boards_.with_images(*found, at_);
    if (!at_once) return at_once.error();
    done = check(mover, *at_once, "is not stored as won, and a child is lost",
                 [](const Words& w, std::uint64_t f) { return f & ~w.win & ~w.over; });
    if (done) {
      done = check(mover, *at_once, "wins at once, and its rank says later",
                   [](const Words& w, std::uint64_t f) { return f & w.coded & ~w.over; });
    }
    if (!done) return done.error();
    sides_[mover]->at_once = std::move(*at_once);
    return found;
  }

  // q, of the side whose children in the tier these boards are.
  Result<void> check_short_losses(Mover mover, layout::Plane at_once) {
    auto done = boards_.add_over(at_once, at_, mover, Value::kWin);
    if (done) done = boards_.complement(at_once, at_);
    if (!done) return done;
    const Mover parents = children_of(mover);
    auto later = parents_in_tier(parents, std::move(at_once));
    if (!later) return later.error();
    return check(parents, *later, "is lost, and its rank is not the distance",
                 [](const Words& w, std::uint64_t f) { return (f ^ w.coded) & w.loss & ~w.over; });
  }

  // nn, and n of the draws that have not nn.
  Result<void> check_safe_children(Mover mover, std::optional<Next>& next) {
    const auto not_won = [](const Words& w) { return ~w.win; };
    auto found = boards_.none(at_);
    if (!found) return found.error();
    auto done = add_in_next_tier(*found, mover, next, not_won);
    next.reset();
    if (!done) return done;
    auto safe = boards_.with_images(*found, at_);
    if (!safe) return safe.error();
    *found = layout::Plane();
    done = check(mover, *safe, "is stored as lost, and a child is not won",
                 [](const Words& w, std::uint64_t f) { return f & w.loss & ~w.over; });
    if (!done) return done;
    const auto open = [](const Words& w, std::uint64_t f) { return ~f & ~w.win & ~w.loss; };
    std::atomic<std::uint64_t> left = 0;
    done = for_each_found(mover, *safe, open, [&](int, std::uint64_t, std::uint64_t word) {
      left += static_cast<std::uint64_t>(std::popcount(word));
    });
    if (!done) return done;
    constexpr const char* kWrong = "is not stored as lost, and all children are won";
    if (left * kFew <= safe->kept()) {  // one by one
      return for_each_found(mover, *safe, open, [&](int p, std::uint64_t bit, std::uint64_t word) {
        for_each_bit(word, [&](int i) {
          const Board board = places_.board(p, bit + static_cast<unsigned>(i));
          if (!has_safe_child(mover, board)) add_wrong(mover, board, kWrong);
        });
      });
    }
    auto more = parents_of_chosen(mover, not_won);
    if (!more) return more.error();
    for (const int p : layout::present(at_)) {
      for (std::uint64_t byte = 0; byte < layout::stream_bytes(safe->kept(p)); ++byte) {
        safe->stream(p)[byte] |= more->stream(p)[byte];
      }
    }
    return check(mover, *safe, kWrong, open);
  }

  // s.
  Result<void> check_short_wins(Mover mover) {
    auto soon = parents_of_chosen(mover, [](const Words& w) { return w.loss & ~w.coded; });
    if (!soon) return soon.error();
    auto done = check(mover, *soon, "is won, and its rank is not the distance",
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
    const std::vector<int> segments = layout::present(at_);
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

  bool has_safe_child(Mover mover, Board board) const {
    bool safe = false;
    for_each_child_in_tier(mover, board, [&](const StoredSide::Known& child) {
      safe = safe || child.value != Value::kWin;
    });
    return safe;
  }

  bool is_long_loss(Mover mover, Board board, int code) const {
    int greatest = 0;
    bool all_won = true;
    for_each_child_in_tier(mover, board, [&](const StoredSide::Known& child) {
      greatest = std::max(greatest, child.code);
      all_won = all_won && child.value == Value::kWin;
    });
    if (greatest != code - 1 || !all_won) return false;
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
  std::shared_ptr<const layout::TableLayout> layout_;
  Pair pair_;
  layout::ClassLayout at_;
  KeptPlaces places_;
  WholeBoards& boards_;
  Workers& workers_;
  PerMover<std::optional<StoredSide>> sides_;
  std::mutex mutex_;
  Findings findings_;
};

}  // namespace

Result<Findings> prove_pair(const store::Path& folder,
                            const std::shared_ptr<const layout::TableLayout>& layout, Pair pair,
                            WholeBoards& boards, Workers& workers) {
  return PairProof(folder, layout, pair, boards, workers).run();
}

std::uint64_t memory_bytes(const layout::TableLayout& layout, Pair pair) {
  const layout::ClassLayout at(layout.geometry, pair);
  const std::uint64_t kept = layout::KeptPlane::bytes_for(layout, at);
  std::uint64_t next = 0;
  std::uint64_t next_kept = 0;
  if (pair.tier() < layout.rules.cells()) {
    for (const Mover mover : pair.movers()) {
      const layout::ClassLayout next_at(layout.geometry, after_new_tile({pair, mover}).pair);
      next = std::max(next, next_at.bytes);
      next_kept = std::max(next_kept, layout::KeptPlane::bytes_for(layout, next_at));
    }
  }
  // Two planes; of each side wins, losses, what is over and wins at once; of the next tier wins and
  // losses; a set and what was found.
  return at.bytes + std::max(next, at.bytes) + (4 * pair.movers().size() + 3) * kept +
         2 * next_kept;
}

}  // namespace noughts::quixo::proof
