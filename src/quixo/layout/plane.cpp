#include "noughts/quixo/layout/plane.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <map>
#include <mutex>

#include "noughts/core/progress.h"

namespace noughts::quixo {
namespace {

constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
constexpr std::uint64_t kMargin = 64;

std::uint64_t mapped_size(std::uint64_t bytes) {
  const std::uint64_t page = bytes >= kHugePage ? kHugePage : 4096;
  return (bytes + kMargin + page - 1) / page * page;
}

}  // namespace

// Memory that lies unused, by size. Closed when its pool is gone.
struct Plane::Shelf {
  std::mutex mutex;
  std::multimap<std::uint64_t, std::uint8_t*> unused;
  bool open = true;

  void clear() {
    for (const auto& [mapped, memory] : unused) munmap(memory, mapped);
    unused.clear();
  }
};

void Plane::Release::operator()(std::uint8_t* memory) const {
  if (shelf != nullptr) {
    const std::lock_guard lock(shelf->mutex);
    if (shelf->open) {
      shelf->unused.emplace(mapped, memory);
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
  plane.memory_ = {static_cast<std::uint8_t*>(memory), Release{mapped, nullptr}};
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
  for (const auto& [mapped, memory] : shelf_->unused) bytes += mapped;
  return bytes;
}

Result<Plane> PlanePool::take(std::uint64_t bytes) {
  {
    const std::lock_guard lock(shelf_->mutex);
    const auto fit = shelf_->unused.lower_bound(mapped_size(bytes));
    if (fit != shelf_->unused.end()) {
      Plane plane;
      plane.memory_ = {fit->second, Plane::Release{fit->first, shelf_}};
      plane.bytes_ = bytes;
      shelf_->unused.erase(fit);
      return plane;
    }
    shelf_->clear();
  }
  Result<Plane> made = Plane::make(bytes);
  if (made) made->memory_.get_deleter().shelf = shelf_;
  return made;
}

}  // namespace noughts::quixo
