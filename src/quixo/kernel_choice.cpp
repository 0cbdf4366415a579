#include "quixo/kernels.h"

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
#if defined(NOUGHTS_HAS_X86_VARIANTS)
  if (isa == Isa::kV4) return v4::kKernels;
  if (isa == Isa::kV3) return v3::kKernels;
#endif
  (void)isa;
  return baseline::kKernels;
}

const Kernels& kernels() { return kernels(best_isa()); }

}  // namespace noughts::quixo
