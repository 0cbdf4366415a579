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
  std::vector<std::string> compare;  // two commands
  std::string csv;
  std::string svg;
  std::string answers;
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
  if (!arguments.answers.empty()) {
    return store::write_file(arguments.answers, present::answers_jsonl(game, judgement));
  }
  return {};
}

// What a run of the verb needs besides the agent.
struct Examiner {
  std::unique_ptr<play::Game> game;
  std::shared_ptr<play::Analyst> analyst;
  std::unique_ptr<play::Player> system;
};

Result<Examiner> make_examiner(Context& context, const GameCommand& command, std::uint64_t seed) {
  auto game = command.make_game();
  if (!game) return game.error();
  auto analyst = command.make_analyst(context, {.replies = false, .beyond = play::Beyond::kDecide});
  if (!analyst) return analyst.error();
  Examiner examiner{std::move(*game), std::move(*analyst), nullptr};
  if (command.make_system) {
    auto system = command.make_system(seed);
    if (!system) return system.error();
    examiner.system = std::move(*system);
  }
  return examiner;
}

Result<judge::Judgement> judge_command(Context& context, const Examiner& examiner,
                                       const std::string& agent, JudgeArguments arguments) {
  arguments.agent.command = agent;
  arguments.agent.budget = {.cancel = &context.cancel};
  arguments.examine.budget = context.budget();
  return judge::examine(*examiner.game, examiner.analyst,
                        *judge::make_command_agent(arguments.agent), examiner.system.get(),
                        arguments.examine);
}

void run_comparison(Context& context, const Examiner& examiner, const JudgeArguments& arguments) {
  const auto& names = arguments.compare;
  const auto first = judge_command(context, examiner, names[0], arguments);
  if (!first) return context.fail(first.error());
  const auto second = judge_command(context, examiner, names[1], arguments);
  if (!second) return context.fail(second.error());
  const present::JudgedAgent a{names[0], *first};
  const present::JudgedAgent b{names[1], *second};
  context.answer(present::comparison_document(*examiner.game, a, b),
                 [&] { return present::comparison_text(a, b); });
}

void run(Context& context, const GameCommand& command, const JudgeArguments& arguments) {
  const std::string& agent = arguments.agent.command;
  const bool compares = !arguments.compare.empty();
  if (agent.empty() != compares) {
    return context.fail(
        bad_input("name one agent with --agent COMMAND, or two with --compare COMMAND COMMAND"));
  }
  const bool writes =
      !arguments.answers.empty() || !arguments.csv.empty() || !arguments.svg.empty();
  if (compares && writes) {
    return context.fail(bad_input(
        "--answers, --csv and --svg need a single agent; use --agent instead of --compare"));
  }
  auto examiner = make_examiner(context, command, arguments.examine.seed);
  if (!examiner) return context.fail(examiner.error());
  if (compares) return run_comparison(context, *examiner, arguments);
  const auto judgement = judge_command(context, *examiner, agent, arguments);
  if (!judgement) return context.fail(judgement.error());
  const play::Game& game = *examiner->game;
  if (auto written = write_files(arguments, game, *judgement); !written) {
    return context.fail(written.error());
  }
  Json document = present::judgement_document(game, *judgement);
  document["agent"] = agent;
  context.answer(document, [&] { return present::judgement_text(game, *judgement); });
}

void add_options(const GameCommand& command, JudgeArguments& arguments) {
  const Command& sub = command.sub;
  sub.option("--agent", arguments.agent.command, "Command that reads positions and writes moves");
  sub.option("--compare", arguments.compare, "Two commands to compare on the same positions")
      .words(2);
  sub.option("--positions", arguments.examine.positions, "Number of positions to ask about")
      .between(0, 1'000'000)
      .show_default();
  sub.option("--critical", arguments.examine.critical,
             "Share of positions where a move can go wrong")
      .between(0, 1)
      .show_default();
  sub.option("--games", arguments.examine.games, "Games against the strongest player")
      .between(0, 100'000)
      .show_default();
  sub.option("--seed", arguments.examine.seed, "Seed of positions and games").show_default();
  sub.option("--move-time", arguments.agent.move_seconds, "Seconds for each answer")
      .between(0.001, 1e6)
      .show_default();
  sub.option("--start-time", arguments.agent.start_seconds, "Extra seconds for the first answer")
      .between(0, 1e6)
      .show_default();
  sub.option("--restarts", arguments.agent.restarts, "Restarts after crashes or timeouts")
      .between(0, 1'000'000)
      .show_default();
  sub.option("--retries", arguments.examine.retries, "Times to ask again after an illegal move")
      .between(0, 1000)
      .show_default();
  sub.option("--answers", arguments.answers, "JSONL file for every position and answer");
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
