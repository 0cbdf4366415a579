// noughts show GAME: draws a position.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/present/documents.h"
#include "noughts/present/render.h"

namespace noughts::cli {
namespace {

void show(Context& context, const play::Game& game, const play::State& state) {
  const auto result = state.result();
  context.answer(present::show_document(game, state), [&] {
    const std::string last = result ? *result : state.to_move() + " to move";
    std::string text = fmt::format("{}{}\n", present::render(game, state, context.style()), last);
    const Json structure = present::structure_json(game);
    for (const auto& [key, value] : structure.items()) {
      text +=
          fmt::format("{} {}\n", key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return text;
  });
}

}  // namespace

void add_show(const Command& program, Context& context) {
  const Command verb = program.sub("show", "Draw a position");
  add_games(verb, context, "noughts show {}", [&context](const GameCommand& command) {
    auto position = std::make_shared<std::string>();
    command.sub.option("--position", *position, "Position as text, @file, or - for input");
    command.sub.on_run([&context, position, make = command.make_game] {
      auto game = make();
      if (!game) return context.fail(game.error());
      auto state = read_state(**game, *position);
      if (!state) return context.fail(state.error());
      show(context, **game, **state);
    });
  });
}

}  // namespace noughts::cli
