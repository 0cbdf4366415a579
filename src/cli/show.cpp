// noughts show GAME: draws a position.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/play/families.h"
#include "noughts/present/documents.h"
#include "noughts/present/render.h"
#include "noughts/quixo/fortress.h"

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

// The position of a fortress as text; only Quixo has the option.
template <class R>
Result<std::string> fortress_text(const R&) {
  return bad_input("only quixo has a fortress");
}
template <class W>
Result<std::string> fortress_text(const quixo::BasicRules<W>& rules) {
  const auto position = quixo::fortress_position(rules);
  if (!position) return position.error();
  return to_text(rules, *position);
}

struct ShowArguments {
  std::string position;
  bool fortress = false;
};

void run(Context& context, const GameCommand& command, const ShowArguments& arguments) {
  auto game = command.make_game();
  if (!game) return context.fail(game.error());
  Result<std::string> text = arguments.position;
  if (arguments.fortress) {
    text = visit(**game, [](const auto& rules) { return fortress_text(rules); });
    if (!text) return context.fail(text.error());
  }
  auto state = read_state(**game, *text);
  if (!state) return context.fail(state.error());
  show(context, **game, **state);
}

}  // namespace

void add_show(const Command& program, Context& context) {
  const Command verb = program.sub("show", "Draw a position");
  add_games(verb, context, "noughts show {}", [&context](const GameCommand& command) {
    auto arguments = std::make_shared<ShowArguments>();
    command.sub.option("--position", arguments->position,
                       "Position as text, @file, or - for input");
    if (command.family == "quixo") {
      command.sub.flag("--fortress", arguments->fortress,
                       "Instead of a position: tiles from which X cannot be driven");
    }
    command.sub.on_run([&context, arguments, command] { run(context, command, *arguments); });
  });
}

}  // namespace noughts::cli
