// How large a proof by replies is that a defender reaches the fortress.
//
//     quixo_hold SIZE MISSING ROUNDS SAMPLES
//
// The defender D owns a fortress (quixo/fortress.h) but for MISSING of its tiles, the attacker A
// one tile more than D, anywhere else; all other tiles are blank and A is to move. Can D force the
// fortress or a line within ROUNDS moves of her own, whatever A does? Of SAMPLES random boards it
// says how many were proved so, and the positions with A to move in a proof, one reply of D to
// every move of A. Replies are tried by the tiles that are then missing, the best kReplies of them,
// so boards that were not proved may still hold: the share is a lower bound.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "noughts/core/random.h"
#include "noughts/quixo/fortress.h"

namespace noughts::quixo {
namespace {

constexpr std::size_t kReplies = 8;

// D is X, A is O.
class Holder {
 public:
  explicit Holder(const LargeRules& rules)
      : rules_(rules), base_(cells_of(fortress_position(rules)->board, Player::kX)) {
    for (int s = 0; s < rules.symmetry_count(); ++s) images_.push_back(rules.image(base_, s));
  }

  LargeCells base() const { return base_; }
  std::uint64_t looked_at() const { return looked_at_; }

  // Positions of a proof with A to move, if there is one.
  std::optional<std::uint64_t> prove(const LargeBoard& board, int rounds) {
    ++looked_at_;
    std::uint64_t size = 1;
    bool holds = true;
    rules_.for_each_child({board, Player::kO}, [&](const LargeBoard& moved) {
      if (!holds) return;
      if (const auto winner = rules_.winner({moved, Player::kX})) {
        holds = *winner == Player::kX;
        return;
      }
      const auto rest = reply(moved, rounds);
      holds = rest.has_value();
      size += rest.value_or(0);
    });
    if (!holds) return std::nullopt;
    return size;
  }

 private:
  int missing(const LargeBoard& board) const {
    int least = rules_.cells();
    for (const LargeCells image : images_) {
      least = std::min(least, std::popcount(image & ~board.x));
    }
    return least;
  }

  // The same after D's best reply: nothing more to prove if that wins or makes the fortress.
  std::optional<std::uint64_t> reply(const LargeBoard& board, int rounds) {
    std::vector<std::pair<int, LargeBoard>> replies;
    bool done = false;
    rules_.for_each_child({board, Player::kX}, [&](const LargeBoard& moved) {
      if (const auto winner = rules_.winner({moved, Player::kO})) {
        done |= *winner == Player::kX;
        return;
      }
      const int left = missing(moved);
      done |= left == 0;
      replies.emplace_back(left, moved);
    });
    if (done) return 0;
    if (rounds == 1) return std::nullopt;
    std::ranges::sort(replies);
    replies.resize(std::min(replies.size(), kReplies));
    for (const auto& [left, moved] : replies) {
      if (auto size = prove(moved, rounds - 1)) return size;
    }
    return std::nullopt;
  }

  LargeRules rules_;
  LargeCells base_;
  std::vector<LargeCells> images_;
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

int run(const LargeRules& rules, int missing, int rounds, int samples) {
  Holder holder(rules);
  Random random(1);
  int asked = 0;
  std::vector<std::uint64_t> sizes;
  while (asked < samples) {
    const LargeCells own = holder.base() & ~some_of(holder.base(), missing, random);
    const LargeCells other = some_of(rules.all_cells() & ~own, std::popcount(own) + 1, random);
    const LargeBoard board{own, other};
    if (rules.is_over({board, Player::kO})) continue;
    ++asked;
    if (auto size = holder.prove(board, rounds)) sizes.push_back(*size);
  }
  std::ranges::sort(sizes);
  fmt::print("{} missing, {} rounds: {} of {} proved; positions of a proof: ", missing, rounds,
             sizes.size(), asked);
  if (sizes.empty()) {
    fmt::print("none");
  } else {
    fmt::print("median {}, most {}", sizes[sizes.size() / 2], sizes.back());
  }
  fmt::print("; {} looked at\n", holder.looked_at());
  return 0;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) {
  using namespace noughts::quixo;
  const auto number = [&](int i) { return argc == 5 ? std::atoi(argv[i]) : 0; };
  const auto rules = LargeRules::make(number(1));
  const bool fits = rules && rules->size() >= kLeastFortress && number(2) >= 1 &&
                    number(2) <= rules->size() && number(3) >= 1 && number(4) >= 1;
  if (!fits) {
    fmt::print(stderr, "quixo_hold: SIZE (5 to 8) MISSING ROUNDS SAMPLES\n");
    return 2;
  }
  return run(*rules, number(2), number(3), number(4));
}
