// Safe sets of Quixo (src/research/quixo/study/safe_sets.h) on larger boards, where it takes
// minutes.
//
//     quixo_safe SIZE TILES            such as quixo_safe 6 11
//     quixo_safe SIZE TILES SAMPLES    of random sets only how many do not lose at once
#include <fmt/format.h>

#include <cstdlib>

#include "noughts/quixo/notation.h"
#include "noughts/research/quixo/study/safe_sets.h"

int main(int argc, char** argv) {
  using namespace noughts;
  using quixo::LargeRules;
  const auto complain = [](const std::string& sentence) {
    fmt::print(stderr, "quixo_safe: {}\n", sentence);
    return 2;
  };
  if (argc != 3 && argc != 4) return complain("SIZE TILES [SAMPLES]");
  const auto rules = LargeRules::make(std::atoi(argv[1]));
  if (!rules) return complain(rules.error().message);
  const int tiles = std::atoi(argv[2]);
  if (tiles < 1 || tiles >= rules->cells()) return complain("that is no number of tiles");
  if (argc == 4) {
    const std::uint64_t samples = std::strtoull(argv[3], nullptr, 10);
    fmt::print("{} of {} random sets do not lose at once\n",
               quixo::study::count_survivors(*rules, tiles, samples), samples);
    return 0;
  }
  const auto found = quixo::study::find_safe_sets(*rules, tiles, {});
  if (!found) return complain(found.error().message);
  fmt::print("{} sets, {} do not lose at once, {} are safe, {} of those win\n", found->tried,
             found->candidates, found->sets.size(), found->winning);
  for (std::size_t i = 0; i < found->sets.size() && i < 40; ++i) {
    const quixo::LargePosition position{LargeRules::tile(found->sets[i], quixo::Player::kX),
                                        quixo::Player::kO};
    fmt::print("{}\n", to_text(*rules, position));
  }
  return 0;
}
