#include "noughts/quixo/engine/class_sets.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

namespace noughts::quixo::engine {
namespace {

// Of all kept boards. With fewer the images are set one by one, which costs less than merging
// whole planes.
constexpr double kFewToSet = 0.005;

// In order, by all threads.
Result<void> sort(std::vector<std::uint64_t>& numbers, Workers& workers) {
  const auto parts = std::bit_ceil(static_cast<std::size_t>(workers.threads()));
  const auto begin_of = [&](std::size_t part) {
    return numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() * part / parts);
  };
  auto done =
      workers.for_each(0, parts, [&](std::size_t i) { std::sort(begin_of(i), begin_of(i + 1)); });
  for (std::size_t width = 2; done && width <= parts; width *= 2) {
    done = workers.for_each(0, parts / width, [&](std::size_t i) {
      const std::size_t first = i * width;
      std::inplace_merge(begin_of(first), begin_of(first + width / 2), begin_of(first + width));
    });
  }
  return done;
}

}  // namespace

ClassSets::ClassSets(const Engine& engine, const layout::ClassLayout& layout, Workers& workers)
    : engine_(engine),
      tables_(engine.tables()),
      layout_(layout),
      workers_(workers),
      view_(EngineTables::view_of(layout)),
      segments_(layout::present(layout)) {
  for (const int p : segments_) kept_ += layout::kept_boards(*tables_.kept, layout_, p);
}

bool ClassSets::is_few(std::uint64_t kept) const {
  return static_cast<double>(kept) <= kFewToSet * static_cast<double>(kept_);
}

template <class F>
Result<void> ClassSets::for_each_word(F&& f) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  return workers_.for_each(0, (layout_.bytes + kPiece - 1) / kPiece, [&](std::size_t piece) {
    const std::uint64_t end = std::min(layout_.bytes, (piece + 1) * kPiece);
    f(piece * kPiece / 8, end / 8);
  });
}

ClassSets::Streams ClassSets::streams_of(const DecidedBoards& boards) const {
  return [this, &boards](int p, layout::Stream& stream) {
    if (boards.empty(p)) return false;
    boards.get(p, layout::kept_boards(*tables_.kept, layout_, p), stream);
    return true;
  };
}

Result<layout::Plane> ClassSets::plane_of(std::uint64_t kept, const Streams& streams) {
  Result<layout::Plane> plane = engine_.pool().take(layout_.bytes);
  if (!plane) return plane;
  if (is_few(kept)) {
    std::memset(plane->data(), 0, layout_.bytes);
    auto boards = list_of(streams);
    if (!boards) return boards.error();
    auto set = put(*plane, true, *boards, nullptr);
    if (!set) return set.error();
    return plane;
  }
  std::vector<layout::Stream> scratch(static_cast<std::size_t>(workers_.threads()));
  auto done = workers_.for_each(0, segments_.size(), [&](std::size_t i) {
    const int p = segments_[i];
    layout::Stream& stream = scratch[static_cast<std::size_t>(workers_.slot())];
    if (!streams(p, stream)) {
      stream.assign(layout::stream_bytes(layout::kept_boards(*tables_.kept, layout_, p)) +
                        layout::kStreamMargin,
                    0);
    }
    layout::unpack_segment(*tables_.kept, layout_, p, stream.data(), plane->data());
  });
  if (done) done = close_under_symmetry(engine_, layout_, workers_, plane->data(), nullptr);
  if (!done) return done.error();
  return plane;
}

Result<BlockList> ClassSets::list_of(const Streams& streams) {
  const auto threads = static_cast<std::size_t>(workers_.threads());
  std::vector<BlockList> lists(threads);
  std::vector<layout::Stream> scratch(threads);
  auto done = workers_.for_each(0, segments_.size(), [&](std::size_t i) {
    const int p = segments_[i];
    const auto slot = static_cast<std::size_t>(workers_.slot());
    if (!streams(p, scratch[slot])) return;
    for_each_in_stream(
        *tables_.kept, layout_, p, scratch[slot],
        [&](int q, int shape, std::uint64_t, std::uint32_t bit) {
          const std::uint32_t part = tables_.bit_parts[shape][bit];
          lists[slot].push_back(tables_.geometry.board(
              {p, q, static_cast<int>(part >> 16), static_cast<int>(part & 0xffff)}));
        });
  });
  if (!done) return done.error();
  return joined(std::move(lists));
}

Result<ClassSets::Packed> ClassSets::pack(const layout::Plane& plane) {
  Packed packed{DecidedBoards(layout_.segment_start.size(), 0)};
  std::atomic<std::uint64_t> all = 0;
  std::vector<layout::Stream> scratch(static_cast<std::size_t>(workers_.threads()));
  auto done = workers_.for_each(0, segments_.size(), [&](std::size_t i) {
    const int p = segments_[i];
    layout::Stream& stream = scratch[static_cast<std::size_t>(workers_.slot())];
    const std::uint64_t kept =
        layout::pack_segment(*tables_.kept, layout_, p, plane.data(), nullptr, stream);
    all += count_set_bits({stream.data(), layout::stream_bytes(kept)});
    packed.boards.set(p, stream.data(), kept);
  });
  if (!done) return done.error();
  packed.kept = all;
  return packed;
}

Result<ClassSets::Packed> ClassSets::pack(std::vector<std::uint64_t> addresses) {
  if (auto sorted = sort(addresses, workers_); !sorted) return sorted.error();
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  Packed packed{DecidedBoards(layout_.segment_start.size(), 0), addresses.size()};
  auto done = workers_.for_each(0, segments_.size(), [&](std::size_t i) {
    const int p = segments_[i];
    const std::uint64_t begin = 8 * layout_.segment_start[p];
    const std::uint64_t end = begin + 8 * tables_.geometry.segments[layout_.segment_kind[p]].bytes;
    const auto from = std::lower_bound(addresses.begin(), addresses.end(), begin);
    const auto to = std::lower_bound(from, addresses.end(), end);
    if (from == to) return;
    PlaceList places(layout::kept_boards(*tables_.kept, layout_, p));
    for_each_place_of(
        *tables_.kept, layout_, p,
        std::span<const std::uint64_t>(&*from, static_cast<std::size_t>(to - from)),
        [](std::uint64_t at) { return at; },
        [&](std::uint64_t place, std::uint64_t) { places.add(place); });
    packed.boards.set_packed(p, places.take());
  });
  if (!done) return done.error();
  return packed;
}

std::uint64_t ClassSets::put(layout::Plane& set, bool in, const Board* boards, std::size_t count,
                             Changed* changed) const {
  Board fresh[kSparseBatch];
  std::uint64_t addresses[kSparseBatch * kSymmetries];
  std::uint64_t bits = 0;
  for (std::size_t begin = 0; begin < count; begin += kSparseBatch) {
    SparseFound found{fresh, 0, addresses, 0};
    bits += kernels().put_images(tables_.view, view_, tables_.sparse, set.data(), in,
                                 boards + begin, std::min(kSparseBatch, count - begin),
                                 changed == nullptr ? nullptr : &found);
    if (changed == nullptr) continue;
    changed->boards.append(fresh, found.board_count);
    changed->kept.append(addresses, found.kept_count);
  }
  return bits;
}

Result<std::uint64_t> ClassSets::put(layout::Plane& set, bool in, const BlockList& boards,
                                     Changed* changed) {
  const auto threads = static_cast<std::size_t>(workers_.threads());
  std::vector<Changed> parts(threads);
  std::atomic<std::uint64_t> bits = 0;
  auto done = workers_.for_each(0, boards.blocks().size(), [&](std::size_t i) {
    const BlockList::Block& block = boards.blocks()[i];
    bits += put(set, in, block.data(), block.size(),
                changed == nullptr ? nullptr : &parts[static_cast<std::size_t>(workers_.slot())]);
  });
  if (!done) return done.error();
  for (Changed& part : parts) {
    if (changed == nullptr) break;
    changed->boards.splice(std::move(part.boards));
    changed->kept.splice(std::move(part.kept));
  }
  return bits.load();
}

// f(word) counts the boards of a word, and may change it.
template <class F>
Result<std::uint64_t> ClassSets::sum_over_words(F&& f) {
  std::atomic<std::uint64_t> total = 0;
  auto done = for_each_word([&](std::uint64_t first, std::uint64_t last) {
    std::uint64_t here = 0;
    for (std::uint64_t i = first; i < last; ++i) here += f(i);
    total += here;
  });
  if (!done) return done.error();
  return total.load();
}

Result<std::uint64_t> ClassSets::count(const layout::Plane& set) {
  const auto* words = reinterpret_cast<const std::uint64_t*>(set.data());
  return sum_over_words(
      [=](std::uint64_t i) { return static_cast<std::uint64_t>(std::popcount(words[i])); });
}

Result<std::uint64_t> ClassSets::move_out(layout::Plane& set, layout::Plane& boards) {
  auto* words = reinterpret_cast<std::uint64_t*>(set.data());
  auto* others = reinterpret_cast<std::uint64_t*>(boards.data());
  return sum_over_words([=](std::uint64_t i) {
    const std::uint64_t both = words[i] & others[i];
    words[i] ^= both;
    others[i] = both;
    return static_cast<std::uint64_t>(std::popcount(both));
  });
}

Result<void> ClassSets::in_neither(layout::Plane& set, const layout::Plane& other) {
  auto* words = reinterpret_cast<std::uint64_t*>(set.data());
  const auto* others = reinterpret_cast<const std::uint64_t*>(other.data());
  return for_each_word([=](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) words[i] = ~(words[i] | others[i]);
  });
}

Result<layout::Plane> ClassSets::copy(const layout::Plane& set) {
  Result<layout::Plane> made = engine_.pool().take(layout_.bytes);
  if (!made) return made;
  auto done = for_each_word([&](std::uint64_t first, std::uint64_t last) {
    std::memcpy(made->data() + 8 * first, set.data() + 8 * first, 8 * (last - first));
  });
  if (!done) return done.error();
  return made;
}

}  // namespace noughts::quixo::engine
