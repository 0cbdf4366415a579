// noughts moves GAME: the legal moves of a position.
#include <fmt/format.h>

#include "cli/games.h"
#include "cli/verbs.h"

namespace noughts::cli {

void add_moves(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("moves", "List the legal moves of a position");
  add_games(*verb, context, "noughts moves {}", [&context](const GameCommand& command) {
    auto position = std::make_shared<std::string>();
    command.app->add_option("--position", *position, "Position as text, @file, or - for input");
    command.app->callback([&context, position, make = command.make_game] {
      auto game = make();
      if (!game) return context.fail(game.error());
      auto state = read_state(**game, *position);
      if (!state) return context.fail(state.error());
      const std::vector<std::string> moves = (*state)->moves();
      const Json document = {{"game", (*game)->family()},
                             {"rules", (*game)->rules()},
                             {"position", (*state)->text()},
                             {"to_move", (*state)->to_move()},
                             {"moves", moves}};
      context.answer(document, [&] { return fmt::format("{}\n", fmt::join(moves, " ")); });
    });
  });
}

}  // namespace noughts::cli
