#include "noughts/quixo/solve/monotone.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <mutex>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/solve/next_tier.h"

namespace noughts::quixo::solve {
namespace {

// One cell of each orbit, all of them in part P: in the triangle of the top left corner.
std::vector<int> orbit_cells(const layout::Geometry& geometry) {
  std::vector<int> cells;
  for (int row = 0; row < geometry.h; ++row) {
    for (int col = row; col < geometry.h; ++col) cells.push_back(row * geometry.h + col);
  }
  return cells;
}

// Up to 128 bits of a run.
struct Bits {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

Bits load(const std::uint8_t* from, int bytes) {
  Bits bits;
  std::memcpy(&bits.low, from, static_cast<std::size_t>(std::min(bytes, 8)));
  if (bytes > 8) std::memcpy(&bits.high, from + 8, static_cast<std::size_t>(bytes - 8));
  return bits;
}

// Neighbours 2i and 2i+1 exchanged; an odd last bit, whose neighbour is clear, stays.
std::uint64_t neighbours_exchanged(std::uint64_t word, int count) {
  constexpr std::uint64_t kEven = 0x5555555555555555;
  const std::uint64_t pairs = low_bits(std::min(count, 64) & ~1);
  const std::uint64_t swapped = (word & kEven) << 1 | (word >> 1 & kEven);
  return (swapped & pairs) | (word & ~pairs);
}

// A class and the class with one tile more, both in memory.
struct ClassPlanes {
  PlaneId id;
  layout::ClassLayout layout;
  layout::SidePlanes planes;
};

class Comparison {
 public:
  // `own`: the tile more is X's, who is to move.
  Comparison(const Rules& rules, const layout::Geometry& geometry, const ClassPlanes& less,
             const ClassPlanes& more, bool own)
      : rules_(rules),
        geometry_(geometry),
        less_(less),
        more_(more),
        own_(own),
        exchanged_(less.id.swapped() != more.id.swapped()) {}

  // All boards with this P, and the cell of P turned.
  void compare(int p, int cell, MonotoneReport& report) const {
    if (less_.layout.segment_start[p] == layout::kNoSegment || digit(p, cell) != 0) return;
    // A is 1 and B is 2; X is B where the plane says so.
    const int sign = own_ == less_.id.swapped() ? 2 : 1;
    const int turned = p + sign * power_of_three(cell);
    if (exchanged_) {
      compare_runs(p, geometry_.p_swapped[turned], report);
    } else {
      compare_segments(p, turned, report);
    }
  }

 private:
  static int power_of_three(int exponent) {
    int power = 1;
    for (; exponent > 0; --exponent) power *= 3;
    return power;
  }
  static int digit(int filling, int place) { return filling / power_of_three(place) % 3; }

  // The bits that break the rule: won and no longer, lost and not before.
  std::uint64_t broken(std::uint64_t win, std::uint64_t loss, std::uint64_t win_more,
                       std::uint64_t loss_more) const {
    return own_ ? (win & ~win_more) | (loss_more & ~loss) : (win_more & ~win) | (loss & ~loss_more);
  }

  void compare_segments(int p, int turned, MonotoneReport& report) const {
    const layout::Geometry::Segment& segment = geometry_.segments[less_.layout.segment_kind[p]];
    const std::uint64_t at = less_.layout.segment_start[p];
    const std::uint64_t at_more = more_.layout.segment_start[turned];
    report.compared += segment.boards;
    const auto word = [](const layout::Plane& plane, std::uint64_t byte) {
      std::uint64_t result;
      std::memcpy(&result, plane.data() + byte, sizeof(result));
      return result;
    };
    for (std::uint64_t i = 0; i < segment.bytes; i += 8) {
      const std::uint64_t win = word(less_.planes.win, at + i);
      const std::uint64_t loss = word(less_.planes.loss, at + i);
      const std::uint64_t win_more = word(more_.planes.win, at_more + i);
      const std::uint64_t loss_more = word(more_.planes.loss, at_more + i);
      report.better += std::popcount((win ^ win_more) | (loss ^ loss_more));
      if (const std::uint64_t bad = broken(win, loss, win_more, loss_more)) tell(p, bad, report);
    }
  }

  void compare_runs(int p, int turned, MonotoneReport& report) const {
    const layout::Geometry::Segment& segment = geometry_.segments[less_.layout.segment_kind[p]];
    const layout::Geometry::Segment& segment_more =
        geometry_.segments[more_.layout.segment_kind[turned]];
    for (int q = 0; q < geometry_.q_fillings; ++q) {
      if (segment.vector_offset[q] == layout::kAbsent) continue;
      const int q_more = geometry_.q_swapped[q];
      const layout::Geometry::Shape& shape = geometry_.shapes[segment.vector_shape[q]];
      const layout::Geometry::Shape& shape_more =
          geometry_.shapes[segment_more.vector_shape[q_more]];
      const std::uint64_t at = less_.layout.segment_start[p] + segment.vector_offset[q];
      const std::uint64_t at_more =
          more_.layout.segment_start[turned] + segment_more.vector_offset[q_more];
      for (int u = 0; u < geometry_.u_fillings; ++u) {
        if (shape.run_offset[u] == 0xffff) continue;
        compare_run(p, geometry_.groups[shape.run_group[u]], at + shape.run_offset[u],
                    at_more + shape_more.run_offset[geometry_.u_swapped[u]], report);
      }
    }
  }

  void compare_run(int p, const layout::Geometry::Group& group, std::uint64_t at,
                   std::uint64_t at_more, MonotoneReport& report) const {
    const int count = static_cast<int>(group.fillings.size());
    const int count_low = std::min(count, 64);
    const int count_high = count - count_low;
    const Bits win = load(less_.planes.win.data() + at, group.bytes);
    const Bits loss = load(less_.planes.loss.data() + at, group.bytes);
    Bits win_more = load(more_.planes.win.data() + at_more, group.bytes);
    Bits loss_more = load(more_.planes.loss.data() + at_more, group.bytes);
    if (group.count.a == group.count.b) {
      for (Bits* bits : {&win_more, &loss_more}) {
        bits->low = neighbours_exchanged(bits->low, count_low);
        bits->high = neighbours_exchanged(bits->high, count_high);
      }
    }
    const std::uint64_t low = low_bits(count_low);
    const std::uint64_t high = low_bits(count_high);
    report.compared += group.fillings.size();
    report.better += std::popcount(((win.low ^ win_more.low) | (loss.low ^ loss_more.low)) & low);
    report.better +=
        std::popcount(((win.high ^ win_more.high) | (loss.high ^ loss_more.high)) & high);
    const std::uint64_t bad_low = broken(win.low, loss.low, win_more.low, loss_more.low) & low;
    const std::uint64_t bad_high =
        broken(win.high, loss.high, win_more.high, loss_more.high) & high;
    if (bad_low) tell(p, bad_low, report);
    if (bad_high) tell(p, bad_high, report);
  }

  void tell(int p, std::uint64_t bad, MonotoneReport& report) const {
    if (report.wrong == 0) {
      const ClassId from = class_of(less_.id);
      const ClassId to = class_of(more_.id);
      const Position part{less_.id.absolute(geometry_.p_board[p]), Player::kX};
      report.first_wrong = fmt::format(
          "a tile more makes a board of class ({}, {}) worse for its owner in class ({}, {}); its "
          "top left part is {}",
          from.x, from.o, to.x, to.o, to_text(rules_, part));
    }
    report.wrong += static_cast<std::uint64_t>(std::popcount(bad));
  }

  const Rules& rules_;
  const layout::Geometry& geometry_;
  const ClassPlanes& less_;
  const ClassPlanes& more_;
  bool own_;
  bool exchanged_;
};

class Check {
 public:
  Check(const store::Path& folder, const tables::Manifest& manifest, const Rules& rules,
        Workers& workers)
      : rules_(rules),
        workers_(workers),
        engine_(rules, true),
        folder_{folder, std::make_shared<const layout::TableLayout>(rules), engine_, workers,
                manifest} {}

  Result<MonotoneReport> run() {
    const tables::Manifest& manifest = folder_.manifest;
    Progress progress(workers_.budget().progress, "comparing", manifest.totals().total());
    for (auto entry = manifest.classes.rbegin(); entry != manifest.classes.rend(); ++entry) {
      const ClassId id = entry->first;
      const ClassId own{id.x + 1, id.o};
      const ClassId other{id.x, id.o + 1};
      const bool has_own = manifest.classes.contains(own);
      const bool has_other = manifest.classes.contains(other);
      progress.set_stage(fmt::format("comparing class ({}, {})", id.x, id.o));
      if (has_own || has_other) {
        const auto less = load(id);
        if (!less) return less.error();
        if (has_own) {
          if (auto done = compare(*less, own, true); !done) return done.error();
        }
        if (has_other) {
          if (auto done = compare(*less, other, false); !done) return done.error();
        }
      }
      progress.advance(class_size(rules_, id));
    }
    return report_;
  }

 private:
  Result<ClassPlanes> load(ClassId id) {
    const PlaneId plane = plane_of(id);
    auto planes = folder_.load(plane, true, true);
    if (!planes) return planes.error();
    return ClassPlanes{plane, layout::ClassLayout(engine_.geometry(), plane.pair),
                       std::move(*planes)};
  }

  Result<void> compare(const ClassPlanes& less, ClassId id, bool own) {
    const auto more = load(id);
    if (!more) return more.error();
    const layout::Geometry& geometry = engine_.geometry();
    const Comparison comparison(rules_, geometry, less, *more, own);
    const std::vector<int> cells = orbit_cells(geometry);
    std::mutex mutex;
    const auto done = workers_.for_each(0, static_cast<std::size_t>(geometry.p_fillings),
                                        [&](std::size_t p) -> Result<void> {
                                          MonotoneReport here;
                                          for (const int cell : cells)
                                            comparison.compare(static_cast<int>(p), cell, here);
                                          const std::lock_guard lock(mutex);
                                          add(here);
                                          return {};
                                        });
    if (!done) return done.error();
    const ClassId from = class_of(less.id);
    ++report_.classes;
    report_.pairs +=
        class_size(rules_, from) * static_cast<std::uint64_t>(rules_.cells() - from.tier());
    return {};
  }

  void add(const MonotoneReport& here) {
    report_.compared += here.compared;
    report_.better += here.better;
    if (report_.wrong == 0) report_.first_wrong = here.first_wrong;
    report_.wrong += here.wrong;
  }

  const Rules& rules_;
  Workers& workers_;
  engine::Engine engine_;
  PlaneFolder folder_;
  MonotoneReport report_;
};

}  // namespace

Result<MonotoneReport> check_monotone(const store::Path& folder, const Rules& rules,
                                      Workers& workers, TierRange tiers) {
  auto manifest = tables::Manifest::read(folder, rules);
  if (!manifest) return manifest.error();
  std::erase_if(manifest->classes, [&](const auto& entry) {
    return entry.first.tier() > tiers.most || entry.first.tier() < tiers.least;
  });
  return Check(folder, *manifest, rules, workers).run();
}

}  // namespace noughts::quixo::solve
