// noughts analyze GAME: the value of a position and of each legal move.
//
// With --stdin it stays: one position a line in, one JSON document a line out;
// what is wrong with a line is answered as {"error": ...} and the next line read.
#include <fmt/format.h>

#include <iostream>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/play/families.h"
#include "noughts/present/documents.h"
#include "noughts/present/hyper_score.h"
#include "noughts/present/render.h"

namespace noughts::cli {
namespace {

struct AnalyzeArguments {
  std::string position;
  bool from_stdin = false;
  bool all_moves = false;
  bool score = false;  // n^k boards only, as the next
  std::string penalty = "shared";
};

// The heuristic score of Kutner's draft, term by term.
void show_score(Context& context, const play::Game& game, const play::State& state,
                const std::string& named) {
  const auto& rules = play::rules_of<hyper::Rules>(game);
  const auto& position = play::position_of<hyper::Rules>(state);
  const auto penalty =
      named == "full" ? hyper::study::Penalty::kFull : hyper::study::Penalty::kShared;
  context.answer([&] { return present::score_document(rules, position, penalty); },
                 [&] {
                   return present::render(game, state, context.style()) +
                          present::score_text(rules, position, penalty);
                 });
}

void serve_lines(Context& context, const play::Game& game, play::Analyst& analyst) {
  std::string line;
  while (!context.cancel.cancelled() && !context.output_lost() && std::getline(std::cin, line)) {
    const auto answer = [&]() -> Result<Json> {
      auto state = game.parse(line);
      if (!state) return state.error();
      const auto analysis = analyst.analyze(**state);
      if (!analysis) return analysis.error();
      return present::analysis_document(game, **state, *analysis);
    }();
    const Json document = answer ? *answer : Json{{"error", answer.error().message}};
    context.print(document.dump() + "\n");
  }
  if (context.cancel.cancelled()) context.fail(cancelled_error());
}

void run(Context& context, const GameCommand& command, const AnalyzeArguments& arguments) {
  auto game = command.make_game();
  if (!game) return context.fail(game.error());
  auto state = read_state(**game, arguments.from_stdin ? "" : arguments.position);
  if (!state) return context.fail(state.error());
  if (arguments.score) return show_score(context, **game, **state, arguments.penalty);
  auto analyst = command.make_analyst(context, {});
  if (!analyst) return context.fail(analyst.error());
  if (arguments.from_stdin) return serve_lines(context, **game, **analyst);
  const auto analysis = (*analyst)->analyze(**state);
  if (!analysis) return context.fail(analysis.error());
  context.answer([&] { return present::analysis_document(**game, **state, *analysis); },
                 [&] {
                   return present::render(**game, **state, context.style()) +
                          present::analysis_text(**state, *analysis, arguments.all_moves);
                 });
}

}  // namespace

void add_analyze(const Command& program, Context& context) {
  const Command verb =
      program.sub("analyze", "Give the value of a position and of each of its moves");
  add_games(verb, context, "noughts analyze {}", [&context](const GameCommand& command) {
    auto arguments = std::make_shared<AnalyzeArguments>();
    command.sub.option("--position", arguments->position,
                       "Position as text, @FILE, or - for standard input");
    command.sub.flag("--stdin", arguments->from_stdin,
                     "Read a position per line, answer each with JSON");
    command.sub.flag("--all-moves", arguments->all_moves,
                     "List every move, also those equal by symmetry");
    if (command.family == "hyper") {
      command.sub.flag("--score", arguments->score,
                       "Show the heuristic score of Kutner's draft instead");
      command.sub
          .option("--penalty", arguments->penalty,
                  "With --score: opponents' lines count 1/(d(q-1)) or 1/d")
          .one_of({"shared", "full"});
    }
    command.add_knowledge();
    command.sub.on_run([&context, arguments, command] { run(context, command, *arguments); });
  });
}

}  // namespace noughts::cli
