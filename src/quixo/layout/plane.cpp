#include "noughts/quixo/layout/plane.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "noughts/core/progress.h"
#include "noughts/store/scratch.h"

namespace noughts::quixo {
namespace {

constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
constexpr std::uint64_t kMargin = 64;

std::uint64_t mapped_size(std::uint64_t bytes) {
  const std::uint64_t page = bytes >= kHugePage ? kHugePage : 4096;
  return (bytes + kMargin + page - 1) / page * page;
}

}  // namespace

// Memory that lies unused. Closed when its pool is gone.
struct Plane::Shelf {
  struct Piece {
    std::uint64_t mapped;
    bool in_file;
    std::uint8_t* memory;
  };
  std::mutex mutex;
  std::vector<Piece> unused;
  std::uint64_t in_memory = 0;  // of all pieces, unused or not
  std::uint64_t most_in_memory = std::numeric_limits<std::uint64_t>::max();
  std::optional<store::Path> scratch;
  bool open = true;

  void clear() {
    for (const Piece& piece : unused) {
      munmap(piece.memory, piece.mapped);
      if (!piece.in_file) in_memory -= piece.mapped;
    }
    unused.clear();
  }
  // The smallest piece that is large enough, one in memory before one in a file.
  std::optional<Piece> find(std::uint64_t mapped) {
    auto best = unused.end();
    for (auto piece = unused.begin(); piece != unused.end(); ++piece) {
      if (piece->mapped < mapped) continue;
      if (best == unused.end() ||
          std::pair(piece->in_file, piece->mapped) < std::pair(best->in_file, best->mapped)) {
        best = piece;
      }
    }
    if (best == unused.end()) return std::nullopt;
    const Piece found = *best;
    unused.erase(best);
    return found;
  }
  bool spills(std::uint64_t mapped) const { return scratch && in_memory + mapped > most_in_memory; }
};

void Plane::Release::operator()(std::uint8_t* memory) const {
  if (shelf != nullptr) {
    const std::lock_guard lock(shelf->mutex);
    if (shelf->open) {
      shelf->unused.push_back({mapped, in_file, memory});
      return;
    }
  }
  munmap(memory, mapped);
}

Result<Plane> Plane::make(std::uint64_t bytes) {
  const std::uint64_t mapped = mapped_size(bytes);
  void* memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return Error{ErrorCode::kNoSpace,
                 fmt::format("not enough memory for a plane of {}", format_bytes(bytes))};
  }
#if defined(MADV_HUGEPAGE)
  if (bytes >= kHugePage) madvise(memory, mapped, MADV_HUGEPAGE);  // only a wish
#endif
  Plane plane;
  plane.memory_ = {static_cast<std::uint8_t*>(memory), Release{mapped, false, nullptr}};
  plane.bytes_ = bytes;
  return plane;
}

PlanePool::PlanePool() : shelf_(std::make_shared<Plane::Shelf>()) {}

PlanePool::~PlanePool() {
  const std::lock_guard lock(shelf_->mutex);
  shelf_->open = false;
  shelf_->clear();
}

void PlanePool::clear() {
  const std::lock_guard lock(shelf_->mutex);
  shelf_->clear();
}

std::uint64_t PlanePool::unused_bytes() const {
  const std::lock_guard lock(shelf_->mutex);
  std::uint64_t bytes = 0;
  for (const Plane::Shelf::Piece& piece : shelf_->unused) {
    if (!piece.in_file) bytes += piece.mapped;
  }
  return bytes;
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
  if (const auto piece = shelf_->find(mapped)) {
    plane.memory_ = {piece->memory, Plane::Release{piece->mapped, piece->in_file, shelf_}};
    return plane;
  }
  shelf_->clear();
  if (shelf_->spills(mapped)) {
    auto memory = store::map_scratch(*shelf_->scratch, mapped);
    if (!memory) return memory.error();
    plane.memory_ = {*memory, Plane::Release{mapped, true, shelf_}};
    return plane;
  }
  Result<Plane> made = Plane::make(bytes);
  if (!made) return made;
  shelf_->in_memory += mapped;
  made->memory_.get_deleter().shelf = shelf_;
  return made;
}

}  // namespace noughts::quixo
