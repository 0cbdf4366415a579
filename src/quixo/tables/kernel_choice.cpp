// The kernels are compiled once for each set of instructions (cmake/isa.cmake);
// which of them runs is chosen here.
#include "noughts/quixo/tables/table_kernels.h"

namespace noughts::quixo {

namespace baseline {
extern const TableKernels kTableKernels;
}
#if defined(NOUGHTS_HAS_X86_VARIANTS)
namespace v3 {
extern const TableKernels kTableKernels;
}
namespace v4 {
extern const TableKernels kTableKernels;
}
#endif

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

const TableKernels& table_kernels() { return table_kernels(best_isa()); }

}  // namespace noughts::quixo
