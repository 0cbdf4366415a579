// What a draw is good for, from tables: of the drawn boards of 5x5, tier by tier from the
// full board down, those from which a player can force the fortress or a win.
//
//     quixo_goals TABLES LOWEST     tiers 25 to LOWEST; TABLES of noughts solve quixo --size 5
//
// A player has reached her goal with a line, or with a fortress (quixo/fortress.h) after a move
// of her own; from then on she cannot lose. Each player's goal is looked at by itself. The game of
// `noughts solve quixo --fortress-wins`, in which the first to reach hers has won, says the same
// of whole tiers; here the boards are found one by one, and a test compares the two. Values come
// from the tables, so only drawn boards are looked at: whoever keeps the draw moves to drawn
// boards, and a move to any other loses and so helps the other to her goal. From the boards on
// which a fortress stands one goes back:
//
//     the one who just moved has her goal    so had the mover one ply before
//     the mover has it, whatever was played  so had the other, if all moves lead to such boards
//
// A pair of classes needs itself and the two with a tile more to which its moves lead: of
// each a bit for every kept board, whether it is drawn (2 GB for the largest pair), and the
// boards found so far, which are few.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

#include "noughts/core/flat_table.h"
#include "noughts/quixo/fortress.h"
#include "noughts/quixo/layout/kept.h"
#include "noughts/quixo/tables/class_table.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo {
namespace {

// Who has her goal on a board with X to move.
using Flags = std::uint8_t;
constexpr Flags kMoverForces = 1;
constexpr Flags kOtherForces = 2;

// Whether each board of a class is drawn.
class DrawnBoards {
 public:
  static Result<DrawnBoards> read(const store::Path& folder,
                                  std::shared_ptr<const layout::TableLayout> layout, ClassId id,
                                  const tables::Manifest& manifest) {
    const auto table = tables::ClassTable::open_listed(folder, layout, id, manifest);
    if (!table) return table.error();
    DrawnBoards drawn(std::move(layout), id, table->class_layout());
    for (std::uint64_t number = 0; number < table->chunk_count(); ++number) {
      if (auto done = drawn.add(*table, number); !done) return done.error();
    }
    return drawn;
  }

  bool has(Board board) const {
    const layout::TableLayout& layout = *layout_;
    const layout::Geometry& g = layout.geometry;
    const layout::Geometry::Parts at = g.parts(layout.reduction.kept_image(plane_.absolute(board)));
    const int shape = g.segments[class_layout_.segment_kind[at.p]].vector_shape[at.q];
    const std::uint64_t bit =
        starts_[first_start_[at.p] + static_cast<std::size_t>(at.q)] +
        layout::place_in_vector(layout, at, shape, layout.reduction.mask(at.p, at.q, shape));
    return bits_[at.p][bit / 8] >> bit % 8 & 1;
  }

 private:
  DrawnBoards(std::shared_ptr<const layout::TableLayout> layout, ClassId id,
              const layout::ClassLayout& of)
      : layout_(std::move(layout)),
        plane_(plane_of(id)),
        class_layout_(of),
        bits_(layout_->geometry.p_fillings),
        first_start_(layout_->geometry.p_fillings) {}

  Result<void> add(const tables::ClassTable& table, std::uint64_t number) {
    const int p = table.p_of(number);
    const auto chunk = table.read(number);
    if (!chunk) return chunk.error();
    const std::uint64_t kept = layout::kept_boards(*layout_, class_layout_, p);
    if (auto whole = table.check_size(**chunk, kept, number); !whole) return whole;
    const std::uint8_t* win = (*chunk)->data();
    const std::uint8_t* loss = win + layout::stream_bytes(kept);
    bits_[p].resize(layout::stream_bytes(kept));
    for (std::size_t i = 0; i < bits_[p].size(); ++i) {
      bits_[p][i] = static_cast<std::uint8_t>(~(win[i] | loss[i]));
    }
    first_start_[p] = starts_.size();
    starts_.resize(starts_.size() + static_cast<std::size_t>(layout_->geometry.q_fillings));
    std::uint32_t at = 0;
    layout::for_each_vector(*layout_, class_layout_, p,
                            [&](int q, int, const layout::Reduction::Mask& mask, std::uint32_t) {
                              starts_[first_start_[p] + static_cast<std::size_t>(q)] = at;
                              at += mask.count;
                            });
    return {};
  }

  std::shared_ptr<const layout::TableLayout> layout_;
  PlaneId plane_;
  layout::ClassLayout class_layout_;
  std::vector<std::vector<std::uint8_t>> bits_;  // by P, of its kept boards
  std::vector<std::uint32_t> starts_;            // where the boards of a Q begin among these
  std::vector<std::size_t> first_start_;         // by P
};

// The boards of a class that have flags, the least of the images of each.
class Flagged {
 public:
  Flags of(Board board) const {
    const Flags* flags = table_.find(board);
    return flags == nullptr ? Flags{0} : *flags;
  }
  void add(Board board, Flags flag) {
    Flags& flags = table_.at(board, 0);
    if (flags == 0) boards_.push_back(board);
    flags |= flag;
  }
  const std::vector<Board>& boards() const { return boards_; }

 private:
  FlatTable<Flags> table_;
  std::vector<Board> boards_;
};

// f(subset) with every set of `count` of these cells.
template <class F>
void for_each_subset(Cells cells, int count, F&& f) {
  for (Cells subset = cells;; subset = (subset - 1) & cells) {
    if (std::popcount(subset) == count) f(subset);
    if (subset == 0) return;
  }
}

struct Found {
  std::uint64_t drawn = 0, mover = 0, other = 0, either = 0;
};

class Goals {
 public:
  Goals(store::Path folder, const Rules& rules, const tables::Manifest& manifest)
      : folder_(std::move(folder)),
        rules_(rules),
        manifest_(manifest),
        layout_(std::make_shared<const layout::TableLayout>(rules)),
        fortress_(cells_of(fortress_position(rules)->board, Player::kX)) {}

  Result<Found> solve(int tier) {
    fuller_ = std::move(flagged_);
    flagged_.clear();
    Found found;
    for (int a = 0; 2 * a <= tier; ++a) {
      if (auto done = solve({a, tier - a}, found); !done) return done.error();
    }
    return found;
  }

 private:
  using Taken = Rules::Taken;
  struct Fresh {
    Board board;
    Flags flag;
  };

  // A pair of classes.
  Result<void> solve(Pair pair, Found& found) {
    std::vector<ClassId> classes = {{pair.a, pair.b}};
    if (pair.a != pair.b) classes.push_back({pair.b, pair.a});
    for (const ClassId id : classes) {
      const auto entry = manifest_.classes.find(id);
      if (entry == manifest_.classes.end()) {
        return Error{ErrorCode::kMissing,
                     fmt::format("the table of class ({}, {}) is missing", id.x, id.o)};
      }
      found.drawn += entry->second.counts.draw;
      flagged_[id];
    }
    if (!can_have_any(classes)) return {};
    drawn_.clear();
    for (const ClassId id : classes) {
      for (const ClassId needed : {id, after_new_tile(id)}) {
        if (needed.tier() > rules_.cells() || drawn_.contains(needed)) continue;
        auto drawn = DrawnBoards::read(folder_, layout_, needed, manifest_);
        if (!drawn) return drawn.error();
        drawn_.emplace(needed, *std::move(drawn));
      }
    }
    for (const ClassId id : classes) begin(id);
    while (!fresh_.empty()) {
      const Fresh last = fresh_.back();
      fresh_.pop_back();
      go_back(last.board, last.flag, Taken::kOwnTile);
    }
    for (const ClassId id : classes) count(id, found);
    return {};
  }

  // The class that a move which takes a blank tile leads to, the other to move.
  static ClassId after_new_tile(ClassId id) { return {id.o, id.x + 1}; }
  int fortress_tiles() const { return std::popcount(fortress_); }

  bool can_have_any(const std::vector<ClassId>& classes) {
    return std::any_of(classes.begin(), classes.end(), [&](ClassId id) {
      const auto fuller = fuller_.find(after_new_tile(id));
      return id.o >= fortress_tiles() ||
             (fuller != fuller_.end() && !fuller->second.boards().empty());
    });
  }

  // Boards on which O holds a fortress, and what boards with a tile more say.
  void begin(ClassId id) {
    const Cells rest = rules_.all_cells() & ~fortress_;
    if (id.o >= fortress_tiles()) {
      for_each_subset(rest, id.o - fortress_tiles(), [&](Cells more) {
        for_each_subset(rest & ~more, id.x, [&](Cells x) {
          const Board board = rules_.canonical(make_board(x, fortress_ | more));
          if (drawn_.at(id).has(board)) gain(id, board, kOtherForces);
        });
      });
    }
    const auto fuller = fuller_.find(after_new_tile(id));
    if (fuller == fuller_.end()) return;
    for (const Board board : fuller->second.boards()) {
      const Flags flags = fuller->second.of(board);
      for (const Flags flag : {kMoverForces, kOtherForces}) {
        if (flags & flag) go_back(board, flag, Taken::kEmptyTile);
      }
    }
  }

  void gain(ClassId id, Board board, Flags flag) {
    Flagged& flagged = flagged_.at(id);
    if (flagged.of(board) & flag) return;
    flagged.add(board, flag);
    fresh_.push_back({board, flag});
  }

  // What follows one ply before.
  void go_back(Board board, Flags flag, Taken taken) {
    for (const Position& before : rules_.predecessors({board, Player::kX}, taken)) {
      // O made the move; seen by the one who made it.
      const Board parent = rules_.canonical(swap_colours(before.board));
      const ClassId id = class_of(parent);
      const Flags gained = flag == kOtherForces ? kMoverForces : kOtherForces;
      if (flagged_.at(id).of(parent) & gained || !drawn_.at(id).has(parent)) continue;
      if (gained == kMoverForces || whatever_is_played(id, parent)) gain(id, parent, gained);
    }
  }

  // Whether every move of X leads to a board on which the other, to move, has her goal.
  bool whatever_is_played(ClassId id, Board board) const {
    for (const MoveShape& shape : rules_.shapes()) {
      const Cells cell = Cells{1} << shape.move.from;
      if (cells_of(board, Player::kO) & cell) continue;
      const Board child = rules_.canonical(swap_colours(Rules::apply(board, shape, Player::kX)));
      const bool own = cells_of(board, Player::kX) & cell;
      const ClassId there = own ? ClassId{id.o, id.x} : after_new_tile(id);
      const Flagged& flagged = own ? flagged_.at(there) : fuller_.at(there);
      if (!(flagged.of(child) & kMoverForces) && drawn_.at(there).has(child)) return false;
    }
    return true;
  }

  void count(ClassId id, Found& found) const {
    const Flagged& flagged = flagged_.at(id);
    for (const Board board : flagged.boards()) {
      const auto images = static_cast<std::uint64_t>(image_count(rules_, board));
      const Flags flags = flagged.of(board);
      found.mover += images * ((flags & kMoverForces) != 0);
      found.other += images * ((flags & kOtherForces) != 0);
      found.either += images;
    }
  }

  store::Path folder_;
  const Rules& rules_;
  const tables::Manifest& manifest_;
  std::shared_ptr<const layout::TableLayout> layout_;
  Cells fortress_;
  std::map<ClassId, Flagged> flagged_, fuller_;  // of this tier, and with a tile more
  std::map<ClassId, DrawnBoards> drawn_;
  std::vector<Fresh> fresh_;
};

int complain(const std::string& sentence, int code) {
  fmt::print(stderr, "quixo_goals: {}\n", sentence);
  return code;
}

void print(int tier, const Found& found) {
  const auto part = [&](std::uint64_t boards) {
    return fmt::format("{} ({:.4f}%)", boards,
                       100 * static_cast<double>(boards) / static_cast<double>(found.drawn));
  };
  fmt::print(
      "{} tiles: {} drawn; the mover forces the fortress in {}, the other in {}, one of them in "
      "{}\n",
      tier, found.drawn, part(found.mover), part(found.other), part(found.either));
  std::fflush(stdout);
}

int run(int argc, char** argv) {
  const int lowest = argc == 3 ? std::atoi(argv[2]) : -1;
  if (lowest < 0 || lowest > 25) return complain("TABLES LOWEST, a tier", 2);
  const Rules rules = *Rules::make(5);
  const auto manifest = tables::Manifest::read(argv[1], rules);
  if (!manifest) return complain(manifest.error().message, 3);
  Goals goals(argv[1], rules, *manifest);
  for (int tier = rules.cells(); tier >= lowest; --tier) {
    const auto found = goals.solve(tier);
    if (!found) return complain(found.error().message, 3);
    print(tier, *found);
  }
  return 0;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) { return noughts::quixo::run(argc, argv); }
