// noughts play GAME: people and players at one board (match.h), on a terminal or in a pipe.
#include <fmt/format.h>

#include <algorithm>

#include "noughts/cli/games.h"
#include "noughts/cli/match.h"
#include "noughts/cli/play_agent.h"
#include "noughts/cli/players.h"
#include "noughts/cli/verbs.h"

namespace noughts::cli {
namespace {

constexpr const char* kHuman = "human";

struct PlayArguments {
  std::string position;
  std::string first = kHuman;
  std::string second = kHuman;
  std::vector<std::string> others = {kHuman};
  std::uint64_t seed = 1;
  bool agent = false;
  std::string player = "random";  // of the agent
};

// Who has the seat; the last of `others` has all that are left.
const std::string& kind_of(const PlayArguments& arguments, std::size_t seat) {
  if (seat == 0) return arguments.first;
  if (seat == 1) return arguments.second;
  return arguments.others[std::min(seat - 2, arguments.others.size() - 1)];
}

// An agent answers whatever it is asked: it has no position, no opponents, no JSON.
Result<void> check_agent(const Context& context, const PlayArguments& a) {
  if (!a.agent) {
    if (context.json) return bad_input("play has no --json; noughts line writes a game as JSON");
    if (a.player != PlayArguments().player)
      return bad_input("--player needs --agent; without it name the players with --x and --o");
    return {};
  }
  if (context.json) return bad_input("--agent answers with moves; leave out --json");
  const bool seated =
      a.first != kHuman || a.second != kHuman || a.others != std::vector<std::string>{kHuman};
  if (seated)
    return bad_input("with --agent name the player with --player; leave out --x, --o and --others");
  if (!a.position.empty())
    return bad_input("--agent reads positions from standard input; leave out --position");
  return {};
}

void run_play(Context& context, const GameCommand& command, const play::Game& game,
              const PlayArguments& arguments) {
  auto state = read_state(game, arguments.position);
  if (!state) return context.fail(state.error());
  Match match(context, game, std::move(*state), [&] { return command.make_analyst(context, {}); });
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat) {
    const std::string& kind = kind_of(arguments, seat);
    auto player = kind == kHuman ? std::unique_ptr<play::Player>()
                                 : make_player(context, command, kind, arguments.seed + seat);
    if (!player) return context.fail(player.error());
    match.seat(std::move(*player));
  }
  if (command.make_system) {
    auto system = command.make_system(arguments.seed + game.seats().size());
    if (!system) return context.fail(system.error());
    match.seat(std::move(*system));
  }
  match.run();
}

}  // namespace

void add_play(const Command& program, Context& context) {
  const Command verb =
      program.sub("play", "Play a game in the terminal against the computer or people");
  add_games(verb, context, "noughts play {} --o random", [&context](const GameCommand& command) {
    auto arguments = std::make_shared<PlayArguments>();
    const Command& sub = command.sub;
    sub.option("--position", arguments->position, "Position to start from");
    sub.option("--x,--first", arguments->first,
               fmt::format("First player: human, {}{}{}", play::level_names(),
                           command.make_player ? ", " : "", command.more_players))
        .show_default();
    sub.option("--o,--second", arguments->second, "Second player").show_default();
    if (command.family == "hyper") {
      sub.option("--others", arguments->others,
                 "Later players, with commas; the last takes all other seats")
          .list(1, 8)
          .show_default();
    }
    sub.option("--seed", arguments->seed, "Seed of the players' choices").show_default();
    sub.flag("--agent", arguments->agent,
             "Read positions and answer with moves, for noughts judge");
    sub.option("--player", arguments->player, "With --agent: who plays, as for --x").show_default();
    command.add_knowledge();
    sub.on_run([&context, arguments, command] {
      if (auto good = check_agent(context, *arguments); !good) return context.fail(good.error());
      if (arguments->agent) {
        return run_agent(context, command, arguments->player, arguments->seed);
      }
      auto game = command.make_game();
      if (!game) return context.fail(game.error());
      run_play(context, command, **game, *arguments);
    });
  });
}

}  // namespace noughts::cli
