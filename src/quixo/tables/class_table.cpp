#include "noughts/quixo/tables/class_table.h"

#include <fmt/format.h>

#include <bit>
#include <bitset>

#include "noughts/core/bits.h"
#include "noughts/core/json.h"
#include "noughts/quixo/layout/pack_kernels.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo::tables {
namespace {

constexpr int kSmallSize = 4;  // boards up to it

Error missing(const store::Path& path, ClassId id) {
  return {
      ErrorCode::kMissing,
      fmt::format(
          "the table of boards with {} X and {} O is missing ({}); solve again and keep all tables",
          id.x, id.o, path.string())};
}

}  // namespace

Json describe_rules(const Rules& rules) {
  Json described = {{"game", "quixo"},
                    {"size", rules.size()},
                    {"line", rules.line()},
                    {"both_lines", rules.both_lines() == BothLines::kMoverLoses ? "lose" : "win"}};
  if (rules.fortress() == FortressRule::kWins) described["fortress"] = "wins";
  return described;
}

Json describe_class(const Rules& rules, ClassId id, bool steps, bool ranks) {
  Json description = describe_rules(rules);
  description["x"] = id.x;
  description["o"] = id.o;
  description["steps"] = steps;
  description["ranks"] = ranks;
  return description;
}

store::Path class_path(const store::Path& folder, ClassId id) {
  return folder / fmt::format("x{:02}o{:02}.table", id.x, id.o);
}

ClassTable::ClassTable(std::shared_ptr<const layout::TableLayout> layout, ClassId id,
                       store::TableReader file)
    : layout_(std::move(layout)),
      id_(id),
      plane_(plane_of(id)),
      file_(std::move(file)),
      class_layout_(std::make_shared<layout::ClassLayout>(layout::layout_of(*layout_, id))),
      parts_(layout::present(*class_layout_)),
      chunk_of_p_(layout_->geometry.p_fillings, layout::kAbsent) {
  std::uint32_t next = 0;
  for (const int p : parts_) chunk_of_p_[p] = next++;
  if (layout_->rules.size() > kSmallSize) return;
  for (const int p : parts_) {
    std::uint32_t kept = 0;
    const std::size_t begin = starts_.size();
    starts_.resize(begin + layout_->geometry.q_fillings + 1);
    layout::for_each_vector(*layout_, *class_layout_, p,
                            [&](int q, int, const layout::Reduction::Mask& mask, std::uint32_t) {
                              starts_[begin + q] = kept;
                              kept += mask.count;
                            });
    starts_.back() = kept;
  }
}

Result<ClassTable> ClassTable::open(const store::Path& folder,
                                    std::shared_ptr<const layout::TableLayout> layout, ClassId id) {
  const store::Path path = class_path(folder, id);
  auto file = store::TableReader::open(path, kClassKind);
  if (!file) {
    return file.error().code == ErrorCode::kMissing ? missing(path, id) : file.error();
  }
  return from(std::move(*file), std::move(layout), id);
}

Result<ClassTable> ClassTable::from(store::TableReader file,
                                    std::shared_ptr<const layout::TableLayout> layout, ClassId id) {
  const store::Path path = file.path();
  const Json found = file.metadata();
  const auto has = [&](const char* what) {
    return found.is_object() && found.contains(what) && found[what] == true;
  };
  const Json expected = describe_class(layout->rules, id, has("steps"), has("ranks"));
  if (found != expected) {
    return Error{
        ErrorCode::kWrongVersion,
        fmt::format("{} holds {}, not {}; give the options it was made with, or another folder",
                    path.string(), found.dump(), expected.dump())};
  }
  ClassTable table(std::move(layout), id, std::move(file));
  table.steps_ = has("steps");
  table.ranks_ = has("ranks");
  const std::uint64_t chunks = table.parts_.size() * (table.ranks_ ? 2 : 1);
  if (table.file_.chunk_count() != chunks) {
    return Error{ErrorCode::kCorrupt, fmt::format("{} has {} chunks, not {}", path.string(),
                                                  table.file_.chunk_count(), chunks)};
  }
  return table;
}

Result<ClassTable> ClassTable::open_listed(const store::Path& folder,
                                           std::shared_ptr<const layout::TableLayout> layout,
                                           ClassId id, const Manifest& manifest) {
  const store::Path path = class_path(folder, id);
  if (!manifest.classes.contains(id)) return missing(path, id);
  auto file = store::TableReader::open(path, kClassKind);
  if (!file) {
    return file.error().code == ErrorCode::kMissing ? missing(path, id) : file.error();
  }
  return listed(std::move(*file), std::move(layout), id, manifest);
}

Result<ClassTable> ClassTable::listed(store::TableReader file,
                                      std::shared_ptr<const layout::TableLayout> layout, ClassId id,
                                      const Manifest& manifest) {
  const store::Path path = file.path();
  auto table = from(std::move(file), std::move(layout), id);
  if (!table) return table;
  const auto entry = manifest.classes.find(id);
  if (entry == manifest.classes.end() || table->has_steps() != manifest.steps ||
      table->digest() != entry->second.digest ||
      table->rank_digest() != entry->second.rank_digest) {
    return Error{
        ErrorCode::kCorrupt,
        fmt::format("{} is not the file that the manifest lists; delete it and solve again",
                    path.string())};
  }
  return table;
}

ClassTable::Place ClassTable::place_of(Board board) const {
  const layout::TableLayout& layout = *layout_;
  const layout::Geometry& g = layout.geometry;
  const layout::Geometry::Parts at = g.parts(layout.reduction.kept_image(plane_.absolute(board)));
  Place place;
  place.chunk = chunk_of_p_[at.p];
  if (!starts_.empty()) {
    const std::uint32_t* starts = starts_.data() + place.chunk * (g.q_fillings + 1);
    const int shape = g.segments[class_layout_->segment_kind[at.p]].vector_shape[at.q];
    place.bit = starts[at.q] + layout::place_in_vector(layout, at, shape,
                                                       layout.reduction.mask(at.p, at.q, shape));
    place.kept = starts[g.q_fillings];
    return place;
  }
  const auto [bit, kept] = layout::kept_place(layout, *class_layout_, at);
  place.bit = bit;
  place.kept = kept;
  return place;
}

Result<ClassTable::Chunk> ClassTable::read(std::uint64_t chunk) const {
  auto raw = file_.read(chunk);
  if (!raw) return raw.error();
  return std::make_shared<const std::vector<std::uint8_t>>(std::move(*raw));
}

Result<void> ClassTable::check_size(const std::vector<std::uint8_t>& chunk, std::uint64_t kept,
                                    std::uint64_t number) const {
  if (chunk.size() == 2 * layout::stream_bytes(kept) + (steps_ ? kept : 0)) return {};
  return wrong_size(number);
}

Error ClassTable::wrong_size(std::uint64_t number) const {
  return Error{ErrorCode::kCorrupt,
               fmt::format("{}: chunk {} has the wrong size; delete the file and solve again",
                           file_.path().string(), number)};
}

Result<ClassTable::Chunk> ClassTable::read_ranks(std::uint64_t chunk) const {
  return read(chunk_count() + chunk);
}

Result<int> ClassTable::rank_code(const std::vector<std::uint8_t>& chunk,
                                  const Place& place) const {
  if (chunk.empty()) return 0;
  const std::uint64_t bytes = layout::stream_bytes(place.kept);
  if (chunk.size() < bytes) return wrong_size(chunk_count() + place.chunk);
  if (!(chunk[place.bit / 8] >> (place.bit % 8) & 1)) return 0;
  std::uint64_t before = 0;
  for (std::uint64_t byte = 0; byte < place.bit / 8; ++byte) {
    before += static_cast<std::uint64_t>(std::popcount(chunk[byte]));
  }
  const auto low = static_cast<std::uint8_t>(low_bits(static_cast<int>(place.bit % 8)));
  before += static_cast<std::uint64_t>(
      std::popcount(static_cast<std::uint8_t>(chunk[place.bit / 8] & low)));
  if (chunk.size() <= bytes + before) return wrong_size(chunk_count() + place.chunk);
  return chunk[bytes + before];
}

Result<Outcome> ClassTable::decode(const std::vector<std::uint8_t>& chunk,
                                   const Place& place) const {
  if (auto good = check_size(chunk, place.kept, place.chunk); !good) return good.error();
  const std::uint64_t bytes = layout::stream_bytes(place.kept);
  const auto bit = [&](std::uint64_t stream) {
    return chunk[stream * bytes + place.bit / 8] >> (place.bit % 8) & 1;
  };
  Outcome outcome{bit(0) ? Value::kWin : bit(1) ? Value::kLoss : Value::kDraw, std::nullopt};
  if (steps_ && outcome.value != Value::kDraw) outcome.plies = chunk[2 * bytes + place.bit];
  return outcome;
}

Result<Counts> ClassTable::count(const std::vector<std::uint8_t>& chunk,
                                 std::uint64_t number) const {
  const int p = parts_[number];
  const std::uint64_t kept = layout::kept_boards(*layout_, *class_layout_, p);
  if (auto good = check_size(chunk, kept, number); !good) return good.error();
  const std::uint8_t* streams[] = {chunk.data(), chunk.data() + layout::stream_bytes(kept)};
  // A kept board stands for eight, unless it is among the light ones.
  std::uint64_t sums[] = {0, 0};
  std::uint64_t boards = kSymmetries * kept;
  for (int i : {0, 1}) {
    for (std::uint64_t byte = 0; byte < layout::stream_bytes(kept); ++byte) {
      sums[i] += kSymmetries * static_cast<std::uint64_t>(std::popcount(streams[i][byte]));
    }
  }
  std::uint64_t start = 0;
  layout::for_each_vector(*layout_, *class_layout_, p,
                          [&](int, int, const layout::Reduction::Mask& mask, std::uint32_t) {
                            for (const layout::Reduction::Mask::Light& light : mask.light) {
                              const std::uint64_t at = start + light.place;
                              const std::uint64_t less = kSymmetries - light.weight;
                              boards -= less;
                              for (int i : {0, 1}) {
                                if (streams[i][at / 8] >> (at % 8) & 1) sums[i] -= less;
                              }
                            }
                            start += mask.count;
                          });
  return Counts{sums[0], sums[1], boards - sums[0] - sums[1]};
}

Result<void> ClassTable::fill(layout::PlanePool& pool, Workers& workers,
                              const std::vector<layout::Plane*>& planes,
                              const Streams& streams) const {
  const layout::TableLayout& layout = *layout_;
  for (layout::Plane* plane : planes) {
    auto made = pool.take(class_layout_->bytes);
    if (!made) return made.error();
    *plane = std::move(*made);
  }
  return workers.for_each(0, parts_.size(), [&](std::size_t i) -> Result<void> {
    const int p = parts_[i];
    auto raw = file_.read(i);
    file_.drop(i);
    if (!raw) return raw.error();
    const std::uint64_t kept = layout::kept_boards(layout, *class_layout_, p);
    if (auto good = check_size(*raw, kept, i); !good) return good;
    std::vector<std::vector<std::uint8_t>> bits = streams(*raw, kept);
    for (std::size_t number = 0; number < planes.size(); ++number) {
      bits[number].resize(layout::stream_bytes(kept) + layout::kStreamMargin);
      layout::unpack_segment(layout, *class_layout_, p, bits[number].data(),
                             planes[number]->data());
    }
    return {};
  });
}

Result<layout::SidePlanes> ClassTable::unpack(layout::PlanePool& pool, Workers& workers,
                                              bool want_win, bool want_loss) const {
  layout::SidePlanes side;
  std::vector<layout::Plane*> planes;
  if (want_win) planes.push_back(&side.win);
  if (want_loss) planes.push_back(&side.loss);
  auto filled = fill(pool, workers, planes, [&](const auto& raw, std::uint64_t kept) {
    std::vector<std::vector<std::uint8_t>> streams;
    const auto bytes = static_cast<std::ptrdiff_t>(layout::stream_bytes(kept));
    if (want_win) streams.emplace_back(raw.begin(), raw.begin() + bytes);
    if (want_loss) streams.emplace_back(raw.begin() + bytes, raw.begin() + 2 * bytes);
    return streams;
  });
  if (!filled) return filled.error();
  return side;
}

Result<layout::SteppedSide> ClassTable::unpack_with_steps(layout::PlanePool& pool,
                                                          Workers& workers) const {
  constexpr int kDigits = std::bit_width(unsigned{kMostPlies});
  layout::SteppedSide side;
  side.digits.resize(kDigits);
  std::vector<layout::Plane*> planes{&side.planes.win, &side.planes.loss};
  for (layout::Plane& digit : side.digits) planes.push_back(&digit);
  std::mutex mutex;
  std::bitset<kMostPlies + 1> seen;
  auto filled = fill(pool, workers, planes, [&](const auto& raw, std::uint64_t kept) {
    const std::uint64_t bytes = layout::stream_bytes(kept);
    std::vector<std::vector<std::uint8_t>> streams(2 + kDigits, std::vector<std::uint8_t>(bytes));
    std::copy_n(raw.begin(), bytes, streams[0].begin());
    std::copy_n(raw.begin() + static_cast<std::ptrdiff_t>(bytes), bytes, streams[1].begin());
    std::bitset<kMostPlies + 1> seen_here;
    for (std::uint64_t i = 0; i < kept; ++i) {
      const std::uint8_t plies = raw[2 * bytes + i];
      seen_here.set(plies);
      for (int digit = 0; digit < kDigits; ++digit) {
        streams[2 + digit][i / 8] |= static_cast<std::uint8_t>((plies >> digit & 1) << (i % 8));
      }
    }
    const std::lock_guard lock(mutex);
    seen |= seen_here;
    return streams;
  });
  if (!filled) return filled.error();
  for (int plies = 0; plies <= kMostPlies; ++plies) {
    if (seen[plies]) side.plies_there.insert(plies);
  }
  const int most = side.plies_there.empty() ? 0 : *side.plies_there.rbegin();
  side.digits.resize(static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(most))));
  return side;
}

}  // namespace noughts::quixo::tables
