#include "noughts/play/choice.h"

#include <fmt/format.h>

#include "noughts/core/text.h"
#include "noughts/play/families.h"

namespace noughts::play {

Result<quixo::Rules> QuixoChoice::parse() const {
  return quixo::Rules::make(
      size, line,
      both_lines == "win" ? quixo::BothLines::kMoverWins : quixo::BothLines::kMoverLoses);
}

Result<quantum::Rules> QuantumChoice::parse() const {
  quantum::Variant variant;
  const bool odds_given = !q.empty() || !dice.empty();
  const bool chance = collapse == "chance" || (collapse.empty() && odds_given);
  if (chance) variant.collapse = quantum::Collapse::kChance;
  if (collapse == "mover") variant.collapse = quantum::Collapse::kMover;
  if (!dice.empty()) {
    if (!chance || !q.empty()) return bad_input("--dice stands instead of --q, under chance");
    Result<DiceOdds> odds = parse_dice();
    if (!odds) return odds.error();
    variant.q = q_of(*odds);
  }
  if (!q.empty()) {
    if (!chance) return bad_input("--q belongs to --collapse chance");
    Result<Rational> probability = parse_rational(q);
    if (!probability) return bad_input("--q: " + probability.error().message);
    variant.q = *probability;
  }
  Result<Rational> drawn = parse_rational(draw);
  if (!drawn) return bad_input("--draw: " + drawn.error().message);
  variant.draw = *drawn;
  variant.double_win = double_win;
  return quantum::Rules::make(variant);
}

Result<DiceOdds> QuantumChoice::parse_dice() const {
  constexpr int kFaces = 6;
  const bool shaped = dice.size() >= 3 && dice.size() <= 4 && (dice[0] == '1' || dice[0] == '2') &&
                      dice[1] == ':' &&
                      dice.find_first_not_of("0123456789", 2) == std::string::npos;
  const DiceOdds odds =
      shaped ? DiceOdds{dice[0] - '0', std::stoi(dice.substr(2))} : DiceOdds{0, 0};
  if (!shaped || odds.low > kFaces * odds.dice) {
    return bad_input(fmt::format(
        "--dice: {} is not the number of dice, 1 or 2, and a sum they can show, such as 2:7",
        quote(dice)));
  }
  return odds;
}

Result<hyper::Rules> HyperChoice::parse() const { return hyper::Rules::make(side, dims, players); }

Result<std::unique_ptr<Game>> make_game(const QuixoChoice& choice) {
  Result<quixo::Rules> rules = choice.parse();
  if (!rules) return rules.error();
  return make_game(*rules);
}

Result<std::unique_ptr<Game>> make_game(const QuantumChoice& choice) {
  Result<quantum::Rules> rules = choice.parse();
  if (!rules) return rules.error();
  return make_game(*rules);
}

Result<std::unique_ptr<Game>> make_game(const HyperChoice& choice) {
  Result<hyper::Rules> rules = choice.parse();
  if (!rules) return rules.error();
  return make_game(*rules);
}

}  // namespace noughts::play
