#include "noughts/quixo/layout/plane.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "noughts/core/progress.h"
#include "noughts/store/scratch.h"

namespace noughts::quixo::layout {
namespace {

constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
constexpr std::uint64_t kMargin = 64;

std::uint64_t mapped_size(std::uint64_t bytes) {
  const std::uint64_t page = bytes >= kHugePage ? kHugePage : 4096;
  return (bytes + kMargin + page - 1) / page * page;
}
bool is_large(std::uint64_t mapped) { return mapped >= kHugePage; }

// Whether memory can be parted and put together page by page; in a browser it cannot.
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
constexpr bool kPagesMove = true;
bool move_pages(std::uint8_t* from, std::uint64_t bytes, std::uint8_t* to) {
  return mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED;
}
#else
constexpr bool kPagesMove = false;
bool move_pages(std::uint8_t*, std::uint64_t, std::uint8_t*) { return false; }
#endif

// Fresh memory, large pieces where huge pages begin; null if there is none. With PROT_NONE
// only addresses.
std::uint8_t* map(std::uint64_t mapped, int protection) {
  const std::uint64_t slack = kPagesMove && is_large(mapped) ? kHugePage : 0;
  void* found = mmap(nullptr, mapped + slack, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return nullptr;
  auto* memory = static_cast<std::uint8_t*>(found);
  if (slack == 0) return memory;
  const std::uint64_t before = -reinterpret_cast<std::uintptr_t>(memory) % kHugePage;
  if (before > 0) munmap(memory, before);
  munmap(memory + before + mapped, slack - before);
#if defined(MADV_HUGEPAGE)
  if (protection != PROT_NONE) madvise(memory + before, mapped, MADV_HUGEPAGE);  // only a wish
#endif
  return memory + before;
}

}  // namespace

// Memory that lies unused. Closed when its pool is gone.
struct Plane::Shelf {
  std::mutex mutex;
  std::vector<Piece> unused;
  std::uint64_t in_memory = 0;  // of all pieces, unused or not
  std::uint64_t most_in_memory = std::numeric_limits<std::uint64_t>::max();
  std::optional<store::Path> scratch;
  bool open = true;

  // Gives back what lies unused until no more than this is held in memory, files last.
  void trim(std::uint64_t held) {
    while (!unused.empty() && in_memory > held) {
      const auto piece = std::find_if(unused.begin(), unused.end(),
                                      [](const Piece& other) { return !other.in_file; });
      if (piece == unused.end()) break;
      const std::uint64_t page = is_large(piece->mapped) ? kHugePage : 4096;
      const std::uint64_t too_many = (in_memory - held + page - 1) / page * page;
      const std::uint64_t gone = kPagesMove ? std::min(piece->mapped, too_many) : piece->mapped;
      piece->mapped -= gone;
      munmap(piece->memory + piece->mapped, gone);
      in_memory -= gone;
      if (piece->mapped == 0) unused.erase(piece);
    }
    if (held > 0) return;
    for (const Piece& piece : unused) munmap(piece.memory, piece.mapped);
    unused.clear();
  }
  // The smallest piece that is large enough; what is left over of a large one stays.
  std::optional<Piece> find(std::uint64_t mapped, bool in_file) {
    auto best = unused.end();
    for (auto piece = unused.begin(); piece != unused.end(); ++piece) {
      if (piece->mapped < mapped || piece->in_file != in_file) continue;
      if (is_large(piece->mapped) != is_large(mapped)) continue;
      if (best == unused.end() || piece->mapped < best->mapped) best = piece;
    }
    if (best == unused.end()) return std::nullopt;
    Piece found = *best;
    if (kPagesMove && !in_file && is_large(mapped) && found.mapped > mapped) {
      *best = {found.memory + mapped, found.mapped - mapped, false};
      found.mapped = mapped;
    } else {
      unused.erase(best);
    }
    return found;
  }
  std::uint64_t unused_in_memory(bool large) const {
    std::uint64_t bytes = 0;
    for (const Piece& piece : unused) {
      if (!piece.in_file && is_large(piece.mapped) == large) bytes += piece.mapped;
    }
    return bytes;
  }
  bool spills(std::uint64_t fresh) const { return scratch && in_memory + fresh > most_in_memory; }

  // One plane of the unused large pieces, and of fresh memory where they are not enough. Empty
  // if the system cannot; what was moved by then is given back.
  std::vector<Piece> join(std::uint64_t mapped) {
    std::uint8_t* const start = map(mapped, PROT_NONE);
    if (start == nullptr) return {};
    std::vector<Piece> pieces;
    std::uint64_t filled = 0;
    std::sort(unused.begin(), unused.end(),
              [](const Piece& a, const Piece& b) { return a.mapped < b.mapped; });
    while (filled < mapped) {
      Piece piece{start + filled, mapped - filled, false};
      const auto last = std::find_if(unused.rbegin(), unused.rend(), [](const Piece& other) {
        return !other.in_file && is_large(other.mapped);
      });
      if (last == unused.rend()) {
        if (mmap(piece.memory, piece.mapped, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
          return give_up(start, mapped, filled);
        }
#if defined(MADV_HUGEPAGE)
        madvise(piece.memory, piece.mapped, MADV_HUGEPAGE);
#endif
        in_memory += piece.mapped;
      } else {
        piece.mapped = std::min(piece.mapped, last->mapped);
        last->mapped -= piece.mapped;
        if (!move_pages(last->memory + last->mapped, piece.mapped, piece.memory)) {
          last->mapped += piece.mapped;
          return give_up(start, mapped, filled);
        }
        if (last->mapped == 0) unused.erase(std::next(last).base());
      }
      pieces.push_back(piece);
      filled += piece.mapped;
    }
    return pieces;
  }
  std::vector<Piece> give_up(std::uint8_t* start, std::uint64_t mapped, std::uint64_t filled) {
    munmap(start, mapped);
    in_memory -= filled;
    return {};
  }
};

void Plane::Release::operator()(std::uint8_t*) const {
  if (shelf != nullptr) {
    const std::lock_guard lock(shelf->mutex);
    if (shelf->open) {
      shelf->unused.insert(shelf->unused.end(), pieces.begin(), pieces.end());
      return;
    }
  }
  for (const Piece& piece : pieces) munmap(piece.memory, piece.mapped);
}

Result<Plane> Plane::make(std::uint64_t bytes) {
  const std::uint64_t mapped = mapped_size(bytes);
  std::uint8_t* const memory = map(mapped, PROT_READ | PROT_WRITE);
  if (memory == nullptr) {
    return Error{ErrorCode::kNoSpace,
                 fmt::format("not enough memory for a plane of {}", format_bytes(bytes))};
  }
  Plane plane;
  plane.memory_ = {memory, Release{{{memory, mapped, false}}, nullptr}};
  plane.bytes_ = bytes;
  return plane;
}

PlanePool::PlanePool() : shelf_(std::make_shared<Plane::Shelf>()) {}

PlanePool::~PlanePool() {
  const std::lock_guard lock(shelf_->mutex);
  shelf_->open = false;
  shelf_->trim(0);
}

void PlanePool::trim(std::uint64_t bytes) {
  const std::lock_guard lock(shelf_->mutex);
  shelf_->trim(bytes);
}

std::uint64_t PlanePool::held_bytes() const {
  const std::lock_guard lock(shelf_->mutex);
  return shelf_->in_memory;
}

std::uint64_t PlanePool::unused_bytes() const {
  const std::lock_guard lock(shelf_->mutex);
  return shelf_->unused_in_memory(true) + shelf_->unused_in_memory(false);
}

bool PlanePool::spills() const {
  const std::lock_guard lock(shelf_->mutex);
  return shelf_->scratch.has_value();
}

void PlanePool::spill(std::uint64_t memory_bytes, store::Path folder) {
  const std::lock_guard lock(shelf_->mutex);
  shelf_->most_in_memory = memory_bytes;
  shelf_->scratch = std::move(folder);
}

Result<Plane> PlanePool::take(std::uint64_t bytes) {
  const std::lock_guard lock(shelf_->mutex);
  const std::uint64_t mapped = mapped_size(bytes);
  Plane plane;
  plane.bytes_ = bytes;
  const auto of = [&](std::vector<Plane::Piece> pieces) {
    std::uint8_t* const memory = pieces.front().memory;
    plane.memory_ = {memory, Plane::Release{std::move(pieces), shelf_}};
    return std::move(plane);
  };
  if (const auto piece = shelf_->find(mapped, false)) return of({*piece});
  const std::uint64_t unused = is_large(mapped) ? shelf_->unused_in_memory(true) : 0;
  if (shelf_->spills(mapped - unused)) {
    if (const auto piece = shelf_->find(mapped, true)) return of({*piece});
    auto memory = store::map_scratch(*shelf_->scratch, mapped);
    if (!memory) return memory.error();
    return of({{*memory, mapped, true}});
  }
  if (unused > 0) {
    auto pieces = kPagesMove ? shelf_->join(mapped) : std::vector<Plane::Piece>();
    if (!pieces.empty()) return of(std::move(pieces));
    shelf_->trim(0);
  }
  Result<Plane> made = Plane::make(bytes);
  if (!made) return made;
  shelf_->in_memory += mapped;
  made->memory_.get_deleter().shelf = shelf_;
  return made;
}

}  // namespace noughts::quixo::layout
