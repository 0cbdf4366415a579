#include "noughts/quixo/proof/stored_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "noughts/quixo/layout/pack_kernels.h"

namespace noughts::quixo::proof {

KeptPlaces::KeptPlaces(const layout::TableLayout& layout, const layout::ClassLayout& at)
    : layout_(layout), at_(at) {
  const layout::Geometry& g = layout.geometry;
  before_.resize(static_cast<std::size_t>(g.p_fillings) * g.q_fillings);
  for (const int p : layout::present(at)) {
    std::uint32_t kept = 0;
    const layout::Geometry::Segment& segment = g.segments[at.segment_kind[p]];
    for (int q = 0; q < g.q_fillings; ++q) {
      before_[static_cast<std::size_t>(p) * g.q_fillings + q] = kept;
      if (segment.vector_offset[q] == layout::kAbsent) continue;
      kept += layout.reduction.mask(p, q, segment.vector_shape[q]).count;
    }
  }
  for (const layout::Geometry::Shape& shape : g.shapes) {
    auto& bottoms = bottoms_.emplace_back(8 * std::size_t{shape.bytes});
    for (int u = 0; u < g.u_fillings; ++u) {
      if (shape.run_offset[u] == 0xffff) continue;
      const auto& fillings = g.groups[shape.run_group[u]].fillings;
      for (std::size_t i = 0; i < fillings.size(); ++i) {
        bottoms[8 * std::size_t{shape.run_offset[u]} + i] = {static_cast<std::uint16_t>(u),
                                                             fillings[i]};
      }
    }
  }
}

KeptPlaces::Place KeptPlaces::place_of(Board board) const {
  const layout::Geometry& g = layout_.geometry;
  const auto part = g.parts(layout_.reduction.kept_image(board));
  const int shape = g.segments[at_.segment_kind[part.p]].vector_shape[part.q];
  const std::uint64_t bit =
      8 * std::uint64_t{g.shapes[shape].run_offset[part.u]} + g.s_rank[part.s];
  const std::uint32_t before = before_[static_cast<std::size_t>(part.p) * g.q_fillings + part.q];
  const layout::Reduction::Mask& mask = layout_.reduction.mask(part.p, part.q, shape);
  return {part.p, before + static_cast<std::uint32_t>(mask.place_of(bit))};
}

Board KeptPlaces::board(int p, std::uint64_t place) const {
  const layout::Geometry& g = layout_.geometry;
  const layout::Geometry::Segment& segment = g.segments[at_.segment_kind[p]];
  const std::uint32_t* before = before_.data() + static_cast<std::size_t>(p) * g.q_fillings;
  // The last vector that does not begin after the place.
  const int found =
      static_cast<int>(std::upper_bound(before, before + g.q_fillings, place) - before) - 1;
  const int shape = segment.vector_shape[found];
  std::uint64_t left = place - before[found];
  const auto& words = layout_.reduction.mask(p, found, shape).words;
  for (std::size_t word = 0;; ++word) {
    const auto count = static_cast<std::uint64_t>(std::popcount(words[word]));
    if (left >= count) {
      left -= count;
      continue;
    }
    std::uint64_t rest = words[word];
    for (; left > 0; --left) rest &= rest - 1;
    const auto [u, s] = bottoms_[shape][64 * word + static_cast<unsigned>(std::countr_zero(rest))];
    return g.board({p, found, u, s});
  }
}

Result<StoredSide> StoredSide::load(const store::Path& folder,
                                    const std::shared_ptr<const layout::TableLayout>& layout,
                                    const PlaneId& id, WholeBoards& boards, Workers& workers) {
  auto table = tables::ClassTable::open(folder, layout, class_of(id));
  if (!table) return table.error();
  if (!table->has_ranks()) {
    return Error{
        ErrorCode::kWrongVersion,
        fmt::format(
            "{} has no ranks, which a proof needs; solve again with ranks into another folder",
            tables::class_path(folder, class_of(id)).string())};
  }
  StoredSide side;
  for (layout::KeptPlane* plane : {&side.win, &side.loss}) {
    auto made = boards.room(table->class_layout());
    if (!made) return made.error();
    *plane = std::move(*made);
  }
  side.places.resize(layout->geometry.p_fillings);
  side.codes.resize(layout->geometry.p_fillings);
  side.before.resize(layout->geometry.p_fillings);
  tables::ContentTally tally(*table);
  auto done = workers.for_each(0, table->chunk_count(), [&](std::size_t i) -> Result<void> {
    const int p = table->p_of(i);
    const std::uint64_t kept = side.win.kept(p);
    const std::uint64_t bytes = layout::stream_bytes(kept);
    auto values = table->read(i);
    if (!values) return values.error();
    auto ranks = table->read_ranks(i);
    if (!ranks) return ranks.error();
    const std::vector<std::uint8_t>& raw = **values;
    const std::vector<std::uint8_t>& coded = **ranks;
    std::uint64_t count = 0;
    if (!coded.empty() && coded.size() >= bytes) {
      for (std::uint64_t byte = 0; byte < bytes; ++byte) {
        count += static_cast<std::uint64_t>(std::popcount(coded[byte]));
      }
    }
    const bool whole_bytes = kept % 8 == 0 || raw.size() < 2 * bytes ||
                             ((raw[bytes - 1] | raw[2 * bytes - 1]) >> (kept % 8) == 0 &&
                              (coded.size() < bytes || coded[bytes - 1] >> (kept % 8) == 0));
    const bool has_zero =
        coded.size() > bytes && std::find(coded.begin() + static_cast<std::ptrdiff_t>(bytes),
                                          coded.end(), 0) != coded.end();
    if (raw.size() != 2 * bytes || (!coded.empty() && coded.size() != bytes + count) ||
        !whole_bytes || has_zero) {
      return Error{ErrorCode::kCorrupt,
                   fmt::format("{}: chunk {} is wrong; delete the file and solve again",
                               tables::class_path(folder, class_of(id)).string(), i)};
    }
    if (auto told = tally.add(i, raw, &coded); !told) return told;
    std::copy_n(raw.begin(), bytes, side.win.stream(p));
    std::copy_n(raw.begin() + static_cast<std::ptrdiff_t>(bytes), bytes, side.loss.stream(p));
    if (coded.empty()) return {};
    side.codes[p].assign(coded.begin() + static_cast<std::ptrdiff_t>(bytes), coded.end());
    side.places[p].reserve(count);
    for_each_word(kept, [&](std::uint64_t byte, int size, std::uint64_t) {
      for_each_bit(word_of(coded.data() + byte, size), [&](int bit) {
        side.places[p].push_back(static_cast<std::uint32_t>(8 * byte) + static_cast<unsigned>(bit));
      });
    });
    for (std::uint32_t code = 0; code < side.places[p].size(); ++code) {
      side.before[p].resize(side.places[p][code] / kStride + 1, code);
    }
    side.before[p].resize(kept / kStride + 2, static_cast<std::uint32_t>(count));
    return {};
  });
  if (!done) return done.error();
  side.content = tally.content();
  return side;
}

void StoredSide::coded(int p, layout::Stream& stream) const {
  stream.assign(layout::stream_bytes(win.kept(p)) + layout::kStreamMargin, 0);
  for (const std::uint32_t place : places[p]) {
    stream[place / 8] |= static_cast<std::uint8_t>(1 << (place % 8));
  }
}

StoredSide::Known StoredSide::at(const KeptPlaces::Place& at) const {
  const int p = at.p;
  const std::uint32_t place = at.place;
  const auto bit = [&](const layout::KeptPlane& plane) {
    return plane.stream(p)[place / 8] >> (place % 8) & 1;
  };
  const Value value = bit(win) ? Value::kWin : bit(loss) ? Value::kLoss : Value::kDraw;
  if (places[p].empty()) return {value, 0};
  const std::uint32_t end = before[p][place / kStride + 1];
  std::uint32_t at_code = before[p][place / kStride];
  while (at_code < end && places[p][at_code] < place) ++at_code;
  return {value, at_code < end && places[p][at_code] == place ? codes[p][at_code] : 0};
}

}  // namespace noughts::quixo::proof
