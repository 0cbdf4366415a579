// Which compiled variant of the kernels this machine can run.
//
// Sources listed in noughts_isa_variants (cmake/isa.cmake) exist once per
// variant. The best one that the processor supports is chosen at run time;
// the environment variable NOUGHTS_ISA=baseline|v3|v4 may ask for a lesser one
// (never for one that the machine lacks), which the tests use.
#pragma once

#include <string_view>

namespace noughts {

enum class Isa { kBaseline, kV3, kV4 };  // x86-64-v3: AVX2, BMI2; x86-64-v4: AVX-512

Isa best_isa();
std::string_view isa_name(Isa isa);

}  // namespace noughts
