#include "noughts/cli/version.h"

#include <fmt/format.h>

#include "noughts/core/isa.h"
#include "noughts/version.h"

namespace noughts::cli {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* kCompiler = "g++ " __VERSION__;
#else
constexpr const char* kCompiler = "unknown";
#endif

#if defined(__x86_64__)
constexpr const char* kBaseline = "x86-64-v2";
#elif defined(__aarch64__)
constexpr const char* kBaseline = "ARMv8-A";
#else
constexpr const char* kBaseline = "the architecture's own";
#endif

std::string instruction_set() {
  switch (best_isa()) {
    case Isa::kV3:
      return "x86-64-v3 (AVX2)";
    case Isa::kV4:
      return "x86-64-v4 (AVX-512, GFNI)";
    case Isa::kBaseline:
      break;
  }
  return kBaseline;
}

}  // namespace

std::string version_text() {
  return fmt::format("noughts {}\ncompiler     {}\ninstructions {}", kVersion, kCompiler,
                     instruction_set());
}

}  // namespace noughts::cli
