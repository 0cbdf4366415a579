#include "noughts/judge/compare.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace noughts::judge {

double coin_test(std::uint64_t first, std::uint64_t second) {
  const auto throws = static_cast<double>(first + second);
  const auto fewer = std::min(first, second);
  double tail = 0;
  for (std::uint64_t k = 0; k <= fewer; ++k) {
    const auto heads = static_cast<double>(k);
    tail += std::exp(std::lgamma(throws + 1) - std::lgamma(heads + 1) -
                     std::lgamma(throws - heads + 1) - throws * std::log(2.0));
  }
  return std::min(1.0, 2 * tail);
}

Paired compare(const Judgement& first, const Judgement& second) {
  std::unordered_map<std::string, bool> kept;
  for (const Answered& answer : second.answers) kept.emplace(answer.position, answer.kept);
  Paired paired;
  for (const Answered& answer : first.answers) {
    const auto other = kept.find(answer.position);
    if (other == kept.end()) continue;
    ++paired.positions;
    if (answer.kept && other->second) ++paired.both;
    if (!answer.kept && !other->second) ++paired.neither;
    if (answer.kept && !other->second) ++paired.only_first;
    if (!answer.kept && other->second) ++paired.only_second;
  }
  paired.p = coin_test(paired.only_first, paired.only_second);
  return paired;
}

}  // namespace noughts::judge
