// What a draw is good for: from how many drawn 5x5 boards a player can force the fortress.
//
//     quixo_forced TIERS     the TIERS upper tiers of 5x5: 1, the full board, to 3
//
// A player has reached the goal with a line, or with a fortress (quixo/fortress.h) after a
// move of her own; from then on she cannot lose. Forcing it is a game of its own, for each
// player separately, and so is winning: both are solved here, tier by tier, by going over
// all boards until nothing changes. Plain code over the rules, a byte a board, one board
// of each orbit of its blank cells; what it says about wins can be compared with
// `noughts solve quixo --size 5 --tiers 25..23`.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <vector>

#include "noughts/quixo/fortress.h"
#include "noughts/quixo/rules.h"
#include "noughts/quixo/value.h"

namespace noughts::quixo {
namespace {

// Of a board with X to move.
enum Flag : std::uint8_t {
  kWon = 1,          // X wins
  kLost = 2,         // O wins
  kMoverForces = 4,  // X forces her goal
  kOtherForces = 8,  // O does
  kOver = 16,
};

// The boards with the same blank cells, by which of the others are X's.
struct Sheet {
  Cells blank;
  int images;  // so many sets of blank cells are like it
  std::vector<std::uint8_t> flags;
};

// Takes the bits of the blank cells out of a set, and puts them in again.
Cells close_gaps(Cells cells, Cells blank) {
  for (; blank != 0; blank = (blank & (blank - 1)) >> 1) {
    const Cells low = (blank & -blank) - 1;
    cells = (cells & low) | (cells >> 1 & ~low);
  }
  return cells;
}
Cells open_gaps(Cells cells, Cells blank) {
  for (; blank != 0; blank &= blank - 1) {
    const Cells low = (blank & -blank) - 1;
    cells = (cells & low) | (cells & ~low) << 1;
  }
  return cells;
}

class Tier {
 public:
  Tier(const Rules& rules, const Fortresses<Rules>& fortresses, int blanks, const Tier* fuller)
      : rules_(rules), fortresses_(fortresses), fuller_(fuller) {
    for (Cells blank = 0; blank <= rules.all_cells(); ++blank) {
      if (std::popcount(blank) != blanks) continue;
      int symmetry = 0;
      const Cells first = least_image(blank, symmetry);
      const auto [found, made] = sheet_of_.emplace(first, sheets_.size());
      if (made) {
        sheets_.push_back(
            {first, 0, std::vector<std::uint8_t>(std::size_t{1} << (rules.cells() - blanks))});
      }
      ++sheets_[found->second].images;
      places_[key_of(blank)] = {found->second, symmetry};
    }
  }

  void solve() {
    for (Sheet& sheet : sheets_) {
      for (Cells i = 0; i < sheet.flags.size(); ++i) sheet.flags[i] = at_first(board(sheet, i));
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (Sheet& sheet : sheets_) {
        for (Cells i = 0; i < sheet.flags.size(); ++i) {
          const std::uint8_t flags = sheet.flags[i];
          if (is_settled(flags)) continue;
          const std::uint8_t now = flags | from_children(board(sheet, i));
          changed |= now != flags;
          sheet.flags[i] = now;
        }
      }
    }
  }

  void print(int tier) const {
    std::uint64_t boards = 0, won = 0, lost = 0, drawn = 0, mover = 0, other = 0, either = 0;
    for (const Sheet& sheet : sheets_) {
      const auto weight = static_cast<std::uint64_t>(sheet.images);
      for (const std::uint8_t flags : sheet.flags) {
        boards += weight;
        won += weight * ((flags & kWon) != 0);
        lost += weight * ((flags & kLost) != 0);
        if (flags & (kWon | kLost)) continue;
        drawn += weight;
        mover += weight * ((flags & kMoverForces) != 0);
        other += weight * ((flags & kOtherForces) != 0);
        either += weight * ((flags & (kMoverForces | kOtherForces)) != 0);
      }
    }
    const auto share = [&](std::uint64_t part) {
      return 100 * static_cast<double>(part) / static_cast<double>(drawn);
    };
    fmt::print(
        "{} tiles: {} boards, {} won, {} lost, {} drawn; of the drawn ones the mover forces the "
        "fortress in {} ({:.2f}%), the other in {} ({:.2f}%), one of them in {} ({:.2f}%)\n",
        tier, boards, won, lost, drawn, mover, share(mover), other, share(other), either,
        share(either));
    std::fflush(stdout);
  }

 private:
  // Who wins forces her goal, and then the other does not.
  static bool is_settled(std::uint8_t flags) {
    const bool both = flags & kMoverForces && flags & kOtherForces;
    return flags & (kOver | kWon | kLost) || both;
  }

  struct Place {
    std::size_t sheet = 0;
    int symmetry = 0;
  };
  // Its first and its last cell: enough for two.
  static std::size_t key_of(Cells blank) {
    if (blank == 0) return 0;
    return static_cast<std::size_t>(32 * std::countr_zero(blank) + std::bit_width(blank) - 1);
  }

  Cells least_image(Cells cells, int& symmetry) const {
    Cells least = ~Cells{0};
    for (int s = 0; s < rules_.symmetry_count(); ++s) {
      if (const Cells image = rules_.image(cells, s); image < least) {
        least = image;
        symmetry = s;
      }
    }
    return least;
  }
  Board board(const Sheet& sheet, Cells index) const {
    const Cells x = open_gaps(index, sheet.blank);
    return make_board(x, rules_.all_cells() & ~x & ~sheet.blank);
  }
  std::uint8_t flags_of(Board board) const {
    const Cells x = cells_of(board, Player::kX);
    const Cells blank = rules_.all_cells() & ~x & ~cells_of(board, Player::kO);
    const Place& place = places_[key_of(blank)];
    const Sheet& sheet = sheets_[place.sheet];
    return sheet.flags[close_gaps(rules_.image(x, place.symmetry), sheet.blank)];
  }

  std::uint8_t at_first(Board board) const {
    if (const auto value = final_value(rules_, board)) {
      return *value == Value::kWin ? kOver | kWon | kMoverForces : kOver | kLost | kOtherForces;
    }
    return fortresses_.of(board, Player::kO) ? kOtherForces : 0;
  }

  // One move with what the children say; they are seen by the other player.
  std::uint8_t from_children(Board board) const {
    const Cells blocked = cells_of(board, Player::kO);
    const Cells tiles = blocked | cells_of(board, Player::kX);
    std::uint8_t any = 0;
    std::uint8_t all = kWon | kMoverForces;
    for (const MoveShape& shape : rules_.shapes()) {
      if (blocked >> shape.move.from & 1) continue;
      const Board child = swap_colours(Rules::apply(board, shape, Player::kX));
      const Tier& tier = tiles >> shape.move.from & 1 ? *this : *fuller_;
      const std::uint8_t flags = tier.flags_of(child);
      any |= flags;
      all &= flags;
    }
    std::uint8_t flags = 0;
    if (any & kLost) flags |= kWon;
    if (any & kOtherForces) flags |= kMoverForces;
    if (all & kWon) flags |= kLost;
    if (all & kMoverForces) flags |= kOtherForces;
    return flags;
  }

  const Rules& rules_;
  const Fortresses<Rules>& fortresses_;
  const Tier* fuller_;
  std::vector<Sheet> sheets_;
  std::map<Cells, std::size_t> sheet_of_;
  std::vector<Place> places_ = std::vector<Place>(32 * 32);
};

int run(int tiers) {
  if (tiers < 1 || tiers > 3) {
    fmt::print(stderr, "usage: quixo_forced TIERS (1 to 3)\n");
    return 2;
  }
  const Rules rules = *Rules::make(5);
  const Fortresses<Rules> fortresses(rules);
  std::vector<std::unique_ptr<Tier>> solved;
  for (int blanks = 0; blanks < tiers; ++blanks) {
    const Tier* fuller = solved.empty() ? nullptr : solved.back().get();
    solved.push_back(std::make_unique<Tier>(rules, fortresses, blanks, fuller));
    solved.back()->solve();
    solved.back()->print(rules.cells() - blanks);
  }
  return 0;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) { return noughts::quixo::run(argc == 2 ? std::atoi(argv[1]) : 0); }
