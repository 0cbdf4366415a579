// The kernels are compiled once for each set of instructions (cmake/isa.cmake);
// which of them runs is chosen here.
#include "noughts/quixo/full/tile_kernels.h"

namespace noughts::quixo {

namespace baseline {
extern const TileKernels kTileKernels;
}
#if defined(NOUGHTS_HAS_X86_VARIANTS)
namespace v3 {
extern const TileKernels kTileKernels;
}
namespace v4 {
extern const TileKernels kTileKernels;
}
#endif

const TileKernels& tile_kernels(Isa isa) {
  switch (isa) {
#if defined(NOUGHTS_HAS_X86_VARIANTS)
    case Isa::kV4:
      return v4::kTileKernels;
    case Isa::kV3:
      return v3::kTileKernels;
#endif
    default:
      return baseline::kTileKernels;
  }
}

const TileKernels& tile_kernels() {
  static const TileKernels& chosen = tile_kernels(best_isa());
  return chosen;
}

}  // namespace noughts::quixo
