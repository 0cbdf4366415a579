#include "noughts/quixo/tables/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "noughts/core/bits.h"
#include "noughts/quixo/tables/table_kernels.h"

namespace noughts::quixo {
namespace {

constexpr std::string_view kKind = "quixo-class";
constexpr int kCompression = 3;      // zstd level: higher ones gain little and cost much
constexpr std::size_t kBatch = 256;  // chunks packed at a time

Json describe_class(const Rules& rules, ClassId id, bool steps) {
  Json description = describe_rules(rules);
  description["x"] = id.x;
  description["o"] = id.o;
  description["steps"] = steps;
  return description;
}

// The P that a class has, in order.
std::vector<int> present(const ClassLayout& layout) {
  std::vector<int> list;
  for (std::size_t p = 0; p < layout.segment_start.size(); ++p) {
    if (layout.segment_start[p] != kNoSegment) list.push_back(static_cast<int>(p));
  }
  return list;
}

// f(q, shape, mask, byte offset in the segment) for each vector of a segment.
template <class F>
void for_each_vector(const TableLayout& layout, const ClassLayout& class_layout, int p, F&& f) {
  const auto& segment = layout.geometry.segments[class_layout.segment_kind[p]];
  for (int q = 0; q < layout.geometry.q_fillings; ++q) {
    if (segment.vector_offset[q] == kAbsent) continue;
    const int shape = segment.vector_shape[q];
    f(q, shape, layout.reduction.mask(p, q, shape), segment.vector_offset[q]);
  }
}

std::uint64_t kept_boards(const TableLayout& layout, const ClassLayout& class_layout, int p) {
  std::uint64_t kept = 0;
  for_each_vector(
      layout, class_layout, p,
      [&](int, int, const Reduction::Mask& mask, std::uint32_t) { kept += mask.count; });
  return kept;
}

std::uint64_t stream_bytes(std::uint64_t kept) { return (kept + 7) / 8; }

// Calls f(board) for the kept boards of the vector, in order.
template <class F>
void for_each_kept(const Geometry& geometry, int p, int q, int shape_index,
                   const Reduction::Mask& mask, F&& f) {
  const Geometry::Shape& shape = geometry.shapes[shape_index];
  for (int u = 0; u < geometry.u_fillings; ++u) {
    if (shape.run_offset[u] == 0xffff) continue;
    const Geometry::Group& group = geometry.groups[shape.run_group[u]];
    for (std::size_t i = 0; i < group.fillings.size(); ++i) {
      const std::size_t bit = 8 * std::size_t{shape.run_offset[u]} + i;
      if (mask.words[bit / 64] >> (bit % 64) & 1) f(geometry.board(p, q, u, group.fillings[i]));
    }
  }
}

// Packs the chunks of a class in order, batch by batch, and hands them to `take`.
template <class Take>
Result<void> pack_chunks(const ClassLayout& class_layout, const ChunkMaker& make, Workers& workers,
                         int level, Take&& take) {
  const std::vector<int> parts = present(class_layout);
  for (std::size_t begin = 0; begin < parts.size(); begin += kBatch) {
    std::vector<store::PackedChunk> packed(std::min(kBatch, parts.size() - begin));
    workers.for_each(0, packed.size(), [&](std::size_t i) {
      const std::vector<std::uint8_t> raw = make(parts[begin + i]);
      if (level > 0)
        packed[i] = store::pack_chunk(raw, level);
      else
        packed[i].raw_checksum = store::checksum(raw);
    });
    if (workers.cancelled()) return cancelled_error();
    for (const store::PackedChunk& chunk : packed) {
      if (Result<void> taken = take(chunk); !taken) return taken;
    }
  }
  return {};
}

// Padding of a plane of wins is set (kernels.h): nothing there is ever open.
void set_padding(const TableLayout& layout, const ClassLayout& class_layout, Workers& workers,
                 std::uint8_t* plane) {
  std::vector<std::vector<std::uint64_t>> padding;
  for (const Geometry::Shape& shape : layout.geometry.shapes) {
    std::vector<std::uint64_t> words(shape.bytes / sizeof(std::uint64_t), ~std::uint64_t{0});
    for (int u = 0; u < layout.geometry.u_fillings; ++u) {
      if (shape.run_offset[u] == 0xffff) continue;
      const std::size_t boards = layout.geometry.groups[shape.run_group[u]].fillings.size();
      for (std::size_t bit = 8 * std::size_t{shape.run_offset[u]}, i = 0; i < boards; ++i, ++bit) {
        words[bit / 64] &= ~(std::uint64_t{1} << (bit % 64));
      }
    }
    padding.push_back(std::move(words));
  }
  workers.for_each(0, class_layout.segment_start.size(), [&](std::size_t p) {
    if (class_layout.segment_start[p] == kNoSegment) return;
    const auto& segment = layout.geometry.segments[class_layout.segment_kind[p]];
    for (int q = 0; q < layout.geometry.q_fillings; ++q) {
      if (segment.vector_offset[q] == kAbsent) continue;
      auto* vector = reinterpret_cast<std::uint64_t*>(plane + class_layout.segment_start[p] +
                                                      segment.vector_offset[q]);
      const std::vector<std::uint64_t>& words = padding[segment.vector_shape[q]];
      for (std::size_t i = 0; i < words.size(); ++i) vector[i] |= words[i];
    }
  });
}

ClassLayout layout_of(const TableLayout& layout, ClassId id) {
  const PlaneId plane = plane_of(id);
  return ClassLayout(layout.geometry, plane.a, plane.b);
}

}  // namespace

Json describe_rules(const Rules& rules) {
  return {{"game", "quixo"},
          {"size", rules.size()},
          {"line", rules.line()},
          {"both_lines", rules.both_lines() == BothLines::kMoverLoses ? "lose" : "win"}};
}

store::Path class_path(const store::Path& folder, ClassId id) {
  return folder / fmt::format("x{:02}o{:02}.table", id.x, id.o);
}

ChunkMaker chunks_from_planes(const TableLayout& layout, const ClassLayout& class_layout,
                              ConstPlanes planes) {
  return [&layout, &class_layout, planes](int p) {
    const TableKernels& kernels = table_kernels();
    const std::uint64_t kept = kept_boards(layout, class_layout, p);
    std::vector<std::uint8_t> raw(2 * stream_bytes(kept));
    std::vector<std::uint8_t> stream;
    for (int i = 0; i < 2; ++i) {
      const std::uint8_t* plane = (i == 0 ? planes.w : planes.l) + class_layout.segment_start[p];
      stream.assign(stream_bytes(kept) + kStreamMargin, 0);
      std::uint64_t at = 0;
      for_each_vector(layout, class_layout, p,
                      [&](int, int, const Reduction::Mask& mask, std::uint32_t offset) {
                        at = kernels.pack(reinterpret_cast<const std::uint64_t*>(plane + offset),
                                          mask.words.data(), static_cast<int>(mask.words.size()),
                                          stream.data(), at);
                      });
      std::copy_n(stream.begin(), stream_bytes(kept), raw.begin() + i * stream_bytes(kept));
    }
    return raw;
  };
}

ChunkMaker chunks_from_values(const TableLayout& layout, ClassId id, bool steps, BoardValue value) {
  const auto class_layout = std::make_shared<ClassLayout>(layout_of(layout, id));
  const bool swapped = plane_of(id).swapped;
  return [&layout, class_layout, swapped, steps, value = std::move(value)](int p) {
    const std::uint64_t kept = kept_boards(layout, *class_layout, p);
    const std::uint64_t bytes = stream_bytes(kept);
    std::vector<std::uint8_t> raw(2 * bytes + (steps ? kept : 0));
    std::uint64_t at = 0;
    for_each_vector(layout, *class_layout, p,
                    [&](int q, int shape, const Reduction::Mask& mask, std::uint32_t) {
                      for_each_kept(layout.geometry, p, q, shape, mask, [&](Board absolute) {
                        const Outcome outcome = value(swapped ? swap_colours(absolute) : absolute);
                        const auto bit = static_cast<std::uint8_t>(1 << (at % 8));
                        if (outcome.value == Value::kWin) raw[at / 8] |= bit;
                        if (outcome.value == Value::kLoss) raw[bytes + at / 8] |= bit;
                        if (steps && outcome.plies) {
                          raw[2 * bytes + at] = static_cast<std::uint8_t>(*outcome.plies);
                        }
                        ++at;
                      });
                    });
    return raw;
  };
}

Result<StoredClass> write_class(const store::Path& folder, const TableLayout& layout, ClassId id,
                                bool steps, const ChunkMaker& make, Workers& workers) {
  const ClassLayout class_layout = layout_of(layout, id);
  auto writer = store::TableWriter::create(class_path(folder, id), kKind,
                                           describe_class(layout.rules, id, steps),
                                           present(class_layout).size());
  if (!writer) return writer.error();
  auto done = pack_chunks(class_layout, make, workers, kCompression,
                          [&](const store::PackedChunk& chunk) { return writer->append(chunk); });
  if (done) done = writer->finish();
  if (!done) return done.error();
  return StoredClass{writer->digest(), writer->size()};
}

std::uint64_t digest_class(const TableLayout& layout, ClassId id, const ChunkMaker& make,
                           Workers& workers) {
  const ClassLayout class_layout = layout_of(layout, id);
  store::ContentDigest digest(present(class_layout).size());
  const auto done = pack_chunks(class_layout, make, workers, 0, [&](const store::PackedChunk& c) {
    digest.add(c.raw_checksum);
    return Result<void>{};
  });
  return done ? digest.value() : 0;
}

ClassTable::ClassTable(std::shared_ptr<const TableLayout> layout, ClassId id,
                       store::TableReader file)
    : layout_(std::move(layout)),
      id_(id),
      plane_(plane_of(id)),
      file_(std::move(file)),
      class_layout_(std::make_shared<ClassLayout>(layout_of(*layout_, id))),
      chunk_of_p_(layout_->geometry.p_fillings, kAbsent) {
  std::uint32_t next = 0;
  for (const int p : present(*class_layout_)) chunk_of_p_[p] = next++;
}

Result<ClassTable> ClassTable::open(const store::Path& folder,
                                    std::shared_ptr<const TableLayout> layout, ClassId id) {
  const store::Path path = class_path(folder, id);
  auto file = store::TableReader::open(path, kKind);
  if (!file) {
    if (file.error().code != ErrorCode::kMissing) return file.error();
    return Error{ErrorCode::kMissing,
                 fmt::format("the table of the class with {} X and {} O is missing ({}); solve "
                             "with --tables and --keep all to make it",
                             id.x, id.o, path.string())};
  }
  const Json found = file->metadata();
  const bool steps = found.is_object() && found.contains("steps") && found["steps"] == true;
  if (found != describe_class(layout->rules, id, steps)) {
    return Error{
        ErrorCode::kWrongVersion,
        fmt::format("{} is about {}, not about {}; give the options it was made with or "
                    "another folder",
                    path.string(), found.dump(), describe_class(layout->rules, id, steps).dump())};
  }
  ClassTable table(std::move(layout), id, std::move(*file));
  table.steps_ = steps;
  if (table.file_.chunk_count() != present(*table.class_layout_).size()) {
    return Error{ErrorCode::kCorrupt,
                 fmt::format("{} has {} chunks, not {}", path.string(), table.file_.chunk_count(),
                             present(*table.class_layout_).size())};
  }
  return table;
}

ClassTable::Place ClassTable::place_of(Board board) const {
  const TableLayout& layout = *layout_;
  const Board absolute = layout.reduction.kept_image(plane_.swapped ? swap_colours(board) : board);
  const Geometry::Parts at = layout.geometry.parts(absolute);
  Place place;
  place.chunk = chunk_of_p_[at.p];
  for_each_vector(layout, *class_layout_, at.p,
                  [&](int q, int shape_index, const Reduction::Mask& mask, std::uint32_t) {
                    if (q < at.q) place.bit += mask.count;
                    place.kept += mask.count;
                    if (q != at.q) return;
                    const Geometry::Shape& shape = layout.geometry.shapes[shape_index];
                    const std::size_t bit =
                        8 * std::size_t{shape.run_offset[at.u]} + layout.geometry.s_rank[at.s];
                    for (std::size_t word = 0; word < bit / 64; ++word) {
                      place.bit += static_cast<std::uint64_t>(std::popcount(mask.words[word]));
                    }
                    place.bit += static_cast<std::uint64_t>(
                        std::popcount(mask.words[bit / 64] & low_bits(static_cast<int>(bit % 64))));
                  });
  return place;
}

Result<ClassTable::Chunk> ClassTable::read(std::uint64_t chunk) const {
  auto raw = file_.read(chunk);
  if (!raw) return raw.error();
  return std::make_shared<const std::vector<std::uint8_t>>(std::move(*raw));
}

Result<void> ClassTable::check_size(const std::vector<std::uint8_t>& chunk, std::uint64_t kept,
                                    std::uint64_t number) const {
  if (chunk.size() == 2 * stream_bytes(kept) + (steps_ ? kept : 0)) return {};
  return Error{ErrorCode::kCorrupt,
               fmt::format("{}: chunk {} has the wrong size; delete the file and solve again",
                           file_.path().string(), number)};
}

Result<Outcome> ClassTable::decode(const std::vector<std::uint8_t>& chunk,
                                   const Place& place) const {
  if (auto good = check_size(chunk, place.kept, place.chunk); !good) return good.error();
  const std::uint64_t bytes = stream_bytes(place.kept);
  const auto bit = [&](std::uint64_t stream) {
    return chunk[stream * bytes + place.bit / 8] >> (place.bit % 8) & 1;
  };
  Outcome outcome{bit(0) ? Value::kWin : bit(1) ? Value::kLoss : Value::kDraw, std::nullopt};
  if (steps_ && outcome.value != Value::kDraw) outcome.plies = chunk[2 * bytes + place.bit];
  return outcome;
}

Result<void> ClassTable::fill(const Engine& engine, Workers& workers,
                              const std::vector<Plane*>& planes, const Streams& streams) const {
  const TableLayout& layout = *layout_;
  for (Plane* plane : planes) {
    auto made = engine.pool().take(class_layout_->bytes);
    if (!made) return made.error();
    *plane = std::move(*made);
  }
  const std::vector<int> parts = present(*class_layout_);
  std::mutex mutex;
  std::optional<Error> failed;
  workers.for_each(0, parts.size(), [&](std::size_t i) {
    const int p = parts[i];
    auto raw = file_.read(i);
    const std::uint64_t kept = kept_boards(layout, *class_layout_, p);
    const Result<void> good = raw ? check_size(*raw, kept, i) : raw.error();
    if (!good) {
      const std::lock_guard lock(mutex);
      failed = good.error();
      return;
    }
    std::vector<std::vector<std::uint8_t>> bits = streams(*raw, kept);
    for (std::size_t number = 0; number < planes.size(); ++number) {
      bits[number].resize(stream_bytes(kept) + kStreamMargin);
      std::uint8_t* segment = planes[number]->data() + class_layout_->segment_start[p];
      std::memset(segment, 0, layout.geometry.segments[class_layout_->segment_kind[p]].bytes);
      std::uint64_t at = 0;
      for_each_vector(layout, *class_layout_, p,
                      [&](int, int, const Reduction::Mask& mask, std::uint32_t offset) {
                        at = table_kernels().unpack(
                            bits[number].data(), at, mask.words.data(),
                            static_cast<int>(mask.words.size()),
                            reinterpret_cast<std::uint64_t*>(segment + offset));
                      });
    }
  });
  if (failed) return *failed;
  if (workers.cancelled()) return cancelled_error();
  for (std::size_t i = 0; i < planes.size(); i += 2) {
    close_under_symmetry(engine, *class_layout_, workers, planes[i]->data(),
                         i + 1 < planes.size() ? planes[i + 1]->data() : nullptr);
  }
  return {};
}

Result<SidePlanes> ClassTable::load(const Engine& engine, Workers& workers, bool want_win,
                                    bool want_loss) const {
  SidePlanes side;
  std::vector<Plane*> planes;
  if (want_win) planes.push_back(&side.win);
  if (want_loss) planes.push_back(&side.loss);
  auto filled = fill(engine, workers, planes, [&](const auto& raw, std::uint64_t kept) {
    std::vector<std::vector<std::uint8_t>> streams;
    const auto bytes = static_cast<std::ptrdiff_t>(stream_bytes(kept));
    if (want_win) streams.emplace_back(raw.begin(), raw.begin() + bytes);
    if (want_loss) streams.emplace_back(raw.begin() + bytes, raw.begin() + 2 * bytes);
    return streams;
  });
  if (!filled) return filled.error();
  if (want_win) set_padding(*layout_, *class_layout_, workers, side.win.data());
  return side;
}

Result<SteppedSide> ClassTable::load_steps(const Engine& engine, Workers& workers) const {
  constexpr int kDigits = 8;  // of a byte
  SteppedSide side;
  side.steps.resize(kDigits);
  std::vector<Plane*> planes{&side.planes.win, &side.planes.loss};
  for (Plane& digit : side.steps) planes.push_back(&digit);
  std::atomic<unsigned> used = 0;  // digits that some board has
  auto filled = fill(engine, workers, planes, [&](const auto& raw, std::uint64_t kept) {
    const std::uint64_t bytes = stream_bytes(kept);
    std::vector<std::vector<std::uint8_t>> streams(2 + kDigits, std::vector<std::uint8_t>(bytes));
    std::copy_n(raw.begin(), bytes, streams[0].begin());
    std::copy_n(raw.begin() + static_cast<std::ptrdiff_t>(bytes), bytes, streams[1].begin());
    for (std::uint64_t i = 0; i < kept; ++i) {
      const std::uint8_t steps = raw[2 * bytes + i];
      used |= steps;
      for (int digit = 0; digit < kDigits; ++digit) {
        streams[2 + digit][i / 8] |= static_cast<std::uint8_t>((steps >> digit & 1) << (i % 8));
      }
    }
    return streams;
  });
  if (!filled) return filled.error();
  set_padding(*layout_, *class_layout_, workers, side.planes.win.data());
  side.steps.resize(static_cast<std::size_t>(std::bit_width(used.load())));
  return side;
}

}  // namespace noughts::quixo
