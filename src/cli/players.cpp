#include "noughts/cli/players.h"

#include <fmt/format.h>

#include "noughts/core/text.h"
#include "noughts/play/player.h"

namespace noughts::cli {
namespace {

using PlayerResult = Result<std::unique_ptr<play::Player>>;

PlayerResult make_perfect(Context& context, const GameCommand& command, const std::string& kind,
                          std::uint64_t seed) {
  if (!command.make_analyst) {
    return bad_input(fmt::format("{} has no perfect player", command.family));
  }
  const Result<double> blunder = play::parse_blunder(kind);
  if (!blunder) return blunder.error();
  auto analyst = command.make_analyst(context);
  if (!analyst) return analyst.error();
  return play::make_perfect_player(*analyst, seed, *blunder);
}

}  // namespace

PlayerResult make_player(Context& context, const GameCommand& command, const std::string& kind,
                         std::uint64_t seed) {
  if (kind == "random") return play::make_random_player(seed);
  if (kind == "perfect" || kind.starts_with("perfect:")) {
    return make_perfect(context, command, kind, seed);
  }
  if (command.make_player) return command.make_player(kind);
  return bad_input(
      fmt::format("{} is no player: human, random, perfect or perfect:SHARE", quote(kind)));
}

}  // namespace noughts::cli
