// noughts study dataset GAME: positions with the exact value of every move.
#include <fmt/format.h>

#include "noughts/cli/games.h"
#include "noughts/research/data/dataset.h"
#include "noughts/research/verbs/verbs.h"

namespace noughts::research::verbs {
namespace {

struct DatasetArguments {
  data::DatasetOptions dataset;
  std::string folder = "dataset";
};

void make_dataset(Context& context, const GameCommand& command, DatasetArguments arguments) {
  const auto game = command.make_game().value();
  const auto analyst =
      command.make_analyst(context, {.replies = false, .beyond = play::Beyond::kStop}).value();
  arguments.dataset.budget = context.budget();
  const auto made = data::write_dataset(*game, *analyst, arguments.folder, arguments.dataset);
  const Json document = {
      {"game", command.family}, {"positions", made.positions}, {"files", made.files}};
  context.answer(document, [&] {
    return fmt::format("{} positions\nwrote {}\n", made.positions, fmt::join(made.files, " "));
  });
}

}  // namespace

void add_study_dataset(const Command& study, Context& context) {
  const Command sub = study.sub("dataset", "Write positions with the exact value of every move");
  add_games(
      sub, context, "noughts study dataset {} --positions 100 --out dataset",
      [&context](const GameCommand& command) {
        auto arguments = std::make_shared<DatasetArguments>();
        const Command& game = command.sub;
        game.option("--positions", arguments->dataset.positions, "Most positions to write")
            .between(1, 100'000'000)
            .show_default();
        game.option("--out", arguments->folder, "Folder to write to").show_default();
        game.option("--seed", arguments->dataset.seed, "Seed of the positions").show_default();
        game.option("--critical", arguments->dataset.critical,
                    "Least share of positions where a move can go wrong")
            .between(0, 1)
            .show_default();
        game.flag("--prompts", arguments->dataset.prompts,
                  "Add each position as a prompt for a language model");
        command.add_knowledge();
        // The usual example, 4^3, is not wholly decided.
        if (command.family == "hyper") {
          game.footer(
              "Example:\n  noughts study dataset hyper --side 3 --dims 3 --positions 100 "
              "--out dataset");
        }
        game.on_run([&context, arguments, command] { make_dataset(context, command, *arguments); });
      });
}

}  // namespace noughts::research::verbs
