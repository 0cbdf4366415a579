// What `noughts --version` says: the version, the compiler, and which of the compiled variants
// of the kernels runs on this machine (core/isa.h).
#pragma once

#include <string>

namespace noughts::cli {

std::string version_text();

}  // namespace noughts::cli
