// noughts judge GAME --agent COMMAND: how well another program plays, by exact values.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/judge/examine.h"
#include "noughts/present/chart.h"
#include "noughts/present/judgement.h"
#include "noughts/store/file.h"

namespace noughts::cli {
namespace {

struct JudgeArguments {
  judge::CommandOptions agent;
  judge::ExamineOptions examine;
  std::string csv;
  std::string svg;
};

Result<void> write_files(const JudgeArguments& arguments, const play::Game& game,
                         const judge::Judgement& judgement) {
  if (!arguments.csv.empty()) {
    auto written = store::write_file(arguments.csv, present::judgement_csv(judgement));
    if (!written) return written;
  }
  if (!arguments.svg.empty() && !judgement.tiers.empty()) {
    const present::Chart chart = present::judgement_chart(game, judgement);
    auto written = store::write_file(arguments.svg, to_svg(chart));
    if (!written) return written;
  }
  return {};
}

void run(Context& context, const GameCommand& command, JudgeArguments arguments) {
  const auto game = command.make_game();
  if (!game) return context.fail(game.error());
  const auto analyst = command.make_analyst(context, {.replies = false, .guess = false});
  if (!analyst) return context.fail(analyst.error());
  std::unique_ptr<play::Player> system;
  if (command.make_system) {
    auto made = command.make_system(arguments.examine.seed);
    if (!made) return context.fail(made.error());
    system = std::move(*made);
  }
  arguments.agent.budget = {.cancel = &context.cancel};
  arguments.examine.budget = context.budget();
  const auto agent = judge::make_command_agent(arguments.agent);
  const auto judgement = judge::examine(**game, *analyst, *agent, system.get(), arguments.examine);
  if (!judgement) return context.fail(judgement.error());
  if (auto written = write_files(arguments, **game, *judgement); !written) {
    return context.fail(written.error());
  }
  Json document = present::judgement_document(**game, *judgement);
  document["agent"] = arguments.agent.command;
  context.answer(document, [&] { return present::judgement_text(**game, *judgement); });
}

void add_options(const GameCommand& command, JudgeArguments& arguments) {
  const Command& sub = command.sub;
  sub.option("--agent", arguments.agent.command,
             "Command of the agent: a position a line in, a move a line out")
      .required();
  sub.option("--positions", arguments.examine.positions, "Positions to ask about, once each")
      .between(0, 1'000'000)
      .show_default();
  sub.option("--games", arguments.examine.games, "Games against the perfect player")
      .between(0, 100'000)
      .show_default();
  sub.option("--seed", arguments.examine.seed, "Seed of positions and games").show_default();
  sub.option("--move-time", arguments.agent.move_seconds, "Seconds for each answer")
      .between(0.001, 1e6)
      .show_default();
  sub.option("--start-time", arguments.agent.start_seconds,
             "Seconds more for the first answer after a start")
      .between(0, 1e6)
      .show_default();
  sub.option("--restarts", arguments.agent.restarts,
             "How often to start the agent anew after a crash or a timeout")
      .between(0, 1'000'000)
      .show_default();
  sub.option("--csv", arguments.csv, "Write the scores by tier to this file");
  sub.option("--svg", arguments.svg, "Draw the mistakes by tier in this file");
  command.add_knowledge();
}

}  // namespace

void add_judge(const Command& program, Context& context) {
  const Command verb =
      program.sub("judge", "Measure how well another program plays, by exact values");
  add_games(
      verb, context, "noughts judge {0} --agent \"noughts play {0} --agent\"",
      [&context](const GameCommand& command) {
        auto arguments = std::make_shared<JudgeArguments>();
        add_options(command, *arguments);
        // The usual example, 4^3, is not wholly decided.
        if (command.family == "hyper") {
          command.sub.footer(
              "Example:\n  noughts judge hyper --side 3 --dims 3 "
              "--agent \"noughts play hyper --side 3 --dims 3 --agent --player greedy\"");
        }
        command.sub.on_run([&context, arguments, command] { run(context, command, *arguments); });
      });
}

}  // namespace noughts::cli
