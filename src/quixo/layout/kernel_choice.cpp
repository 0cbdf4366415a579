// The kernels are compiled once for each set of instructions (cmake/isa.cmake);
// which of them runs is chosen here.
#include "noughts/quixo/layout/pack_kernels.h"

namespace noughts::quixo {

namespace baseline {
extern const PackKernels kPackKernels;
}
#if defined(NOUGHTS_HAS_X86_VARIANTS)
namespace v3 {
extern const PackKernels kPackKernels;
}
namespace v4 {
extern const PackKernels kPackKernels;
}
#endif

const PackKernels& pack_kernels(Isa isa) {
  switch (isa) {
#if defined(NOUGHTS_HAS_X86_VARIANTS)
    case Isa::kV4:
      return v4::kPackKernels;
    case Isa::kV3:
      return v3::kPackKernels;
#endif
    default:
      return baseline::kPackKernels;
  }
}

const PackKernels& pack_kernels() {
  static const PackKernels& chosen = pack_kernels(best_isa());
  return chosen;
}

}  // namespace noughts::quixo
