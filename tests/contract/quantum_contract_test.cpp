#include "contract/contract.h"
#include "noughts/quantum/notation.h"
#include "noughts/quantum/rules.h"

namespace noughts::contract {
namespace {

struct QuantumFamily {
  using Rules = quantum::Rules;
  static std::vector<Variant<Rules>> variants() {
    using quantum::Collapse;
    return {{"the opponent selects", *Rules::make({.collapse = Collapse::kOpponent})},
            {"the mover selects", *Rules::make({.collapse = Collapse::kMover})},
            {"chance selects", *Rules::make({.collapse = Collapse::kChance})}};
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Quantum, Contract, QuantumFamily);

}  // namespace
}  // namespace noughts::contract
