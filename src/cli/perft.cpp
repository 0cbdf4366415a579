// noughts perft GAME --depth D: how many ways to play 1, 2, ..., D moves.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/stopwatch.h"
#include "noughts/present/render.h"

namespace noughts::cli {
namespace {

struct PerftArguments {
  std::string position;
  int depth = 3;
  bool canonical = false;
};

void run_perft(Context& context, const play::Game& game, const PerftArguments& arguments) {
  auto state = read_state(game, arguments.position);
  if (!state) return context.fail(state.error());
  const Stopwatch watch;
  Progress progress(context.progress(), "counting", 0);
  auto counts = game.perft(**state, {.depth = arguments.depth,
                                     .canonical = arguments.canonical,
                                     .cancel = &context.cancel,
                                     .progress = &progress});
  if (!counts) return context.fail(counts.error());
  const Json document = {{"game", family_name(game.family())}, {"rules", present::rules_json(game)},
                         {"position", (*state)->text()},       {"canonical", arguments.canonical},
                         {"depth", arguments.depth},           {"counts", *counts},
                         {"seconds", watch.seconds()}};
  context.answer(document, [&] {
    std::string text;
    for (std::size_t i = 0; i < counts->size(); ++i) {
      text += fmt::format("{:>2}  {}\n", i + 1, format_count((*counts)[i]));
    }
    return text;
  });
}

}  // namespace

void add_perft(const Command& program, Context& context) {
  const Command verb = program.sub("perft", "Count the ways to play, by depth");
  add_games(verb, context, "noughts perft {} --depth 4", [&context](const GameCommand& command) {
    auto arguments = std::make_shared<PerftArguments>();
    command.sub.option("--position", arguments->position,
                       "Position as text, @file, or - for input");
    command.sub.option("--depth", arguments->depth, "Moves ahead").between(1, 64).show_default();
    command.sub.flag("--canonical", arguments->canonical,
                     "Count positions that are not over, up to symmetry");
    command.sub.on_run([&context, arguments, make = command.make_game] {
      auto game = make();
      if (!game) return context.fail(game.error());
      run_perft(context, **game, *arguments);
    });
  });
}

}  // namespace noughts::cli
