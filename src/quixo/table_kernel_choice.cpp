#include "quixo/table_kernels.h"

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
#if defined(NOUGHTS_HAS_X86_VARIANTS)
  if (isa == Isa::kV4) return v4::kTableKernels;
  if (isa == Isa::kV3) return v3::kTableKernels;
#endif
  (void)isa;
  return baseline::kTableKernels;
}

const TableKernels& table_kernels() { return table_kernels(best_isa()); }

}  // namespace noughts::quixo
