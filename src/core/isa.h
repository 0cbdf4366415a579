// Which compiled variant of the kernels this machine can run.
//
// Sources listed in noughts_isa_variants (cmake/isa.cmake) exist once per
// variant. The best one that the processor supports is chosen at run time;
// the environment variable NOUGHTS_ISA=baseline|v3|v4 may ask for a lesser one
// (never for one that the machine lacks), which the tests use.
#pragma once

#include <cstdint>
#include <string_view>

namespace noughts {

// x86-64-v3: AVX2, BMI2. x86-64-v4: AVX-512; here with the instructions for bytes and bit matrices
// (VBMI, GFNI) and VPOPCNTDQ, which all but the first such processors have.
enum class Isa { kBaseline, kV3, kV4 };

Isa best_isa();
std::string_view isa_name(Isa isa);

// What an x86-64 processor says of itself: registers of its CPUID instruction
// by leaf, and the state that the system saves (XCR0).
struct CpuFeatures {
  std::uint32_t leaf1_ecx = 0;
  std::uint32_t leaf7_ebx = 0;
  std::uint32_t leaf7_ecx = 0;
  std::uint32_t extended_ecx = 0;  // leaf 0x80000001
  std::uint64_t saved_state = 0;
};
// The best variant of which it has every instruction that a compiler may use.
Isa isa_of(const CpuFeatures& cpu);

}  // namespace noughts
