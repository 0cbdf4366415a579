#include "noughts/cli/players.h"

#include <fmt/format.h>

#include "noughts/core/text.h"
#include "noughts/play/guess.h"

namespace noughts::cli {
namespace {

using PlayerResult = Result<std::unique_ptr<play::Player>>;

// As strong as its level; on a board about which nothing is known it guesses.
PlayerResult make_level(Context& context, const GameCommand& command, double blunder,
                        std::uint64_t seed) {
  if (blunder == 1) return play::make_random_player(seed);
  auto game = command.make_game();
  if (!game) return game.error();
  auto analyst = command.make_analyst(context, {});
  if (!analyst && analyst.error().code != ErrorCode::kBadInput) return analyst.error();
  return play::make_level_player(**game, analyst ? *analyst : nullptr, seed, blunder);
}

}  // namespace

PlayerResult make_player(Context& context, const GameCommand& command, const std::string& kind,
                         std::uint64_t seed) {
  const auto blunder = play::parse_blunder(kind);
  if (!blunder) return blunder.error();
  if (*blunder) return make_level(context, command, **blunder, seed);
  if (command.make_player) return command.make_player(kind, seed, context);
  return bad_input(
      fmt::format("{} is not a player; choose human, {}", quote(kind), play::level_names()));
}

}  // namespace noughts::cli
