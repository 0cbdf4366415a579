// noughts tour: what `make run` shows: each game drawn, its moves, its perft.
#include <fmt/format.h>

#include "noughts/cli/context.h"
#include "noughts/cli/verbs.h"
#include "noughts/play/families.h"
#include "noughts/present/render.h"

namespace noughts::cli {
namespace {

struct Stop {
  std::string title;
  std::unique_ptr<play::Game> game;
  std::string position;
  int perft_depth;
};

// One stop in full; the JSON names are those of show, moves and perft.
Result<Json> look(const Stop& stop) {
  auto state = stop.game->parse(stop.position);
  if (!state) return state.error();
  auto counts = stop.game->perft(*stop.game->initial(), {.depth = stop.perft_depth});
  if (!counts) return counts.error();
  return Json{{"game", family_name(stop.game->family())},
              {"rules", present::rules_json(*stop.game)},
              {"position", (*state)->text()},
              {"drawing", present::render(*stop.game, **state)},
              {"to_move", (*state)->to_move()},
              {"moves", (*state)->moves()},
              {"counts", *counts}};
}

std::string describe(const Context& context, const Stop& stop, const Json& seen) {
  auto state = stop.game->parse(stop.position);
  std::string text =
      fmt::format("\n{}\n\n{}", stop.title, present::render(*stop.game, **state, context.style()));
  const auto moves = seen.at("moves").get<std::vector<std::string>>();
  text += fmt::format("{} to move, {} legal moves: {}\n", (*state)->to_move(), moves.size(),
                      fmt::join(moves, " "));
  text += "games of 1, 2, ... moves from the start:";
  for (const auto& count : seen.at("counts")) text += " " + format_count(count);
  return text + "\n";
}

}  // namespace

void add_tour(const Command& program, Context& context) {
  const Command verb = program.sub("tour", "Show each game, and what to try next");
  context.add_common(verb, "noughts tour");
  verb.on_run([&context] {
    std::vector<Stop> stops;
    stops.push_back(
        {"Quixo, 4x4", play::make_game(*quixo::Rules::make(4)), "X..O/..../.O../...X X", 4});
    stops.push_back({"Quantum tic-tac-toe", play::make_game(*quantum::Rules::make()),
                     "X1.1-9 O2.1-3 X3.1-3 selA O4.5-7 X5.5-7 selB O6.2-8", 3});
    stops.push_back({"Tic-tac-toe on 3^3, three players",
                     play::make_game(*hyper::Rules::make(3, 3, 3)), "222 111 223 221 333 112", 4});
    Json games = Json::array();
    std::string text = "noughts: the tic-tac-toe family, solved exactly\n";
    for (const Stop& stop : stops) {
      Result<Json> seen = look(stop);
      if (!seen) return context.fail(seen.error());
      text += describe(context, stop, *seen);
      games.push_back(std::move(*seen));
    }
    text +=
        "\nTry next:\n"
        "  build/noughts play quixo --size 4 --o random\n"
        "  build/noughts perft quixo --size 3 --depth 6 --canonical\n"
        "  build/noughts --help\n";
    context.answer({{"games", games}}, [&] { return text; });
  });
}

}  // namespace noughts::cli
