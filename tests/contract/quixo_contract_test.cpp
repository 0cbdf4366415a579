#include <fmt/format.h>

#include "contract/contract.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::contract {
namespace {

struct QuixoFamily {
  using Rules = quixo::Rules;

  // Every size with every line length, and both rules for two lines.
  static std::vector<Variant<Rules>> variants() {
    std::vector<Variant<Rules>> all;
    for (int size = quixo::kMinSize; size <= quixo::kMaxSize; ++size) {
      for (int line = quixo::kMinSize; line <= size; ++line) {
        for (const auto both : {quixo::BothLines::kMoverLoses, quixo::BothLines::kMoverWins}) {
          const bool lose = both == quixo::BothLines::kMoverLoses;
          all.push_back(
              {fmt::format("size {} line {} two lines {}", size, line, lose ? "lose" : "win"),
               *Rules::make(size, line, both)});
        }
      }
    }
    return all;
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Quixo, Contract, QuixoFamily);

}  // namespace
}  // namespace noughts::contract
