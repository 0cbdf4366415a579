// Makes the late boards that are built in (quixo/tables/late.h): data/quixo-5x5-late.txt.
//
//     quixo_late TABLES COUNT FILE      so many positions of every tier that the tables know
//
// TABLES is a folder of `noughts solve quixo --size 5 --tiers 25..21 --tables TABLES`. Each line of
// the file is a position and, for each legal move in order, w, d or l: what it is worth to the
// mover. In each some move gives something away.
#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "noughts/core/random.h"
#include "noughts/quixo/notation.h"
#include "noughts/quixo/publish/open.h"
#include "noughts/store/file.h"

namespace noughts::quixo {
namespace {

constexpr int kTriesForEach = 2000;  // boards for one position of a tier

Position random_position(const Rules& rules, int tier, Random& random) {
  Position position;
  for (int placed = 0; placed < tier;) {
    const Cells cell = Cells{1} << random.below(static_cast<std::uint64_t>(rules.cells()));
    const Cells taken = cells_of(position.board, Player::kX) | cells_of(position.board, Player::kO);
    if ((taken & cell) != 0) continue;
    position.board |= Rules::tile(cell, random.below(2) == 0 ? Player::kX : Player::kO);
    ++placed;
  }
  position.to_move = random.below(2) == 0 ? Player::kX : Player::kO;
  return position;
}

// What each move is worth; nothing where no move matters, and where values are not known.
std::optional<std::string> worth_of_moves(const Rules& rules, const tables::ValueSource& values,
                                          const Position& position) {
  std::string worth;
  for (const Move move : rules.moves(position)) {
    const auto outcome = values.at(board_for_mover(rules.apply(position, move)));
    if (!outcome) return std::nullopt;
    worth += outcome->value == Value::kLoss ? 'w' : outcome->value == Value::kDraw ? 'd' : 'l';
  }
  if (worth.find_first_not_of(worth.front()) == std::string::npos) return std::nullopt;
  return worth;
}

int run(const std::string& folder, int count, const std::string& file) {
  const Rules rules = *Rules::make(5);
  const auto values = open_tables(folder, rules);
  if (!values) return fmt::print(stderr, "quixo_late: {}\n", values.error().message), 2;
  Random random(2026);
  std::string lines =
      "# Boards of 5x5 Quixo with 21 tiles and more, and what each legal move is worth to the "
      "mover\n"
      "# (w, d, l). Made by tools/quixo_late.cpp.\n";
  std::set<std::string> seen;
  for (int tier = 0; tier <= rules.cells(); ++tier) {
    int found = 0;
    for (int tries = 0; found < count && tries < kTriesForEach * count; ++tries) {
      if (tries > kTriesForEach && found == 0) break;  // no table of this tier
      const Position position = random_position(rules, tier, random);
      if (rules.is_over(position)) continue;
      const auto worth = worth_of_moves(rules, **values, position);
      const std::string text = to_text(rules, position);
      if (!worth || !seen.insert(text).second) continue;
      ++found;
      lines += fmt::format("{} {}\n", text, *worth);
    }
    if (found > 0) fmt::print("{} tiles: {} positions\n", tier, found);
  }
  const auto written = store::write_file(file, lines);
  return written ? 0 : 3;
}

}  // namespace
}  // namespace noughts::quixo

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "quixo_late TABLES COUNT FILE\n");
    return 2;
  }
  return noughts::quixo::run(argv[1], std::atoi(argv[2]), argv[3]);
}
