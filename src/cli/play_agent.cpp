#include "noughts/cli/play_agent.h"

#include <fmt/format.h>

#include <iostream>

#include "noughts/cli/players.h"
#include "noughts/core/text.h"

namespace noughts::cli {
namespace {

Result<std::string> answer(const play::Game& game, play::Player& player, std::string_view line) {
  const auto state = game.parse(trim(line));
  if (!state) return state.error();
  if ((*state)->result()) return bad_input(fmt::format("the game {} is over", quote(trim(line))));
  return player.choose(**state);
}

}  // namespace

void run_agent(Context& context, const GameCommand& command, const std::string& name,
               std::uint64_t seed) {
  const auto game = command.make_game();
  if (!game) return context.fail(game.error());
  const auto player = make_player(context, command, name, seed);
  if (!player) return context.fail(player.error());
  std::string line;
  while (!context.output_lost() && std::getline(std::cin, line)) {
    const Result<std::string> move = answer(**game, **player, line);
    if (!move) return context.fail(move.error());
    context.print(*move + "\n");
  }
  if (context.cancel.cancelled()) context.fail(cancelled_error());
}

}  // namespace noughts::cli
