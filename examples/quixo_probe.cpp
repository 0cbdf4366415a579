// What a Quixo position is worth, and each of its moves, read from tables on disk:
//
//     noughts solve quixo --size 3 --steps --tables tables/3x3
//     quixo_probe tables/3x3 3 'X../.O./... X'
//
// Nothing is solved here. The position may be left out; then it is the empty board.
#include <noughts/quixo.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace quixo = noughts::quixo;

namespace {

std::string in_words(const quixo::Outcome& outcome) {
  std::string words(quixo::value_name(outcome.value));
  if (outcome.plies) words += " in " + std::to_string(*outcome.plies);
  return words;
}

// After a move the other side is to move: what it wins, the mover loses.
quixo::Outcome for_mover(const quixo::Outcome& after) {
  quixo::Outcome outcome{quixo::for_opponent(after.value), after.plies};
  if (outcome.plies) ++*outcome.plies;
  return outcome;
}

// A problem ends the program with one sentence: noughts returns errors as values.
template <class T>
T expect(noughts::Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << "quixo_probe: " << result.error().message << "\n";
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || argc > 4) {
    std::cerr << "usage: quixo_probe FOLDER SIZE [POSITION]\n";
    return 2;
  }
  const auto rules = expect(quixo::Rules::make(std::atoi(argv[2])));
  const auto tables = expect(quixo::open_tables(argv[1], rules));
  const auto position = argc == 4 ? expect(quixo::parse_position(rules, argv[3])) : rules.initial();

  const auto value_of = [&](const quixo::Position& p) {
    return expect(tables->at(quixo::board_for_mover(p)));
  };
  std::cout << quixo::to_text(rules, position) << ": " << in_words(value_of(position)) << "\n";
  for (const quixo::Move move : rules.moves(position)) {
    const quixo::Outcome outcome = for_mover(value_of(rules.apply(position, move)));
    std::cout << "  " << quixo::to_text(rules, move) << " " << in_words(outcome) << "\n";
  }
}
