// noughts line GAME: one game of best play from a position.
#include "noughts/play/line.h"

#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/play/families.h"
#include "noughts/present/documents.h"
#include "noughts/present/quixo_svg.h"
#include "noughts/present/render.h"
#include "noughts/store/file.h"

namespace noughts::cli {
namespace {

struct LineArguments {
  std::string position;
  std::string strategy = "best";
  std::string svg;
  int limit = 200;
  std::uint64_t seed = 1;
};

template <class R>
Result<void> write_svg_of(const R& rules, const play::Line& line, const std::string& path) {
  std::vector<typename R::Position> positions;
  std::vector<std::string> captions;
  for (std::size_t i = 0; i < line.states.size(); ++i) {
    positions.push_back(play::position_of<R>(*line.states[i]));
    captions.push_back(i == 0 ? "start" : fmt::format("move {}: {}", i, line.moves[i - 1]));
  }
  return store::write_file(path, present::to_animated_svg(rules, positions, captions));
}

// Only Quixo has the option.
Result<void> write_svg(const play::Game& game, const play::Line& line, const std::string& path) {
  if (game.family() == play::Family::kLargeQuixo) {
    return write_svg_of(play::rules_of<quixo::LargeRules>(game), line, path);
  }
  return write_svg_of(play::rules_of<quixo::Rules>(game), line, path);
}

void run(Context& context, const GameCommand& command, const LineArguments& arguments) {
  auto game = command.make_game();
  if (!game) return context.fail(game.error());
  auto state = read_state(**game, arguments.position);
  if (!state) return context.fail(state.error());
  auto analyst = command.make_analyst(context, {});
  if (!analyst) return context.fail(analyst.error());
  auto line = play::follow_line(std::move(*state), **analyst,
                                {.limit = arguments.limit,
                                 .random_win = arguments.strategy == "random-win",
                                 .seed = arguments.seed,
                                 .budget = context.budget()});
  if (!line) return context.fail(line.error());
  if (!arguments.svg.empty()) {
    if (auto wrote = write_svg(**game, *line, arguments.svg); !wrote) {
      return context.fail(wrote.error());
    }
  }
  const auto document = [&] {
    Json described = present::line_document(**game, *line);
    if (!arguments.svg.empty()) described["svg"] = arguments.svg;
    return described;
  };
  context.answer(document, [&] {
    const bool guess = line->source == play::Source::kGuess;
    return fmt::format("{}\n{}{}{}\n", fmt::join(line->moves, " "),
                       present::render(**game, *line->states.back(), context.style()), line->result,
                       guess ? " (moves found by searching; better ones may exist)" : "");
  });
}

}  // namespace

void add_line(const Command& program, Context& context) {
  const Command verb = program.sub("line", "Show one game of best play from a position");
  add_games(verb, context, "noughts line {}", [&context](const GameCommand& command) {
    auto arguments = std::make_shared<LineArguments>();
    const Command& sub = command.sub;
    sub.option("--position", arguments->position,
               "Position as text, @FILE, or - for standard input");
    sub.option("--moves", arguments->limit, "Stop after this many moves")
        .between(1, 10'000)
        .show_default();
    command.add_knowledge();
    if (command.family == "quixo") {
      sub.option("--strategy", arguments->strategy,
                 "best wins fast; random-win plays any winning move")
          .one_of({"best", "random-win"})
          .show_default();
      sub.option("--seed", arguments->seed, "Seed of the random moves").show_default();
      sub.option("--svg", arguments->svg, "Also write the game to this file as animated SVG");
    }
    sub.on_run([&context, arguments, command] { run(context, command, *arguments); });
  });
}

}  // namespace noughts::cli
