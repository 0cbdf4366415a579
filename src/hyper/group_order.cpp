// How many symmetries a board has: numbers of any length, with GMP.
#include <gmpxx.h>

#include "noughts/core/combinatorics.h"
#include "noughts/hyper/symmetry.h"

namespace noughts::hyper {
namespace {

mpz_class geometric_group(int dims) {
  return mpz_class::factorial(static_cast<unsigned long>(dims)) << static_cast<unsigned>(dims);
}

mpz_class full_group(int side, int dims) {
  if (all_permutations_keep_lines(side, dims)) {
    return mpz_class::factorial(int_power(static_cast<std::uint64_t>(side), dims));
  }
  const auto pairs = static_cast<unsigned>(side / 2);
  return geometric_group(dims) * (mpz_class::factorial(pairs) << (pairs - 1));
}

}  // namespace

std::string geometric_order(int, int dims) { return geometric_group(dims).get_str(); }
std::string automorphism_order(int side, int dims) { return full_group(side, dims).get_str(); }

}  // namespace noughts::hyper
