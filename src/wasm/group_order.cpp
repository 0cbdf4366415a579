// hyper/symmetry.h: how many symmetries a board has, without GMP. A number is its decimal
// digits, nine at a time, the least first.
#include <fmt/format.h>

#include "noughts/core/combinatorics.h"
#include "noughts/hyper/symmetry.h"

namespace noughts::hyper {
namespace {

constexpr std::uint64_t kBase = 1'000'000'000;

class LongNumber {
 public:
  void multiply(std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& digit : digits_) {
      const std::uint64_t product = digit * factor + carry;
      digit = static_cast<std::uint32_t>(product % kBase);
      carry = product / kBase;
    }
    for (; carry != 0; carry /= kBase) digits_.push_back(static_cast<std::uint32_t>(carry % kBase));
  }
  void multiply_by_factorial(std::uint64_t n) {
    for (std::uint64_t factor = 2; factor <= n; ++factor) multiply(factor);
  }
  std::string text() const {
    std::string text = fmt::format("{}", digits_.back());
    for (std::size_t i = digits_.size() - 1; i-- > 0;) text += fmt::format("{:09}", digits_[i]);
    return text;
  }

 private:
  std::vector<std::uint32_t> digits_ = {1};
};

LongNumber geometric_group(int dims) {
  LongNumber order;
  order.multiply_by_factorial(static_cast<std::uint64_t>(dims));
  for (int i = 0; i < dims; ++i) order.multiply(2);
  return order;
}

}  // namespace

std::string geometric_order(int, int dims) { return geometric_group(dims).text(); }

std::string automorphism_order(int side, int dims) {
  if (all_permutations_keep_lines(side, dims)) {
    LongNumber all;
    all.multiply_by_factorial(int_power(static_cast<std::uint64_t>(side), dims));
    return all.text();
  }
  LongNumber order = geometric_group(dims);
  const int pairs = side / 2;
  order.multiply_by_factorial(static_cast<std::uint64_t>(pairs));
  for (int i = 1; i < pairs; ++i) order.multiply(2);
  return order.text();
}

}  // namespace noughts::hyper
