#include "noughts/store/packing.h"

#include <zstd.h>

#include <algorithm>
#include <memory>

namespace noughts::store {
namespace {

// What zstd works in. Chunks are small and many: each thread keeps its own instead of having
// one made, and cleared, for each of them.
struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};
thread_local std::unique_ptr<ZSTD_CCtx, FreeCompressor> compressor;
thread_local std::unique_ptr<ZSTD_DCtx, FreeDecompressor> decompressor;
thread_local std::vector<std::uint8_t> packing_room;  // for what comes out, until its size is known

}  // namespace

std::vector<std::uint8_t> pack(Bytes raw, int level) {
  if (!compressor) compressor.reset(ZSTD_createCCtx());
  packing_room.resize(std::max(packing_room.size(), ZSTD_compressBound(raw.size())));
  const std::size_t size =
      compressor ? ZSTD_compressCCtx(compressor.get(), packing_room.data(), packing_room.size(),
                                     raw.data(), raw.size(), level)
                 : raw.size();
  if (ZSTD_isError(size) != 0 || size >= raw.size()) return {raw.begin(), raw.end()};
  return {packing_room.begin(), packing_room.begin() + static_cast<std::ptrdiff_t>(size)};
}

bool unpack(Bytes stored, std::span<std::uint8_t> raw) {
  if (stored.size() == raw.size()) {
    std::copy(stored.begin(), stored.end(), raw.begin());
    return true;
  }
  if (!decompressor) decompressor.reset(ZSTD_createDCtx());
  return decompressor && ZSTD_decompressDCtx(decompressor.get(), raw.data(), raw.size(),
                                             stored.data(), stored.size()) == raw.size();
}

}  // namespace noughts::store
