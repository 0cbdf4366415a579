// Safe sets of Quixo (src/quixo/search/safe_sets.h) on larger boards, where it takes minutes.
//
//     quixo_safe SIZE TILES       such as quixo_safe 6 11
#include <fmt/format.h>

#include <cstdlib>

#include "noughts/quixo/notation.h"
#include "noughts/quixo/search/safe_sets.h"

int main(int argc, char** argv) {
  using namespace noughts;
  using quixo::LargeRules;
  if (argc != 3) {
    fmt::print(stderr, "usage: quixo_safe SIZE TILES\n");
    return 2;
  }
  const auto rules = LargeRules::make(std::atoi(argv[1]));
  const auto found = rules ? quixo::find_safe_sets(*rules, std::atoi(argv[2]), {})
                           : Result<quixo::SafeSets<quixo::LargeCells>>(rules.error());
  if (!found) {
    fmt::print(stderr, "{}\n", found.error().message);
    return 2;
  }
  fmt::print("{} sets, {} do not lose at once, {} are safe, {} of those win\n", found->tried,
             found->candidates, found->sets.size(), found->winning);
  for (std::size_t i = 0; i < found->sets.size() && i < 40; ++i) {
    const quixo::LargePosition position{LargeRules::tile(found->sets[i], quixo::Player::kX),
                                        quixo::Player::kO};
    fmt::print("{}\n", to_text(*rules, position));
  }
  return 0;
}
