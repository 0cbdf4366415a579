// noughts agent GAME: a player of the box that speaks the line protocol of judge.
//
// One position a line in, one move a line out, until the input ends. A line that is no
// position, or a position that is over, ends it with a sentence.
#include <fmt/format.h>

#include <iostream>

#include "noughts/cli/players.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/text.h"

namespace noughts::cli {
namespace {

struct AgentArguments {
  std::string player = "random";
  std::uint64_t seed = 1;
};

Result<std::string> answer(const play::Game& game, play::Player& player, std::string_view line) {
  const auto state = game.parse(trim(line));
  if (!state) return state.error();
  if ((*state)->result()) return bad_input(fmt::format("the game {} is over", quote(trim(line))));
  return player.choose(**state);
}

void run(Context& context, const GameCommand& command, const AgentArguments& arguments) {
  if (context.json) return context.fail(bad_input("agent answers with moves and has no --json"));
  const auto game = command.make_game();
  if (!game) return context.fail(game.error());
  const auto player = make_player(context, command, arguments.player, arguments.seed);
  if (!player) return context.fail(player.error());
  std::string line;
  while (!context.output_lost() && std::getline(std::cin, line)) {
    const Result<std::string> move = answer(**game, **player, line);
    if (!move) return context.fail(move.error());
    context.print(*move + "\n");
  }
  if (context.cancel.cancelled()) context.fail(cancelled_error());
}

}  // namespace

void add_agent(const Command& program, Context& context) {
  const Command verb = program.sub("agent", "A player of the box that speaks judge's protocol");
  add_games(verb, context, "noughts agent {} --player random",
            [&context](const GameCommand& command) {
              auto arguments = std::make_shared<AgentArguments>();
              const Command& sub = command.sub;
              sub.option("--player", arguments->player,
                         play::level_names() + (command.make_player
                                                    ? " of random moves, or another of noughts play"
                                                    : " of random moves"))
                  .show_default();
              sub.option("--seed", arguments->seed, "Seed of the player's choices").show_default();
              command.add_knowledge();
              sub.on_run([&context, arguments, command] { run(context, command, *arguments); });
            });
}

}  // namespace noughts::cli
