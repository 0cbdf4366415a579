#include "noughts/store/packing.h"

#include <zstd.h>

#include <algorithm>

namespace noughts::store {

std::vector<std::uint8_t> pack(Bytes raw, int level) {
  std::vector<std::uint8_t> stored(ZSTD_compressBound(raw.size()));
  const std::size_t size =
      ZSTD_compress(stored.data(), stored.size(), raw.data(), raw.size(), level);
  if (ZSTD_isError(size) != 0 || size >= raw.size()) {
    stored.assign(raw.begin(), raw.end());
  } else {
    stored.resize(size);
    stored.shrink_to_fit();
  }
  return stored;
}

bool unpack(Bytes stored, std::span<std::uint8_t> raw) {
  if (stored.size() == raw.size()) {
    std::copy(stored.begin(), stored.end(), raw.begin());
    return true;
  }
  return ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size()) == raw.size();
}

}  // namespace noughts::store
