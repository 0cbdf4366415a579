// The SAT solver: CaDiCaL, and in a page, for which Debian has none, a small one of our own with
// the part of its interface that is used here (src/wasm/include/small_sat.h).
#pragma once

#ifdef __EMSCRIPTEN__
#include <small_sat.h>
namespace noughts::hyper::search {
namespace sat = ::small_sat;
}
#else
#include <cadical.hpp>
namespace noughts::hyper::search {
namespace sat = ::CaDiCaL;
}
#endif
