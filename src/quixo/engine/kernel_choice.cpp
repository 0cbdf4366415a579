// The kernels are compiled once for each set of instructions (cmake/isa.cmake);
// which of them runs is chosen here.
#include "noughts/quixo/engine/kernels.h"
#include "noughts/quixo/tables/table_kernels.h"

namespace noughts::quixo {

#define NOUGHTS_KERNELS(isa)               \
  namespace isa {                          \
  extern const Kernels kKernels;           \
  extern const TableKernels kTableKernels; \
  }
NOUGHTS_KERNELS(baseline)
#if defined(NOUGHTS_HAS_X86_VARIANTS)
NOUGHTS_KERNELS(v3)
NOUGHTS_KERNELS(v4)
#endif
#undef NOUGHTS_KERNELS

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

const TableKernels& table_kernels(Isa isa) {
  switch (isa) {
#if defined(NOUGHTS_HAS_X86_VARIANTS)
    case Isa::kV4:
      return v4::kTableKernels;
    case Isa::kV3:
      return v3::kTableKernels;
#endif
    default:
      return baseline::kTableKernels;
  }
}

const Kernels& kernels() { return kernels(best_isa()); }
const TableKernels& table_kernels() { return table_kernels(best_isa()); }

}  // namespace noughts::quixo
