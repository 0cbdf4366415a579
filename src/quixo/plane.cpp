#include "quixo/plane.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include "core/progress.h"

namespace noughts::quixo {

void Plane::Unmap::operator()(std::uint8_t* memory) const { munmap(memory, mapped); }

Result<Plane> Plane::make(std::uint64_t bytes) {
  constexpr std::uint64_t kHuge = std::uint64_t{2} << 20;
  constexpr std::uint64_t kMargin = 64;
  // Small planes stay on ordinary pages.
  const std::uint64_t page = bytes >= kHuge ? kHuge : 4096;
  const std::uint64_t mapped = (bytes + kMargin + page - 1) / page * page;
  void* memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return Error{ErrorCode::kNoSpace,
                 fmt::format("not enough memory for a plane of {}", format_bytes(bytes))};
  }
#if defined(MADV_HUGEPAGE)
  if (bytes >= kHuge) madvise(memory, mapped, MADV_HUGEPAGE);  // only a wish
#endif
  Plane plane;
  plane.memory_ = {static_cast<std::uint8_t*>(memory), Unmap{mapped}};
  plane.bytes_ = bytes;
  return plane;
}

}  // namespace noughts::quixo
