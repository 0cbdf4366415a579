#include "noughts/core/isa.h"

#include <cstdlib>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace noughts {
namespace {

template <class... Bits>
constexpr std::uint32_t bits(Bits... bit) {
  return (... | (std::uint32_t{1} << bit));
}

// x86-64-v3 in the words of the psABI: AVX, AVX2, BMI1, BMI2, F16C, FMA, LZCNT,
// MOVBE, OSXSAVE. v4 adds AVX512F, BW, CD, DQ, VL, and our v4 three more.
constexpr std::uint32_t kV3Leaf1 =
    bits(12 /*FMA*/, 22 /*MOVBE*/, 27 /*OSXSAVE*/, 28 /*AVX*/, 29 /*F16C*/);
constexpr std::uint32_t kV3Leaf7 = bits(3 /*BMI1*/, 5 /*AVX2*/, 8 /*BMI2*/);
constexpr std::uint32_t kV3Extended = bits(5 /*LZCNT*/);
constexpr std::uint32_t kV3State = bits(1 /*SSE*/, 2 /*AVX*/);
constexpr std::uint32_t kV4Leaf7 = bits(16 /*F*/, 17 /*DQ*/, 28 /*CD*/, 30 /*BW*/, 31 /*VL*/);
constexpr std::uint32_t kV4Leaf7Ecx = bits(1 /*VBMI*/, 8 /*GFNI*/, 14 /*VPOPCNTDQ*/);
constexpr std::uint32_t kV4State = bits(5 /*masks*/, 6, 7 /*upper halves and registers*/);

CpuFeatures this_cpu() {
  CpuFeatures cpu;
#if defined(__x86_64__)
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) cpu.leaf1_ecx = ecx;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
    cpu.leaf7_ebx = ebx;
    cpu.leaf7_ecx = ecx;
  }
  if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) cpu.extended_ecx = ecx;
  if (cpu.leaf1_ecx & bits(27)) {
    std::uint32_t low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    cpu.saved_state = std::uint64_t{high} << 32 | low;
  }
#endif
  return cpu;
}

}  // namespace

Isa isa_of(const CpuFeatures& cpu) {
  const auto has = [](std::uint64_t there, std::uint64_t needed) { return (needed & ~there) == 0; };
  if (!has(cpu.leaf1_ecx, kV3Leaf1) || !has(cpu.leaf7_ebx, kV3Leaf7) ||
      !has(cpu.extended_ecx, kV3Extended) || !has(cpu.saved_state, kV3State)) {
    return Isa::kBaseline;
  }
  const bool v4 = has(cpu.leaf7_ebx, kV4Leaf7) && has(cpu.leaf7_ecx, kV4Leaf7Ecx) &&
                  has(cpu.saved_state, kV4State);
  return v4 ? Isa::kV4 : Isa::kV3;
}

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
  static const Isa supported = isa_of(this_cpu());
  const char* wanted = std::getenv("NOUGHTS_ISA");
  if (wanted == nullptr) return supported;
  for (const Isa isa : {Isa::kBaseline, Isa::kV3, Isa::kV4}) {
    if (isa_name(isa) == wanted && isa < supported) return isa;
  }
  return supported;
}

}  // namespace noughts
