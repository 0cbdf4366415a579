// The planes of full_board.h, ply by ply: over all squares while a ply decides many boards,
// from board to board when it decides few.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "noughts/core/stopwatch.h"
#include "noughts/research/quixo/full/few_boards.h"
#include "noughts/research/quixo/full/half_file.h"

namespace noughts::quixo::full {
namespace {

using Words = SquareWords;

bool has_any(const Words& words) {
  SquareWord any = 0;
  for (const SquareWord word : words) any |= word;
  return any != 0;
}

}  // namespace

// The boards of a square in which a line is complete, P's or Q's.
class FullLines {
 public:
  explicit FullLines(const LargeRules& rules) : words_(1 << rules.size()) {
    const int size = rules.size();
    const int top_cells = size * (size - 2);
    for (const LargeCells line : rules.lines()) {
      lines_.push_back({static_cast<Top>(line & low_bits(top_cells)), {}, {}});
      const auto second = static_cast<int>(line >> top_cells & low_bits(size));
      const auto last = static_cast<int>(line >> (top_cells + size) & low_bits(size));
      for (int y = 0; y < words_; ++y) {
        for (int z = 0; z < words_; ++z) {
          const SquareWord bit = SquareWord{1} << z;
          if ((y & second) == second && (z & last) == last) lines_.back().own[y] |= bit;
          if ((y & second) == 0 && (z & last) == 0) lines_.back().other[y] |= bit;
        }
      }
    }
  }

  void find(Top top, Words& own, Words& other) const {
    for (const Line& line : lines_) {
      if ((top & line.top) == line.top) add(line.own, own);
      if ((top & line.top) == 0) add(line.other, other);
    }
  }

 private:
  struct Line {
    Top top;           // its cells there
    Words own, other;  // the boards that complete it below
  };
  void add(const Words& from, Words& to) const {
    for (int y = 0; y < words_; ++y) to[y] |= from[y];
  }

  int words_;
  std::vector<Line> lines_;
};

// Steps from one square, at most two for each push.
using Steps = FixedList<Step, 2 * most_moves(kLargestFull)>;

// A ply of Q by squares takes about as long as one by boards after so many boards a square, and
// one of P after so many times as many.
constexpr std::uint64_t kFewOfASquare = 3;
constexpr std::uint64_t kFewForP = 4;

// The turns in which the planes of a half grow.
class FullSolver {
 public:
  FullSolver(FullHalf& half, const FullOptions& options, Workers& workers)
      : half_(half),
        options_(options),
        workers_(workers),
        kernels_(tile_kernels()),
        size_(half.rules_.size()),
        words_(1 << size_),
        lines_(half.rules_),
        turns_(make_turns(half.rules_)),
        few_boards_(half, workers),
        few_(options.few.value_or(kFewOfASquare * half.squares_.count())),
        found_(workers.threads()),
        fresh_to_move_(half.squares_.count(), 1),
        fresh_after_(half.squares_.count(), 1) {}

  Result<void> run() {
    const auto resumed = resume();
    if (!resumed) return resumed.error();
    if (!*resumed) {
      auto begun = for_each_square("boards that are over", [&](Top top) { begin(top); });
      if (!begun) return begun;
      half_.by_plies_ = {0};
    }
    for (auto plies = static_cast<int>(half_.by_plies_.size());; ++plies) {
      const auto added = one_ply(plies);
      if (!added) return added.error();
      if (*added == 0 && plies > 1) return half_.is_closed_ ? open() : Result<void>();
      half_.by_plies_.push_back(*added);
      if (auto kept = keep(); !kept) return kept;
    }
  }

 private:
  // Whether an earlier run left something to go on from.
  Result<bool> resume() {
    if (options_.folder.empty()) return false;
    auto found = HalfFile(options_.folder, half_.rules_, half_.odd_).load(half_, last_);
    if (found && *found) before_ = half_.by_plies_.back();
    return found;
  }
  Result<void> keep() {
    if (options_.folder.empty() || since_file_.seconds() < options_.seconds_between_files) {
      return {};
    }
    Progress progress(workers_.budget().progress, stage("keeping what is done"), 0);
    auto kept = HalfFile(options_.folder, half_.rules_, half_.odd_).save(half_, last_);
    since_file_ = Stopwatch();
    return kept;
  }

  std::string stage(const std::string& what) const {
    return fmt::format("{} half of full boards ({}), {}", half_.odd_ ? "second" : "first",
                       format_bytes(FullHalf::memory_bytes(half_.rules_)), what);
  }

  std::string ply_name(int plies) const {
    return fmt::format("ply {} after {} boards", plies, format_count(before_));
  }

  // f(top) for every square that is kept.
  template <class F>
  Result<void> for_each_square(const std::string& what, F&& f) {
    constexpr std::size_t kTask = 1024;
    Progress progress(workers_.budget().progress, stage(what), half_.squares_.count());
    return workers_.for_each(0, (half_.tops_ + kTask - 1) / kTask, [&](std::size_t task) {
      const std::size_t end = std::min<std::size_t>(half_.tops_, (task + 1) * kTask);
      std::uint64_t done = 0;
      for (std::size_t top = task * kTask; top < end; ++top) {
        if (half_.is_mirrored(static_cast<Top>(top))) continue;
        f(static_cast<Top>(top));
        ++done;
      }
      progress.advance(done);
    });
  }

  void begin(Top top) {
    Words own{}, other{}, all;
    lines_.find(top, own, other);
    find_all(top, all);
    const bool mover_wins = half_.rules_.both_lines() == BothLines::kMoverWins;
    Words not_won{};
    for (int y = 0; y < words_; ++y) {
      not_won[y] = all[y] & ~(mover_wins ? own[y] & ~other[y] : own[y]);
    }
    store(not_won, top, half_.not_won_);
    store(won_at_the_end(all, own, other), top, half_.won_after_);
  }

  // All boards of the half: what packed ones unpack to.
  void find_all(Top top, Words& all) const {
    std::array<Packed, kSquareWords> ones;
    ones.fill(static_cast<Packed>(low_bits(words_ / 2)));
    kernels_.unpack(size_, ones.data(), half_.is_odd(top), all.data());
  }
  void load(const FullHalf::Plane& plane, Top top, Words& words) const {
    kernels_.unpack(size_, plane.get() + half_.first_word(top), half_.is_odd(top), words.data());
  }
  void store(const Words& words, Top top, FullHalf::Plane& plane) const {
    kernels_.pack(size_, words.data(), half_.is_odd(top), plane.get() + half_.first_word(top));
  }

  // The boards of a square that may still come in: not over and not won by P. With Q to
  // move also not won by Q, where that is known in this half: the fewer boards, the sooner a
  // push is found from each.
  template <bool kToMove>
  Words undecided(Top top) const {
    Words own{}, other{}, words{};
    load(kToMove ? half_.not_won_ : half_.won_after_, top, words);
    if (!kToMove) {
      Words all;
      find_all(top, all);
      for (int y = 0; y < words_; ++y) words[y] = all[y] & ~words[y];
    }
    if (!has_any(words) || half_.is_closed_) return words;
    lines_.find(top, own, other);
    for (int y = 0; y < words_; ++y) words[y] &= ~(own[y] | other[y]);
    if (!kToMove && half_.rules_.cells() % 2 == 0) keep_without_q(top, words);
    return words;
  }

  // With Q to move. Q's wins are P's with the signs exchanged: every cell, and who is to move.
  void keep_without_q(Top top, Words& words) const {
    const Top exchanged = ~top & (half_.tops_ - 1);
    Words there{};
    load(half_.not_won_, exchanged, there);
    if (half_.is_mirrored(exchanged)) {
      Words image{};
      kernels_.add_mirrored(size_, there.data(), image.data());
      there = image;
    }
    Words not_won_by_q{};
    kernels_.exchange_signs(size_, there.data(), not_won_by_q.data());
    for (int y = 0; y < words_; ++y) words[y] &= not_won_by_q[y];
  }

  // How many boards come in with this ply, mirrored ones included.
  Result<std::uint64_t> one_ply(int plies) {
    const bool to_move = plies % 2 == 1;
    if (!half_.is_closed_ && last_ && before_ <= most_for(to_move)) {
      if (auto closed = close(); !closed) return closed.error();
    }
    if (half_.is_closed_ && (to_move || before_ <= few_)) return ply_by_board(to_move, plies);
    return to_move ? ply_by_square<true>(plies) : ply_by_square<false>(plies);
  }

  // So many boards of the last ply are few for this one. A push of P decides a board at
  // once; for pushes of Q the others are looked at, too.
  std::uint64_t most_for(bool to_move) const { return to_move ? kFewForP * few_ : few_; }

  // Plies of P go by boards from now on, and those of Q if they are few.
  Result<void> close() {
    auto done = for_each_square("what is decided", [&](Top top) {
      const Words left = undecided<false>(top);
      Words closed;
      find_all(top, closed);
      for (int y = 0; y < words_; ++y) closed[y] &= ~left[y];
      store(closed, top, half_.won_after_);
    });
    if (done) half_.is_closed_ = true;
    return done;
  }
  // When nothing comes in any more: with Q to move P wins what is over and won, and where all
  // pushes lead to boards that P wins.
  Result<void> open() {
    auto done = for_each_square("what is won", [&](Top top) {
      Words own{}, other{}, goal;
      lines_.find(top, own, other);
      find_all(top, goal);
      Words won = won_at_the_end(goal, own, other);
      for (int y = 0; y < words_; ++y) goal[y] &= ~(own[y] | other[y]);
      Steps straight, mirrored;
      find_steps<false>(top, straight, mirrored);
      const Words escapes = gather(straight, mirrored, goal);
      for (int y = 0; y < words_; ++y) won[y] |= goal[y] & ~escapes[y];
      store(won, top, half_.won_after_);
    });
    if (done) half_.is_closed_ = false;
    return done;
  }
  // Boards that are over and won for P, with Q to move.
  Words won_at_the_end(const Words& all, const Words& own, const Words& other) const {
    const bool mover_wins = half_.rules_.both_lines() == BothLines::kMoverWins;
    Words won{};
    for (int y = 0; y < words_; ++y)
      won[y] = all[y] & own[y] & (mover_wins ? ~SquareWord{0} : ~other[y]);
    return won;
  }

  Result<std::uint64_t> ply_by_board(bool to_move, int plies) {
    Progress progress(workers_.budget().progress, stage(ply_name(plies)), last_->size());
    const auto added = few_boards_.ply(to_move, *last_);
    if (!added) return added;
    // Which squares grew is not known.
    std::vector<std::uint8_t>& fresh = to_move ? fresh_to_move_ : fresh_after_;
    std::fill(fresh.begin(), fresh.end(), 1);
    before_ = *added;
    return added;
  }

  template <bool kToMove>
  Result<std::uint64_t> ply_by_square(int plies) {
    // Plies of the same player are alike. The first two start from boards that are over,
    // which are in no list.
    const std::uint64_t most = most_for(!kToMove);
    listing_ = half_.is_closed_ || (plies > 2 && half_.by_plies_[plies - 2] / 2 <= most);
    std::atomic<std::uint64_t> added{0};
    auto done = for_each_square(ply_name(plies), [&](Top top) {
      added.fetch_add(grow<kToMove>(top, plies), std::memory_order_relaxed);
    });
    if (!done) return done.error();
    before_ = added.load();
    last_.reset();
    if (listing_ && (half_.is_closed_ || before_ <= most)) last_.emplace();
    for (std::vector<LargeCells>& found : found_) {
      if (last_) last_->insert(last_->end(), found.begin(), found.end());
      found = {};
    }
    return before_;
  }

  void list(Top top, const Words& words) {
    std::vector<LargeCells>& found = found_[workers_.slot()];
    if (!half_.is_closed_ && found.size() > kFewForP * few_) return;  // too many for a list
    for (int y = 0; y < words_; ++y) {
      for (SquareWord word = words[y]; word != 0; word &= word - 1) {
        const LargeCells low = static_cast<LargeCells>(std::countr_zero(word)) << size_ | y;
        const LargeCells cells = low << size_ * (size_ - 2) | top;
        if (few_boards_.is_listed(cells)) found.push_back(cells);
      }
    }
  }

  // What comes in with this ply in a square; how many boards, mirrored ones included.
  template <bool kToMove>
  std::uint64_t grow(Top top, int plies) {
    std::uint8_t& fresh = (kToMove ? fresh_to_move_ : fresh_after_)[half_.square(top)];
    fresh = plies == 1;  // the second ply looks at boards that were over, too
    const Words goal = undecided<kToMove>(top);
    if (!has_any(goal)) return 0;
    Steps straight, mirrored;
    if (!find_steps<kToMove>(top, straight, mirrored)) return 0;
    Words words = gather(straight, mirrored, goal);
    std::uint64_t added = 0;
    for (int y = 0; y < words_; ++y) {
      words[y] = goal[y] & (kToMove ? words[y] : ~words[y]);
      added += static_cast<std::uint64_t>(std::popcount(words[y]));
    }
    if (added == 0) return 0;
    fresh = 1;
    FullHalf::Plane& plane = kToMove ? half_.not_won_ : half_.won_after_;
    Words plain{};
    load(plane, top, plain);
    for (int y = 0; y < words_; ++y) plain[y] ^= words[y];
    store(plain, top, plane);
    if (listing_) list(top, words);
    return added * half_.images(top);
  }

  // What the steps bring to the boards of a goal.
  Words gather(const Steps& straight, const Steps& mirrored, const Words& goal) const {
    Words words{};
    kernels_.gather(size_, straight.begin(), static_cast<int>(straight.size()), goal.data(),
                    words.data());
    if (mirrored.size() != 0) {
      Words image{}, turned{};
      kernels_.add_mirrored(size_, goal.data(), image.data());
      kernels_.gather(size_, mirrored.begin(), static_cast<int>(mirrored.size()), image.data(),
                      turned.data());
      kernels_.add_mirrored(size_, turned.data(), words.data());
    }
    return words;
  }

  // A push of P must lead to a board that came in just now. A push of Q counts if it leads
  // to one that is not won, so all are looked at, if any could have changed.
  template <bool kToMove>
  bool find_steps(Top top, Steps& straight, Steps& mirrored) const {
    const FullHalf::Plane& plane = kToMove ? half_.won_after_ : half_.not_won_;
    const std::vector<std::uint8_t>& fresh = kToMove ? fresh_after_ : fresh_to_move_;
    bool any_fresh = false;
    const auto add = [&](const Turn& turn, Top to, bool second) {
      const auto [number, in_mirror] = half_.squares_.place(to);
      const bool is_fresh = fresh[number];
      any_fresh |= is_fresh;
      if (kToMove && !is_fresh) return;
      const Packed* source = plane.get() + (number << size_);
      __builtin_prefetch(source);
      const Turn& seen = in_mirror ? turns_[turn.mirrored] : turn;
      (in_mirror ? mirrored : straight)
          .push_back({turn.kind, seen.column, kToMove, second, half_.is_odd(to), source});
    };
    const auto stay = [&](StepKind kind, int column) {
      Turn none{};
      none.kind = kind;
      none.column = static_cast<std::uint8_t>(column);
      add(none, top, kToMove);
    };
    // First what is at hand, and has many pushes in one step.
    stay(StepKind::kLastRow, 0);
    stay(StepKind::kSecondRow, 0);
    stay(StepKind::kDown, 0);
    stay(StepKind::kDown, size_ - 1);
    for (const Turn& turn : turns_) {
      if (turn.from != 0 && ((top & turn.from) != 0) != kToMove) continue;
      if (turn.kind == StepKind::kDown) {
        add(turn, turn.after(top, false), false);
        add(turn, turn.after(top, true), true);
      } else {
        const bool lowest = top >> (size_ * (size_ - 3) + turn.column) & 1;
        add(turn, turn.after(top, kToMove), lowest);
      }
    }
    return any_fresh;
  }

  FullHalf& half_;
  const FullOptions& options_;
  Stopwatch since_file_;
  Workers& workers_;
  const TileKernels& kernels_;
  int size_;
  int words_;
  FullLines lines_;
  std::vector<Turn> turns_;
  FewBoards few_boards_;
  std::uint64_t few_;                            // boards that are few for a ply
  std::uint64_t before_ = 0;                     // boards that came in with the last ply
  std::optional<std::vector<LargeCells>> last_;  // those boards, if they were listed
  bool listing_ = false;
  std::vector<std::vector<LargeCells>> found_;  // by thread
  // Whether a square grew in the last ply: its boards with P to move, with Q to move.
  std::vector<std::uint8_t> fresh_to_move_, fresh_after_;
};

Result<FullHalf> FullHalf::solve(const LargeRules& rules, bool odd, Workers& workers,
                                 const FullOptions& options) {
  FullHalf half(rules, odd);
  if (auto solved = FullSolver(half, options, workers).run(); !solved) return solved.error();
  return half;
}

}  // namespace noughts::quixo::full
