// noughts analyze GAME: the value of a position and of each legal move.
//
// With --stdin it stays: one position a line in, one JSON document a line out;
// what is wrong with a line is answered as {"error": ...} and the next line read.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "noughts/cli/games.h"
#include "noughts/cli/verbs.h"
#include "noughts/play/documents.h"

namespace noughts::cli {
namespace {

struct AnalyzeArguments {
  std::string position;
  bool from_stdin = false;
};

std::string text_of(const Json& value) {
  if (value.is_null()) return "open";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// The value of a report or of a move in it, with what makes it exact.
std::string value_text(const Json& report) {
  std::string text = text_of(report.contains("exact") ? report["exact"] : report["value"]);
  if (report.contains("plies")) text += fmt::format(" in {}", text_of(report["plies"]));
  if (report.contains("favours")) text += fmt::format("  favours {}", text_of(report["favours"]));
  if (report.contains("probability")) {
    text += fmt::format(", probability {}", text_of(report["probability"]));
  }
  return text;
}

std::string as_text(const Json& report) {
  std::string text = fmt::format("value {}", value_text(report));
  if (report.contains("to_move")) text += fmt::format(", {} to move", text_of(report["to_move"]));
  text += "\n";
  const Json& best = report.at("best");
  for (const Json& move : report.at("moves")) {
    const bool is_best = std::find(best.begin(), best.end(), move.at("move")) != best.end();
    text += fmt::format("  {:<8} {}{}\n", text_of(move.at("move")), value_text(move),
                        is_best && best.size() < report.at("moves").size() ? "  best" : "");
  }
  return text;
}

void serve_lines(Context& context, const play::Game& game, play::Analyst& analyst) {
  std::string line;
  while (!context.cancel.cancelled() && std::getline(std::cin, line)) {
    const auto answer = [&]() -> Result<Json> {
      auto state = game.parse(line);
      if (!state) return state.error();
      return play::analyze_document(game, **state, analyst);
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
  auto analyst = command.make_analyst(context);
  if (!analyst) return context.fail(analyst.error());
  if (arguments.from_stdin) return serve_lines(context, **game, **analyst);
  auto document = play::analyze_document(**game, **state, **analyst);
  if (!document) return context.fail(document.error());
  context.answer(*document,
                 [&] { return (*state)->drawing(context.style()) + as_text(*document); });
}

}  // namespace

void add_analyze(const Command& program, Context& context) {
  const Command verb = program.sub("analyze", "The exact value of a position and of each move");
  add_games(verb, context, "noughts analyze {}", [&context, verb](const GameCommand& command) {
    if (!command.make_analyst) {
      verb.remove(command.sub);
      return;
    }
    auto arguments = std::make_shared<AnalyzeArguments>();
    command.sub.option("--position", arguments->position,
                       "Position as text, @file, or - for input");
    command.sub.flag("--stdin", arguments->from_stdin,
                     "Answer each line of input, a position, with a line of JSON");
    command.add_knowledge();
    command.sub.on_run([&context, arguments, command] { run(context, command, *arguments); });
  });
}

}  // namespace noughts::cli
