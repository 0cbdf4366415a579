// How the file of a class is written; class_table.cpp reads it.
#include <algorithm>
#include <cstring>

#include "noughts/core/json.h"
#include "noughts/quixo/layout/pack_kernels.h"
#include "noughts/quixo/tables/class_table.h"

namespace noughts::quixo::tables {
namespace {

constexpr int kCompression = 1;      // zstd level: higher ones gain nothing and cost more
constexpr int kTightest = 19;        // for tables that are made once and copied often
constexpr std::size_t kBatch = 256;  // chunks packed at a time

// Packs the chunks of a class in order, batch by batch, and hands them to `take`.
template <class Take>
Result<void> pack_chunks(const layout::ClassLayout& class_layout, const ChunkMaker& make,
                         Workers& workers, Take&& take) {
  const std::vector<int> parts = layout::present(class_layout);
  for (std::size_t begin = 0; begin < parts.size(); begin += kBatch) {
    std::vector<store::PackedChunk> packed(std::min(kBatch, parts.size() - begin));
    auto made = workers.for_each(0, packed.size(), [&](std::size_t i) {
      packed[i] = store::pack_chunk(make(parts[begin + i]), kCompression);
    });
    if (!made) return made;
    for (const store::PackedChunk& chunk : packed) {
      if (Result<void> taken = take(chunk); !taken) return taken;
    }
  }
  return {};
}

// The bits of a plane's kept boards of P = p. `stream` is scratch memory.
void pack_plane(const layout::TableLayout& layout, const layout::ClassLayout& class_layout, int p,
                const layout::Plane& plane, layout::Stream& stream, std::uint8_t* to) {
  const std::uint64_t kept =
      layout::pack_segment(layout, class_layout, p, plane.data(), nullptr, stream);
  std::copy_n(stream.begin(), layout::stream_bytes(kept), to);
}

// Win and loss bits, with room for `more` bytes per kept board.
std::vector<std::uint8_t> pack_side(const layout::TableLayout& layout,
                                    const layout::ClassLayout& class_layout, int p,
                                    const layout::SidePlanes& planes, std::uint64_t kept,
                                    std::uint64_t more, std::vector<std::uint8_t>& stream) {
  const std::uint64_t bytes = layout::stream_bytes(kept);
  std::vector<std::uint8_t> raw(2 * bytes + more * kept);
  pack_plane(layout, class_layout, p, planes.win, stream, raw.data());
  pack_plane(layout, class_layout, p, planes.loss, stream, raw.data() + bytes);
  return raw;
}

}  // namespace

ChunkMaker chunks_from_planes(const layout::TableLayout& layout,
                              const layout::ClassLayout& class_layout,
                              const layout::SidePlanes& planes) {
  return [&](int p) {
    thread_local layout::Stream stream;
    const std::uint64_t kept = layout::kept_boards(layout, class_layout, p);
    return pack_side(layout, class_layout, p, planes, kept, 0, stream);
  };
}

ChunkMaker chunks_from_planes(const layout::TableLayout& layout,
                              const layout::ClassLayout& class_layout,
                              const layout::SteppedSide& side) {
  return [&](int p) {
    thread_local layout::Stream stream;
    const std::uint64_t kept = layout::kept_boards(layout, class_layout, p);
    std::vector<std::uint8_t> raw =
        pack_side(layout, class_layout, p, side.planes, kept, 1, stream);
    std::uint8_t* plies = raw.data() + 2 * layout::stream_bytes(kept);
    std::vector<std::uint8_t> digits(layout::stream_bytes(kept));
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
  std::vector<std::uint8_t> chunk(layout::stream_bytes(codes.size()));
  const std::size_t bytes = chunk.size();
  for (std::size_t byte = 0; byte < bytes; ++byte) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, codes.data() + 8 * byte, std::min<std::size_t>(8, codes.size() - 8 * byte));
    if (eight == 0) continue;
    for (int bit = 0; bit < 8; ++bit) {
      const auto code = static_cast<std::uint8_t>(eight >> (8 * bit));
      if (code == 0) continue;
      chunk[byte] |= static_cast<std::uint8_t>(1 << bit);
      chunk.push_back(code);
    }
  }
  if (chunk.size() == bytes) chunk.clear();
  return chunk;
}

ChunkMaker rank_chunks(const layout::TableLayout& layout, const layout::ClassLayout& class_layout,
                       const layout::SidePlanes& planes, RankCodes codes) {
  return [&, codes = std::move(codes)](int p) {
    thread_local layout::Stream wins;
    return pack_codes(codes(p, [&] {
      layout::pack_segment(layout, class_layout, p, planes.win.data(), nullptr, wins);
      return wins.data();
    }));
  };
}

Result<StoredClass> write_class(const store::Path& folder, const layout::TableLayout& layout,
                                ClassId id, bool steps, const ChunkMaker& make, Workers& workers,
                                const ChunkMaker& make_ranks) {
  const layout::ClassLayout class_layout = layout::layout_of(layout, id);
  const bool ranks = static_cast<bool>(make_ranks);
  const std::uint64_t chunks = layout::present(class_layout).size();
  auto writer = store::TableWriter::create(class_path(folder, id), kClassKind,
                                           describe_class(layout.rules, id, steps, ranks),
                                           ranks ? 2 * chunks : chunks);
  if (!writer) return writer.error();
  const auto append = [&](const store::PackedChunk& chunk) { return writer->append(chunk); };
  auto done = pack_chunks(class_layout, make, workers, append);
  if (done && ranks) done = pack_chunks(class_layout, make_ranks, workers, append);
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

Result<std::vector<std::uint64_t>> digest_classes(const layout::TableLayout& layout,
                                                  const std::vector<ClassMaker>& classes,
                                                  Workers& workers) {
  const auto segments = static_cast<std::size_t>(layout.geometry.p_fillings);
  std::vector<layout::ClassLayout> layouts;
  for (const ClassMaker& one : classes) layouts.push_back(layout::layout_of(layout, one.id));
  std::vector checksums(classes.size(), std::vector<std::uint64_t>(segments));
  auto made = workers.for_each(0, segments, [&](std::size_t p) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      if (layouts[i].segment_start[p] == layout::kNoSegment) continue;
      checksums[i][p] = store::checksum(classes[i].make(static_cast<int>(p)));
    }
  });
  if (!made) return made.error();
  std::vector<std::uint64_t> digests;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::vector<int> parts = layout::present(layouts[i]);
    store::ContentDigest digest(parts.size());
    for (const int p : parts) digest.add(checksums[i][static_cast<std::size_t>(p)]);
    digests.push_back(digest.value());
  }
  return digests;
}

}  // namespace noughts::quixo::tables
