// Which of the variants of some kernels runs (isa.h, cmake/isa.cmake).
//
//     NOUGHTS_CHOOSE_KERNELS(PackKernels, kPackKernels, pack_kernels)
//
// in namespace noughts::quixo defines pack_kernels(isa) and pack_kernels(), which give
// the object kPackKernels that the source of the kernels has in the namespace of each
// variant, such as noughts::quixo::v3.
#pragma once

#include "noughts/core/isa.h"

// A variant that was not built is the plain one.
#if defined(NOUGHTS_HAS_X86_VARIANTS)
#define NOUGHTS_KERNEL_VARIANTS(Type, object) \
  namespace v3 {                              \
  extern const Type object;                   \
  }                                           \
  namespace v4 {                              \
  extern const Type object;                   \
  }
#else
#define NOUGHTS_KERNEL_VARIANTS(Type, object) \
  namespace v3 {                              \
  using baseline::object;                     \
  }                                           \
  namespace v4 {                              \
  using baseline::object;                     \
  }
#endif

#define NOUGHTS_CHOOSE_KERNELS(Type, object, name)                                         \
  namespace baseline {                                                                     \
  extern const Type object;                                                                \
  }                                                                                        \
  NOUGHTS_KERNEL_VARIANTS(Type, object)                                                    \
  const Type& name(Isa isa) {                                                              \
    return isa == Isa::kV4 ? v4::object : isa == Isa::kV3 ? v3::object : baseline::object; \
  }                                                                                        \
  const Type& name() {                                                                     \
    static const Type& chosen = name(best_isa());                                          \
    return chosen;                                                                         \
  }
