// noughts moves GAME: the legal moves of a position.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/present/documents.h"

namespace noughts::cli {

void add_moves(const Command& program, Context& context) {
  const Command verb = program.sub("moves", "List the legal moves of a position");
  add_games(verb, context, "noughts moves {}", [&context](const GameCommand& command) {
    auto position = std::make_shared<std::string>();
    command.sub.option("--position", *position, "Position as text, @file, or - for input");
    command.sub.on_run([&context, position, make = command.make_game] {
      auto game = make();
      if (!game) return context.fail(game.error());
      auto state = read_state(**game, *position);
      if (!state) return context.fail(state.error());
      context.answer(present::moves_document(**game, **state),
                     [&] { return fmt::format("{}\n", fmt::join((*state)->moves(), " ")); });
    });
  });
}

}  // namespace noughts::cli
