// noughts show GAME: draws a position; or lists its moves, or counts the ways to play on.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/core/stopwatch.h"
#include "noughts/play/families.h"
#include "noughts/present/documents.h"
#include "noughts/present/render.h"
#include "noughts/quixo/fortress.h"

namespace noughts::cli {
namespace {

constexpr int kUsualDepth = 3;

struct ShowArguments {
  std::string position;
  bool fortress = false;
  bool moves = false;
  bool perft = false;
  int depth = kUsualDepth;
  bool canonical = false;
};

void draw(Context& context, const play::Game& game, const play::State& state) {
  const auto result = state.result();
  context.answer([&] { return present::show_document(game, state); },
                 [&] {
                   const std::string last = result ? *result : state.to_move() + " to move";
                   std::string text =
                       fmt::format("{}{}\n", present::render(game, state, context.style()), last);
                   const Json structure = present::structure_json(game);
                   for (const auto& [key, value] : structure.items()) {
                     text +=
                         fmt::format("{} {}\n", key,
                                     value.is_string() ? value.get<std::string>() : value.dump());
                   }
                   return text;
                 });
}

void list_moves(Context& context, const play::Game& game, const play::State& state) {
  context.answer([&] { return present::moves_document(game, state); },
                 [&] { return fmt::format("{}\n", fmt::join(state.moves(), " ")); });
}

// How many ways there are to play 1, 2, ... moves.
void count_ways(Context& context, const play::Game& game, const play::State& state,
                const ShowArguments& arguments) {
  const Stopwatch watch;
  Progress progress(context.progress(), "counting", 0);
  auto counts = game.perft(state, {.depth = arguments.depth,
                                   .canonical = arguments.canonical,
                                   .cancel = &context.cancel,
                                   .progress = &progress});
  if (!counts) return context.fail(counts.error());
  const Json document = {{"game", family_name(game.family())}, {"rules", present::rules_json(game)},
                         {"position", state.text()},           {"canonical", arguments.canonical},
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

void run(Context& context, const GameCommand& command, const ShowArguments& arguments) {
  if (arguments.moves && arguments.perft) {
    return context.fail(bad_input("give --moves or --perft, not both"));
  }
  if (!arguments.perft && (arguments.canonical || arguments.depth != kUsualDepth)) {
    return context.fail(bad_input("--depth and --canonical need --perft; add it"));
  }
  auto game = command.make_game();
  if (!game) return context.fail(game.error());
  Result<std::string> text = arguments.position;
  if (arguments.fortress) {
    text = visit(**game, [](const auto& rules) { return fortress_text(rules); });
    if (!text) return context.fail(text.error());
  }
  auto state = read_state(**game, *text);
  if (!state) return context.fail(state.error());
  if (arguments.perft) return count_ways(context, **game, **state, arguments);
  if (arguments.moves) return list_moves(context, **game, **state);
  draw(context, **game, **state);
}

}  // namespace

void add_show(const Command& program, Context& context) {
  const Command verb =
      program.sub("show", "Draw a position, list its moves or count the ways to play on");
  add_games(verb, context, "noughts show {}", [&context](const GameCommand& command) {
    auto arguments = std::make_shared<ShowArguments>();
    const Command& sub = command.sub;
    sub.option("--position", arguments->position,
               "Position as text, @FILE, or - for standard input");
    if (command.family == "quixo") {
      sub.flag("--fortress", arguments->fortress, "Show a fortress of X instead of a position");
    }
    sub.flag("--moves", arguments->moves, "List the legal moves instead of drawing");
    sub.flag("--perft", arguments->perft, "Count the ways to play, by depth, instead of drawing");
    sub.option("--depth", arguments->depth, "With --perft: moves ahead")
        .between(1, 64)
        .show_default();
    sub.flag("--canonical", arguments->canonical,
             "With --perft: count unfinished positions up to symmetry");
    sub.on_run([&context, arguments, command] { run(context, command, *arguments); });
  });
}

}  // namespace noughts::cli
