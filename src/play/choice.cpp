#include "noughts/play/choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "noughts/core/text.h"
#include "noughts/hyper/board.h"
#include "noughts/play/families.h"
#include "noughts/play/quantum_analyst.h"
#include "noughts/quantum/notation.h"

namespace noughts::play {
namespace {

using P = Parameter;

// As in 2:7: two dice, and X selects up to a sum of 7.
Result<DiceOdds> parse_dice(const std::string& dice) {
  constexpr int kFaces = 6;
  const bool shaped = dice.size() >= 3 && dice.size() <= 4 && (dice[0] == '1' || dice[0] == '2') &&
                      dice[1] == ':' &&
                      dice.find_first_not_of("0123456789", 2) == std::string::npos;
  const DiceOdds odds =
      shaped ? DiceOdds{dice[0] - '0', std::stoi(dice.substr(2))} : DiceOdds{0, 0};
  if (!shaped || odds.low > kFaces * odds.dice) {
    return bad_input(fmt::format(
        "dice takes the number of dice, 1 or 2, and a sum they can show, such as 2:7, not {}",
        quote(dice)));
  }
  return odds;
}

}  // namespace

// The default is the largest board whose values are known without tables; on 5x5, the board of
// the shop, an analysis or a solve without further words would be refused or take days.
const Parameters& quixo_parameters() {
  static const Parameters table = {
      P::whole("size", "4", quixo::kMinSize, quixo::kLargestSize, "Side of the board"),
      P::whole("line", "0", 0, quixo::kLargestSize, "Tiles in a winning line; 0 means the size"),
      P::one_of("both-lines", {"lose", "win"}, "Completing both players' lines in one move"),
  };
  return table;
}

const Parameters& scoring_parameters() {
  constexpr double kMost = quantum::kMaxDraw;
  static const Parameters table = {
      P::text("scores", "zero-sum",
              "Complete win, narrow win, draw, as 20,10,0; or zero-sum, original"),
      P::fraction("draw", "0", -kMost, kMost, "Score of a draw for X; overrides the scores"),
      P::flag("double-win", "Two rows of one player score twice a complete win"),
  };
  return table;
}

const Parameters& quantum_parameters() {
  static const Parameters odds = {
      P::one_of("collapse", {"opponent", "mover", "chance"},
                "Who selects the outcome of a collapse"),
      P::fraction("q", "1/2", 0, 1, "Probability that chance favours O").with("collapse", "chance"),
      P::text("dice", "", "Dice instead of q; 2:7: two dice, up to 7 favours X")
          .with("collapse", "chance"),
  };
  static const Parameters table = odds + scoring_parameters();
  return table;
}

const Parameters& board_parameters() {
  static const Parameters table = {
      P::whole("side", "3", 2, hyper::kMaxCells, "Cells along a side: the n of n^k"),
      P::whole("dims", "2", 1, 20, "Dimensions: the k of n^k"),  // 2^20 cells are the most
      P::whole("rows", "0", 0, hyper::kMaxPlayCells, "Rows of a rectangle; 0: as columns"),
      P::whole("cols", "0", 0, hyper::kMaxPlayCells, "Columns of a rectangle; 0: as rows"),
      P::whole("line", "0", 0, hyper::kMaxCells, "Cells in a line; 0: the shortest side"),
  };
  return table;
}

const Parameters& hyper_parameters() {
  static const Parameters table =
      board_parameters() +
      Parameters{P::whole("players", "2", 2, hyper::kMaxPlayers, "Number of players"),
                 P::flag("misere", "Completing a line eliminates you; the last player left wins")};
  return table;
}

const Parameters& sweep_range() {
  static const Parameters table = {
      P::fraction("from", "0", 0, 1, "First q of the sweep"),
      P::fraction("to", "1", 0, 1, "Last q of the sweep"),
      P::fraction("step", "1/20", 0, 1, "Distance between values of q"),
  };
  return table;
}

const Parameters& sweep_parameters() {
  static const Parameters table = scoring_parameters() + sweep_range();
  return table;
}

const std::vector<FamilyTable>& family_tables() {
  static const std::vector<FamilyTable> list = {
      {"quixo", "Quixo", "Quixo on 3x3 to 8x8", quixo_parameters()},
      {"quantum", "Quantum tic-tac-toe", "Quantum tic-tac-toe", quantum_parameters()},
      {"hyper", "n^k tic-tac-toe", "Tic-tac-toe on n^k boards and rectangles with 2 to 8 players",
       hyper_parameters()},
  };
  return list;
}

namespace {

template <class R>
Result<R> make_quixo(const Values& values) {
  return R::make(values.integer("size"), values.integer("line"),
                 values.text("both-lines") == "win" ? quixo::BothLines::kMoverWins
                                                    : quixo::BothLines::kMoverLoses);
}

}  // namespace

Result<quixo::Rules> quixo_rules(const Values& values) { return make_quixo<quixo::Rules>(values); }

Result<AnyQuixoRules> any_quixo_rules(const Values& values) {
  if (values.integer("size") <= quixo::kMaxSize) {
    const auto rules = make_quixo<quixo::Rules>(values);
    if (!rules) return rules.error();
    return AnyQuixoRules(*rules);
  }
  const auto rules = make_quixo<quixo::LargeRules>(values);
  if (!rules) return rules.error();
  return AnyQuixoRules(*rules);
}

namespace {

// The scores of the game, and the score of a draw where it is given apart.
Result<quantum::Variant> scored(const Values& values) {
  const Result<quantum::Scores> scores = quantum::parse_scores(values.text("scores"));
  if (!scores) return bad_input("scores: " + scores.error().message);
  quantum::Variant variant = with_scores({.double_win = values.flag("double-win")}, *scores);
  if (values.given("draw")) variant.draw = values.fraction("draw");
  return variant;
}

}  // namespace

Result<quantum::Rules> chance_rules(const Values& values) {
  Result<quantum::Variant> variant = scored(values);
  if (!variant) return variant.error();
  variant->collapse = quantum::Collapse::kChance;
  return quantum::Rules::make(*variant);
}

Result<quantum::Rules> quantum_rules(const Values& values) {
  const bool dice = values.given("dice");
  const bool odds = dice || values.given("q");
  // Whoever gives odds and says no more means chance.
  const std::string collapse =
      odds && !values.given("collapse") ? "chance" : values.text("collapse");
  if (dice && values.given("q")) return bad_input("dice replace q; give one of them");
  if (odds && collapse != "chance") {
    return bad_input(fmt::format("{} collapse chance, not collapse {}; leave one of them out",
                                 dice ? "dice need" : "q needs", collapse));
  }
  Result<quantum::Variant> variant = scored(values);
  if (!variant) return variant.error();
  variant->q = values.fraction("q");
  if (collapse == "mover") variant->collapse = quantum::Collapse::kMover;
  if (collapse == "chance") variant->collapse = quantum::Collapse::kChance;
  if (dice) {
    const Result<DiceOdds> thrown = parse_dice(values.text("dice"));
    if (!thrown) return thrown.error();
    variant->q = q_of(*thrown);
  }
  return quantum::Rules::make(*variant);
}

namespace {

// n^k with lines as long as the side or shorter, or a rectangle. The page sends all values, so
// side and dims may stand beside rows and cols as long as they say nothing.
Result<hyper::Grid> grid_of(const Values& values) {
  static const Values usual(board_parameters());
  const auto chosen = [&](const char* name) { return values.whole(name) != usual.whole(name); };
  const int rows = values.integer("rows");
  const int cols = values.integer("cols");
  const int line = values.integer("line");
  const int side = values.integer("side");
  if (rows == 0 && cols == 0) {
    const auto dims = static_cast<std::size_t>(values.integer("dims"));
    return hyper::Grid{std::vector<int>(dims, side), line == 0 ? side : line};
  }
  if (chosen("side") || chosen("dims")) {
    return bad_input("rows and cols replace side and dims; leave one of the two out");
  }
  const std::vector<int> extents = {rows == 0 ? cols : rows, cols == 0 ? rows : cols};
  return hyper::Grid{extents, line == 0 ? std::min(extents[0], extents[1]) : line};
}

}  // namespace

Result<std::shared_ptr<const hyper::Board>> hyper_board(const Values& values) {
  const Result<hyper::Grid> grid = grid_of(values);
  if (!grid) return grid.error();
  return hyper::Board::make(*grid);
}

std::uint64_t cells_of_board(const Values& values) {
  const Result<hyper::Grid> grid = grid_of(values);
  if (!grid) return 0;
  std::uint64_t cells = 1;
  for (const int extent : grid->extents) {
    cells *= static_cast<std::uint64_t>(extent);
    if (cells > hyper::kMaxCells) break;
  }
  return cells;
}

Result<hyper::Rules> hyper_rules(const Values& values) {
  auto board = hyper_board(values);
  if (!board) return board.error();
  return hyper::Rules::make(std::move(*board), values.integer("players"), values.flag("misere"));
}

std::unique_ptr<Player> make_system(const quantum::Rules& rules, const Values& values,
                                    std::uint64_t seed) {
  if (!values.given("dice")) return make_quantum_system(rules, seed);
  return make_quantum_dice(rules, *parse_dice(values.text("dice")), seed);
}

}  // namespace noughts::play
