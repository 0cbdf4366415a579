// store/packing.h in a page: a decoder in JavaScript, and no packing.
#include "noughts/store/packing.h"

#include <emscripten.h>

#include <algorithm>

// Whether the frame gave as many bytes as there is room for. Module.unpack is the page's.
EM_JS(int, noughts_unpack, (const std::uint8_t* from, int stored, std::uint8_t* to, int raw), {
  try {
    const bytes = Module.unpack(HEAPU8.slice(from, from + stored), raw);
    if (bytes.length != raw) return 0;
    HEAPU8.set(bytes, to);
    return 1;
  } catch (error) {
    return 0;
  }
});

namespace noughts::store {

std::vector<std::uint8_t> pack(Bytes raw, int) { return {raw.begin(), raw.end()}; }

bool unpack(Bytes stored, std::span<std::uint8_t> raw) {
  if (stored.size() == raw.size()) {
    std::copy(stored.begin(), stored.end(), raw.begin());
    return true;
  }
  return noughts_unpack(stored.data(), static_cast<int>(stored.size()), raw.data(),
                        static_cast<int>(raw.size())) != 0;
}

}  // namespace noughts::store
