#include "noughts/core/isa.h"

#include <cstdlib>

namespace noughts {
namespace {

Isa supported_isa() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? Isa::kV4 : v3 ? Isa::kV3 : Isa::kBaseline;
#else
  return Isa::kBaseline;
#endif
}

}  // namespace

std::string_view isa_name(Isa isa) {
  switch (isa) {
    case Isa::kV3:
      return "v3";
    case Isa::kV4:
      return "v4";
    case Isa::kBaseline:
      break;
  }
  return "baseline";
}

Isa best_isa() {
  const Isa supported = supported_isa();
  const char* wanted = std::getenv("NOUGHTS_ISA");
  if (wanted == nullptr) return supported;
  for (const Isa isa : {Isa::kBaseline, Isa::kV3, Isa::kV4}) {
    if (isa_name(isa) == wanted && isa < supported) return isa;
  }
  return supported;
}

}  // namespace noughts
