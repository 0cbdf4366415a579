#include "noughts/quixo/tables/class_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <bitset>
#include <cstring>

#include "noughts/core/bits.h"
#include "noughts/core/json.h"
#include "noughts/quixo/layout/pack_kernels.h"
#include "noughts/quixo/tables/manifest.h"

namespace noughts::quixo {
namespace {

constexpr int kCompression = 3;      // zstd level: higher ones gain little and cost much
constexpr int kSmallSize = 4;        // boards up to it
constexpr int kTightest = 19;        // for tables that are made once and copied often
constexpr std::size_t kBatch = 256;  // chunks packed at a time

Json describe_class(const Rules& rules, ClassId id, bool steps, bool ranks) {
  Json description = describe_rules(rules);
  description["x"] = id.x;
  description["o"] = id.o;
  description["steps"] = steps;
  description["ranks"] = ranks;
  return description;
}

Error missing(const store::Path& path, ClassId id) {
  return {ErrorCode::kMissing,
          fmt::format("the table of the class with {} X and {} O is missing ({}); solve "
                      "again, keeping all tables, to make it",
                      id.x, id.o, path.string())};
}

// Packs the chunks of a class in order, batch by batch, and hands them to `take`.
template <class Take>
Result<void> pack_chunks(const ClassLayout& class_layout, const ChunkMaker& make, Workers& workers,
                         int level, Take&& take) {
  const std::vector<int> parts = present(class_layout);
  for (std::size_t begin = 0; begin < parts.size(); begin += kBatch) {
    std::vector<store::PackedChunk> packed(std::min(kBatch, parts.size() - begin));
    auto made = workers.for_each(0, packed.size(), [&](std::size_t i) {
      const std::vector<std::uint8_t> raw = make(parts[begin + i]);
      if (level > 0)
        packed[i] = store::pack_chunk(raw, level);
      else
        packed[i].raw_checksum = store::checksum(raw);
    });
    if (!made) return made;
    for (const store::PackedChunk& chunk : packed) {
      if (Result<void> taken = take(chunk); !taken) return taken;
    }
  }
  return {};
}

// The bits of a plane's kept boards of P = p. `stream` is scratch memory.
void pack_plane(const TableLayout& layout, const ClassLayout& class_layout, int p,
                const Plane& plane, Stream& stream, std::uint8_t* to) {
  const std::uint64_t kept = pack_segment(layout, class_layout, p, plane.data(), nullptr, stream);
  std::copy_n(stream.begin(), stream_bytes(kept), to);
}

// Win and loss bits, with room for `more` bytes per kept board.
std::vector<std::uint8_t> pack_side(const TableLayout& layout, const ClassLayout& class_layout,
                                    int p, const SidePlanes& planes, std::uint64_t kept,
                                    std::uint64_t more, std::vector<std::uint8_t>& stream) {
  const std::uint64_t bytes = stream_bytes(kept);
  std::vector<std::uint8_t> raw(2 * bytes + more * kept);
  pack_plane(layout, class_layout, p, planes.win, stream, raw.data());
  pack_plane(layout, class_layout, p, planes.loss, stream, raw.data() + bytes);
  return raw;
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
                              const SidePlanes& planes) {
  return [&](int p) {
    std::vector<std::uint8_t> stream;
    const std::uint64_t kept = kept_boards(layout, class_layout, p);
    return pack_side(layout, class_layout, p, planes, kept, 0, stream);
  };
}

ChunkMaker chunks_from_planes(const TableLayout& layout, const ClassLayout& class_layout,
                              const SteppedSide& side) {
  return [&](int p) {
    std::vector<std::uint8_t> stream;
    const std::uint64_t kept = kept_boards(layout, class_layout, p);
    std::vector<std::uint8_t> raw =
        pack_side(layout, class_layout, p, side.planes, kept, 1, stream);
    std::uint8_t* plies = raw.data() + 2 * stream_bytes(kept);
    std::vector<std::uint8_t> digits(stream_bytes(kept));
    for (std::size_t digit = 0; digit < side.digits.size(); ++digit) {
      pack_plane(layout, class_layout, p, side.digits[digit], stream, digits.data());
      for (std::uint64_t i = 0; i < kept; ++i) {
        plies[i] |= static_cast<std::uint8_t>((digits[i / 8] >> (i % 8) & 1) << digit);
      }
    }
    return raw;
  };
}

std::vector<std::uint8_t> pack_codes(const std::vector<std::uint8_t>& codes) {
  std::vector<std::uint8_t> chunk(stream_bytes(codes.size()));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == 0) continue;
    chunk[i / 8] |= static_cast<std::uint8_t>(1 << (i % 8));
    chunk.push_back(codes[i]);
  }
  if (chunk.size() == stream_bytes(codes.size())) chunk.clear();
  return chunk;
}

ChunkMaker rank_chunks(const TableLayout& layout, const ClassLayout& class_layout,
                       const SidePlanes& planes, RankCodes codes) {
  return [&, codes = std::move(codes)](int p) {
    Stream wins;
    pack_segment(layout, class_layout, p, planes.win.data(), nullptr, wins);
    return pack_codes(codes(p, wins.data()));
  };
}

Result<StoredClass> write_class(const store::Path& folder, const TableLayout& layout, ClassId id,
                                bool steps, const ChunkMaker& make, Workers& workers,
                                const ChunkMaker& make_ranks) {
  const ClassLayout class_layout = layout_of(layout, id);
  const bool ranks = static_cast<bool>(make_ranks);
  const std::uint64_t chunks = present(class_layout).size();
  auto writer = store::TableWriter::create(class_path(folder, id), kClassKind,
                                           describe_class(layout.rules, id, steps, ranks),
                                           ranks ? 2 * chunks : chunks);
  if (!writer) return writer.error();
  const auto append = [&](const store::PackedChunk& chunk) { return writer->append(chunk); };
  auto done = pack_chunks(class_layout, make, workers, kCompression, append);
  if (done && ranks) done = pack_chunks(class_layout, make_ranks, workers, kCompression, append);
  if (done) done = writer->finish();
  if (!done) return done.error();
  StoredClass stored{writer->digest(0, chunks), std::nullopt, writer->size()};
  if (ranks) stored.rank_digest = writer->digest(chunks, chunks);
  return stored;
}

Result<StoredClass> repack_class(const store::Path& folder, const ClassTable& table,
                                 Workers& workers) {
  const store::TableReader& file = table.file();
  auto writer = store::TableWriter::create(class_path(folder, table.id()), kClassKind,
                                           file.metadata(), file.chunk_count());
  if (!writer) return writer.error();
  for (std::uint64_t begin = 0; begin < file.chunk_count(); begin += kBatch) {
    std::vector<store::PackedChunk> packed(
        std::min<std::uint64_t>(kBatch, file.chunk_count() - begin));
    auto done = workers.for_each(0, packed.size(), [&](std::size_t i) -> Result<void> {
      auto raw = file.read(begin + i);
      if (!raw) return raw.error();
      packed[i] = store::pack_chunk(*raw, kTightest);
      return {};
    });
    for (const store::PackedChunk& chunk : packed) {
      if (done) done = writer->append(chunk);
    }
    if (!done) return done.error();
  }
  if (auto done = writer->finish(); !done) return done.error();
  return StoredClass{table.digest(), table.rank_digest(), writer->size()};
}

Result<std::uint64_t> digest_class(const TableLayout& layout, ClassId id, const ChunkMaker& make,
                                   Workers& workers) {
  const ClassLayout class_layout = layout_of(layout, id);
  store::ContentDigest digest(present(class_layout).size());
  const auto done = pack_chunks(class_layout, make, workers, 0, [&](const store::PackedChunk& c) {
    digest.add(c.raw_checksum);
    return Result<void>{};
  });
  if (!done) return done.error();
  return digest.value();
}

ClassTable::ClassTable(std::shared_ptr<const TableLayout> layout, ClassId id,
                       store::TableReader file)
    : layout_(std::move(layout)),
      id_(id),
      plane_(plane_of(id)),
      file_(std::move(file)),
      class_layout_(std::make_shared<ClassLayout>(layout_of(*layout_, id))),
      parts_(present(*class_layout_)),
      chunk_of_p_(layout_->geometry.p_fillings, kAbsent) {
  std::uint32_t next = 0;
  for (const int p : parts_) chunk_of_p_[p] = next++;
  if (layout_->rules.size() > kSmallSize) return;
  for (const int p : parts_) {
    std::uint32_t kept = 0;
    const std::size_t begin = starts_.size();
    starts_.resize(begin + layout_->geometry.q_fillings + 1);
    for_each_vector(*layout_, *class_layout_, p,
                    [&](int q, int, const Reduction::Mask& mask, std::uint32_t) {
                      starts_[begin + q] = kept;
                      kept += mask.count;
                    });
    starts_.back() = kept;
  }
}

Result<ClassTable> ClassTable::open(const store::Path& folder,
                                    std::shared_ptr<const TableLayout> layout, ClassId id) {
  const store::Path path = class_path(folder, id);
  auto file = store::TableReader::open(path, kClassKind);
  if (!file) {
    return file.error().code == ErrorCode::kMissing ? missing(path, id) : file.error();
  }
  return from(std::move(*file), std::move(layout), id);
}

Result<ClassTable> ClassTable::from(store::TableReader file,
                                    std::shared_ptr<const TableLayout> layout, ClassId id) {
  const store::Path path = file.path();
  const Json found = file.metadata();
  const auto has = [&](const char* what) {
    return found.is_object() && found.contains(what) && found[what] == true;
  };
  const Json expected = describe_class(layout->rules, id, has("steps"), has("ranks"));
  if (found != expected) {
    return Error{ErrorCode::kWrongVersion,
                 fmt::format("{} is about {}, not about {}; give the options it was made with or "
                             "another folder",
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
                                           std::shared_ptr<const TableLayout> layout, ClassId id,
                                           const Manifest& manifest) {
  const store::Path path = class_path(folder, id);
  if (!manifest.classes.contains(id)) return missing(path, id);
  auto file = store::TableReader::open(path, kClassKind);
  if (!file) {
    return file.error().code == ErrorCode::kMissing ? missing(path, id) : file.error();
  }
  return listed(std::move(*file), std::move(layout), id, manifest);
}

Result<ClassTable> ClassTable::listed(store::TableReader file,
                                      std::shared_ptr<const TableLayout> layout, ClassId id,
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
  const TableLayout& layout = *layout_;
  const Geometry& g = layout.geometry;
  const Geometry::Parts at = g.parts(layout.reduction.kept_image(plane_.absolute(board)));
  Place place;
  place.chunk = chunk_of_p_[at.p];
  if (!starts_.empty()) {
    const std::uint32_t* starts = starts_.data() + place.chunk * (g.q_fillings + 1);
    const int shape = g.segments[class_layout_->segment_kind[at.p]].vector_shape[at.q];
    place.bit =
        starts[at.q] + place_in_vector(layout, at, shape, layout.reduction.mask(at.p, at.q, shape));
    place.kept = starts[g.q_fillings];
    return place;
  }
  const auto [bit, kept] = kept_place(layout, *class_layout_, at);
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
  if (chunk.size() == 2 * stream_bytes(kept) + (steps_ ? kept : 0)) return {};
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
  const std::uint64_t bytes = stream_bytes(place.kept);
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
  const std::uint64_t bytes = stream_bytes(place.kept);
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
  const std::uint64_t kept = kept_boards(*layout_, *class_layout_, p);
  if (auto good = check_size(chunk, kept, number); !good) return good.error();
  const std::uint8_t* streams[] = {chunk.data(), chunk.data() + stream_bytes(kept)};
  // A kept board stands for eight, unless it is among the light ones.
  std::uint64_t sums[] = {0, 0};
  std::uint64_t boards = kSymmetries * kept;
  for (int i : {0, 1}) {
    for (std::uint64_t byte = 0; byte < stream_bytes(kept); ++byte) {
      sums[i] += kSymmetries * static_cast<std::uint64_t>(std::popcount(streams[i][byte]));
    }
  }
  std::uint64_t start = 0;
  for_each_vector(*layout_, *class_layout_, p,
                  [&](int, int, const Reduction::Mask& mask, std::uint32_t) {
                    for (const Reduction::Mask::Light& light : mask.light) {
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

Result<void> ClassTable::fill(PlanePool& pool, Workers& workers, const std::vector<Plane*>& planes,
                              const Streams& streams) const {
  const TableLayout& layout = *layout_;
  for (Plane* plane : planes) {
    auto made = pool.take(class_layout_->bytes);
    if (!made) return made.error();
    *plane = std::move(*made);
  }
  return workers.for_each(0, parts_.size(), [&](std::size_t i) -> Result<void> {
    const int p = parts_[i];
    auto raw = file_.read(i);
    file_.drop(i);
    if (!raw) return raw.error();
    const std::uint64_t kept = kept_boards(layout, *class_layout_, p);
    if (auto good = check_size(*raw, kept, i); !good) return good;
    std::vector<std::vector<std::uint8_t>> bits = streams(*raw, kept);
    for (std::size_t number = 0; number < planes.size(); ++number) {
      bits[number].resize(stream_bytes(kept) + kStreamMargin);
      unpack_segment(layout, *class_layout_, p, bits[number].data(), planes[number]->data());
    }
    return {};
  });
}

Result<SidePlanes> ClassTable::unpack(PlanePool& pool, Workers& workers, bool want_win,
                                      bool want_loss) const {
  SidePlanes side;
  std::vector<Plane*> planes;
  if (want_win) planes.push_back(&side.win);
  if (want_loss) planes.push_back(&side.loss);
  auto filled = fill(pool, workers, planes, [&](const auto& raw, std::uint64_t kept) {
    std::vector<std::vector<std::uint8_t>> streams;
    const auto bytes = static_cast<std::ptrdiff_t>(stream_bytes(kept));
    if (want_win) streams.emplace_back(raw.begin(), raw.begin() + bytes);
    if (want_loss) streams.emplace_back(raw.begin() + bytes, raw.begin() + 2 * bytes);
    return streams;
  });
  if (!filled) return filled.error();
  return side;
}

Result<SteppedSide> ClassTable::unpack_with_steps(PlanePool& pool, Workers& workers) const {
  constexpr int kDigits = std::bit_width(unsigned{kMostPlies});
  SteppedSide side;
  side.digits.resize(kDigits);
  std::vector<Plane*> planes{&side.planes.win, &side.planes.loss};
  for (Plane& digit : side.digits) planes.push_back(&digit);
  std::mutex mutex;
  std::bitset<kMostPlies + 1> seen;
  auto filled = fill(pool, workers, planes, [&](const auto& raw, std::uint64_t kept) {
    const std::uint64_t bytes = stream_bytes(kept);
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

}  // namespace noughts::quixo
