#include <fmt/format.h>

#include "contract/contract.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/rules.h"

namespace noughts::contract {
namespace {

struct QuixoFamily {
  using Rules = quixo::Rules;

  // Every size with every line length, and both rules for two lines; and fortresses that win.
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
    all.push_back({"size 5, a fortress wins",
                   *Rules::make(5, 5, quixo::BothLines::kMoverLoses, quixo::FortressRule::kWins)});
    return all;
  }
};

// The boards in two words: the larger sizes, and 5x5 beside the one above.
struct LargeQuixoFamily {
  using Rules = quixo::LargeRules;

  static std::vector<Variant<Rules>> variants() {
    std::vector<Variant<Rules>> all;
    for (const auto& [size, line] : {std::pair{5, 4}, {6, 6}, {7, 7}, {8, 8}, {8, 5}}) {
      for (const auto both : {quixo::BothLines::kMoverLoses, quixo::BothLines::kMoverWins}) {
        const bool lose = both == quixo::BothLines::kMoverLoses;
        all.push_back({fmt::format("size {} line {} two lines {}, in two words", size, line,
                                   lose ? "lose" : "win"),
                       *Rules::make(size, line, both)});
      }
    }
    return all;
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Quixo, Contract, QuixoFamily);
INSTANTIATE_TYPED_TEST_SUITE_P(LargeQuixo, Contract, LargeQuixoFamily);

}  // namespace
}  // namespace noughts::contract
