// The exact value of a position of quantum tic-tac-toe in which chance settles each
// collapse: in favour of O with probability q, of X otherwise.
//
//     quantum_value                             the empty board at q = 3/4
//     quantum_value 'X1.1-9 O2.1-9'             a collapse that waits to be settled
//     quantum_value 'X1.1-9 O2.1-3' 1/3         another q
#include <noughts/quantum.h>

#include <cstdlib>
#include <iostream>

namespace quantum = noughts::quantum;

namespace {

template <class T>
T expect(noughts::Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << "quantum_value: " << result.error().message << "\n";
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const auto q = expect(noughts::parse_rational(argc > 2 ? argv[2] : "3/4"));
  const auto rules = expect(quantum::Rules::make({.collapse = quantum::Collapse::kChance, .q = q}));
  const auto position = expect(quantum::parse_position(rules, argc > 1 ? argv[1] : ""));

  quantum::search::TableSolver solver(rules);
  std::cout << "value for X at q = " << noughts::to_text(q) << ": "
            << noughts::to_text(expect(solver.value(position))) << "\n";
  for (const auto& [move, value] : expect(quantum::search::move_values(solver, position))) {
    std::cout << "  " << quantum::to_text(rules, position, move) << " " << noughts::to_text(value)
              << "\n";
  }
}
