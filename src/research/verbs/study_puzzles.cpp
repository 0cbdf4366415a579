// noughts study puzzles GAME: positions in which exactly one move keeps the value.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/research/data/puzzles.h"
#include "noughts/research/verbs/verbs.h"
#include "noughts/store/file.h"

namespace noughts::research::verbs {
namespace {

struct PuzzleArguments {
  data::PuzzleOptions puzzles;
  std::string file;
};

void make_puzzles(Context& context, const GameCommand& command, PuzzleArguments arguments) {
  const auto game = command.make_game().value();
  const auto analyst =
      command.make_analyst(context, {.replies = false, .beyond = play::Beyond::kStop}).value();
  arguments.puzzles.budget = context.budget();
  const auto found = data::find_puzzles(*game, *analyst, arguments.puzzles);
  Json puzzles = Json::array();
  std::string lines;
  for (const data::Puzzle& puzzle : found) {
    puzzles.push_back(data::puzzle_json(*game, puzzle));
    lines += puzzles.back().dump() + "\n";
  }
  if (!arguments.file.empty()) {
    store::write_file(arguments.file, lines).value();
  }
  const Json document = {
      {"game", command.family}, {"file", arguments.file}, {"puzzles", std::move(puzzles)}};
  context.answer(document, [&] {
    return arguments.file.empty()
               ? lines
               : fmt::format("{} puzzles\nwrote {}\n", found.size(), arguments.file);
  });
}

}  // namespace

void add_study_puzzles(const Command& study, Context& context) {
  const Command sub =
      study.sub("puzzles", "Write positions where exactly one move keeps the value");
  add_games(
      sub, context, "noughts study puzzles {} --puzzles 5", [&context](const GameCommand& command) {
        auto arguments = std::make_shared<PuzzleArguments>();
        const Command& game = command.sub;
        game.option("--puzzles", arguments->puzzles.puzzles, "Most puzzles to write")
            .between(1, 1'000'000)
            .show_default();
        game.option("--least", arguments->puzzles.least, "Least difficulty of a puzzle")
            .between(1, 5)
            .show_default();
        game.option("--out", arguments->file, "JSONL file for the puzzles");
        game.option("--seed", arguments->puzzles.seed, "Seed of the positions").show_default();
        command.add_knowledge();
        // The usual example, 4^3, is not wholly decided.
        if (command.family == "hyper") {
          game.footer("Example:\n  noughts study puzzles hyper --side 3 --dims 3 --puzzles 5");
        }
        game.on_run([&context, arguments, command] { make_puzzles(context, command, *arguments); });
      });
}

}  // namespace noughts::research::verbs
