// The kernels are compiled once for each set of instructions (cmake/isa.cmake);
// which of them runs is chosen here.
#include "noughts/quixo/engine/kernels.h"

namespace noughts::quixo {

namespace baseline {
extern const Kernels kKernels;
}
#if defined(NOUGHTS_HAS_X86_VARIANTS)
namespace v3 {
extern const Kernels kKernels;
}
namespace v4 {
extern const Kernels kKernels;
}
#endif

const Kernels& kernels(Isa isa) {
  switch (isa) {
#if defined(NOUGHTS_HAS_X86_VARIANTS)
    case Isa::kV4:
      return v4::kKernels;
    case Isa::kV3:
      return v3::kKernels;
#endif
    default:
      return baseline::kKernels;
  }
}

const Kernels& kernels() {
  static const Kernels& chosen = kernels(best_isa());
  return chosen;
}

}  // namespace noughts::quixo
