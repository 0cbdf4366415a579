// How far a proof by replies comes that a defender holds.
//
//     quixo_hold SIZE STATE SAMPLES TILES ROUNDS ...
//
// The defender D owns TILES random tiles, the attacker A one more, all others are blank and A is
// to move; boards on which A can complete a line with her first or second move, whatever D does,
// are thrown away, and SAMPLES are left. Can D, within ROUNDS moves of her own and whatever A does,
// complete a line or come to own a set of tiles that holds? A set holds if D does not lose with it
// on the full board, where A owns all other tiles and is to move: then, by the first theorem of
// docs/results/theorems.md, she does not lose whatever the others are. Which sets do is known
// exactly (src/research/quixo/full). On 6x6 the half with even numbers of tiles is solved for it,
// which takes minutes and 4.2 GiB; STATE, unless it is -, is a folder where that is kept on the
// way. Of an odd number of tiles a set holds if it does without one of them.
//
// Replies of D that do not end the proof are tried by what they seem worth, the best kReplies of
// them, so what is not proved may still hold: the share is a lower bound.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "noughts/core/random.h"
#include "noughts/core/stopwatch.h"
#include "noughts/quixo/search/evaluation.h"
#include "noughts/research/quixo/full/full_board.h"

namespace noughts::quixo {
namespace {

constexpr std::size_t kReplies = 8;

// Sets of D's tiles that hold on the full board.
class HoldingSets {
 public:
  static Result<HoldingSets> make(const LargeRules& rules, const std::string& state) {
    HoldingSets sets(rules);
    Workers workers(1);
    for (const bool odd : {false, true}) {
      if (odd && rules.size() == full::kLargestFull) continue;
      auto half = full::FullHalf::solve(rules, odd, workers, {.folder = state});
      if (!half) return half.error();
      sets.halves_[odd].emplace(*std::move(half));
    }
    return sets;
  }

  bool has(LargeCells own) const {
    const LargeCells other = rules_.all_cells() & ~own;
    if (const auto& half = halves_[std::popcount(other) & 1]) return !half->wins_to_move(other);
    bool holds = false;
    for_each_bit(own, [&](int cell) { holds = holds || has(own & ~(LargeCells{1} << cell)); });
    return holds;
  }

 private:
  explicit HoldingSets(const LargeRules& rules) : rules_(rules) {}

  LargeRules rules_;
  std::array<std::optional<full::FullHalf>, 2> halves_;  // by the parity of A's tiles
};

// D is X, A is O.
class Holder {
 public:
  Holder(const LargeRules& rules, const HoldingSets& sets)
      : rules_(rules), sets_(sets), evaluation_(rules) {}

  std::uint64_t looked_at() const { return looked_at_; }

  // Positions of a proof with A to move, if there is one.
  std::optional<std::uint64_t> prove(const LargeBoard& board, int rounds) {
    ++looked_at_;
    std::vector<LargeBoard> left;  // that need more rounds
    bool holds = true;
    rules_.for_each_child({board, Player::kO}, [&](const LargeBoard& moved) {
      if (!holds) return;
      if (const auto winner = rules_.winner({moved, Player::kX})) {
        holds = *winner == Player::kX;
      } else if (!ends_at_once(moved)) {
        left.push_back(moved);
        holds = rounds > 1;
      }
    });
    std::uint64_t size = 1;
    for (std::size_t i = 0; i < left.size() && holds; ++i) {
      const auto rest = reply(left[i], rounds);
      holds = rest.has_value();
      size += rest.value_or(0);
    }
    if (!holds) return std::nullopt;
    return size;
  }

  // Whether A completes a line with so many moves, whatever D does.
  bool is_lost(const LargeBoard& board, int moves) const {
    bool lost = false;
    rules_.for_each_child({board, Player::kO}, [&](const LargeBoard& moved) {
      if (lost) return;
      const auto winner = rules_.winner({moved, Player::kX});
      lost = winner ? *winner == Player::kO : moves > 1 && has_no_answer(moved, moves - 1);
    });
    return lost;
  }

 private:
  bool has_no_answer(const LargeBoard& board, int moves) const {
    bool none = true;
    rules_.for_each_child({board, Player::kX}, [&](const LargeBoard& moved) {
      if (!none) return;
      const auto winner = rules_.winner({moved, Player::kO});
      none = winner ? *winner == Player::kO : is_lost(moved, moves);
    });
    return none;
  }

  // Whether a move of D completes a line of hers or makes a set that holds.
  bool ends_at_once(const LargeBoard& board) const {
    bool ends = false;
    rules_.for_each_child({board, Player::kX}, [&](const LargeBoard& moved) {
      if (ends) return;
      const auto winner = rules_.winner({moved, Player::kO});
      ends = winner ? *winner == Player::kX : sets_.has(moved.x);
    });
    return ends;
  }

  // The proof after D's best reply.
  std::optional<std::uint64_t> reply(const LargeBoard& board, int rounds) {
    std::vector<std::pair<int, LargeBoard>> replies;
    rules_.for_each_child({board, Player::kX}, [&](const LargeBoard& moved) {
      if (rules_.is_over({moved, Player::kO})) return;
      replies.emplace_back(evaluation_.of(swap_colours(moved)), moved);
    });
    std::ranges::sort(replies);
    replies.resize(std::min(replies.size(), kReplies));
    for (const auto& [worth, moved] : replies) {
      if (auto size = prove(moved, rounds - 1)) return size;
    }
    return std::nullopt;
  }

  LargeRules rules_;
  const HoldingSets& sets_;
  search::Evaluation<LargeRules> evaluation_;
  std::uint64_t looked_at_ = 0;
};

LargeCells some_of(LargeCells cells, int count, Random& random) {
  LargeCells chosen = 0;
  while (std::popcount(chosen) < count) {
    const LargeCells cell = LargeCells{1} << random.below(64);
    if (cells & cell) chosen |= cell;
  }
  return chosen;
}

void try_samples(const LargeRules& rules, const HoldingSets& sets, int tiles, int rounds,
                 int samples) {
  Holder holder(rules, sets);
  Random random(1);
  const Stopwatch watch(Stopwatch::Kind::kProcessor);
  int asked = 0;
  int lost = 0;
  std::vector<std::uint64_t> sizes;
  while (asked < samples) {
    const LargeCells own = some_of(rules.all_cells(), tiles, random);
    const LargeCells other = some_of(rules.all_cells() & ~own, tiles + 1, random);
    const LargeBoard board{own, other};
    if (rules.is_over({board, Player::kO})) continue;
    if (holder.is_lost(board, 2)) {
      ++lost;
      continue;
    }
    ++asked;
    if (auto size = holder.prove(board, rounds)) sizes.push_back(*size);
  }
  std::ranges::sort(sizes);
  fmt::print("{} tiles, {} rounds: {} of {} proved ({} lost at once); positions of a proof: ",
             tiles, rounds, sizes.size(), asked, lost);
  if (sizes.empty()) {
    fmt::print("none");
  } else {
    fmt::print("median {}, most {}", sizes[sizes.size() / 2], sizes.back());
  }
  fmt::print("; {} looked at, {:.1f} s\n", holder.looked_at(), watch.seconds());
}

int complain(const std::string& sentence) {
  fmt::print(stderr, "quixo_hold: {}\n", sentence);
  return 2;
}

int run(int argc, char** argv) {
  const auto number = [&](int i) { return std::atoi(argv[i]); };
  if (argc < 6 || argc % 2 != 0) return complain("SIZE STATE SAMPLES TILES ROUNDS ...");
  const auto rules = LargeRules::make(number(1));
  if (!rules) return complain(rules.error().message);
  if (auto possible = full::can_solve_full(*rules); !possible)
    return complain(possible.error().message);
  if (number(3) < 1) return complain("SAMPLES is at least 1");
  for (int i = 4; i < argc; i += 2) {
    const bool fits = number(i) >= 1 && 2 * number(i) < rules->cells() && number(i + 1) >= 1;
    if (!fits) return complain("TILES are at least 1 and less than half of all, ROUNDS at least 1");
  }
  const std::string state = argv[2];
  const auto sets = HoldingSets::make(*rules, state == "-" ? "" : state);
  if (!sets) return complain(sets.error().message);
  for (int i = 4; i < argc; i += 2) {
    try_samples(*rules, *sets, number(i), number(i + 1), number(3));
  }
  return 0;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) { return noughts::quixo::run(argc, argv); }
