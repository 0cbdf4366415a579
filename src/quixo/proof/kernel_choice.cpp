// The kernels are compiled once for each set of instructions (cmake/isa.cmake);
// which of them runs is chosen here.
#include "noughts/quixo/proof/proof_kernels.h"

namespace noughts::quixo {

namespace baseline {
extern const ProofKernels kProofKernels;
}
#if defined(NOUGHTS_HAS_X86_VARIANTS)
namespace v3 {
extern const ProofKernels kProofKernels;
}
namespace v4 {
extern const ProofKernels kProofKernels;
}
#endif

const ProofKernels& proof_kernels(Isa isa) {
  switch (isa) {
#if defined(NOUGHTS_HAS_X86_VARIANTS)
    case Isa::kV4:
      return v4::kProofKernels;
    case Isa::kV3:
      return v3::kProofKernels;
#endif
    default:
      return baseline::kProofKernels;
  }
}

const ProofKernels& proof_kernels() {
  static const ProofKernels& chosen = proof_kernels(best_isa());
  return chosen;
}

}  // namespace noughts::quixo
